package conformance

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"sinew/decide/adapter/replay"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
	"sinew/decide/weave"
	"sinew/decide/weave/planner"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
)

// Shares are probabilities by key: a reflex, an option, a listed word, or for a
// pick the piece of the sentence. What they leave of 1 says nothing fits.
type Shares map[string]float64

// A Said is a sentence as a recording of ours answers it: the shares a session
// prints, from which every question the reader asks is answered.
type Said struct {
	Text  string
	Route Shares
	Args  map[string]Shares // by argument, as `lights.room`; of both its views
	Does  map[string]string // what words no value holds do, where they do not say what to do
	Meant map[string]string // by argument, the value that words spelling it out mean
	Whole float64           // how far the call holds the sentence; 0 for mostly
	Cuts  []string          // the connectives that part it into several things; none of them where it asks for one
}

// The answers a table does not give.
const (
	surely = 0.95 // a yes
	hardly = 0.05 // a no
	mostly = 0.9  // what words do, a call that holds everything
)

// bars are what our recordings ship, the manual's own.
func bars() *catalog.Bars {
	fits, whole := 0.3, 0.3
	return &catalog.Bars{Route: 0.5, Fits: &fits, Read: 0.8, Write: 0.9, Whole: &whole}
}

// maxRounds is more than any sentence asks.
const maxRounds = 40

// Record answers every question that is asked about the sentences over a set of
// reflexes. A share of what no question offers, or of no argument, is an error.
func Record(set catalog.Set, said ...Said) (*replay.Recording, error) {
	recording := replay.New("replay", bars())
	set.Adapter = catalog.Adapter{Name: "replay", ID: "replay", Bars: bars()}
	cat := catalog.New(set)
	for _, one := range said {
		if err := one.record(cat, recording, said); err != nil {
			return nil, fmt.Errorf("%q: %w", one.Text, err)
		}
	}
	return recording, nil
}

// record answers what is asked about a sentence: of its parts by those that are
// said, and of any other text that nothing fits.
func (s Said) record(cat *catalog.Catalog, recording *replay.Recording, all []Said) error {
	p := planner.New(cat, cat.Reflexes(), s.Text, reading.Beside{})
	var m weave.Memory
	seen := question.Answers{}
	for range maxRounds {
		open, _ := p.Read(&m)
		if len(open) == 0 {
			return s.allAsked(seen)
		}
		for _, r := range open {
			round, err := answersTo(r, all)
			if err != nil {
				return err
			}
			recording.Add(r.Words, r.Questions, round)
			m.Keep(r, round)
			maps.Copy(seen, round)
		}
	}
	return fmt.Errorf("still asked about after %d rounds", maxRounds)
}

func answersTo(r weave.Request, all []Said) (question.Answers, error) {
	by := Said{Text: r.Words}
	if i := slices.IndexFunc(all, func(s Said) bool { return s.Text == r.Words }); i >= 0 {
		by = all[i]
	}
	round := question.Answers{}
	for _, q := range r.Questions {
		round[q.ID()] = by.answer(q)
	}
	return round, question.Validate(r.Questions, round)
}

func (s Said) allAsked(answers question.Answers) error {
	for arg := range s.Args {
		if _, asked := answers[arg]; !asked {
			return fmt.Errorf("%s is not asked about", arg)
		}
	}
	return nil
}

func (s Said) answer(q question.Question) question.Answer {
	switch q.Subject.Kind {
	case question.Route:
		return s.Route.over(q)
	case question.Arg, question.View:
		return s.about(q).over(q)
	case question.Is:
		return s.isIt(q)
	case question.Meant:
		return s.isMeant(q)
	case question.Does:
		answer := question.Answer{question.Courtesy: 1 - mostly}
		answer[cmp.Or(s.Does[q.About.Words], question.Action)] += mostly
		return answer
	case question.Against:
		whole := cmp.Or(s.Whole, mostly)
		return question.Answer{question.Whole: whole, question.Less: 1 - whole}
	case question.Split:
		return yesIf(slices.Contains(s.Cuts, q.About.Words))
	case question.Count:
		return s.howMany()
	case question.Ref:
		return question.Answer{q.Options[len(q.Options)-1].Key: 1} // the step right before
	case question.Again:
		return question.Answer{question.Nothing: 1}
	case question.Part:
		return question.Answer{question.Asks: 1}
	}
	if q.YesNo() {
		return question.Answer{question.Yes: hardly}
	}
	return question.Answer{q.Otherwise: 1}
}

func (s Said) about(q question.Question) Shares { return s.Args[q.Subject.Reflex+"."+q.Subject.Arg] }

func yesIf(so bool) question.Answer {
	if so {
		return question.Answer{question.Yes: mostly}
	}
	return question.Answer{question.Yes: hardly}
}

func (s Said) howMany() question.Answer {
	if len(s.Cuts) == 0 {
		return question.Answer{question.One: 1}
	}
	return question.Answer{question.One: hardly, question.Several: surely}
}

// isIt says yes to the word the sentence most likely names.
func (s Said) isIt(q question.Question) question.Answer {
	shares := s.about(q)
	for _, p := range shares {
		if p > shares[q.About.Option.Key] {
			return question.Answer{question.Yes: hardly}
		}
	}
	if len(shares) == 0 {
		return question.Answer{question.Yes: hardly}
	}
	return question.Answer{question.Yes: surely}
}

// isMeant says yes to the value the sentence says aloud.
func (s Said) isMeant(q question.Question) question.Answer {
	if s.Meant[q.Subject.Reflex+"."+q.Subject.Arg] == q.About.Option.Key {
		return question.Answer{question.Yes: surely}
	}
	return question.Answer{question.Yes: hardly}
}

// over is a choice's answer: each share under the key that means it, and the
// rest under the key that means none of them.
func (s Shares) over(q question.Question) question.Answer {
	answer, rest := question.Answer{}, 1.0
	for _, name := range slices.Sorted(maps.Keys(s)) {
		answer[keyOf(q, name)] = s[name]
		rest -= s[name]
	}
	if rest = math.Round(rest*1e6) / 1e6; rest > 0 {
		answer[q.Otherwise] += rest
	}
	return answer
}

// keyOf is the key of a choice that a name stands for: the key itself, or that
// of the piece of the sentence.
func keyOf(q question.Question, name string) string {
	for _, o := range q.Options {
		if o.Key != name && o.Text.What == name {
			return o.Key
		}
	}
	return name
}

// Installed is what a project below root has installed from directories, with
// its vocabularies, whether it is active or not.
func Installed(root string) (catalog.Set, error) {
	set := catalog.Set{Vocabs: map[string]project.Vocabulary{}}
	text, err := os.ReadFile(filepath.Join(root, "evoke.toml"))
	if err != nil {
		return set, err
	}
	p, err := project.Read(text)
	if err != nil {
		return set, err
	}
	for _, e := range p.Reflexes {
		m, err := manifestIn(filepath.Join(root, e.Location.Local), e.Name)
		if err != nil {
			return set, err
		}
		set.Reflexes = append(set.Reflexes, catalog.Reflex{Name: e.Name, Manifest: m, Effect: m.Effect, Needs: m.Needs})
		for _, a := range m.Args {
			if a.Vocab == "" {
				continue
			}
			if set.Vocabs[a.Vocab], err = vocabularyIn(root, a.Vocab); err != nil {
				return set, err
			}
		}
	}
	return set, nil
}

func manifestIn(dir, name string) (*manifest.Manifest, error) {
	text, err := os.ReadFile(filepath.Join(dir, "reflex.toml"))
	if err != nil {
		return nil, err
	}
	return manifest.Parse(name, text)
}

// vocabularyIn is a vocabulary of a project, empty where there is no file.
func vocabularyIn(root, name string) (project.Vocabulary, error) {
	text, err := os.ReadFile(filepath.Join(root, "vocab", name+".toml"))
	if os.IsNotExist(err) {
		return project.Vocabulary{Name: name}, nil
	}
	if err != nil {
		return project.Vocabulary{}, err
	}
	v, err := project.ReadVocabulary(name, text)
	if err != nil {
		return project.Vocabulary{}, err
	}
	return *v, nil
}
