module sinew

go 1.26.0

require (
	// what a version is, for the tests of our own reading
	github.com/Masterminds/semver/v3 v3.5.0
	// a terminal of its own for the tests that need one
	github.com/creack/pty v1.1.24
	// types stripped from bodies, faster than a runtime does, the same for each
	github.com/evanw/esbuild v0.28.2
	// git's wire: advertisements, packs, smart http
	github.com/go-git/go-git/v5 v5.19.3
	// Landlock's system calls
	github.com/landlock-lsm/go-landlock v0.11.2
	// colour and prompts on a terminal alone
	github.com/mattn/go-isatty v0.0.24
	// TOML, by its positioned parser
	github.com/pelletier/go-toml/v2 v2.4.3
	// object ids of fetched packs, safe against collisions
	github.com/pjbgf/sha1cd v0.7.0
	// testscript, for the tests of the command line
	github.com/rogpeppe/go-internal v1.16.0
	// the schemas of the format's files, held to the readers by their tests
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	// Mozilla's authorities, for the adapters over https
	golang.org/x/crypto/x509roots/fallback v0.0.0-20261030153154-30a33513ff6d
	// the Hub's log: its tree of hashes, its proofs, its signed notes
	golang.org/x/mod v0.43.0
	// which hosts go past a proxy; frames of HTTP/2 for the tests
	golang.org/x/net v0.61.0
	// openat, Landlock's and the filter's constants
	golang.org/x/sys v0.50.0
	// the width of a terminal
	golang.org/x/term v0.48.0
	// Unicode forms and case folding
	golang.org/x/text v0.44.0
	// the action's file, read by its test
	gopkg.in/yaml.v3 v3.0.1
	// property tests
	pgregory.net/rapid v1.3.0
)

require (
	github.com/ProtonMail/go-crypto v1.1.6 // indirect
	github.com/cloudflare/circl v1.6.3 // indirect
	github.com/cyphar/filepath-securejoin v0.6.1 // indirect
	github.com/emirpasic/gods v1.18.1 // indirect
	github.com/go-git/gcfg v1.5.1-0.20230307220236-3a3c6141e376 // indirect
	github.com/go-git/go-billy/v5 v5.9.2 // indirect
	github.com/golang/groupcache v0.0.0-20241129210726-2c02b8208cf8 // indirect
	github.com/jbenet/go-context v0.0.0-20150711004518-d14ea06fba99 // indirect
	github.com/sergi/go-diff v1.3.2-0.20230802210424-5b0b94c5c0d3 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	gopkg.in/warnings.v0 v0.1.2 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
)
