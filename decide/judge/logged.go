package judge

import (
	"sinew/decide/catalog"
	"sinew/decide/gate"
	"sinew/pkg/text"
)

// A Logged is one decision the log holds, and what became of it.
type Logged struct {
	Input   string
	Decided Decided
	Became  Became
}

// A Became is what became of a logged decision.
type Became int

// What can become of one.
const (
	Stopped Became = iota // nobody let it run, or it asked for nothing
	Ran
	Failed  // it began and did not end well
	Skipped // a step that another one's end left out
)

// A LogReport is what became of the decisions the log holds, apart from the
// records: a run that a person watched proves nothing about the call (manual,
// "Calibrating").
type LogReport struct {
	Adapter             string   `json:"adapter"`
	Decisions           int      `json:"decisions"`
	Ran                 int      `json:"ran"`
	ConfirmedRan        int      `json:"confirmed_ran"`
	ConfirmedStopped    int      `json:"confirmed_stopped"`
	Asked               int      `json:"asked"` // and stopped
	Abstained           int      `json:"abstained"`
	Failed              int      `json:"failed"`
	Skipped             int      `json:"skipped"`
	StoppedByConfidence []Counts `json:"stopped_by_confidence"`
	Records             Share    `json:"records"` // those that a record judges
	Unread              int      `json:"unread"`  // lines that are no decision
}

// Counts is how many lie in a range of confidence.
type Counts struct {
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
	Count int     `json:"count"`
}

// CountLog counts the log's decisions under the catalog's adapter. A line whose
// input is a record is judged by its records; unread is how many lines are no
// decision.
func CountLog(cat *catalog.Catalog, logged []Logged, cases []Case, unread int) LogReport {
	r := LogReport{Adapter: cat.AdapterName(), Decisions: len(logged), Unread: unread, StoppedByConfidence: []Counts{}}
	records := recordsOf(cases)
	var stopped []float64
	for _, l := range logged {
		*r.counter(l)++
		if l.confirmedStopped() {
			stopped = append(stopped, l.Decided.Confidence)
		}
		if in := records[text.Identity(l.Input)]; in != nil {
			truth := in.truth(l.Decided)
			r.Records.Count += count(truth != unknown)
			r.Records.Right += count(truth == right)
		}
	}
	r.Records.Interval = Wilson(r.Records.Right, r.Records.Count)
	r.stopped(ranges(cat.Bars()), stopped)
	return r
}

// recordsOf are the records by their utterance's identity.
func recordsOf(cases []Case) map[string]*input {
	all := map[string]*input{}
	for _, c := range cases {
		id := text.Identity(c.Utterance)
		if all[id] == nil {
			all[id] = &input{text: c.Utterance}
		}
		all[id].cases = append(all[id].cases, c)
	}
	return all
}

func (l Logged) confirmedStopped() bool {
	return l.Decided.Outcome == gate.Confirm && l.Became == Stopped
}

// counter is where a decision is counted: in one place alone.
func (r *LogReport) counter(l Logged) *int {
	switch outcome := l.Decided.Outcome; {
	case outcome == gate.Abstain:
		return &r.Abstained
	case l.Became == Failed:
		return &r.Failed
	case l.Became == Ran && outcome == gate.Confirm:
		return &r.ConfirmedRan
	case l.Became == Ran:
		return &r.Ran
	case l.confirmedStopped():
		return &r.ConfirmedStopped
	case outcome == gate.Ask:
		return &r.Asked
	}
	return &r.Skipped
}

// stopped counts by range what stopped at a confirm.
func (r *LogReport) stopped(spans []span, confidences []float64) {
	for i, s := range spans {
		n := 0
		for _, p := range confidences {
			n += count(p >= s.lo && (i == len(spans)-1 || p < s.hi))
		}
		if n > 0 {
			r.StoppedByConfidence = append(r.StoppedByConfidence, Counts{s.lo, s.hi, n})
		}
	}
}
