package logdir

import "fmt"

// A Refusal says that what was read is not to be trusted or not to be added
// to: a wrong tile, a wrong key, a fork, a rollback, a record against the
// rules. Every other error of this package is the machine, the network or the
// arguments.
type Refusal struct {
	Why string // one line
	Fix string // what puts it right: one line, may be empty
}

// Error is why, in one line.
func (r *Refusal) Error() string { return r.Why }

func refusal(fix, format string, args ...any) *Refusal {
	return &Refusal{Why: fmt.Sprintf(format, args...), Fix: fix}
}

// The ways out that several refusals share.
const (
	fixCopy  = "fetch the file again from the log, or restore it from a copy of the log"
	fixKey   = "give the verifier key that the log publishes"
	fixRules = "tell the log's owners: a writer that keeps the rules adds no such record"
	fixKeep  = "keep both checkpoints and tell the log's owners and its witnesses"
)
