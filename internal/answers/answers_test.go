package answers

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sinew/decide/adapter"
	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/internal/testuser"
)

// An engine is an adapter that is never asked here.
type engine struct{ id string }

func (e engine) ID() string        { return e.id }
func (engine) Bars() *catalog.Bars { return nil }
func (engine) Answer(context.Context, string, []question.Question) (question.Answers, error) {
	return nil, errors.New("asked")
}

// A dated engine answers from something that changes.
type dated struct {
	engine
	version string
}

func (d dated) Version(string) string { return d.version }

const set = "h1:" + "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"

func drink(keys ...string) question.Question {
	q := question.Question{Subject: question.Subject{Kind: question.Arg, Reflex: "kettle", Arg: "drink"}}
	for _, key := range keys {
		q.Options = append(q.Options, question.Option{Key: key})
	}
	return q
}

var (
	asked = []question.Question{drink("mint", "oolong"), {Subject: question.Subject{Kind: question.Is, Reflex: "kettle", Arg: "drink", N: 1}}}
	given = question.Answers{"kettle.drink": {"mint": 0.1 + 0.2, "oolong": 1 - (0.1 + 0.2)}, "weave.is_kettle__drink_1": {"yes": 1e-9}}
)

func around(dir string) *kept { return Around(engine{"e-1"}, dir, set).(*kept) }

// files are the regular files below a directory.
func files(t testing.TB, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestWhatIsKeptIsRecalledAsItWas(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "answers")
	if _, ok := around(dir).Round("some mint", asked).Recall(); ok {
		t.Fatal("something was there")
	}
	around(dir).Round("some mint", asked).Keep(given)
	got, ok := around(dir).Round("some mint", asked).Recall()
	if !ok || !reflect.DeepEqual(got, given) {
		t.Errorf("%v %v", got, ok)
	}
	all := files(t, dir)
	if len(all) != 1 || filepath.Dir(all[0]) != filepath.Join(dir, set[len("h1:"):]) || !strings.HasSuffix(all[0], ".json") {
		t.Fatalf("%q", all)
	}
	data, err := os.ReadFile(all[0])
	if err != nil || strings.Contains(string(data), "some") {
		t.Errorf("%v: the file holds what was typed: %s", err, data)
	}
	for path, want := range map[string]fs.FileMode{all[0]: 0o600, filepath.Dir(all[0]): 0o700, dir: 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestAnotherRoundIsAnotherEntry(t *testing.T) {
	dir := t.TempDir()
	Around(dated{engine{"e-1"}, "v1"}, dir, set).Round("some mint", asked).Keep(given)
	for name, c := range map[string]struct {
		by   adapter.Adapter
		set  string
		text string
		ask  []question.Question
	}{
		"another text":      {dated{engine{"e-1"}, "v1"}, set, "some mint ", asked},
		"another adapter":   {dated{engine{"e-2"}, "v1"}, set, "some mint", asked},
		"another version":   {dated{engine{"e-1"}, "v2"}, set, "some mint", asked},
		"no version":        {engine{"e-1"}, set, "some mint", asked},
		"another set":       {dated{engine{"e-1"}, "v1"}, "h1:00", "some mint", asked},
		"fewer questions":   {dated{engine{"e-1"}, "v1"}, set, "some mint", asked[:1]},
		"other keys":        {dated{engine{"e-1"}, "v1"}, set, "some mint", []question.Question{drink("mint", "tea"), asked[1]}},
		"keys cut elsewise": {dated{engine{"e-1"}, "v1"}, set, "some mint", []question.Question{drink("mintoolong"), asked[1]}},
		"another order":     {dated{engine{"e-1"}, "v1"}, set, "some mint", []question.Question{asked[1], asked[0]}},
	} {
		if got, ok := Around(c.by, dir, c.set).Round(c.text, c.ask).Recall(); ok {
			t.Errorf("%s: %v", name, got)
		}
	}
	if _, ok := Around(dated{engine{"e-1"}, "v1"}, dir, set).Round("some mint", asked).Recall(); !ok {
		t.Error("the same round is not recalled")
	}
}

func TestAnEntryThatIsNoAnswerIsAMissAndIsReplaced(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "cut": `{"kettle.drink":{"mint":0.3,`, "null": "null", "a list": "[]", "no JSON": "\x00\x00",
		"a key nobody offered": `{"kettle.drink":{"mint":0.5,"gin":0.5},"weave.is_kettle__drink_1":{"yes":0}}`,
		"no distribution":      `{"kettle.drink":{"mint":0.5},"weave.is_kettle__drink_1":{"yes":0}}`,
		"no probability":       `{"kettle.drink":{"mint":2,"oolong":-1},"weave.is_kettle__drink_1":{"yes":0}}`,
		"one too few":          `{"kettle.drink":{"mint":1}}`,
		"one too many":         `{"kettle.drink":{"mint":1},"weave.is_kettle__drink_1":{"yes":0},"route":{"kettle":1}}`,
		"too long":             `{"kettle.drink":{"mint":1},"weave.is_kettle__drink_1":{"yes":0}}` + strings.Repeat(" ", int(most.entry)),
	} {
		dir := t.TempDir()
		around(dir).Round("some mint", asked).Keep(given)
		path := files(t, dir)[0]
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := around(dir).Round("some mint", asked).Recall(); ok {
			t.Errorf("%s: %v", name, got)
		}
		around(dir).Round("some mint", asked).Keep(given)
		if got, ok := around(dir).Round("some mint", asked).Recall(); !ok || !reflect.DeepEqual(got, given) {
			t.Errorf("%s: was not replaced: %v", name, got)
		}
	}
}

func TestWhatIsNoFileIsAMiss(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"a directory": func(path string) error { return os.MkdirAll(filepath.Join(path, "in"), 0o700) },
		"a pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a link": func(path string) error {
			whole := `{"kettle.drink":{"mint":1},"weave.is_kettle__drink_1":{"yes":0}}`
			if err := os.WriteFile(path+"x", []byte(whole), 0o600); err != nil {
				return err
			}
			return os.Symlink(path+"x", path)
		},
	} {
		dir := t.TempDir()
		k := around(dir)
		if err := os.MkdirAll(k.dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := make(k.Round("some mint", asked).(*entry).path); err != nil {
			t.Fatal(err)
		}
		if got, ok := k.Round("some mint", asked).Recall(); ok {
			t.Errorf("%s: %v", name, got)
		}
		k.Round("some mint", asked).Keep(given) // does no harm, whatever lies there
	}
}

func TestADirectoryThatCannotBeWrittenKeepsNothing(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, filepath.Join(file, "below"), "/dev/null/x", "/a\x00b"} {
		around(dir).Round("some mint", asked).Keep(given)
		if _, ok := around(dir).Round("some mint", asked).Recall(); ok {
			t.Errorf("%q kept it", dir)
		}
	}
}

func TestAReadOnlyDirectoryIsStillReadFrom(t *testing.T) {
	home := t.TempDir()
	testuser.Run(t, home, func() {
		dir := filepath.Join(home, "answers")
		around(dir).Round("some mint", asked).Keep(given)
		sets := filepath.Join(dir, set[len("h1:"):])
		if err := os.Chmod(sets, 0o500); err != nil {
			t.Error(err)
		}
		around(dir).Round("more mint", asked).Keep(given)
		if _, ok := around(dir).Round("some mint", asked).Recall(); !ok {
			t.Error("what was there is not recalled")
		}
		if _, ok := around(dir).Round("more mint", asked).Recall(); ok {
			t.Error("a read-only directory was written")
		}
		if err := os.Chmod(sets, 0o700); err != nil {
			t.Error(err)
		}
	})
}

func TestTheOldestEntriesGo(t *testing.T) {
	for name, within := range map[string]limits{
		"too many":  {entries: 3, bytes: 1 << 20, entry: 1 << 20},
		"too large": {entries: 100, bytes: 3*82 + 1, entry: 1 << 20},
	} {
		dir := t.TempDir()
		for i := range 6 {
			k := Around(engine{"e-1"}, dir, fmt.Sprintf("h1:%d", i%2)).(*kept)
			k.Round(fmt.Sprint(i), asked).Keep(given)
			path := k.Round(fmt.Sprint(i), asked).(*entry).path
			if info, err := os.Stat(path); err != nil || info.Size() != 82 {
				t.Fatalf("an entry has %d bytes, %v", info.Size(), err)
			}
			age(t, path, time.Duration(6-i)*time.Minute)
		}
		sweep(dir, within)
		for i := range 6 {
			_, ok := Around(engine{"e-1"}, dir, fmt.Sprintf("h1:%d", i%2)).Round(fmt.Sprint(i), asked).Recall()
			if want := i >= 3; ok != want {
				t.Errorf("%s: entry %d is there: %v", name, i, ok)
			}
		}
	}
}

func age(t testing.TB, path string, by time.Duration) {
	t.Helper()
	then := time.Now().Add(-by)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

func TestKeepingStaysWithinTheLimits(t *testing.T) {
	dir := t.TempDir()
	k := around(dir)
	k.limits = limits{entries: 10, bytes: 1 << 20, entry: 1 << 20}
	for i := range 160 {
		k.Round(fmt.Sprint(i), asked).Keep(given)
	}
	if n := len(files(t, dir)); n < 10 || n > 10+5*16 {
		t.Errorf("%d entries are kept", n)
	}
}

func TestASweepLeavesWhatIsNotOurs(t *testing.T) {
	dir := t.TempDir()
	k := around(dir)
	k.Round("some mint", asked).Keep(given)
	old, young := filepath.Join(k.dir, tempPrefix+"old"), filepath.Join(k.dir, tempPrefix+"young")
	for _, path := range []string{old, young, filepath.Join(dir, "note")} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	age(t, old, 2*abandoned)
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	sweep(dir, most)
	sweep(filepath.Join(dir, "nowhere"), most)
	for path, want := range map[string]bool{old: false, young: true, filepath.Join(dir, "note"): true, filepath.Join(dir, "empty"): false, k.Round("some mint", asked).(*entry).path: true} {
		if _, err := os.Lstat(path); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestSeveralWritersAndReadersSeeWholeEntries(t *testing.T) {
	dir := t.TempDir()
	other := question.Answers{"kettle.drink": {"oolong": 1}, "weave.is_kettle__drink_1": {"yes": 1}}
	around(dir).Round("some mint", asked).Keep(given)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			k := around(dir)
			k.limits = limits{entries: 50, bytes: 1 << 20, entry: 1 << 20}
			for n := range 40 {
				k.Round("some mint", asked).Keep([]question.Answers{given, other}[i%2])
				k.Round(fmt.Sprint(i, n), asked).Keep(given)
				if got, ok := k.Round("some mint", asked).Recall(); ok && !reflect.DeepEqual(got, given) && !reflect.DeepEqual(got, other) {
					t.Errorf("%v %v", got, ok)
				}
			}
		})
	}
	all.Wait()
}

func TestAnyAnswersComeBackToTheBit(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		yes := rapid.Float64Range(0, 1).Draw(t, "yes")
		ask, answers := asked[1:], question.Answers{asked[1].ID(): {"yes": yes}}
		around(dir).Round(text, ask).Keep(answers)
		if got, ok := around(dir).Round(text, ask).Recall(); !ok || !reflect.DeepEqual(got, answers) {
			t.Fatalf("%v, not %v", got, answers)
		}
	})
}

func FuzzRecall(f *testing.F) {
	for _, seed := range []string{"", "{}", "null", `{"kettle.drink":{"mint":1},"weave.is_kettle__drink_1":{"yes":0}}`, `{"kettle.drink":{"mint":1e999}}`, `{"kettle.drink":null}`} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	path := around(dir).Round("some mint", asked).(*entry).path
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := around(dir).Round("some mint", asked).Recall(); ok && question.Validate(asked, got) != nil {
			t.Errorf("%q is recalled as %v", content, got)
		}
	})
}
