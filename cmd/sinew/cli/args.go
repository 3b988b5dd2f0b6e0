package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sinew/pkg/diag"
	"sinew/pkg/name"
)

// usage is a command line that spells no command: its fix is the help.
func usage(format string, args ...any) error {
	return diag.One("", fmt.Sprintf(format, args...), diag.Help())
}

// utf8Only refuses a command line that is not text.
func utf8Only(args []string) error {
	for _, a := range args {
		if !utf8.ValidString(a) {
			return usage("an argument is not UTF-8")
		}
	}
	return nil
}

// isFlag reports whether a word is written as a flag. A single dash is a word.
func isFlag(word string) bool { return len(word) > 1 && strings.HasPrefix(word, "-") }

// noArguments refuses anything after a command that takes nothing.
func noArguments(command string, args []string) error {
	for _, a := range args {
		if isFlag(a) {
			return usage("%s is not a flag of %s", a, command)
		}
	}
	if len(args) > 0 {
		return usage("%s takes no arguments", command)
	}
	return nil
}

// oneName is the single name a command takes.
func oneName(command, form string, args []string) (string, error) {
	for _, a := range args {
		if isFlag(a) {
			return "", usage("%s is not a flag of %s", a, command)
		}
	}
	if len(args) != 1 {
		return "", usage("%s takes one name%s", command, form)
	}
	if err := name.Check(args[0], name.Local); err != nil {
		return "", usage("%v", err)
	}
	return args[0], nil
}

// flagValue takes `--flag value` or `--flag=value` out of args. found is false
// when the flag is not there; missing is true when its value is not.
func flagValue(args []string, flag string) (rest []string, value string, found, missing bool) {
	for i, a := range args {
		if v, ok := strings.CutPrefix(a, flag+"="); ok {
			return slices.Delete(slices.Clone(args), i, i+1), v, true, v == ""
		}
		if a != flag {
			continue
		}
		if i+1 >= len(args) || args[i+1] == "" || isFlag(args[i+1]) {
			return args, "", true, true
		}
		return slices.Delete(slices.Clone(args), i, i+2), args[i+1], true, false
	}
	return args, "", false, false
}

// cutFlag takes a flag without a value out of args.
func cutFlag(args []string, flag string) (rest []string, found bool) {
	rest = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == flag })
	return rest, len(rest) < len(args)
}
