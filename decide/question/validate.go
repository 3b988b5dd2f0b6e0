package question

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"sinew/pkg/name"
)

// A FaultKind is how an adapter failed.
type FaultKind string

// The kinds of faults (manual, "Errors").
const (
	Transport  FaultKind = "transport"  // it could not be reached
	Status     FaultKind = "status"     // it answered with an error status
	Refused    FaultKind = "refused"    // it refused the key
	Retired    FaultKind = "retired"    // it is no longer served
	Unanswered FaultKind = "unanswered" // a question has no answer
	Malformed  FaultKind = "malformed"  // an answer is no distribution over its keys
	Unrecorded FaultKind = "unrecorded" // a recording lacks the text
)

// A Fault is an adapter's failure. Only the fields its kind uses are set.
type Fault struct {
	Kind       FaultKind `json:"type"`
	Question   string    `json:"question,omitempty"`   // Unanswered, Malformed
	Message    string    `json:"message,omitempty"`    // Transport, Malformed
	Code       int       `json:"status,omitempty"`     // Status
	Credential string    `json:"credential,omitempty"` // Refused: the variable of the key
	Account    string    `json:"account,omitempty"`    // Refused: the variable of the account the key is for, if any
	Adapter    string    `json:"id,omitempty"`         // Retired: its id
	Identity   string    `json:"identity,omitempty"`   // Unrecorded
}

// Error is the fault in a line.
func (f *Fault) Error() string {
	switch f.Kind {
	case Status:
		return "the adapter answered " + strconv.Itoa(f.Code)
	case Refused:
		return f.refused()
	case Retired:
		return "adapter " + f.Adapter + " is retired"
	case Unanswered:
		return f.Question + " was not answered"
	case Malformed:
		return f.Question + ": " + f.Message
	case Unrecorded:
		return fmt.Sprintf("%q is not recorded", f.Identity)
	}
	return f.Message
}

func (f *Fault) refused() string {
	line := "the key in " + f.Credential + " was refused"
	if f.Account != "" {
		line += ", or is not for the account in " + f.Account
	}
	return line
}

// Validate checks the answers of one round, in the order asked; the first that
// is none ends it. An answer nobody asked for is a fault too.
func Validate(asked []Question, answers Answers) error {
	ids := make(map[string]bool, len(asked))
	for i := range asked {
		id := asked[i].ID()
		ids[id] = true
		if fault := asked[i].check(id, answers); fault != nil {
			return fault
		}
	}
	return unasked(ids, answers)
}

func unasked(ids map[string]bool, answers Answers) error {
	var extra []string
	for id := range answers {
		if !ids[id] {
			extra = append(extra, id)
		}
	}
	if len(extra) == 0 {
		return nil
	}
	sort.Strings(extra)
	if !isID(extra[0]) {
		return malformed(names[Route], fmt.Sprintf("%q is not a question", extra[0]))
	}
	return malformed(extra[0], "the question was not asked")
}

// isID reports whether a key could be the id of a question: `route`, or two
// names with a dot between (reading.md 2.1).
func isID(key string) bool {
	first, second, dotted := strings.Cut(key, ".")
	return key == names[Route] || dotted && name.Is(first) && name.Is(second)
}

func (q *Question) check(id string, answers Answers) error {
	answer, ok := answers[id]
	if !ok {
		return &Fault{Kind: Unanswered, Question: id}
	}
	if fault := q.checkKeys(id, answer); fault != nil {
		return fault
	}
	if q.YesNo() {
		return checkYesNo(id, answer)
	}
	return checkSum(id, "the probabilities sum to %s, not 1", sum(answer))
}

// checkKeys refuses a key nobody offered and a number that is no probability,
// the least key first so that the same answer gives the same line.
func (q *Question) checkKeys(id string, answer Answer) error {
	keys := make([]string, 0, len(answer))
	for key := range answer {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		if !q.Offers(key) {
			return malformed(id, fmt.Sprintf("%q was not offered", key))
		}
		if p := answer[key]; !(p >= 0 && p <= 1) {
			return malformed(id, fmt.Sprintf("%s is not a probability", strconv.FormatFloat(p, 'f', -1, 64)))
		}
	}
	return nil
}

// Offers reports whether an answer may hold the key.
func (q Question) Offers(key string) bool {
	if q.YesNo() {
		return key == Yes || key == No
	}
	for i := range q.Options {
		if q.Options[i].Key == key {
			return true
		}
	}
	return false
}

func checkYesNo(id string, answer Answer) error {
	yes, ok := answer[Yes]
	if !ok {
		return &Fault{Kind: Unanswered, Question: id}
	}
	if no, both := answer[No]; both {
		return checkSum(id, "yes and no sum to %s, not 1", yes+no)
	}
	return nil
}

// slack is how far a sum may be off.
const slack = 1e-6

func checkSum(id, form string, total float64) error {
	if math.Abs(total-1) <= slack {
		return nil
	}
	rounded := strconv.FormatFloat(math.Round(total*1e6)/1e6, 'f', -1, 64)
	return malformed(id, fmt.Sprintf(form, rounded))
}

// sum adds the least first, so that it does not depend on the map's order.
func sum(answer Answer) float64 {
	ps := make([]float64, 0, len(answer))
	for _, p := range answer {
		ps = append(ps, p)
	}
	sort.Float64s(ps)
	total := 0.0
	for _, p := range ps {
		total += p
	}
	return total
}

func malformed(id, message string) *Fault {
	return &Fault{Kind: Malformed, Question: id, Message: message}
}
