package local_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"sinew/decide/adapter/local"
	"sinew/decide/adapter/local/encoder"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/decide/reading"
)

// A shelf remembers vectors, and which texts it was asked for and given.
type shelf struct {
	lock  sync.Mutex
	kept  map[string]encoder.Vector
	asked []string
}

func (s *shelf) Recall(text string) (encoder.Vector, bool) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.asked = append(s.asked, text)
	v, ok := s.kept[text]
	return v, ok
}

func (s *shelf) Keep(vectors map[string]encoder.Vector) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for text, v := range vectors {
		s.kept[text] = v
	}
}

// rounds asks an engine all that a decision of a text asks. It may be called
// from several goroutines.
func rounds(t *testing.T, by local.Engine, cat *catalog.Catalog, text string) question.Answers {
	t.Helper()
	answers := question.Answers{}
	for {
		asked, _ := reading.Read(cat, cat.Reflexes(), text, answers)
		if len(asked) == 0 {
			return answers
		}
		got, err := by.Answer(context.Background(), text, asked)
		if err != nil {
			t.Error(err)
			return answers
		}
		maps.Copy(answers, got)
	}
}

func TestWhatIsKeptIsOfTheReflexesAndNotOfAPerson(t *testing.T) {
	cat, kept := installed(t), &shelf{kept: map[string]encoder.Vector{}}
	by := local.With(kept)
	for _, text := range []string{
		"How big is Grandma's FOLDER of Zürich café pictures",
		`remember "the wombat sleeps" in my zebra notes`,
		"add 4711 to 0815, please, Xavier",
		"is https://wombat.example/zebra up or is it Xavier’s",
		"find \"wombat\" in the zürich folder",
		"restart the wombat",
	} {
		rounds(t, by, cat, text)
	}
	if !slices.Contains(among(kept), "is the disk full") {
		t.Errorf("an example is not kept: %q", among(kept))
	}
	for _, text := range among(kept) {
		for _, own := range []string{"grandma", "zürich", "zurich", "café", "cafe", "wombat", "zebra", "xavier", "4711"} {
			if strings.Contains(strings.ToLower(text), own) {
				t.Errorf("%q is kept", text)
			}
		}
	}
}

func TestRequestsAtOnceKeepNothingOfEachOther(t *testing.T) {
	cat, kept := installed(t), &shelf{kept: map[string]encoder.Vector{}}
	by := local.With(kept)
	names := []string{"wombat", "zebra", "quokka", "narwhal"}
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() { rounds(t, by, cat, "restart the "+name+" and its "+name+" friends") })
	}
	all.Wait()
	for _, text := range among(kept) {
		if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(text, name) }) {
			t.Errorf("%q is kept", text)
		}
	}
}

func among(kept *shelf) (texts []string) {
	for text := range kept.kept {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return texts
}

func TestALaterEngineEncodesOnlyWhatIsSaid(t *testing.T) {
	cat, kept := installed(t), &shelf{kept: map[string]encoder.Vector{}}
	const text = "how much disk space is left on this wombat"
	first := rounds(t, local.With(kept), cat, text)
	kept.asked = nil
	again := rounds(t, local.With(kept), cat, text)
	for _, wanted := range kept.asked {
		if _, has := kept.kept[wanted]; !has && !within(text, wanted) {
			t.Errorf("%q was encoded again", wanted)
		}
	}
	if len(kept.asked) < 100 {
		t.Errorf("%d vectors were asked for", len(kept.asked))
	}
	for id, a := range first {
		for key, p := range a {
			if again[id][key] != p {
				t.Errorf("%s %s: %v, then %v", id, key, p, again[id][key])
			}
		}
	}
}

// within reports whether every word of a text is one of another.
func within(text, words string) bool {
	for word := range strings.FieldsSeq(words) {
		if !slices.Contains(strings.Fields(text), word) {
			return false
		}
	}
	return true
}

func TestGroundsKeepNothingOfAPersonAndEncodeNothingTwice(t *testing.T) {
	kept := &shelf{kept: map[string]encoder.Vector{}}
	by := local.With(kept)
	if _, ok := by.Grounds("heat the wombat", route, "kettle"); !ok {
		t.Fatal("no grounds")
	}
	if texts := among(kept); len(texts) == 0 || slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, "wombat") }) {
		t.Errorf("%q is kept", texts)
	}
	kept.asked = nil
	if _, ok := by.Grounds("heat the wombat", route, "radio"); !ok || len(kept.asked) > 0 {
		t.Errorf("%q was asked for again", kept.asked)
	}
}
