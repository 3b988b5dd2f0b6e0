package conformance

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// A Home is where sessions of the manual are played: reflexes and vocabularies
// of our own or from the fixtures, in one project that decides by a recording.
// What a session prints of a manifest is cut out of the session.
type Home struct {
	Root     string // the project's folder in the home
	Installs bool   // evoke.toml lists the reflexes
	Flow
	Files    map[string]string // below Root
	Settings string            // what evoke.toml holds below its reflexes
}

const homeRoot = ".config/evoke"

// Homes are the homes of the manual's sessions, by name.
var Homes = map[string]Home{
	"rooms":    rooms(),
	"places":   rooms(opener()),
	"power":    rooms(power()),
	"mac":      mac(),
	"empty":    {Root: homeRoot},
	"contacts": contacts(), "outage": outage(), "runbook": runbook(),
	"records": {
		Root: homeRoot, Installs: true,
		Flow: Flow{
			Reflexes:     []Planted{lights("lights", "token"), timer("timer")},
			Vocabularies: []string{homeRoot + "/vocab/rooms.toml"},
		},
		Settings: bridge,
	},
	"secret": {
		Root: homeRoot, Installs: true,
		Flow: Flow{
			Reflexes:     []Planted{lights("lights")},
			Vocabularies: []string{homeRoot + "/vocab/rooms.toml"},
		},
	},
	"dev": {
		Root: "dev",
		Flow: Flow{Reflexes: []Planted{hello()}},
	},
	"releases": {
		Root: homeRoot, Installs: true,
		Flow: Flow{Reflexes: []Planted{deploys(), rollback()}},
		Files: map[string]string{
			"vocab/services.toml": "checkout = \"Takes the payment.\"\nsearch = \"Finds the goods.\"\n",
		},
	},
	"stock": {
		Root: homeRoot, Installs: true,
		Flow: Flow{Reflexes: []Planted{reserve(), update()}},
	},
	"people": {
		Root: homeRoot, Installs: true,
		Flow: Flow{Reflexes: []Planted{device()}},
		Files: map[string]string{
			"vocab/people.toml": "sam = \"Runs the warehouse.\"\nana = \"Draws the products.\"\njo = \"Answers the phone.\"\n",
		},
	},
}

// bridge is the setting of the lights.
const bridge = "\n[config.lights]\nbridge = \"10.0.0.2\"\n"

// rooms is a home with lights, and more reflexes where a session needs them.
func rooms(more ...Planted) Home {
	return Home{
		Root: homeRoot, Installs: true,
		Flow: Flow{
			Reflexes:     append([]Planted{lights("lights", "token"), timer("timer"), volume("volume")}, more...),
			Vocabularies: []string{homeRoot + "/vocab/rooms.toml"},
		},
		Settings: bridge,
	}
}

// mac is a home with as many reflexes, and as many arguments, as the manual's
// first collection.
func mac() Home {
	quiet := volume("volume")
	quiet.Code = "export default ({ level }: { level: number }): string => `volume ${level}%`\n"
	return Home{
		Root: homeRoot, Installs: true,
		Flow: Flow{Reflexes: []Planted{
			small("awake", "write", "length.pick = \"duration\"", "length.optional = true"),
			small("download", "write", "url.pick = \"url\"", "to.vocab = \"places\"", "to.optional = true"),
			small("lock", "write"),
			small("mail", "write", "to.pick = \"email\"", "subject.pick = \"quoted\"", "subject.optional = true"),
			note(),
			opener(),
			power(),
			{Dir: "screenshot", Fixture: "fixtures/screenshot.json", Body: "screenshot.mts", Code: says("done")},
			small("sleep", "write"),
			small("sound", "write", "state.options = { off = \"Mute.\", on = \"Unmute.\", up = \"Louder.\", down = \"Softer.\" }",
				"by.pick = \"number\"", "by.optional = true"),
			timer("timer"),
			small("trash", "destructive"),
			small("visit", "read", "site.vocab = \"sites\"", "unseen.flag = true"),
			quiet,
			wifi(),
		}},
	}
}

// reserve takes a code in the shape of its examples.
func reserve() Planted {
	return Planted{
		Dir: "reserve", Body: "reserve.mts",
		Own: `reflex = 1
description = "Set a product apart in the stock room."
effect = "write"
confirm = @confirm
run = "reserve.mts"

[args.sku]
ask = "Which product?"
pick = "code"

[examples]
"set LN-2088 apart" = { sku = "LN-2088" }
"nobody else gets QA-5170" = { sku = "QA-5170" }
"hold back all of WB-9903" = { sku = "WB-9903" }
`,
		Code: says("set apart"),
		Cuts: map[string]Cut{"confirm": {
			Page: typing, Command: `evoke "earmark`, What: Question, Slots: [][2]string{{"KD-0315", "sku"}},
		}},
	}
}

// update takes an address.
func update() Planted {
	return Planted{
		Dir: "email", Body: "email.mts",
		Own: `reflex = 1
description = "Send somebody the news of a shipment."
effect = "destructive"
confirm = @confirm
run = "email.mts"

[args.to]
ask = @ask
pick = "email"
`,
		Code: says("sent"),
		Cuts: map[string]Cut{
			"ask":     {Page: typing, Command: `evoke "email`, What: FirstQuestion},
			"confirm": {Page: typing, Command: `evoke "email`, What: Question, Slots: [][2]string{{"ops20@example.com", "to"}}},
		},
	}
}

func says(what string) string { return "export default (): string => \"" + what + "\"\n" }

// small is a reflex no session runs, with arguments as dotted keys.
func small(name, effect string, keys ...string) Planted {
	var args strings.Builder
	asked := map[string]bool{}
	for _, key := range keys {
		arg, _, _ := strings.Cut(key, ".")
		if !asked[arg] {
			fmt.Fprintf(&args, "%s.ask = \"Which %s for %s?\"\n", arg, arg, name)
		}
		asked[arg] = true
		args.WriteString(key + "\n")
	}
	own := fmt.Sprintf("reflex = 1\ndescription = \"Stands for %s and does nothing.\"\neffect = %q\nconfirm = \"Go on with %s?\"\nrun = \"%s.mts\"\n",
		name, effect, name, name)
	if args.Len() > 0 {
		own += "\n[args]\n" + args.String()
	}
	return Planted{Dir: name, Own: own, Body: name + ".mts", Code: says("done")}
}

func note() Planted {
	n := small("note", "write", "text.pick = \"quoted\"")
	n.Own += "\n[config]\nfile = \"Where the notes are kept.\"\n"
	return n
}

func opener() Planted {
	return Planted{Dir: "open", Own: `reflex = 1
description = "Show one of your folders."
effect = "read"
confirm = "Show {place}?"
run = ["true", "{place}"]

[args.place]
ask = "Which folder do you mean?"
vocab = "places"
`}
}

func power() Planted {
	return Planted{
		Dir: "power", Body: "power.mts",
		Own: `reflex = 1
description = "Start this computer anew, or turn it off."
effect = "destructive"
confirm = @confirm
run = "power.mts"

[args.action]
ask = "Start anew, or turn off?"
options.restart = "Start it anew."
options.shutdown = "Turn it off."
`,
		Code: "export default ({ action }: { action: string }): string => `${action} in 5 seconds`\n",
		Cuts: map[string]Cut{"confirm": {
			Page: firstTen, Command: `evoke "restart the computer"`, What: Question, Slots: [][2]string{{"restart", "action"}},
		}},
	}
}

func wifi() Planted {
	return Planted{
		Dir: "wifi", Body: "wifi.mts",
		Own: `reflex = 1
description = @summary
effect = "write"
confirm = @confirm
run = "wifi.mts"

[args.state]
ask = "Should the radio send?"
options.on = "It sends."
options.off = "It is silent."
`,
		Code: "export default ({ state }: { state: string }): string => `wi-fi ${state}`\n",
		Cuts: map[string]Cut{
			"summary": {Page: firstTen, Command: `evoke try "kill the wifi"`, What: Summary},
			"confirm": {Page: firstTen, Command: `evoke "kill the wifi"`, What: Question, Slots: [][2]string{{"off", "state"}}},
		},
	}
}

func hello() Planted {
	return Planted{
		Dir: "hello", Body: "hello.mts",
		Own: `reflex = 1
description = @summary
effect = "read"
confirm = "Greet {who}?"
run = "hello.mts"

[args.who]
ask = "Whom?"
pick = "quoted"

[examples]
'greet "Mary"' = { who = "Mary" }
'good day to "Alan"' = { who = "Alan" }
'hello "Katherine"' = { who = "Katherine" }

[tests]
"greet somebody" = { who = false }
`,
		Code: "export default ({ who }: { who: string }): string => `Hello, ${who}!`\n",
		Cuts: map[string]Cut{"summary": {Page: firstReflex, Command: "cd ~/dev && evoke try", What: Summary}},
	}
}

func device() Planted {
	return Planted{
		Dir: "device", Body: "device.mts",
		Own: `reflex = 1
description = "Tell where somebody's machine is."
effect = "read"
confirm = "Look for the machine of {person}?"
run = "device.mts"

[args.person]
ask = @ask
vocab = "people"
`,
		Code: "export default (): string => @result\n",
		Cuts: map[string]Cut{
			"ask":    {Page: typing, Command: `evoke "where is Samuel`, What: Question},
			"result": {Page: typing, Command: `evoke "where is Samuel`, What: Result},
		},
	}
}

func deploys() Planted {
	return Planted{
		Dir: "deploys", Body: "deploys.mts",
		Own: `reflex = 1
description = "Tell what went out today."
effect = "read"
confirm = "Look up what went out for {service}?"
run = "deploys.mts"

[args.service]
ask = "Which part of the shop?"
vocab = "services"

[yields]
deploys = { each = { release = "code" } }
`,
		Code: "export default () => ({ text: @result, data: { deploys: [{ release: \"4.12.0\" }, { release: \"4.11.3\" }] } })\n",
		Cuts: map[string]Cut{"result": {Page: arguments, Command: "evoke", What: Result}},
	}
}

func rollback() Planted {
	return Planted{
		Dir: "rollback",
		Own: `reflex = 1
description = "Put an earlier version back."
effect = "destructive"
confirm = @confirm
run = ["true", "{release}"]

[args.release]
ask = @ask
pick = "code"
recent = "release"
`,
		Cuts: map[string]Cut{
			"ask":     {Page: arguments, Command: "evoke", What: FirstQuestion},
			"confirm": {Page: arguments, Command: "evoke", What: Question, Slots: [][2]string{{"4.12.0", "release"}}},
		},
	}
}

// Furnish lays out a home on a stage, with what its reflexes print cut from
// the manual.
func (d *Data) Furnish(s *Stage, h Home, m *Manual) error {
	placed := h.Flow
	placed.Reflexes = make([]Planted, len(h.Reflexes))
	projectFile := "adapter = \"replay\"\n"
	if h.Installs {
		projectFile += "\n[reflexes]\n"
	}
	for i, reflex := range h.Reflexes {
		if err := reflex.cut(m); err != nil {
			return fmt.Errorf("%s: %w", reflex.Dir, err)
		}
		if h.Installs {
			projectFile += fmt.Sprintf("%s = \"./%s\"\n", reflex.Dir, reflex.Dir)
		}
		reflex.Dir = path.Join(h.Root, reflex.Dir)
		placed.Reflexes[i] = reflex
	}
	if err := write(filepath.Join(s.Home, h.Root, "evoke.toml"), projectFile+h.Settings); err != nil {
		return err
	}
	for name, text := range h.Files {
		if err := write(filepath.Join(s.Home, h.Root, name), text); err != nil {
			return err
		}
	}
	return d.place(s, placed)
}

// cut puts each piece of the manual where the manifest and the body name it,
// as a string that TOML and JavaScript read alike.
func (p *Planted) cut(m *Manual) error {
	for name, from := range p.Cuts {
		piece, err := m.Cut(from)
		if err != nil {
			return err
		}
		quoted, err := json.Marshal(piece)
		if err != nil {
			return err
		}
		p.Own = strings.ReplaceAll(p.Own, "@"+name, string(quoted))
		p.Code = strings.ReplaceAll(p.Code, "@"+name, string(quoted))
	}
	return nil
}
