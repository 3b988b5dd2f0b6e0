package gittest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Home is a person's home directory with a git configuration, for a program
// that is to reach a Server as if it were GitHub.
type Home struct {
	Dir string
	env map[string]string
}

// unset are variables of the machine that a home must not inherit.
var unset = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_COUNT",
	"GIT_CONFIG_PARAMETERS", "GIT_SSL_NO_VERIFY", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_SSH", "GIT_ALLOW_PROTOCOL",
	"HTTP_PROXY", "http_proxy", "https_proxy", "all_proxy", "ALL_PROXY", "no_proxy",
	"SINEW_MIRROR", "GITHUB_ACTIONS",
}

// NewHome makes a home in dir whose git configuration rewrites
// https://github.com/ to the server.
func NewHome(dir string, s *Server) (*Home, error) {
	ca := filepath.Join(dir, "ca.pem")
	none := filepath.Join(dir, "no-certificates")
	if err := os.MkdirAll(none, 0o755); err != nil {
		return nil, err
	}
	if err := s.WriteCA(ca); err != nil {
		return nil, err
	}
	h := &Home{Dir: dir, env: map[string]string{
		"HOME": dir, "XDG_CONFIG_HOME": filepath.Join(dir, ".config"), "XDG_CACHE_HOME": filepath.Join(dir, ".cache"),
		"XDG_STATE_HOME": filepath.Join(dir, ".local", "state"), "XDG_DATA_HOME": filepath.Join(dir, ".local", "share"),
		"SSL_CERT_FILE": ca, "SSL_CERT_DIR": none, "GIT_SSL_CAINFO": ca, "GIT_CONFIG_NOSYSTEM": "1",
		"HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.1,localhost", "GIT_SSH_COMMAND": "false",
	}}
	return h, h.Configure("[url \"" + s.URL + "/\"]\n\tinsteadOf = https://github.com/\n")
}

// Configure adds text to the home's git configuration.
func (h *Home) Configure(text string) error {
	f, err := os.OpenFile(filepath.Join(h.Dir, ".gitconfig"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Set changes one variable of the home's environment, before Apply or Environ.
func (h *Home) Set(name, value string) { h.env[name] = value }

// Variables are those a home sets, as NAME=value.
func (h *Home) Variables() []string {
	var all []string
	for name, value := range h.env {
		all = append(all, name+"="+value)
	}
	return all
}

// A Setenv is what *testing.T offers to set a variable for one test.
type Setenv interface{ Setenv(name, value string) }

// Apply puts the home's environment into this process for one test. Go reads
// SSL_CERT_FILE once in a process, and GIT_SSL_CAINFO is read each time.
func (h *Home) Apply(t Setenv) {
	for _, name := range unset {
		if _, set := os.LookupEnv(name); set {
			t.Setenv(name, "") // so that it is put back
			os.Unsetenv(name)
		}
	}
	for name, value := range h.env {
		t.Setenv(name, value)
	}
}

// Environ is the environment for another process: this one's, with the home's
// in it.
func (h *Home) Environ() []string {
	var env []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if _, ours := h.env[name]; !ours && !slices.Contains(unset, name) {
			env = append(env, v)
		}
	}
	return append(env, h.Variables()...)
}
