package body

import (
	"errors"
	"os/exec"
	"testing"

	"sinew/pkg/text"
)

// A body can write any result line itself.
func FuzzOutcome(f *testing.F) {
	for _, line := range []string{"", "\n", `{"text":"t","data":{"a":[1]}}` + "\n", `{"error":"e","frames":["at a (b:1:1)"]}`, `{"text":null}`, `[]`, "junk\x1b", `{"text":"a"}x`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		p := &process{cmd: &exec.Cmd{}, result: newCapped(MaxResult)}
		_, _ = p.result.Write(line)
		got, err := Job{Dir: "/body", Tmp: "/tmp/x"}.outcome(p)
		if err == nil {
			return
		}
		if got.Text != "" || got.Data != nil {
			t.Fatalf("%+v beside %v", got, err)
		}
		if _, unclean := text.FirstUnclean(err.Error()); unclean {
			t.Fatalf("%q", err)
		}
		var thrown *Thrown
		if errors.As(err, &thrown) {
			for _, frame := range thrown.Frames {
				if _, unclean := text.FirstUnclean(frame); unclean {
					t.Fatalf("%q", frame)
				}
			}
		}
	})
}
