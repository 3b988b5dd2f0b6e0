package body

import "strings"

// Environ is a body's whole environment: PATH, HOME, LANG and TERM where lookup
// has them, TMPDIR as the private folder (manual, "What a body sees").
func Environ(lookup func(string) (string, bool), tmp string) []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "LANG", "TERM"} {
		value, set := lookup(name)
		if name == "TMPDIR" {
			value, set = tmp, true
		}
		if set {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// ConfigEnviron is what an argv gets besides: each setting, and the input.
// Settings are in the order of keys.
func ConfigEnviron(keys []string, config map[string]string, input string) []string {
	var env []string
	for _, key := range keys {
		if value, set := config[key]; set {
			env = append(env, "EVOKE_CONFIG_"+strings.ToUpper(key)+"="+value)
		}
	}
	return append(env, "EVOKE_INPUT="+input)
}
