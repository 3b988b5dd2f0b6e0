package conformance

// A Scene is one session of the manual and how it is played. Scenes of a page
// that share a home are played there in the page's order.
type Scene struct {
	Command string // how the session's command line begins
	Home    string
	Flow    string    // it is played in that flow's home, with the flow's own recording
	Says    []Said    // what the recording answers
	Before  []Command // played first and not judged
	Piped   bool      // no terminal
	Opens   bool      // the page shows how it begins
	Types   []string  // what is typed at the prompts, where the page leaves some out
	Exits   int       // the exit code, where the page leaves it out

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
	arguments   = "Arguments"
	tuning      = "Tuning"
	firstReflex = "Your first reflex"
	calibrating = "Calibrating"
	records     = "Examples and tests"
	weaving     = "Weaving"
	playbooks   = "Playbooks"
)

// Why a session is not covered.
const (
	ownAdapter = "the default adapter is our own and needs no key"
	ownFirst   = "an empty project is told to add our own collection"
	fetches    = "fetches the first implementation's collection"
	fetched    = "its home is fetched from a repository that only the page has"
	elided     = "the page leaves lines out of it"
	older      = "the page shows it older than the line that says why a call waits; \"Weaving\" shows it whole"
	olderAsk   = "the page shows its list older than its last answer, none of these"
	counted    = "it counts two records more than the page's manifest has"
	shortened  = "the page cuts the line short; the transcript plans plays it"
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
	dimOffice = Said{
		Text:  "dim the office",
		Route: Shares{"lights": 0.96, "timer": 0.01},
		Args: map[string]Shares{
			"lights.room":  {"office": 0.95, "den": 0.01},
			"lights.state": {"dim": 0.85, "off": 0.10, "on": 0.03},
		},
	}
	killWifi = Said{
		Text:  "kill the wifi",
		Route: Shares{"wifi": 0.95, "power": 0.01, "lock": 0.005, "sleep": 0.005},
		Args:  map[string]Shares{"wifi.state": {"off": 0.86, "on": 0.10}},
	}
)

var (
	startTimer = timed("start a 10 minute timer", "10 minute", 0.95)
	killAnd    = Said{Text: "kill the lights in the den and start a 10 minute timer", Cuts: []string{"and"}}
	failing    = Said{
		Text:  "checkout is failing in eu-west",
		Route: Shares{"outage": 0.95},
		Args:  map[string]Shares{"outage.service": {"checkout": 0.95}, "outage.region": {"eu-west": 0.95}},
	}
)

func timed(text, duration string, p float64) Said {
	return Said{Text: text, Route: Shares{"timer": 0.95}, Args: map[string]Shares{"timer.duration": {duration: p}}}
}

// contacted are an address looked up, and what is done with it.
func contacted(then Said, whole string, cut string) []Said {
	look := Said{Text: "look up dana's address", Route: Shares{"contact": 0.95}, Args: map[string]Shares{"contact.name": {"dana": 0.95}}}
	return []Said{look, then, {Text: whole, Cuts: []string{cut}}}
}

// handled are the steps of the outage plan, each over the service and where a
// sentence says one the region.
func handled(service, region string) []Said {
	over := func(text, reflex, arg string, in bool) Said {
		s := Said{Text: text, Route: Shares{reflex: 0.95}, Args: map[string]Shares{reflex + "." + arg: {service: 0.95}}}
		if in && region != "" {
			s.Text += " in " + region
			s.Args[reflex+".region"] = Shares{region: 0.95}
		}
		return s
	}
	return []Said{
		over("check "+service+"'s errors", "errors", "service", true),
		over("list "+service+"'s deploys", "deploys", "service", true),
		over("search "+service+"'s logs", "logs", "service", true),
		{Text: "find the release behind it", Route: Shares{"suspect": 0.95}},
		over("roll "+service+" back from that release", "rollback", "service", true),
		{Text: "post to the incident channel", Route: Shares{"post": 0.95}, Args: map[string]Shares{"post.channel": {"#incident": 0.95}}},
		over("update the status page for "+service, "status", "component", false),
	}
}

// drained are the steps of the runbook.
func drained() []Said {
	said := func(text, reflex string) Said { return Said{Text: text, Route: Shares{reflex: 0.95}} }
	tell := said("tell the ops channel the failover is done", "tell")
	tell.Args = map[string]Shares{"tell.channel": {"#ops": 0.95}}
	return []Said{
		said("drain the primary", "runbook"), said("drain connections off the primary", "drain"),
		said("fail over to the replica", "failover"), said("check whether writes land on the new primary", "verify"),
		tell, said("fail back to the old primary", "failback"),
	}
}

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
		{Command: `evoke teach "go dark"`, Home: "mac"},
		{Command: `evoke teach "what time is it"`, Home: "mac"},
		{Command: `evoke try "kill the wifi"`, Home: "mac", Says: []Said{killWifi}},
	}},
	{Title: typing, Scenes: []Scene{
		{Command: `evoke`, Home: "rooms", Says: []Said{
			killDen,
			{Text: "what time is it", Route: Shares{"timer": 0.10, "lights": 0.03, "volume": 0.02}},
		}},
		{Command: `evoke`, Apart: elided},
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
		{Command: `evoke "dim the office"`, Home: "rooms", Says: []Said{dimOffice}},
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
			Before: []Command{{Text: `evoke "kill the lights in the den"`}},
		},
		{Command: `evoke run lights room=den`, Home: "power"},
		{Command: `evoke run power`, Home: "power"},
		{Command: `evoke run lights state=off`, Home: "power"},
	}},
	{Title: arguments, Scenes: []Scene{
		{Command: `evoke`, Home: "releases", Says: []Said{
			{
				Text:  "list the checkout deploys",
				Route: Shares{"deploys": 0.95},
				Args:  map[string]Shares{"deploys.service": {"checkout": 0.95}},
			},
			{Text: "roll back the last deploy", Route: Shares{"rollback": 0.95}},
		}},
	}},
	{Title: tuning, Scenes: []Scene{
		{Command: `evoke show`, Apart: fetched},
		{Command: `evoke show lights`, Apart: elided},
		{Command: `evoke teach "kill the lights"`, Home: "rooms"},
		{Command: `evoke teach "what time is it"`, Home: "rooms"},
		{
			Command: `evoke teach lights state=dim`, Home: "rooms", Says: []Said{dimOffice},
			Before: []Command{{Text: `evoke "dim the office"`}},
		},
		{Command: `evoke vocab rooms`, Home: "rooms"},
		{Command: `evoke vocab rooms add attic`, Home: "rooms"},
		{Command: `evoke vocab rooms remove attic`, Home: "rooms"},
		{Command: `evoke config lights bridge`, Home: "secret"},
		{Command: `evoke config lights token hue`, Home: "secret"},
		{Command: `evoke config lights token --env`, Home: "secret"},
		{Command: `evoke test`, Home: "records", Says: recorded},
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
	{Title: weaving, Scenes: []Scene{
		{Command: `evoke "kill the lights in the den and start`, Home: "rooms", Says: []Said{killDen, startTimer, killAnd}},
		{Command: `evoke "look up the hires`, Flow: "each-value"},
		{Command: `evoke "error rate for payments`, Flow: "each-value"},
		{Command: `evoke "look up ana & maria`, Flow: "each-value", Types: []string{"y", "y", "y", "y"}},
		{Command: `evoke why`, Flow: "each-value", Opens: true, Before: []Command{{Text: `evoke "look up the hires ana, maria and sam"`, Answers: []string{"y"}}}},
		{Command: `evoke "look up dana's address and email`, Home: "contacts", Says: contacted(
			Said{Text: "email them", Route: Shares{"mail": 0.94}}, "look up dana's address and email them", "and")},
		{Command: `evoke "look up dana's address and start`, Home: "contacts", Says: contacted(
			timed("start a 10 minute timer for them", "10 minute", 0.94), "look up dana's address and start a 10 minute timer for them", "and")},
		{Command: `evoke "check the errors for checkout, list`, Flow: "joins"},
		{Command: `evoke "check the errors for checkout, then`, Flow: "joins"},
		{Command: `evoke "checkout is failing`, Home: "outage", Opens: true, Says: append(handled("checkout", "eu-west"), failing)},
		{Command: `evoke "kill the lights and start`, Home: "rooms", Says: []Said{
			killLights, startTimer, {Text: "kill the lights and start a 10 minute timer", Cuts: []string{"and"}},
		}},
		{Command: `evoke "start a 25 minute timer`, Home: "rooms", Says: []Said{
			killDen, timed("start a 25 minute timer", "25 minute", 0.85),
			{Text: "start a 25 minute timer and kill the lights in the den", Cuts: []string{"and"}},
		}},
		{Command: `evoke "kill the lights in the den and feed`, Home: "rooms", Says: []Said{
			killDen, {Text: "kill the lights in the den and feed the cat", Cuts: []string{"and"}},
		}},
		{Command: `evoke "wait a while`, Flow: "cancel", Exits: 130},
		{Command: `evoke try --save`, Flow: "plans"},
		{Command: `evoke run`, Flow: "plans"},
		{Command: `evoke run`, Apart: shortened},
	}},
	{Title: playbooks, Scenes: []Scene{
		{Command: `evoke "checkout is failing`, Apart: older},
		{Command: `evoke "we have an outage"`, Apart: olderAsk},
		{Command: `evoke "drain the primary"`, Home: "runbook", Says: drained()},
		{Command: `evoke test outage`, Apart: counted},
	}},
	{Title: calibrating, Scenes: []Scene{
		{Command: `evoke calibrate`, Home: "records", Says: recorded, Before: []Command{
			{Text: `evoke "dim the office to 30 percent"`},
			{Text: `evoke "make it darker in here"`, Answers: []string{"den", "n"}},
			{Text: `evoke "light a candle"`},
		}},
	}},
	{Title: records, Scenes: []Scene{
		{Command: `evoke test`, Home: "records", Says: recorded},
	}},
}

// recorded answers every record of the home "records".
var recorded = []Said{
	{Text: "turn on the kitchen lights", Route: Shares{"lights": 0.95}, Args: map[string]Shares{"lights.state": {"on": 0.95}}},
	{Text: "dim the office to 30 percent", Route: Shares{"lights": 0.95}, Args: map[string]Shares{
		"lights.room": {"office": 0.96}, "lights.state": {"dim": 0.95}, "lights.brightness": {"30 percent": 0.96},
	}},
	{Text: "make it darker in here", Route: Shares{"lights": 0.95}, Args: map[string]Shares{"lights.state": {"off": 0.80, "dim": 0.15}}},
	{Text: "light a candle", Route: Shares{"lights": 0.05}},
	{Text: "set a timer for 10 minutes", Route: Shares{"timer": 0.96}, Args: map[string]Shares{"timer.duration": {"10 minutes": 0.95}}},
	{Text: "25 minute timer", Route: Shares{"timer": 0.96}, Args: map[string]Shares{"timer.duration": {"25 minute": 0.96}}},
	{Text: `timer for 3 minutes called "eggs"`, Route: Shares{"timer": 0.96}, Args: map[string]Shares{
		"timer.duration": {"3 minutes": 0.96}, "timer.label": {"eggs": 0.95},
	}},
	{Text: "count down 90 seconds", Route: Shares{"timer": 0.96}, Args: map[string]Shares{"timer.duration": {"90 seconds": 0.96}}},
	{Text: "ping me in 2 hours", Route: Shares{"timer": 0.96}, Args: map[string]Shares{"timer.duration": {"2 hours": 0.96}}, Whole: 0.20},
	{Text: `start a "laundry" timer, 45 minutes`, Route: Shares{"timer": 0.96}, Args: map[string]Shares{
		"timer.duration": {"45 minutes": 0.92}, "timer.label": {"laundry": 0.96},
	}},
	{Text: "start a timer", Route: Shares{"timer": 0.95}},
	{Text: "what time is it", Route: Shares{"timer": 0.05}},
}
