package conformance

// A Scene is one session of the manual and how it is played. Scenes of a page
// that share a home are played there in the page's order.
type Scene struct {
	Command string // how the session's command line begins
	Home    string
	Says    []Said   // what the recording answers
	Before  []string // commands that are played first and not judged
	Piped   bool     // no terminal
	Exits   int      // the exit code, where the page leaves it out

	Later string // what is not built yet: the session is not yet covered where it differs
	Apart string // why the session is not played at all: we do otherwise, or it is of a later version
}

// A ManualPage is a page's scenes: all of its sessions, in its order.
type ManualPage struct {
	Title  string
	Scenes []Scene
}

// The pages' titles.
const (
	firstTen    = "The first ten minutes"
	typing      = "Typing a request"
	outcomes    = "Outcomes"
	firstReflex = "Your first reflex"
)

// Why a session is not covered.
const (
	ownAdapter = "the default adapter is our own and needs no key"
	ownFirst   = "an empty project is told to add our own collection"
	fetches    = "fetches the first implementation's collection"
	teaching   = "the command teach"
	repl       = "sentences in a session of their own"
	spoken     = "values said aloud"
	elsewhere  = "its directory is not said; the transcript check plays it"
)

// The sentences of more than one session.
var (
	killDen = Said{
		Text:  "kill the lights in the den",
		Route: Shares{"lights": 0.95, "timer": 0.01, "volume": 0.01},
		Args: map[string]Shares{
			"lights.room":  {"den": 0.92, "office": 0.03},
			"lights.state": {"off": 0.94, "on": 0.03, "dim": 0.02},
		},
	}
	killLights = Said{
		Text:  "kill the lights",
		Route: Shares{"lights": 0.95, "timer": 0.01, "volume": 0.01},
		Args: map[string]Shares{
			"lights.room":  {"den": 0.10, "office": 0.03},
			"lights.state": {"off": 0.74, "on": 0.19, "dim": 0.06},
		},
	}
	killWifi = Said{
		Text:  "kill the wifi",
		Route: Shares{"wifi": 0.95, "power": 0.01, "lock": 0.005, "sleep": 0.005},
		Args:  map[string]Shares{"wifi.state": {"off": 0.86, "on": 0.10}},
	}
)

// ManualPages are the pages whose sessions are played.
var ManualPages = []ManualPage{
	{Title: firstTen, Scenes: []Scene{
		{Command: `evoke "lock the screen"`, Apart: ownAdapter},
		{Command: `evoke "lock the screen"`, Apart: ownFirst},
		{Command: `evoke add evoke-build/reflexes`, Apart: fetches},
		{Command: `evoke "set the volume to 40 percent"`, Home: "mac", Says: []Said{{
			Text:  "set the volume to 40 percent",
			Route: Shares{"volume": 0.96, "sound": 0.02},
			Args:  map[string]Shares{"volume.level": {"40 percent": 0.97}},
		}}},
		{Command: `evoke "kill the wifi"`, Home: "mac", Says: []Said{killWifi}},
		{Command: `evoke "restart the computer"`, Home: "mac", Says: []Said{{
			Text:  "restart the computer",
			Route: Shares{"power": 0.98, "sleep": 0.01},
			Args:  map[string]Shares{"power.action": {"restart": 0.99, "shutdown": 0.01}},
		}}},
		{Command: `evoke "what time is it"`, Home: "mac", Says: []Said{{
			Text: "what time is it", Route: Shares{"timer": 0.10, "awake": 0.03, "lock": 0.02},
		}}},
		{Command: `evoke vocab places add desktop`, Home: "mac"},
		{Command: `evoke "open my desktop folder"`, Home: "mac", Says: []Said{{
			Text:  "open my desktop folder",
			Route: Shares{"open": 0.95, "download": 0.02},
			Args:  map[string]Shares{"open.place": {"desktop": 0.97}},
		}}},
		{Command: `evoke config note file`, Home: "mac"},
		{Command: `evoke teach "go dark"`, Home: "mac", Later: teaching},
		{Command: `evoke teach "what time is it"`, Home: "mac", Later: teaching},
		{Command: `evoke try "kill the wifi"`, Home: "mac", Says: []Said{killWifi}},
	}},
	{Title: typing, Scenes: []Scene{
		{Command: `evoke`, Apart: repl},
		{Command: `evoke "earmark`, Home: "stock", Exits: 2, Says: []Said{{
			Text:  "earmark k d oh three one five",
			Route: Shares{"reserve": 0.95, "email": 0.02},
			Meant: map[string]string{"reserve.sku": "KD-0315"},
		}}},
		{Command: `evoke "email`, Home: "stock", Exits: 2, Says: []Said{{
			Text:  "email the update to ops twenty at example dot com",
			Route: Shares{"email": 0.95, "reserve": 0.02},
		}}},
		{Command: `evoke "where is Samuel`, Home: "people", Says: []Said{{
			Text:  "where is Samuel's laptop",
			Route: Shares{"device": 0.95},
			Args:  map[string]Shares{"device.person": {"sam": 0.55}},
		}}},
		{Command: `printf 'kill the lights in the den\nstart a timer\n' | evoke`, Home: "rooms", Piped: true, Says: []Said{
			killDen,
			{Text: "start a timer", Route: Shares{"timer": 0.96, "lights": 0.01}},
		}},
		{Command: `evoke "kill the lights in the den"`, Home: "rooms", Says: []Said{killDen}},
	}},
	{Title: outcomes, Scenes: []Scene{
		{Command: `evoke "kill the lights in the den"`, Home: "rooms", Says: []Said{killDen}},
		{Command: `evoke "dim the office"`, Home: "rooms", Says: []Said{{
			Text:  "dim the office",
			Route: Shares{"lights": 0.96, "timer": 0.01},
			Args: map[string]Shares{
				"lights.room":  {"office": 0.95, "den": 0.01},
				"lights.state": {"dim": 0.85, "off": 0.10, "on": 0.03},
			},
		}}},
		{Command: `evoke "kill the lights"`, Home: "rooms", Says: []Said{killLights}},
		{Command: `evoke "set the volume to 150 percent"`, Home: "rooms", Says: []Said{{
			Text:  "set the volume to 150 percent",
			Route: Shares{"volume": 0.96, "timer": 0.01},
			Args:  map[string]Shares{"volume.level": {"150 percent": 0.97}},
		}}},
		{Command: `evoke "kill the lights in the garage"`, Home: "rooms", Says: []Said{{
			Text:  "kill the lights in the garage",
			Route: Shares{"lights": 0.95, "timer": 0.01},
			Args: map[string]Shares{
				"lights.room":  {"none": 0.80, "den": 0.10},
				"lights.state": {"off": 0.96, "on": 0.02},
			},
			Does: map[string]string{"garage": "arg:room"},
		}}},
		{Command: `evoke "make it cosy"`, Home: "rooms", Says: []Said{{
			Text:  "make it cosy",
			Route: Shares{"lights": 0.45, "timer": 0.10, "volume": 0.05},
		}}},
		{Command: `evoke "what time is it"`, Home: "places", Says: []Said{{
			Text: "what time is it", Route: Shares{"timer": 0.10, "lights": 0.03, "volume": 0.02},
		}}},
		{Command: `evoke try "kill the lights"`, Home: "rooms", Says: []Said{killLights}},
		{
			Command: `evoke why`, Home: "rooms", Says: []Said{killDen},
			Before: []string{`evoke "kill the lights in the den"`},
		},
		{Command: `evoke run lights room=den`, Home: "power"},
		{Command: `evoke run power`, Home: "power"},
		{Command: `evoke run lights state=off`, Home: "power"},
	}},
	{Title: firstReflex, Scenes: []Scene{
		{Command: `evoke new hello`, Home: "empty"},
		{Command: `evoke new --playbook`, Home: "empty"},
		{Command: `cd hello && evoke check`, Home: "empty"},
		{Command: `evoke check`, Apart: elsewhere},
		{Command: `cd ~/dev && evoke trust`, Home: "dev"},
		{Command: `cd ~/dev && evoke add ./hello`, Home: "dev"},
		{Command: `cd ~/dev && evoke try`, Home: "dev", Says: []Said{{
			Text:  `say hi to "Ada"`,
			Route: Shares{"hello": 0.97},
			Args:  map[string]Shares{"hello.who": {"Ada": 0.98}},
		}}},
		{Command: `cd ~/dev && evoke 'wave`, Home: "dev", Says: []Said{{
			Text:  `wave at "Grace"`,
			Route: Shares{"hello": 0.96},
			Args:  map[string]Shares{"hello.who": {"Grace": 0.97}},
		}}},
	}},
}
