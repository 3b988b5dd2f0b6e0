package app

import (
	"bytes"
	"errors"

	"sinew/internal/turn"
	"sinew/pkg/diag"
)

// logSwitch is the variable that turns the log off.
const logSwitch = "SINEW_LOG"

// Log logs what became of a turn, unless SINEW_LOG is off.
func (d *Decider) Log(o turn.Outcome) error {
	if d.p.m.unlogged {
		return nil
	}
	line, err := o.LogLine()
	if err != nil {
		return &diag.Failure{What: "writing the log", Why: err}
	}
	return d.p.m.paths.Log(line)
}

// LogSentence logs what became of a sentence's steps, each on a line of its own
// and all at once, unless SINEW_LOG is off.
func (d *Decider) LogSentence(s *turn.Sentence, steps []turn.Step, pinned *turn.Pinned) error {
	if d.p.m.unlogged {
		return nil
	}
	lines, err := s.LogLines(steps, pinned)
	if err != nil {
		return &diag.Failure{What: "writing the log", Why: err}
	}
	return d.p.m.paths.Log(bytes.Join(lines, []byte{'\n'}))
}

// Last is the last decision the log holds. broken says that a newer line does
// not read and was passed over.
func (m *Machine) Last() (last turn.Logged, broken bool, err error) {
	if m.unlogged {
		return last, false, errUnlogged
	}
	line, broken, err := m.paths.LastLogged(func(line []byte) bool {
		_, err := turn.ReadLogged(line)
		return err == nil
	})
	switch {
	case err != nil:
		return last, false, err
	case line == nil:
		return last, broken, ErrNothingLogged
	}
	last, err = turn.ReadLogged(line)
	return last, broken, err
}

// ErrNothingLogged is a log without a decision.
var ErrNothingLogged = errors.New("nothing has been decided yet")

var errUnlogged = diag.One("", "nothing is logged while "+logSwitch+" is off", diag.Rerun())

// History are the lines typed in sessions, the oldest first.
func (m *Machine) History() ([]string, error) { return m.paths.History() }

// Remember adds a line to the history.
func (m *Machine) Remember(line string) error { return m.paths.Remember(line) }
