package planfile_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/decide/catalog"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/planfile"
	"sinew/pkg/project"
	"sinew/pkg/tree"
)

// saved is a file over the installed state, as Parse reads it back.
func saved(t testing.TB) *planfile.File {
	t.Helper()
	f := month()
	f.Pins = installed(t).pins()
	f.Pins.Packs = f.Pins.Packs[:1] // the sentence was read in English
	got, err := planfile.Parse(format(t, f), shown)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func without(s *state, name string) {
	s.set.Reflexes = slices.DeleteFunc(s.set.Reflexes, func(r catalog.Reflex) bool { return r.Name == name })
}

var again = diag.Fix{Kind: diag.FixSave, File: shown, Input: month().Input}

func TestOneChangeOfTheInstalledSetIsNamed(t *testing.T) {
	const bankDiffers, monthsDiffers, filesDiffer = "bank differs here from the plan's", "months differs here from the plan's", "this project's files differ from the plan's"
	own := diag.At("bank", "description is empty", diag.Position{File: diag.File{Kind: diag.ManifestFile, Name: "bank"}, Line: 2, Column: 1})
	for name, c := range map[string]struct {
		change func(*state)
		want   string
		fix    *diag.Fix // nil for making the plan again
	}{
		"evoke":               {func(s *state) { s.evoke = "0.20.0" }, "the plan was written by evoke 0.21.0; this is 0.20.0", nil},
		"the adapter":         {func(s *state) { s.set.Adapter.ID = "local-2" }, "the plan was decided by local-1; this project's adapter is local-2", nil},
		"route":               {func(s *state) { s.set.Adapter.Bars.Route = 0.6 }, "the plan was decided under another gate: route 0.5, here 0.6", nil},
		"read":                {func(s *state) { s.set.Adapter.Bars.Read = 0.5 }, "the plan was decided under another gate: read 0.8, here 0.5", nil},
		"write":               {func(s *state) { s.set.Adapter.Bars.Write = 1 }, "the plan was decided under another gate: write 0.9, here 1", nil},
		"no fits":             {func(s *state) { s.set.Adapter.Bars.Fits = nil }, "the plan was decided under another gate: fits 0.3, here none", nil},
		"whole":               {func(s *state) { *s.set.Adapter.Bars.Whole = 0.25 }, "the plan was decided under another gate: whole 0.3, here 0.25", nil},
		"no gate":             {func(s *state) { s.set.Adapter.Bars = nil }, "the plan was decided under another gate: route 0.5, here none", nil},
		"a step's reflex":     {func(s *state) { without(s, "bank") }, "step 1's reflex bank is not installed here", nil},
		"a remote one":        {func(s *state) { without(s, "ledger") }, "step 2's reflex ledger is not installed here", &diag.Fix{Kind: diag.FixAdd, Refs: []string{"acme/books/ledger@1.2.0"}}},
		"an inactive one":     {func(s *state) { without(s, "bank"); s.inactive = "bank" }, "bank: description is empty", &own.Fix},
		"the tag":             {func(s *state) { s.lock.Reflexes[0].Tag.Patch = 7 }, "ledger is at 1.2.7 here; the plan was made over 1.2.0", nil},
		"the tag and body":    {func(s *state) { s.lock.Reflexes[0].Tag.Major = 2; s.lock.Reflexes[0].H1 = tree.Digest(digest("c")) }, "ledger is at 2.2.0 here; the plan was made over 1.2.0", nil},
		"the body":            {func(s *state) { s.lock.Reflexes[0].H1 = tree.Digest(digest("c")) }, "ledger's body at 1.2.0 differs here from the plan's", nil},
		"the repository":      {func(s *state) { s.lock.Reflexes[0].Reference.Repo.Owner = "other" }, "ledger is from other/books/ledger here; the plan was made over acme/books/ledger", nil},
		"a remote made local": {func(s *state) { s.paths["ledger"] = "./ledger" }, "ledger is local here; the plan was made over 1.2.0", nil},
		"a local made remote": {func(s *state) { e := s.lock.Reflexes[0]; e.Name = "bank"; s.lock.Set(e); delete(s.paths, "bank") },
			"bank is at 1.2.0 here; the plan was made over a local one", nil},
		"wording":          {func(s *state) { s.set.Reflexes[0].Manifest.Description += " All." }, bankDiffers, nil},
		"an example":       {func(s *state) { s.set.Reflexes[0].Manifest.Examples[0].Utterance = "the bank" }, bankDiffers, nil},
		"an ask":           {func(s *state) { s.set.Reflexes[0].Manifest.Args[0].Ask = "When?" }, bankDiffers, nil},
		"the confirm":      {func(s *state) { s.set.Reflexes[0].Manifest.Confirm = "Pull?" }, bankDiffers, nil},
		"the consent":      {func(s *state) { s.set.Reflexes[0].Effect = manifest.Destructive }, bankDiffers, nil},
		"the reach":        {func(s *state) { s.set.Reflexes[0].Needs.Hosts = []string{"*"} }, bankDiffers, nil},
		"a setting":        {func(s *state) { s.set.Reflexes[0].Settings[0].Var = "" }, bankDiffers, nil},
		"one setting less": {func(s *state) { s.set.Reflexes[0].Settings = nil }, bankDiffers, nil},
		"a word more": {func(s *state) {
			v := s.set.Vocabs["months"]
			v.Words = append(v.Words, project.Word{Word: "november", What: "After october."})
			s.set.Vocabs["months"] = v
		}, monthsDiffers, nil},
		"a meaning":           {func(s *state) { s.set.Vocabs["months"].Words[1].What = "X." }, monthsDiffers, nil},
		"a value":             {func(s *state) { *s.set.Vocabs["months"].Words[0].Value = "x" }, monthsDiffers, nil},
		"the words' order":    {func(s *state) { slices.Reverse(s.set.Vocabs["months"].Words) }, monthsDiffers, nil},
		"no vocabulary":       {func(s *state) { delete(s.set.Vocabs, "months") }, monthsDiffers, nil},
		"a new vocabulary":    {func(s *state) { s.set.Vocabs["rooms"] = project.Vocabulary{Name: "rooms"} }, filesDiffer, nil},
		"the language":        {func(s *state) { s.packs[0].Digest = digest("9") }, "the language pack en differs here from the plan's", nil},
		"no language":         {func(s *state) { s.packs = s.packs[1:] }, "the language pack en differs here from the plan's", nil},
		"the reflexes' order": {func(s *state) { slices.Reverse(s.set.Reflexes) }, filesDiffer, nil},
		"one reflex more": {func(s *state) {
			more := s.set.Reflexes[1]
			more.Name = "extra"
			s.set.Reflexes = append(s.set.Reflexes, more)
		}, "extra is installed here and was not in the plan's set", &diag.Fix{Kind: diag.FixRemove, Reflex: "extra"}},
	} {
		s := installed(t)
		c.change(s)
		now := here(s.pins())
		if s.inactive != "" {
			now.Inactive = map[string]diag.Problem{s.inactive: own}
		}
		problems, _ := planfile.Check(saved(t), now, shown).(diag.Problems)
		if len(problems) != 1 || problems.Error() != c.want {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		checkFix(t, name, problems[0].Fix, c.fix)
	}
}

func checkFix(t *testing.T, name string, got diag.Fix, want *diag.Fix) {
	t.Helper()
	if want == nil {
		want = &again
	}
	if got.Kind != want.Kind || got.File != want.File || got.Input != want.Input || got.Reflex != want.Reflex || !slices.Equal(got.Refs, want.Refs) {
		t.Errorf("%s: the fix is %+v, not %+v", name, got, *want)
	}
}

// TestWhatNoPinHoldsMayMove: a local reflex's path, a language the sentence was
// not read in, a reflex's tests, and a problem of one that the plan never saw.
func TestWhatNoPinHoldsMayMove(t *testing.T) {
	s := installed(t)
	s.paths["bank"] = "../elsewhere"
	s.packs[1].Digest = digest("9")
	s.set.Adapter.Name = "mine"
	s.set.Reflexes[0].Manifest.Tests = []manifest.Record{{Utterance: "bank"}}
	now := here(s.pins())
	now.Inactive = map[string]diag.Problem{"other": {Message: "x"}}
	if err := planfile.Check(saved(t), now, shown); err != nil {
		t.Error(err)
	}
}

// TestTheFirstPinThatMovedIsNamed moves every pin, then puts them back one after
// another in the order they are checked in.
func TestTheFirstPinThatMovedIsNamed(t *testing.T) {
	f := saved(t)
	other := installed(t)
	other.evoke, other.set.Adapter.ID, other.set.Adapter.Bars.Read = "9.0.0", "x", 0.1
	other.set.Reflexes[0].Manifest.Description += " X."
	other.set.Reflexes[1].Manifest.Description += " X."
	other.set.Vocabs["months"].Words[0].What = "X."
	other.packs[0].Digest = digest("9")
	extra := other.set.Reflexes[1]
	extra.Name = "extra"
	other.set.Reflexes = append(other.set.Reflexes, extra)
	now := other.pins()
	now.Reflexes[1].Remote = &planfile.Remote{Reference: f.Pins.Reflexes[1].Remote.Reference, Tag: f.Pins.Reflexes[1].Remote.Tag, H1: tree.Digest(digest("c"))}
	for _, step := range []struct {
		want string
		mend func()
	}{
		{"the plan was written by evoke", func() { now.Evoke = f.Pins.Evoke }},
		{"the plan was decided by", func() { now.Adapter = f.Pins.Adapter }},
		{"the plan was decided under another gate", func() { now.Gate = f.Pins.Gate }},
		{"bank differs", func() { now.Reflexes[0] = f.Pins.Reflexes[0] }},
		{"ledger's body", func() { now.Reflexes[1].Remote = f.Pins.Reflexes[1].Remote }},
		{"ledger differs", func() { now.Reflexes[1] = f.Pins.Reflexes[1] }},
		{"months differs", func() { now.Vocabs = f.Pins.Vocabs }},
		{"the language pack en", func() { now.Packs = f.Pins.Packs }},
		{"extra is installed", func() { now.Reflexes = now.Reflexes[:2] }},
		{"this project's files differ", func() { now.Set = f.Pins.Set }},
	} {
		err := planfile.Check(f, here(now), shown)
		if err == nil || !strings.HasPrefix(err.Error(), step.want) {
			t.Errorf("got %v, want %s", err, step.want)
		}
		step.mend()
	}
	if err := planfile.Check(f, here(now), shown); err != nil {
		t.Error(err)
	}
}

func TestAReflexThatIsMissingIsCalledWhatThePlanMakesOfIt(t *testing.T) {
	f := month()
	for i, c := range []struct {
		missing, want string
		fix           diag.Fix
	}{
		{"bank", "step 1's reflex bank is not installed here", again},
		{"closing", "the plan's playbook closing is not installed here", again},
		{"weather", "weather is in the plan's set and not installed here", again},
	} {
		now := month().Pins
		now.Reflexes = slices.DeleteFunc(now.Reflexes, func(r planfile.Reflex) bool { return r.Name == c.missing })
		problems, _ := planfile.Check(f, here(now), shown).(diag.Problems)
		if problems.Error() != c.want {
			t.Errorf("%d: %v", i, problems)
			continue
		}
		checkFix(t, c.missing, problems[0].Fix, &c.fix)
	}
}

func TestARemoteReflexOfAnotherNameIsAddedUnderIt(t *testing.T) {
	f := month()
	f.Pins.Reflexes[1].Name = "journal"
	now := month().Pins
	now.Reflexes = now.Reflexes[:1]
	problems, _ := planfile.Check(f, here(now), shown).(diag.Problems)
	if want := diag.AddAs("acme/books/ledger@1.2.0", "journal"); len(problems) != 1 || problems[0].Fix.Kind != want.Kind ||
		problems[0].Fix.Reference != want.Reference || problems[0].Fix.Name != want.Name {
		t.Errorf("got %+v", problems)
	}
}

func TestAPlanThatReadsOtherwiseIsNamedByItsFirstStep(t *testing.T) {
	f := month()
	plan := string(f.Plan)
	for _, c := range []struct{ old, new, want string }{
		{`0.89`, `0.890`, ""},
		{`"verdict"`, `"trace":[{"ms":5}],"verdict"`, ""},
		{`0.89`, `0.85`, ": step 2"},
		{`"binds":[]`, `"binds":[1]`, ": binds"},
		{`"binds":[],`, ``, ": binds"},
		{`"binds":[]`, `"binds":[],"count":1`, ": count"},
		{`"n":1,`, ``, ": step 1"},
		{`,{"n":2,"text":"close the books","decision":{"call":"ledger","confidence":0.89},"reflex":"ledger"}`, ``, ": step 2"},
	} {
		err := planfile.Same(f, []byte(strings.Replace(plan, c.old, c.new, 1)), shown)
		if c.want == "" {
			if err != nil {
				t.Errorf("with %s: %v", c.new, err)
			}
			continue
		}
		problems, _ := err.(diag.Problems)
		if problems.Error() != "the plan does not read the same as the file"+c.want || !reflect.DeepEqual(problems[0].Fix, again) {
			t.Errorf("with %s: %+v", c.new, err)
		}
	}
	if err := planfile.Same(f, []byte("["), shown); err == nil {
		t.Error("what is no plan is the same")
	}
}

// TestNoDigestOfAFileMoves flips one pinned digest of any file.
func TestNoDigestOfAFileMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := files().Draw(t, "file")
		now := f.Pins
		now.Reflexes, now.Vocabs, now.Packs = slices.Clone(now.Reflexes), slices.Clone(now.Vocabs), slices.Clone(now.Packs)
		all, want := []*string{&now.Set}, []string{"this project's files"}
		for i := range now.Reflexes {
			all, want = append(all, &now.Reflexes[i].Item), append(want, now.Reflexes[i].Name+" differs here")
		}
		for i := range now.Vocabs {
			all, want = append(all, &now.Vocabs[i].Digest), append(want, now.Vocabs[i].Name+" differs here")
		}
		for i := range now.Packs {
			all, want = append(all, &now.Packs[i].Digest), append(want, "the language pack "+now.Packs[i].Name)
		}
		one := rapid.IntRange(0, len(all)-1).Draw(t, "which")
		*all[one] = digest("f")
		if err := planfile.Check(f, here(now), shown); err == nil || !strings.HasPrefix(err.Error(), want[one]) {
			t.Fatalf("got %v, want %s", err, want[one])
		}
	})
}
