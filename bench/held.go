package main

import (
	"context"
	"os"
	"os/exec"
)

// nothing is the program that does nothing, which shows what its start costs.
const nothing = "/bin/true"

// nothingText is a reflex of it, which declares nothing.
const nothingText = `reflex = 1
description = "Do nothing, held."
effect = "read"
confirm = "Do nothing?"
run = ["` + nothing + `"]
`

// held are the contests of a process held by the kernel: the layer that starts
// it, the run around that, and the program around that.
func held(s *stage) []contest {
	if _, err := os.Stat(nothing); err != nil {
		return nil
	}
	r := &reflex{name: "nothing", files: map[string]string{"reflex.toml": nothingText}}
	layer := []way{here("sinew's exec/sandbox", 0, r.start), unheld(1.5)}
	run := []way{here("sinew's exec.Run", 0, r.run), unheld(0)}
	whole := []way{s.running(r), start(nothing, 0, nothing), start("env -i sh -c true", 0, "env", "-i", "sh", "-c", "true")}
	return []contest{
		{name: "a held start", rounds: 201, stage: s, work: r.parse, ways: layer},
		{name: "a held run", rounds: 201, stage: s, work: r.parse, ways: run},
		{name: "a held run, whole", rounds: 101, stage: s, work: r.install, ways: append(whole, sandboxes()...)},
	}
}

func unheld(bar float64) way {
	return here("os/exec", bar, func(context.Context) error { return exec.Command(nothing).Run() })
}

// sandboxes are other programs that hold a process, where they are installed
// and work for this user.
func sandboxes() []way {
	var ways []way
	for _, args := range [][]string{
		{"bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--tmpfs", "/tmp", "--unshare-all", nothing},
		{"firejail", "--quiet", "--noprofile", "--net=none", nothing},
	} {
		if exec.Command(args[0], args[1:]...).Run() == nil {
			ways = append(ways, start(args[0], 0, args...))
		}
	}
	return ways
}
