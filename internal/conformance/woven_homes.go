package conformance

import (
	"fmt"
	"strings"
)

// worker is a reflex of our own for a plan, that says nothing: a page shows no
// result of its step. keys are dotted keys of its arguments, or lines of its own.
func worker(name, effect, confirm string, lines ...string) Planted {
	own := fmt.Sprintf("reflex = 1\ndescription = \"Stands for %s.\"\neffect = %q\nconfirm = %q\nrun = \"%s.mts\"\n", name, effect, confirm, name)
	return Planted{Dir: name, Body: name + ".mts", Code: telling("\"\"", "{}"), Own: own + strings.Join(lines, "\n") + "\n"}
}

// giving is a worker whose body gives a text and data.
func (p Planted) giving(text, data string) Planted {
	p.Code = telling(text, data)
	return p
}

// showing is a worker whose text is cut from a session: the result below the
// line that opens it.
func (p Planted) showing(page, command, data string) Planted {
	p.Code = telling("@result", data)
	p.Cuts = map[string]Cut{"result": {Page: page, Command: command, What: FirstResult}}
	return p
}

const (
	serviceArg = "[args.service]\nask = \"Which service?\"\nvocab = \"services\""
	regionArg  = "[args.region]\nask = \"In which region?\"\nvocab = \"regions\"\noptional = true"
)

// contacts is a home where an address is looked up and mailed to.
func contacts() Home {
	look := worker("contact", "read", "Look up {name}?", "[args.name]", "ask = \"Whose?\"", "vocab = \"people\"", "[yields]", "email = \"email\"")
	mail := worker("mail", "write", "Write to {to}?", "[args.to]", "ask = \"To whom?\"", "pick = \"email\"")
	return Home{
		Root: homeRoot, Installs: true,
		Flow: Flow{Reflexes: []Planted{
			look.showing(weaving, `evoke "look up dana's address and email`, `{ email: "dana@example.com" }`),
			mail.giving("`drafted to ${a.to}`", "{}"), timer("timer"),
		}},
		Files: map[string]string{"vocab/people.toml": "dana = \"Keeps the stock room.\"\njo = \"Answers the phone.\"\n"},
	}
}

// outage is a home whose playbook writes the steps of the page.
func outage() Home {
	playbook := Planted{Dir: "outage", Own: `reflex = 1
description = "Go after a service that is down."
effect = "destructive"
confirm = @confirm
steps = [
  "check {service}'s errors[ in {region}]",
  "list {service}'s deploys[ in {region}]",
  "search {service}'s logs[ in {region}]",
  "find the release behind it",
  "roll {service} back from that release[ in {region}]",
  "post to the incident channel",
  "update the status page for {service}",
]
[args.service]
ask = @ask
vocab = "services"
` + regionArg + "\n", Cuts: map[string]Cut{
		"confirm": {Page: weaving, Command: `evoke "checkout is failing`, What: Question, Slots: [][2]string{{"checkout", "service"}}},
		"ask":     {Page: playbooks, Command: `evoke "we have an outage"`, What: FirstQuestion},
	}}
	return Home{
		Root: homeRoot, Installs: true,
		Flow: Flow{Reflexes: []Planted{
			worker("errors", "read", "Check {service}?", serviceArg, regionArg).returning("errors"),
			worker("deploys", "read", "List {service}?", serviceArg, regionArg).returning("deploys"),
			worker("logs", "read", "Search {service}?", serviceArg, regionArg).returning("logs"),
			worker("suspect", "read", "Find it?", "[args.errors]\ntakes = \"errors\"\n[args.deploys]\ntakes = \"deploys\"\n[args.logs]\ntakes = \"logs\"\n[yields]\nrelease = \"code\"").
				giving("\"\"", `{ release: "4.12.0" }`),
			worker("rollback", "destructive", "Roll {service} back from {release}?", serviceArg, "[args.release]\nask = \"From which release?\"\npick = \"code\"", regionArg),
			worker("post", "write", "Post to {channel}?", "[args.channel]\nask = \"Where?\"\nvocab = \"channels\""),
			worker("status", "write", "Update the page of {component}?", "[args.component]\nask = \"Of what?\"\nvocab = \"services\""),
			playbook,
		}},
		Files: map[string]string{
			"vocab/services.toml": "checkout = \"Takes the money.\"\npayments = \"Charges it.\"\nsearch = \"Finds the goods.\"\n",
			"vocab/regions.toml":  regionsWords, "vocab/channels.toml": channelsWords,
		},
	}
}

// returning is a worker that returns its result whole.
func (p Planted) returning(name string) Planted {
	p.Own = strings.Replace(p.Own, "run = ", fmt.Sprintf("returns = %q\nrun = ", name), 1)
	return p
}

// runbook is a home whose playbook picks among steps by a result.
func runbook() Home {
	playbook := Planted{Dir: "runbook", Own: `reflex = 1
description = "Move to the replica."
effect = "destructive"
confirm = "Run the failover runbook?"
steps = [
  "drain connections off the primary",
  "fail over to the replica",
  "check whether writes land on the new primary",
  { say = "tell the ops channel the failover is done", when = { landing = "yes" } },
  { say = "fail back to the old primary", when = { landing = "no" } },
]
`}
	return Home{
		Root: homeRoot, Installs: true,
		Flow: Flow{Reflexes: []Planted{
			worker("drain", "write", "Drain it?").giving(`"primary drained"`, "{}"),
			worker("failover", "destructive", "Promote the replica now?").giving(`"replica promoted"`, "{}"),
			worker("verify", "read", "Check the writes?", "[yields]", "landing = \"quoted\"").giving(`"writes landing on the new primary"`, `{ landing: "yes" }`),
			worker("tell", "write", "Tell {channel}?", "[args.channel]\nask = \"Where?\"\nvocab = \"channels\"").giving("`told ${a.channel}`", "{}"),
			worker("failback", "destructive", "Fail back?"), playbook,
		}},
		Files: map[string]string{"vocab/channels.toml": channelsWords},
	}
}
