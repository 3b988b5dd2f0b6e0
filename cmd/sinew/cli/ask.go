package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sinew/cmd/sinew/report"
	"sinew/decide/gate"
	"sinew/decide/reading"
	"sinew/internal/app"
	"sinew/internal/turn"
	"sinew/pkg/call"
	"sinew/pkg/manifest"
	"sinew/pkg/pick"
	"sinew/pkg/project"
	"sinew/pkg/text"
)

// errNoneOfThese ends an ask whose list holds no answer.
var errNoneOfThese = errors.New("none of these")

// fill asks for every missing argument of a turn, and gates it again with the
// answers.
func (s *session) fill(ctx context.Context, d **app.Decider, t turn.Turn) (turn.Turn, error) {
	given, err := s.answers(ctx, d, &t)
	if err != nil {
		s.declined(err)
		return t, err
	}
	t.Decision = gate.Fill(t.Catalog, t.Decision, given)
	return t, nil
}

// answers asks for every missing argument of a turn.
func (s *session) answers(ctx context.Context, d **app.Decider, t *turn.Turn) (map[string]call.Value, error) {
	tty := s.openTerminal()
	if tty == nil {
		return nil, needsTerminal("an ask")
	}
	defer tty.close()
	given := map[string]call.Value{}
	for i, m := range t.Decision.Reading.Winner.Missing {
		value, err := s.askFor(ctx, tty, d, t, m, t.Decision.Choices[i])
		if err != nil {
			return nil, err
		}
		given[m.Arg] = value
	}
	return given, nil
}

// declined says so where an ask ended without an answer.
func (s *session) declined(err error) {
	if errors.Is(err, errNoneOfThese) || errors.Is(err, errDeclined) {
		s.note(s.words.Note("nothing was run"))
	}
}

// askFor asks for one argument until an answer fits.
func (s *session) askFor(ctx context.Context, tty *terminal, d **app.Decider, t *turn.Turn, m reading.Missing, c gate.Choices) (call.Value, error) {
	why := report.AskReason(m, c)
	for {
		answer, err := tty.ask(ctx, s.words.Question(m.Ask, why, report.Menu(c)))
		if err != nil {
			return call.Value{}, ended(err)
		}
		switch {
		case answer == "":
			continue
		case answer == "+" && c.Vocab != "":
			return s.newWord(ctx, tty, d, t, c)
		case m.Likely != "" && slices.Contains(yesses, strings.ToLower(answer)):
			answer = m.Likely
		}
		value, refused, err := answered(c, answer)
		if err != nil {
			return call.Value{}, err
		}
		if refused == "" {
			return value, nil
		}
		why = refused
	}
}

// answered is what an answer gives, or why it gives nothing.
func answered(c gate.Choices, answer string) (value call.Value, refused string, err error) {
	if c.Pick != "" {
		return pickedOrListed(c, answer)
	}
	keys := listed(c)
	if n, numeric := strconv.Atoi(answer); numeric == nil && n >= 0 && n <= len(keys) {
		if n == 0 {
			return call.Value{}, "", errNoneOfThese
		}
		answer = keys[n-1]
	}
	if strings.EqualFold(answer, "none of these") {
		return call.Value{}, "", errNoneOfThese
	}
	for i, key := range keys {
		if text.Identity(key) == text.Identity(answer) {
			return choice(c, i), "", nil
		}
	}
	return call.Value{}, fmt.Sprintf("%q is not one of them", answer), nil
}

func listed(c gate.Choices) []string {
	var keys []string
	for _, o := range c.Options {
		keys = append(keys, o.Key)
	}
	for _, w := range c.Words {
		keys = append(keys, w.Key)
	}
	return keys
}

// choice is the value of one of the choices. A word's own value is the
// project's, put in when the answer is gated.
func choice(c gate.Choices, i int) call.Value {
	if c.Vocab != "" {
		return call.Value{Kind: call.Word, Word: c.Words[i].Key}
	}
	return call.Value{Kind: call.Option, Key: c.Options[i].Key}
}

// pickedOrListed is what an answer to a pick gives: one of the values it was
// offered as, by its number, or a value typed.
func pickedOrListed(c gate.Choices, answer string) (value call.Value, refused string, err error) {
	numbered := c.Offered()
	if c.Pick == manifest.Recognizer(pick.Number) {
		numbered = nil // a number is its own answer
	}
	switch n, numeric := strconv.Atoi(answer); {
	case len(c.Readings) > 0 && (numbered != nil && numeric == nil && n == 0 || strings.EqualFold(answer, "none of these")):
		return call.Value{}, "", errNoneOfThese
	case numeric == nil && n >= 1 && n <= len(numbered):
		answer = numbered[n-1]
	}
	value, refused = picked(c, answer)
	return value, refused, nil
}

// picked reads a typed answer as the input is read: a value alone, or the one
// value of its kind among other words. A text may be typed without quotes.
func picked(c gate.Choices, answer string) (call.Value, string) {
	kind := pick.Kind(c.Pick)
	value, ok := call.Picked(answer, kind)
	if within, one := onlyOf(kind, answer); one && (!ok || kind == pick.Quoted) {
		value, ok = within, true
	}
	if !ok {
		return call.Value{}, fmt.Sprintf("%q is not %s", answer, call.Called(kind))
	}
	if !c.Range.Holds(value.Read.Number) {
		return call.Value{}, report.Outside(value.Span.Text, c.Range, c.Pick)
	}
	return value, ""
}

// onlyOf is the one value of a kind in an answer. Of two, neither is meant for
// sure.
func onlyOf(kind pick.Kind, answer string) (value call.Value, one bool) {
	for _, f := range pick.Find(answer) {
		if f.Value.Kind != kind {
			continue
		}
		if one {
			return call.Value{}, false
		}
		value, one = call.Value{Kind: call.Pick, Span: text.Whole(f.Span.Text), Read: f.Value}, true
	}
	return value, one
}

// newWord adds a word to a vocabulary without leaving the prompt, and takes it.
// A word that is there keeps its meaning: what is added is new.
func (s *session) newWord(ctx context.Context, tty *terminal, d **app.Decider, t *turn.Turn, c gate.Choices) (call.Value, error) {
	word, err := s.askFree(ctx, tty, "Word?", func(word string) string { return checkNew(c, word) })
	if err != nil {
		return call.Value{}, err
	}
	meaning, err := s.askFree(ctx, tty, "Meaning?", project.CheckMeaning)
	if err != nil {
		return call.Value{}, err
	}
	added := project.Word{Word: word, What: meaning}
	if (*d).TakesPath(c.Vocab) {
		path, err := s.askFree(ctx, tty, "Path?", func(string) string { return "" })
		if err != nil {
			return call.Value{}, err
		}
		added.Value = &path
	}
	line, err := (*d).AddWord(ctx, c.Vocab, added)
	if err != nil {
		return call.Value{}, err
	}
	s.note(s.words.Written("+", line))
	*d, *t, err = (*d).Again(*t)
	return call.Value{Kind: call.Word, Word: word}, err
}

// checkNew is what is wrong with a word to add; "" for nothing.
func checkNew(c gate.Choices, word string) string {
	if slices.ContainsFunc(listed(c), func(key string) bool { return text.Identity(key) == text.Identity(word) }) {
		return fmt.Sprintf("%q is on the list already", word)
	}
	return project.CheckWord(word)
}

// askFree asks for a text that check finds nothing wrong with.
func (s *session) askFree(ctx context.Context, tty *terminal, what string, check func(string) string) (string, error) {
	why := ""
	for {
		answer, err := tty.ask(ctx, s.words.Question(what, why, ""))
		if err != nil {
			return "", ended(err)
		}
		if answer == "" {
			continue
		}
		if why = check(answer); why == "" {
			return answer, nil
		}
	}
}
