package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sinew/decide/judge"
	"sinew/decide/words"
	"sinew/pkg/diag"
)

// Calibrated lays out what the confidence of the calls meant (manual,
// "Calibrating"). Its last line says what any of it proves.
func (w Words) Calibrated(r judge.Report) []string {
	lines := slices.Concat(
		[]string{head(r), outcomesOf(r.Outcomes)}, binLines(r), barLines(r.Bars), questionLines(r.Questions), brierLines(r.Brier),
		missLines(r), varianceLines(r), logLines(r.Log), []string{proven(r)})
	for i := range lines {
		lines[i] = w.Note(lines[i])
	}
	return lines
}

func head(r judge.Report) string {
	times := "once"
	if r.Repeats != 1 {
		times = fmt.Sprintf("%d times", r.Repeats)
	}
	return fmt.Sprintf("%s · %s over %s · %s, decided %s", r.Adapter, count(r.Records, "record", "records"),
		count(r.Reflexes, "reflex", "reflexes"), count(r.Inputs, "input", "inputs"), times)
}

// A counted is a number of things of one name; those of zero are left out.
type counted struct {
	n    int
	name string
}

func some(all ...counted) []string {
	var parts []string
	for _, c := range all {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.name))
		}
	}
	return parts
}

const dot = " · "

func outcomesOf(o judge.Outcomes) string {
	return strings.Join(some(counted{o.Run, "run"}, counted{o.Confirm, "confirm"}, counted{o.Ask, "ask"}, counted{o.Abstain, "abstain"}), dot)
}

// A binRow is one line of the bins: how many, and how many of those were right,
// or a note where nothing says so.
type binRow struct {
	name, unit string
	n, right   int
	interval   judge.Interval
	marks      []string
	note       string
}

func binLines(r judge.Report) []string {
	var rows []binRow
	for _, b := range r.Bins {
		rows = append(rows, binRow{rangeOf(b.Lo, b.Hi), unit(b.Calls, "call", "calls"), b.Calls, b.Right, b.Interval, marks(b), ""})
	}
	if a := r.Abstained; a.Count > 0 {
		rows = append(rows, binRow{"abstained", unit(a.Count, "input", "inputs"), a.Count, a.Right, a.Interval, nil, ""})
	}
	if r.Unknown > 0 {
		rows = append(rows, binRow{name: "unknown", unit: unit(r.Unknown, "call", "calls"), n: r.Unknown, note: "no record names what it reached"})
	}
	if len(rows) == 0 {
		return nil
	}
	return append([]string{"whole call right, by confidence"}, layRows(rows)...)
}

func marks(b judge.Bin) []string {
	all := []string{"claimed " + words.P(b.Claimed)}
	if b.OverConfident {
		all = append(all, "over-confident")
	}
	if b.Thin {
		all = append(all, "thin")
	}
	return all
}

func unit(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// layRows lays the bins out in columns.
func layRows(rows []binRow) []string {
	var names, numbers, units, rights int
	for _, r := range rows {
		names, numbers = max(names, utf8.RuneCountInString(r.name)), max(numbers, digits(r.n))
		units, rights = max(units, len(r.unit)), max(rights, digits(r.right))
	}
	lines := make([]string, len(rows))
	for i, r := range rows {
		said := r.note
		if said == "" {
			said = fmt.Sprintf("right %*d · %s", rights, r.right, shareOf(r.right, r.n, r.interval))
		}
		line := fmt.Sprintf("  %s  %*d %s  %s", pad(r.name, names), numbers, r.n, pad(r.unit, units), said)
		lines[i] = strings.Join(append([]string{line}, r.marks...), dot)
	}
	return lines
}

func digits(n int) int { return len(strconv.Itoa(n)) }

// shareOf is a share in percent, as wide as the widest, with its interval.
func shareOf(right, n int, in judge.Interval) string {
	return fmt.Sprintf("%3s%% %s", percent(float64(right)/float64(max(1, n))), between(in))
}

func between(in judge.Interval) string {
	return "(" + percent(in[0]) + "–" + percent(in[1]) + ")"
}

func percent(p float64) string { return strconv.Itoa(int(math.Round(100 * p))) }

// rangeOf is a range of confidence; one too narrow for two places has three.
func rangeOf(lo, hi float64) string {
	if words.P(lo) == words.P(hi) && lo < hi {
		return fmt.Sprintf("%.3f–%.3f", lo, hi)
	}
	return words.P(lo) + "–" + words.P(hi)
}

func barLines(bars judge.Bars) []string {
	var lines []string
	if b := bars.Read; b != nil {
		lines = append(lines, barLine("read", *b), nearLine("read", *b))
	}
	if b := bars.Write; b != nil {
		lines = append(lines, barLine("write", *b), nearLine("write", *b))
	}
	if b := bars.Whole; b != nil {
		lines = append(lines, wholeLine(*b))
	}
	return lines
}

func barLine(effect string, b judge.Bar) string {
	line := fmt.Sprintf("wrong at or over %s %s   %d of %d · %s", effect, words.P(b.Bar), b.Wrong, b.Calls, rates(b.PerThousand, b.AtMost))
	return line + thin(b.Calls)
}

func nearLine(effect string, b judge.Bar) string {
	parts := make([]string, len(b.Near))
	for i, n := range b.Near {
		form := "at %s %d, %d"
		if i == 0 {
			form = "at %s %d run, %d wrong"
		}
		parts[i] = fmt.Sprintf(form, words.P(n.At), n.Run, n.Wrong)
	}
	return fmt.Sprintf("near %s %s   %s", effect, words.P(b.Bar), strings.Join(parts, dot))
}

func wholeLine(b judge.WholeBar) string {
	held := fmt.Sprintf("%d of %d held for a yes", b.Calls-b.Run, b.Calls)
	if b.Run < b.Calls {
		held += fmt.Sprintf(", %d right", b.HeldRight)
	}
	line := fmt.Sprintf("wrong at or over whole %s   %d of %d run · %s · %s", words.P(b.Bar), b.Wrong, b.Run, rates(b.PerThousand, b.AtMost), held)
	return line + thin(b.Run)
}

func rates(perThousand, atMost float64) string {
	return rate(perThousand) + " per thousand, at most " + rate(atMost)
}

// rate is a rate per thousand: a small one keeps a place, so that it is not
// taken for nothing.
func rate(r float64) string {
	if r == 0 || r >= 10 {
		return strconv.Itoa(int(math.Round(r)))
	}
	return fmt.Sprintf("%.1f", r)
}

// thin marks what is shown and proves nothing.
func thin(calls int) string {
	if calls < judge.Enough {
		return dot + "thin"
	}
	return ""
}

func questionLines(all []judge.Question) []string {
	if len(all) == 0 {
		return nil
	}
	kinds, numbers, units := 0, 0, 0
	for _, q := range all {
		kinds, numbers = max(kinds, len(q.Kind)), max(numbers, digits(q.Judgments))
		units = max(units, len(unit(q.Judgments, "judgment", "judgments")))
	}
	lines := []string{"each judgment on its own"}
	for _, q := range all {
		name := pad(unit(q.Judgments, "judgment", "judgments"), units)
		lines = append(lines, fmt.Sprintf("  %s %*d %s  right %s · claimed %s", pad(q.Kind, kinds), numbers, q.Judgments, name,
			shareOf(q.Right, q.Judgments, q.Interval), words.P(q.Claimed)))
	}
	return lines
}

func missLines(r judge.Report) []string {
	if len(r.Misses) == 0 {
		return nil
	}
	lines := []string{"misses"}
	for _, m := range r.Misses {
		what := string(m.Outcome)
		if m.Confidence != nil {
			what += " " + m.Reflex + " " + words.P(*m.Confidence)
		}
		line := "  " + words.Quote(m.Case.Utterance) + "  " + what + dot + Mismatch(m.Case, m.Mismatch)
		if r.Repeats > 1 {
			line += fmt.Sprintf(" · %d of %d", m.Wrong, r.Repeats)
		}
		lines = append(lines, line)
	}
	return lines
}

func brierLines(b *judge.Brier) []string {
	if b == nil {
		return nil
	}
	return []string{fmt.Sprintf("Brier %.3f · reliability %.3f · resolution %.3f", b.Brier, b.Reliability, b.Resolution)}
}

// mostMoved is how many inputs are listed that moved.
const mostMoved = 10

func varianceLines(r judge.Report) []string {
	v := r.Variance
	if v == nil {
		return nil
	}
	const form = "repeats %d · winner flips %d of %d · verdict flips %d · spread median %s, 90th %s, max %s · straddling a bar %d · wrong at or over a bar %d"
	lines := []string{fmt.Sprintf(form, r.Repeats, v.Flips, r.Inputs, v.VerdictFlips,
		words.P(v.Spread.Median), words.P(v.Spread.P90), words.P(v.Spread.Max), v.Straddling, v.WrongAtBar)}
	shown := v.Moved[:min(len(v.Moved), mostMoved)]
	for _, m := range shown {
		lines = append(lines, movedLine(m))
	}
	if more := len(v.Moved) - len(shown); more > 0 {
		lines = append(lines, fmt.Sprintf("  and %d that moved less", more))
	}
	return lines
}

func movedLine(m judge.Moved) string {
	var parts []string
	if m.Confidence != nil {
		parts = append(parts, "confidence "+words.P(m.Confidence[0])+"–"+words.P(m.Confidence[1]))
	}
	parts = append(parts, "route "+words.P(m.Route[0])+"–"+words.P(m.Route[1]), tallied(m.Winners), tallied(m.Outcomes))
	if m.Wrong > 0 {
		parts = append(parts, fmt.Sprintf("wrong in %d", m.Wrong))
	}
	return "  " + words.Quote(m.Utterance) + "  " + strings.Join(parts, dot)
}

// tallied is each name with its count, the greatest first.
func tallied[Name ~string](counts map[Name]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b Name) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(parts, ", ")
}

func logLines(l *judge.LogReport) []string {
	if l == nil || l.Decisions == 0 && l.Unread == 0 {
		return nil
	}
	lines := []string{logHead(*l)}
	if len(l.StoppedByConfidence) > 0 {
		var by []string
		for _, c := range l.StoppedByConfidence {
			by = append(by, fmt.Sprintf("%s %d", rangeOf(c.Lo, c.Hi), c.Count))
		}
		lines = append(lines, "  stopped at confirm, by confidence   "+strings.Join(by, dot))
	}
	if n := l.Records; n.Count > 0 {
		were := unit(n.Count, "was a record", "were records")
		lines = append(lines, fmt.Sprintf("  %d %s · right %d · %s", n.Count, were, n.Right, strings.TrimSpace(shareOf(n.Right, n.Count, n.Interval))))
	}
	return lines
}

func logHead(l judge.LogReport) string {
	return strings.Join(append([]string{"the log", count(l.Decisions, "decision", "decisions") + " under " + l.Adapter}, some(
		counted{l.Ran, "ran"}, counted{l.ConfirmedRan, "confirmed and ran"}, counted{l.ConfirmedStopped, "confirmed and stopped"},
		counted{l.Asked, "asked and stopped"}, counted{l.Abstained, "abstained"}, counted{l.Failed, "failed"},
		counted{l.Skipped, "skipped"}, counted{l.Unread, unit(l.Unread, "line", "lines") + " not read"})...), dot)
}

// proven is what the counts are enough to prove.
func proven(r judge.Report) string {
	switch over, bins := r.OverConfident(); {
	case bins == 0:
		return "thin: under 100 calls in every bin, nothing proven at any bar"
	case over == 0:
		return fmt.Sprintf("%s of a hundred calls or more: none over-confident at 95 %%", count(bins, "bin", "bins"))
	default:
		return fmt.Sprintf("%s of a hundred calls or more: %d over-confident at 95 %%", count(bins, "bin", "bins"), over)
	}
}

// Miscalibrated is why a calibration fails; "" for one that does not.
func (w Words) Miscalibrated(r judge.Report) string {
	var why []string
	if n := r.Wrong(); n > 0 {
		why = append(why, count(n, "call wrong at or over its bar", "calls wrong at or over their bar"))
	}
	if over, _ := r.OverConfident(); over > 0 {
		why = append(why, count(over, "bin", "bins")+" of a hundred calls over-confident at 95 %")
	}
	if len(why) == 0 {
		return ""
	}
	return w.line(strings.Join(why, dot), diag.Rerun())
}
