package conformance

import (
	"regexp"
	"strings"
)

// The flows whose sentences ask for several things: bodies of our own that say
// what their sessions show, and the homes the data holds in part.

// evokeBody is the body of a reflex below the home's own project.
func evokeBody(name, code string) Planted {
	return Planted{Dir: name, Body: name + ".mts", Code: code}.in(evokeHome)
}

// telling is a body that gives a text and data, both JavaScript over its
// arguments a.
func telling(text, data string) string {
	return "export default (a: any) => ({ text: " + text + ", data: " + data + " })\n"
}

// putting is a body that gives a text alone.
func putting(text string) string { return "export default (a: any): string => " + text + "\n" }

// isNewerOfSteps is isNewer for a step's line, whose reason stands further in.
func isNewerOfSteps(line string) bool {
	return isNewer(line) || isNewer(strings.TrimPrefix(line, "   "))
}

var cutMembers = regexp.MustCompile(`,"cut":true|,"count":\{"one":[0-9.]+\}`)

// withoutCuts is inOlderWords of a plan: where a sentence is cut is newer, and so
// is the comma before a connective as part of it.
func withoutCuts(line string) string {
	line = cutMembers.ReplaceAllString(inOlderWords(line), "")
	return strings.ReplaceAll(line, `"word":", then"`, `"word":"then"`)
}

func joins() Flow {
	return Flow{
		Reflexes: []Planted{
			evokeBody("errors", telling("`${a.service}: 8.4% errors since 14:02`", `{ service: a.service, rate: 0.084, since: "14:02" }`)),
			evokeBody("deploys", telling("`${a.service}: 1 deploy today, 4.12.0 at 13:58`", `{ service: a.service, deploys: [{ release: "4.12.0", at: "13:58" }] }`)),
			evokeBody("logs", telling("`${a.service}: 412 timeouts calling payments`", `{ service: a.service, count: 412, top: "timeout calling payments" }`)),
			evokeBody("suspect", telling("`${a.deploys.deploys[0].release} at ${a.deploys.deploys[0].at}, four minutes before ${a.errors.rate * 100}% errors and ${a.logs.count} timeouts`", `{ release: a.deploys.deploys[0].release }`)),
			evokeBody("incident", telling("`incident ${a.number}: checkout down since 14:02`", "{ number: a.number }")),
			evokeBody("postmortem", putting("`drafted the postmortem of incident ${a.record.number}`")),
			evokeBody("incidents", says("done")), evokeBody("rollback", says("done")),
		},
		Apart: explains,
		Edit:  withoutCuts,
	}
}

func newColleague() Flow {
	return Flow{
		Reflexes: []Planted{
			evokeBody("hire", telling("`${a.person}: backend engineer, starts monday 5 october`", `{ person: a.person, role: "backend engineer", starts: "monday 5 october" }`)),
			evokeBody("team", telling("`${a.team}: jo, leila, tomas`", `{ team: a.team, members: ["jo", "leila", "tomas"] }`)),
			evokeBody("accounts", telling("`mail, chat, vpn created for ${a.hire.person}`", `{ created: ["mail", "chat", "vpn"] }`)),
			evokeBody("order", putting("`${a.model ?? \"air\"} ordered for ${a.person}, PO-20461, at the desk by monday 5 october`")),
			evokeBody("onboard", putting("`booked 3 sessions for ${a.hire.person} with ${a.team.team}`")),
		},
		// The flow was recorded before a word of a meaning counted.
		Files: map[string]string{evokeHome + "/vocab/people.toml": peopleWords, evokeHome + "/vocab/teams.toml": teamsWords},
		Apart: explains,
		Newer: isNewerOfSteps,
		Edit:  withoutCuts,
	}
}

// orders is a shop whose orders are numbered by their products.
func orders() Flow {
	const bought = "{ \"OUT-503\": 1025, \"BOK-603\": 1026, \"HOM-403\": 1027, \"KIT-301\": 1028, \"BOK-602\": 1029, \"AUR-110\": 1030 }"
	return Flow{Reflexes: []Planted{
		evokeBody("buy", telling("`order ${("+bought+" as any)[a.product]} placed: ${a.quantity ?? 1} of ${a.product}`", "{ order: ("+bought+" as any)[a.product] }")),
		evokeBody("pay", telling("`order ${a.order} paid`", "{ order: a.order }")),
		evokeBody("product", telling("`${a.product}: a book, 12.00, 40 in stock`", "{ product: a.product }")),
		evokeBody("cart_add", putting("`in your cart: ${a.quantity ?? 1} of ${a.product}`")),
		evokeBody("checkout", says("order 1018 placed from your cart")),
		evokeBody("find_order", says("done")),
	}}
}

func sameAction() Flow {
	return Flow{Reflexes: []Planted{
		evokeBody("buy", putting("`bought ${a.quantity ?? 1} of ${a.product}`")),
		evokeBody("cart_add", putting("`in your cart: ${a.quantity ?? 1} of ${a.product}`")),
		evokeBody("checkout", says("order 1018 placed from your cart")),
		evokeBody("pay", putting("`paid for order ${a.order ?? 1017}`")),
		evokeBody("refund", putting("`refunded order ${a.order}`")),
		evokeBody("cancel", putting("`cancelled order ${a.order}`")),
		evokeBody("deposit", says("done")),
	}}
}

const checking = "`${a.service}${a.region ? \" in \" + a.region : \"\"}: 8.4% errors since 14:02`"

func eachValue() Flow {
	const joining = `{ ana: ["product designer", "monday 19 october"], maria: ["backend engineer", "monday 5 october"], sam: ["account executive", "monday 12 october"] }`
	f := Flow{Reflexes: []Planted{
		evokeBody("errors", putting(checking)),
		evokeBody("hire", putting("`${a.person}: ${("+joining+" as any)[a.person][0]}, starts ${("+joining+" as any)[a.person][1]}`")),
		evokeBody("order", putting("`${a.model} ordered for ${a.person}, ${({ ana: \"PO-20463\", maria: \"PO-20461\" } as any)[a.person]}, at the desk by ${("+joining+" as any)[a.person][1]}`")),
		evokeBody("logs", says("done")),
	}}
	f.Reflexes[3].Own = logsManifest
	f.Files = map[string]string{evokeHome + "/vocab/services.toml": servicesWords, evokeHome + "/vocab/regions.toml": regionsWords}
	return f
}

// The vocabularies and the manifest that sessions were recorded over and the
// data lacks.
const (
	servicesWords = "checkout = \"Takes the payment and the order.\"\npayments = \"Charges a payment.\"\nsearch = \"Finds the goods.\"\n"
	peopleWords   = "maria = \"An engineer.\"\nsam = \"A seller.\"\nana = \"A designer.\"\n"
	teamsWords    = "platform = \"Keeps the servers.\"\nsales = \"Sells.\"\n"
	regionsWords  = "eu-west = \"Ireland.\"\nus-east = \"Virginia.\"\n"
	logsManifest  = "reflex = 1\ndescription = \"Read what a service wrote.\"\neffect = \"read\"\nconfirm = \"Read the logs of {service}?\"\nrun = \"logs.mts\"\n" +
		"[args.service]\nask = \"Which service?\"\nvocab = \"services\"\n[args.region]\nask = \"In which region?\"\nvocab = \"regions\"\noptional = true\n"
)

func noTerminal() Flow {
	power := evokeBody("power", says("done"))
	return Flow{
		Base: "transcripts/no-terminal/home",
		Reflexes: []Planted{
			lights(".config/evoke/lights", "token"), timer(".config/evoke/timer"), volume(".config/evoke/volume"), power,
		},
		Vocabularies: []string{".config/evoke/vocab/rooms.toml"},
		Piped:        true,
		Newer:        isNewerOfSteps,
		Edit:         inOlderWords,
	}
}

func wholeSentence() Flow {
	return Flow{
		Reflexes: []Planted{
			planted("errors", checking, "each-value/home/.config/evoke/errors"),
			planted("post", "`posted to ${a.channel}`", "recent/home/.config/evoke/post"),
		},
		Files: map[string]string{
			evokeHome + "/vocab/services.toml": servicesWords, evokeHome + "/vocab/regions.toml": regionsWords,
			evokeHome + "/vocab/channels.toml": channelsWords,
		},
	}
}

// planted is a reflex whose manifest is another flow's, with a body that gives a
// text.
func planted(name, text, from string) Planted {
	p := evokeBody(name, putting(text))
	p.From = from
	return p
}

const channelsWords = "\"#incident\" = \"Where incidents are handled.\"\n\"#ops\" = \"Where the operators talk.\"\n"

// recent is a session that recalls what a listing returned.
func recent() Flow {
	toml := "adapter = \"replay\"\n\n[reflexes]\n"
	for _, name := range []string{"errors", "deploys", "logs", "suspect", "rollback", "post", "incidents", "incident", "postmortem", "status"} {
		toml += name + " = \"./" + name + "\"\n"
	}
	return Flow{
		Reflexes: []Planted{
			planted("errors", checking, "each-value/home/.config/evoke/errors"),
			evokeBody("deploys", telling("`checkout: 2 deploys today, the last 4.12.0 at 13:58`", `{ deploys: [{ release: "4.12.0" }, { release: "4.11.3" }] }`)),
			evokeBody("rollback", putting("`checkout rolled back from ${a.release} to 4.11.3`")),
			evokeBody("logs", says("done")), evokeBody("suspect", says("done")), evokeBody("post", says("done")),
			evokeBody("incidents", says("done")), evokeBody("status", says("done")),
			planted("incident", "`done`", "joins/home/.config/evoke/incident"), planted("postmortem", "`done`", "joins/home/.config/evoke/postmortem"),
		},
		Files: map[string]string{
			evokeHome + "/evoke.toml":          toml,
			evokeHome + "/vocab/services.toml": servicesWords, evokeHome + "/vocab/regions.toml": regionsWords,
		},
		Apart: explains,
		Newer: func(line string) bool { return isNewerOfSteps(line) || line == "  nothing was run" },
		Edit:  func(line string) string { return strings.TrimRight(line, " ") },
	}
}

// plans is a month's books in two projects of one home: one saves the plan, the
// other runs it.
func plans() Flow {
	const own, twin = "plans/home/.config/evoke/", "plans/home/runner/config/evoke/"
	const months = "august    = \"August, the month before last.\"\nseptember = \"September, last month.\"\noctober   = \"October, this month.\"\n"
	bodies := []struct{ name, from, code string }{
		{"bank", twin, telling("`${a.month}: 214 transactions, 18 204.55 at the close`", "{ month: a.month, transactions: 214, balance: 18204.55 }")},
		{"invoices", twin, telling("`${a.month}: 38 invoices, 35 paid`", "{ month: a.month, issued: 38, paid: 35 }")},
		{"cards", own, telling("`${a.month}: 57 card charges, 2 without a receipt`", "{ month: a.month, charges: 57, missing: 2 }")},
		{"payroll", own, telling("`${a.month}: payroll 48 300.00`", "{ month: a.month, total: 48300 }")},
		{"reconcile", twin, telling("`${a.invoices.issued - a.invoices.paid} transactions to review`", "{ unmatched: a.invoices.issued - a.invoices.paid }")},
		{"ledger", twin, telling("`${a.month} posted to the ledger`", "{ month: a.month }")},
		{"send", "", telling("`sent to ${a.to}`", "{ to: a.to }")},
	}
	f := Flow{Files: map[string]string{}, Apart: func(command string) bool { return strings.HasSuffix(command, "evoke why") }, Newer: isNewerOfSteps, Edit: withoutPlanFile}
	toml := "adapter = \"replay\"\n\n[reflexes]\n"
	for _, b := range bodies {
		toml += b.name + " = \"./" + b.name + "\"\n"
		for _, root := range []string{evokeHome, "runner/config/evoke"} {
			p := Planted{Dir: root + "/" + b.name, Body: b.name + ".mts", Code: b.code, From: b.from + b.name}
			if b.from == "" {
				p.From, p.Own = "", sendManifest
			}
			f.Reflexes = append(f.Reflexes, p)
		}
	}
	for _, root := range []string{evokeHome, "runner/config/evoke"} {
		f.Files[root+"/evoke.toml"], f.Files[root+"/vocab/months.toml"] = toml, months
	}
	return f
}

const sendManifest = "reflex = 1\ndescription = \"Send the report.\"\neffect = \"write\"\nconfirm = \"Send it to {to}?\"\nrun = \"send.mts\"\n" +
	"[args.to]\nask = \"To whom?\"\npick = \"email\"\n"

var pinnedID = regexp.MustCompile(`"id":"h1:[0-9a-f]{64}"`)

// withoutPlanFile is a line without the digest of the file, which holds a plan as
// its own release wrote it.
func withoutPlanFile(line string) string {
	return pinnedID.ReplaceAllString(withoutCuts(line), `"id":"h1:"`)
}
