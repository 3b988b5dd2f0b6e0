package conformance

import (
	"fmt"

	"sinew/exec/policy"
	"sinew/pkg/call"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

func answerDeclaredAt(in struct{ Doc wireDocument }) (any, error) {
	doc, err := in.Doc.value()
	if err != nil {
		return nil, err
	}
	return manifest.DeclaredAt(in.Doc.File.Name, doc), nil
}

func answerWidens(in struct{ From, To manifest.Needs }) (any, error) {
	return manifest.Widens(in.From, in.To), nil
}

// answerResolve takes settings as the body receives them: with the home in
// place.
func answerResolve(in struct {
	Needs manifest.Needs
	Call  struct {
		Reflex string
		Args   Object
	}
	Active Object
	Config map[string]string
	Home   string
}) (any, error) {
	active, err := activeManifest(in.Call.Reflex, in.Active)
	if err != nil {
		return nil, err
	}
	args, err := argsOf(in.Call.Args)
	if err != nil {
		return nil, err
	}
	settings := map[string]policy.Setting{}
	for key, value := range in.Config {
		settings[key] = policy.Setting{Value: value, Env: true}
	}
	c := call.Call{Reflex: in.Call.Reflex, Args: args}
	resolved, err := policy.Resolve(in.Needs, active, c, settings, in.Home)
	if err != nil {
		return problem(err)
	}
	return ok(policyJSON(resolved)), nil
}

func policyJSON(p policy.Policy) Object {
	whole := Object{}
	for _, each := range []struct {
		key    string
		places []policy.Place
	}{{"reads", p.Reads}, {"writes", p.Writes}} {
		var places []any
		for _, place := range each.places {
			places = append(places, Object{{"path", place.Path}, {"from", place.From}})
		}
		if places != nil {
			whole = append(whole, Member{each.key, places})
		}
	}
	if p.Hosts {
		whole = append(whole, Member{"hosts", []string{"*"}})
	}
	if len(p.Runs) > 0 {
		whole = append(whole, Member{"runs", p.Runs})
	}
	return whole
}

func answerLacking(in struct {
	Lacking struct {
		Type, Key, Program string
		Place              policy.Place
	}
	Reflex string
	Active Object
	Origin struct{ At *diag.Position }
	Home   string
}) (any, error) {
	active, err := activeManifest(in.Reflex, in.Active)
	if err != nil {
		return nil, err
	}
	var lacking policy.Policy // what nothing of the machine gives
	switch in.Lacking.Type + " " + in.Lacking.Key {
	case "place reads":
		lacking.Reads = []policy.Place{in.Lacking.Place}
	case "place writes":
		lacking.Writes = []policy.Place{in.Lacking.Place}
	case "program ":
		lacking.Runs = []string{in.Lacking.Program}
	}
	found := lacking.Lacking(policy.Facts{})
	if len(found) != 1 {
		return nil, fmt.Errorf("%d things lack", len(found))
	}
	return found[0].Problem(in.Reflex, active, policy.Origin{At: in.Origin.At}, in.Home), nil
}

// A wireFacts is what a machine holds, as the vectors write it.
type wireFacts struct {
	Runtime struct {
		Path         string
		Interpreters []string
		HoldsNetwork bool `json:"holds_network"`
	}
	BodyDir             string `json:"body_dir"`
	Tmp, Home, Resolver string
	Found               map[string]policy.Found
	Programs            map[string]policy.Program
}

func (w wireFacts) facts() policy.Facts {
	return policy.Facts{
		Runtime: &policy.Program{Path: w.Runtime.Path, Interpreters: w.Runtime.Interpreters},
		BodyDir: w.BodyDir, Tmp: w.Tmp, Home: w.Home, Resolver: w.Resolver, Found: w.Found, Programs: w.Programs,
	}
}

func answerNodeFlags(in struct {
	Policy wirePolicy
	Facts  wireFacts
}) (any, error) {
	return in.Policy.policy().NodeFlags(in.Facts.facts(), in.Facts.Runtime.HoldsNetwork), nil
}

// A wirePolicy is a policy as the vectors write it.
type wirePolicy struct {
	Reads, Writes []policy.Place
	Hosts, Runs   []string
}

func (w wirePolicy) policy() policy.Policy {
	return policy.Policy{Reads: w.Reads, Writes: w.Writes, Hosts: len(w.Hosts) > 0, Runs: w.Runs}
}

func answerRefusal(in struct {
	Policy, Upstream wirePolicy
	Reflex           string
	Origin           struct{ At *diag.Position }
	Refused          policy.Refused
	Home             string
}) (any, error) {
	problem, named := in.Policy.policy().Refusal(in.Refused, in.Upstream.policy(), in.Reflex, policy.Origin{At: in.Origin.At}, in.Home)
	if !named {
		return nil, nil
	}
	return problem, nil
}

// rightNames are the rights as the vectors name them, in their order.
var rightNames = []struct {
	right policy.Rights
	name  string
}{
	{policy.ReadFile, "read_file"}, {policy.Execute, "execute"}, {policy.ReadDir, "read_dir"},
	{policy.WriteFile, "write_file"}, {policy.RemoveDir, "remove_dir"}, {policy.RemoveFile, "remove_file"},
	{policy.MakeDir, "make_dir"}, {policy.MakeReg, "make_reg"}, {policy.MakeSym, "make_sym"},
	{policy.MakeFifo, "make_fifo"}, {policy.MakeSock, "make_sock"}, {policy.Refer, "refer"}, {policy.Truncate, "truncate"},
}

// answerLandlock gives the one rule that ours leave out on purpose: /proc/self
// opened by the starter would be the starter's own entry (see policy.Rules).
func answerLandlock(in struct {
	Policy wirePolicy
	Facts  wireFacts
}) (any, error) {
	var rules []any
	for _, rule := range in.Policy.policy().Rules(in.Facts.facts()) {
		rules = append(rules, Object{{"path", rule.Path}, {"rights", namesOf(rule.Rights)}})
		if rule.Path == "/nix" {
			rules = append(rules, Object{{"path", "/proc/self"}, {"rights", []string{"read_file", "read_dir"}}})
		}
	}
	return rules, nil
}

func namesOf(rights policy.Rights) (names []string) {
	for _, each := range rightNames {
		if rights&each.right != 0 {
			names = append(names, each.name)
		}
	}
	return names
}
