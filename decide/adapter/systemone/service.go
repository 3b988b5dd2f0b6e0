// Package systemone answers through a classifier on the network that speaks the
// SystemOne wire: one POST over https carries a text and every question of a
// round, and the reply carries a probability for each key.
//
//	service      one classifier, as data: its address, variables, limits and bars
//	credentials  a key, and an account where the service needs one
//	part         as many questions as one request of the service takes
//	client       the connections, shared by all that ask in one process
//
// A service's address stands in the program: no file and no variable moves it,
// but for the account's id that Workers AI has in its path. Service, Encode and
// Decode are values in, values out; Client alone reaches the network.
//
// The wire is the manual's pages "Adapters" and "Environment".
package systemone

import (
	"time"

	"sinew/decide/catalog"
)

// A Service is one classifier. Only its own table makes one.
type Service struct {
	Name    string // in evoke.toml
	ID      string // pinned in the lock: changes whenever the answers could
	Model   string // as a request names it
	Key     string // the variable that holds the key
	Account string // the variable that holds the account's id, "" for none
	Issuer  string // where keys come from
	Bars    *catalog.Bars
	Time    time.Duration // of one request, once connected
	Options int           // keys of one question, at most
	Part    int           // questions of one request, at most; 0 for any number

	address   string // the account's id goes where accountMark stands
	enveloped bool   // a reply sits under `result`, beside `success`
}

// accountMark is where an address takes the account's id.
const accountMark = "<account>"

// Retries is how often a request is sent again after a connect error or a
// server error, which is a status from FirstServerError to LastServerError.
const (
	Retries          = 1
	FirstServerError = 500
	LastServerError  = 599
)

const workersAI = "https://api.cloudflare.com/client/v4/accounts/" + accountMark + "/ai/run/@cf/cloudflare/"

// services are the built-in ones (manual, "Adapters").
var services = []Service{
	{
		Name: "jev", ID: "jev-1.13.0", Model: "jev-1.13.0", Key: "TYPESAFE_API_KEY", Issuer: "typesafe.ai",
		Bars: jevBars(), Time: 1500 * time.Millisecond, Options: 255, address: "https://api.typesafe.ai/v1/systemone",
	},
	{
		Name: "openjev", ID: "jev-1.13.0", Model: "openjev", Key: "OPENJEV_API_KEY", Issuer: "openjev.sh",
		Bars: jevBars(), Time: 3 * time.Second, Options: 255, address: "https://api.openjev.sh/v1/systemone",
	},
	{
		Name: "clef", ID: "clef-2026-10-03", Model: "clef", Key: "CLOUDFLARE_API_TOKEN", Account: "CLOUDFLARE_ACCOUNT_ID",
		Issuer: "dash.cloudflare.com", Time: 6 * time.Second, Options: 255, Part: 64, address: workersAI + "clef", enveloped: true,
	},
	{
		Name: "clef_flash", ID: "clef-flash-2026-10-03", Model: "clef-flash", Key: "CLOUDFLARE_API_TOKEN", Account: "CLOUDFLARE_ACCOUNT_ID",
		Issuer: "dash.cloudflare.com", Time: 3 * time.Second, Options: 255, Part: 64, address: workersAI + "clef-flash", enveloped: true,
	},
}

func jevBars() *catalog.Bars {
	fits, whole := 0.3, 0.3
	return &catalog.Bars{Route: 0.5, Fits: &fits, Read: 0.8, Write: 0.9, Whole: &whole}
}

// Find is the service that evoke.toml calls name.
func Find(name string) (Service, bool) {
	for _, s := range services {
		if s.Name == name {
			return s, true
		}
	}
	return Service{}, false
}
