package lockfile_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

func golden(t testing.TB) []byte {
	t.Helper()
	src, err := os.ReadFile("testdata/evoke.lock")
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// locked is what testdata/evoke.lock holds.
func locked() *lockfile.Lock {
	return &lockfile.Lock{
		Evoke:   lockfile.FormatVersion,
		Adapter: lockfile.Adapter{Name: "local", ID: "local-1"},
		Reflexes: []lockfile.Entry{{
			Name:      "timer",
			Reference: ref.Reference{Repo: ref.Repo{Owner: "radhi", Name: "timer"}},
			Tag:       ref.Version{Major: 1, Patch: 1},
			Commit:    strings.Repeat("b", 40),
			H1:        digest("0"),
			Effect:    manifest.Write,
		}, {
			Name:      "lamps",
			Reference: ref.Reference{Repo: ref.Repo{URL: "https://example.com/r.git"}, Dir: "lights"},
			Tag:       ref.Version{Major: 2},
			Commit:    strings.Repeat("c", 64),
			H1:        digest("1"),
			Effect:    manifest.Destructive,
			Needs:     manifest.Needs{Reads: []string{"/etc/hosts", "{to}"}, Runs: []string{"open"}},
		}, {
			Name:      "disk",
			Reference: ref.Reference{Repo: ref.Repo{Std: true}, Dir: "disk"},
			Tag:       ref.Version{Minor: 1},
			Commit:    strings.Repeat("d", 40),
			H1:        digest("2"),
			Effect:    manifest.ReadOnly,
			Needs:     manifest.Needs{Reads: []string{"~/a b"}, Writes: []string{`~/"quoted"`}, Hosts: []string{"*"}},
		}},
	}
}

func digest(digit string) tree.Digest { return tree.Digest("h1:" + strings.Repeat(digit, 64)) }

func TestALockIsPrintedByteForByte(t *testing.T) {
	if got := lockfile.Format(locked()); !bytes.Equal(got, golden(t)) {
		t.Errorf("got\n%s", got)
	}
}

func TestALockReadsIntoWhatItSays(t *testing.T) {
	got, err := lockfile.Parse(golden(t))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, locked()) {
		t.Errorf("got %+v", got)
	}
}

func TestALockOfNothingEndsAfterItsAdapter(t *testing.T) {
	lock := &lockfile.Lock{Evoke: "0.1.0", Adapter: lockfile.Adapter{Name: "jev", ID: "jev-1.13.0"}}
	src := lockfile.Format(lock)
	if !bytes.HasSuffix(src, []byte("\n[adapter]\nname = \"jev\"\nid   = \"jev-1.13.0\"\n")) {
		t.Errorf("got\n%s", src)
	}
	if got, err := lockfile.Parse(src); err != nil || !reflect.DeepEqual(got, lock) {
		t.Errorf("reads back as %+v, %v", got, err)
	}
}

func TestAnUpdatedEntryKeepsItsPlaceAndANewOneComesLast(t *testing.T) {
	lock := locked()
	moved := *lock.Entry("lamps")
	moved.Tag = ref.Version{Major: 3}
	lock.Set(moved)
	lock.Set(lockfile.Entry{Name: "alarm"})
	if got := names(lock); got != "timer lamps disk alarm" || lock.Entry("lamps").Tag.Major != 3 {
		t.Errorf("got %s", got)
	}
	if !lock.Remove("timer") || lock.Remove("timer") || lock.Entry("timer") != nil {
		t.Error("an entry is removed once")
	}
	if got := names(lock); got != "lamps disk alarm" {
		t.Errorf("got %s", got)
	}
}

func names(lock *lockfile.Lock) string {
	var all []string
	for _, e := range lock.Reflexes {
		all = append(all, e.Name)
	}
	return strings.Join(all, " ")
}

// edit is the golden lock with one text in the place of another.
func edit(t *testing.T, old, new string) []byte {
	t.Helper()
	src := golden(t)
	if !bytes.Contains(src, []byte(old)) {
		t.Fatalf("the lock does not hold %q", old)
	}
	return bytes.Replace(src, []byte(old), []byte(new), 1)
}

func TestAProblemOfALockStandsAtItsLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"lock  = 1\n", "", "1:1 lock = 1 is required"},
		{"lock  = 1", "lock = 0", "2:1 lock = 1 is required"},
		{"lock  = 1", "lock = \"1\"", "2:1 lock = 1 is required"},
		{"lock  = 1", "lock = 2\nnews = true", "2:1 lock = 2 is a newer format; this program reads lock = 1"},
		{"lock  = 1", "lock = 1\nnews = true", "3:1 news is not a key of the lock: lock, evoke, adapter, reflexes"},
		{"evoke = \"0.21.0\"\n", "", "1:1 evoke is required"},
		{"evoke = \"0.21.0\"", "evoke = 0.21", "3:1 evoke must be a string"},
		{"evoke = \"0.21.0\"", `evoke = "\u001b[2J"`, "3:1 evoke contains a control character (U+001B)"},
		{"[adapter]", "[adapters]", "1:1 adapter is required\n5:1 adapters is not a key of the lock: lock, evoke, adapter, reflexes"},
		{"[adapter]\nname = \"local\"\nid   = \"local-1\"", "adapter = \"local\"", "5:1 adapter must be a table"},
		{"id   = \"local-1\"\n", "", "5:1 adapter.id is required"},
		{"id   = \"local-1\"", "id = \"\"\nat = 1", "7:1 adapter.id is empty\n8:1 adapter.at is not a key of adapter: name, id"},
		{"[reflexes.timer]", "[reflexes.Timer]", `9:1 reflexes.Timer: "Timer" is not a name: [a-z][a-z0-9_]*`},
		{"[reflexes.timer]", "[reflexes.none]", `9:1 reflexes.none: "none" is reserved`},
		{"[reflexes.timer]", `[reflexes."../x"]`, `9:1 reflexes."../x": "../x" is not a name: [a-z][a-z0-9_]*`},
		{"[reflexes.timer]", "[reflexes]\nlights = 1\n[reflexes.timer]", "10:1 reflexes.lights must be a table"},
		{"ref    = \"radhi/timer\"\n", "", "9:1 reflexes.timer.ref is required"},
		{"radhi/timer", "radhi", `10:1 reflexes.timer.ref: "radhi" is not a ref: owner/repo[/dir][@tag] or <url>[#dir][@tag]`},
		{"radhi/timer", "radhi/timer@1.0.1", `10:1 reflexes.timer.ref: "radhi/timer@1.0.1" has a pin; the tag below says the version`},
		{"radhi/timer", "./timer", `10:1 reflexes.timer.ref: "./timer" is a local directory, which is never locked`},
		{"tag    = \"1.0.1\"", "tag = \"1.0\"", `11:1 reflexes.timer.tag: "1.0" is not a version: X.Y.Z`},
		{strings.Repeat("b", 40), strings.Repeat("b", 39), `12:1 reflexes.timer.commit: "` + strings.Repeat("b", 39) + `" is not a commit: 40 or 64 lower-case hex digits`},
		{strings.Repeat("b", 40), strings.Repeat("B", 40), `12:1 reflexes.timer.commit: "` + strings.Repeat("B", 40) + `" is not a commit: 40 or 64 lower-case hex digits`},
		{"h1:0", "h1:", `13:1 reflexes.timer.h1: "h1:` + strings.Repeat("0", 63) + `" is not a digest: h1:<64 hex>`},
		{"\"write\"", "\"writes\"", "14:1 reflexes.timer.effect must be read, write or destructive"},
		{"\"write\"", "\"write\"\nneed = {}", "15:1 reflexes.timer.need is not a key of reflexes.timer: ref, tag, commit, h1, effect, needs"},
		{"\"write\"", "\"write\"\nneeds = []", "15:1 reflexes.timer.needs must be a table"},
		{"\"write\"", "\"write\"\n  needs = { listens = [\"*\"] }", "15:3 reflexes.timer.needs.listens is not a key of reflexes.timer.needs: reads, writes, hosts, runs"},
		{"\"write\"", "\"write\"\nneeds.reads = \"/\"", "15:1 reflexes.timer.needs.reads must be an array"},
		{"\"write\"", "\"write\"\nneeds.reads = [1]", "15:1 reflexes.timer.needs.reads.0 must be a string"},
		{"\"write\"", "\"write\"\nneeds.reads = [\"/\", \"/\"]", `15:1 reflexes.timer.needs.reads repeats "/"`},
		{"\"1.0.1\"", "\"x\"\nextra = 1\nmore = 2", "11:1 reflexes.timer.tag: \"x\" is not a version: X.Y.Z\n" +
			"12:1 reflexes.timer.extra is not a key of reflexes.timer: ref, tag, commit, h1, effect, needs\n" +
			"13:1 reflexes.timer.more is not a key of reflexes.timer: ref, tag, commit, h1, effect, needs"},
		{"[reflexes.timer]", "<<<<<<< HEAD\n[reflexes.timer]\n=======\n>>>>>>> other", "9:1 a merge conflict stands here, both sides of it"},
	} {
		lock, err := lockfile.Parse(edit(t, c.old, c.new))
		if got := placed(t, err); got != c.want || lock != nil {
			t.Errorf("with %q:\n got %s\nwant %s", c.new, got, c.want)
		}
	}
}

// placed is every problem of err as `line:column message`, one a line.
func placed(t *testing.T, err error) string {
	t.Helper()
	problems, ok := err.(diag.Problems)
	if !ok {
		return fmt.Sprint(err)
	}
	var lines []string
	for _, p := range problems {
		if p.At.File.Kind != diag.LockFile || p.Fix.Kind != diag.FixEditLine || *p.Fix.At != *p.At {
			t.Errorf("%s: the place is %+v, the fix %+v", p.Message, p.At, p.Fix)
		}
		lines = append(lines, fmt.Sprintf("%d:%d %s", p.At.Line, p.At.Column, p.Message))
	}
	return strings.Join(lines, "\n")
}

func TestATextThatIsNoTOMLIsOneProblemAtItsLine(t *testing.T) {
	_, err := lockfile.Parse([]byte("lock = 1\nevoke = \n"))
	if got := placed(t, err); !strings.HasPrefix(got, "2:") || strings.Contains(got, "\n") {
		t.Errorf("got %s", got)
	}
}

func TestAnEmptyFileIsNoLock(t *testing.T) {
	_, err := lockfile.Parse(nil)
	if got := placed(t, err); got != "1:1 lock = 1 is required\n1:1 evoke is required\n1:1 adapter is required" {
		t.Errorf("got %s", got)
	}
}

func anyLock() *rapid.Generator[*lockfile.Lock] {
	return rapid.Custom(func(t *rapid.T) *lockfile.Lock {
		line := rapid.StringMatching(`[ -~é日]{1,12}`)
		lock := &lockfile.Lock{Evoke: line.Draw(t, "evoke"), Adapter: lockfile.Adapter{Name: line.Draw(t, "name"), ID: line.Draw(t, "id")}}
		for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching(`[a-m][a-z0-9_]{0,6}`), 0, 5, rapid.ID).Draw(t, "names") {
			lock.Set(anyEntry(t, name))
		}
		return lock
	})
}

func anyEntry(t *rapid.T, name string) lockfile.Entry {
	entries := rapid.SliceOfNDistinct(rapid.StringMatching(`[ -~é]{1,8}`), 0, 3, rapid.ID)
	e := lockfile.Entry{
		Name:      name,
		Reference: ref.Reference{Repo: ref.Repo{Owner: "radhi", Name: "home"}, Dir: rapid.StringMatching(`([a-z]{1,3}(/[a-z]{1,3})?)?`).Draw(t, "dir")},
		Tag:       ref.Version{Major: rapid.Uint64().Draw(t, "major")},
		Commit:    rapid.StringMatching(`[0-9a-f]{40}|[0-9a-f]{64}`).Draw(t, "commit"),
		H1:        tree.Digest("h1:" + rapid.StringMatching(`[0-9a-f]{64}`).Draw(t, "h1")),
		Effect:    rapid.SampledFrom([]manifest.Effect{manifest.ReadOnly, manifest.Write, manifest.Destructive}).Draw(t, "effect"),
	}
	for _, key := range manifest.NeedKeys {
		if list := entries.Draw(t, key); len(list) > 0 {
			*e.Needs.List(key) = list
		}
	}
	return e
}

func TestWhatIsFormattedReadsBackTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyLock().Draw(t, "lock")
		src := lockfile.Format(want)
		got, err := lockfile.Parse(src)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("reads back as %+v\n%s", got, src)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(golden(f))
	f.Add([]byte("lock = 2\n"))
	f.Add([]byte("<<<<<<< x\n"))
	f.Add([]byte("lock = 1\nevoke = 1\nadapter = []\nreflexes = 1\n"))
	f.Add([]byte("lock=1\nevoke='a'\nadapter={name='a',id='b'}\nreflexes.x={ref='a/b',needs={reads=[{}]}}"))
	f.Fuzz(func(t *testing.T, src []byte) {
		lock, err := lockfile.Parse(src)
		if err != nil {
			problems, ok := err.(diag.Problems)
			if !ok || len(problems) == 0 || lock != nil {
				t.Fatalf("Parse gives %v, a %T", lock, err)
			}
			return
		}
		once := lockfile.Format(lock)
		again, err := lockfile.Parse(once)
		if err != nil || !bytes.Equal(lockfile.Format(again), once) {
			t.Fatalf("prints as\n%s\nwhich reads as %+v, %v", once, again, err)
		}
	})
}

func ExampleFormat() {
	lock := &lockfile.Lock{Evoke: lockfile.FormatVersion, Adapter: lockfile.Adapter{Name: "local", ID: "local-1"}}
	fmt.Printf("%s", lockfile.Format(lock))
	// Output:
	// # Written by evoke; evoke sync realises it on another machine and never changes it.
	// lock  = 1
	// evoke = "0.21.0"
	//
	// [adapter]
	// name = "local"
	// id   = "local-1"
}
