package project

import (
	"fmt"

	"sinew/pkg/diag"
	"sinew/pkg/manifest"
)

// A Resolved is one declared setting with the value a body would receive.
type Resolved struct {
	Key, Value string
	Secret     bool
}

// Resolve gives the settings a reflex declares their values, in the order of
// the declaration. lookup is the environment. What has no value is a problem,
// the reason the reflex is inactive, and is left out of the values (manual,
// "Why a reflex is inactive"). A variable that is there and empty counts as
// set.
func (p *Project) Resolve(reflex string, declared []manifest.Setting, lookup func(string) (string, bool)) ([]Resolved, diag.Problems) {
	var values []Resolved
	var problems diag.Problems
	for _, spec := range declared {
		value, problem := p.resolve(reflex, spec, lookup)
		if problem != nil {
			problems = append(problems, *problem)
			continue
		}
		values = append(values, Resolved{Key: spec.Key, Value: value, Secret: spec.Secret})
	}
	return values, problems
}

func (p *Project) resolve(reflex string, spec manifest.Setting, lookup func(string) (string, bool)) (string, *diag.Problem) {
	setting, held := p.Setting(reflex, spec.Key)
	switch {
	case !held && spec.Secret:
		return "", &diag.Problem{Reflex: reflex, Message: unset(spec.Key), Fix: diag.ConfigEnv(reflex, spec.Key)}
	case !held:
		return "", &diag.Problem{Reflex: reflex, Message: unset(spec.Key), Fix: diag.ConfigSet(reflex, spec.Key)}
	case setting.Var == "" && spec.Secret:
		return "", &diag.Problem{Reflex: reflex, Message: plainSecret(spec.Key), Fix: diag.ConfigEnv(reflex, spec.Key)}
	case setting.Var == "":
		return setting.Value, nil
	}
	value, there := lookup(setting.Var)
	if !there {
		fix := diag.Fix{Kind: diag.FixExport, Var: setting.Var}
		return "", &diag.Problem{Reflex: reflex, Message: setting.Var + " is not set", Fix: fix}
	}
	return value, nil
}

func unset(key string) string { return fmt.Sprintf(`config "%s" is not set`, key) }

func plainSecret(key string) string {
	return fmt.Sprintf(`config "%s" is a secret; it is set from a variable`, key)
}
