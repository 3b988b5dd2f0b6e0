package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sinew/cmd/hubindex/internal/listing"
	"sinew/internal/gittest"
	"sinew/pkg/ref"
	"sinew/pkg/text"
	"sinew/pkg/tree"
	"sinew/resolve"
)

// fetches counts how often a tag's pack was asked for.
func (s *scene) fetches(repository string) int {
	n := 0
	for _, r := range s.server.Requests() {
		if r == "POST /"+repository+"/git-upload-pack" {
			n++
		}
	}
	return n
}

func TestOnlyTagsThatAreNotLoggedAreReadAndTheOneBefore(t *testing.T) {
	const tags = 6
	s := newScene(t)
	var commands strings.Builder
	for i := range tags {
		fmt.Fprintf(&commands, "commit a\ntag 1.0.%d\n", i)
	}
	repo := s.remote("radhi/new", commands.String(), "a/reflex.toml", gittest.Saying("mirror"), "a/LICENSE", license)
	s.list("radhi/new")
	all := s.counted()
	var lines []string
	for i := range tags - 1 {
		lines = append(lines, s.line(repo, "radhi/new", fmt.Sprintf("1.0.%d", i)))
	}
	s.log(lines...)
	some := s.counted()
	s.log(append(lines, s.line(repo, "radhi/new", fmt.Sprintf("1.0.%d", tags-1)))...)
	one := s.counted()
	if all != tags*one || some != 2*one {
		t.Errorf("%d requests without a log, %d with one tag new, %d with none", all, some, one)
	}
}

// counted is how many packs of radhi/new one good check asks for.
func (s *scene) counted() int {
	s.Helper()
	before := s.fetches("radhi/new")
	if v := s.run(); v.Verdict != Wait {
		s.Errorf("%s", pretty(s.T, v))
	}
	return s.fetches("radhi/new") - before
}

func TestOfManyTagsTheNewestAreRead(t *testing.T) {
	s := &source{checking: &checking{}, newest: ref.Version{Major: 300}}
	var tags []resolve.Tag
	for i := range 301 {
		tags = append(tags, resolve.Tag{Name: fmt.Sprintf("%d.0.0", i)})
	}
	s.versions = resolve.Versions(tags)
	if got := s.plan(); len(got) != maxTags+1 || got[0].Major != 300-maxTags {
		t.Errorf("%v", got)
	}
}

func TestTheNotesOfThousandsOfReasonsAreCutAtTheirGentleEnd(t *testing.T) {
	var r reasons
	for i := range 2 * maxReasons {
		r.add(Reason{Type: Lint, Message: fmt.Sprint(i)})
	}
	r.add(Reason{Type: License, Verdict: Refuse, Message: "last"})
	v := r.verdict()
	if len(v.Reasons) != maxReasons+1 || v.Verdict != Refuse || v.Reasons[0].Type != License || v.Reasons[maxReasons].Type != ManyReasons {
		t.Errorf("%s of %d", v.Verdict, len(v.Reasons))
	}
}

// The reasons of a manifest that anybody may have written stay valid JSON, in
// clean lines.
func TestAVerdictIsValidAndCleanWhateverAManifestHolds(t *testing.T) {
	hostile := []string{
		"\u202e", "\x1b[2J", "\n", "\"", "\\", "\x00", "\xff", "</script>", "{", "}", "'''", "\u2028", "a", "reflex = 1\n", "run = [\"npx\", \"", "\"]\n",
		"description = \"", "[args.", "]\n", "ask = \"", "[examples]\n", "\"x\" = {}\n", "# ", "effect = \"read\"\n", strings.Repeat("x", 3000),
		"\U0001f600", "was = [\"", "= 1\n", "[needs]\nhosts = [\"",
	}
	piece := rapid.OneOf(rapid.SampledFrom(hostile), rapid.String())
	rapid.Check(t, func(t *rapid.T) {
		first, second := gittest.Saying("word"), strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "text"), "")
		if rapid.Bool().Draw(t, "beside a good one") {
			second = strings.Replace(first, "[examples]", second+"\n[examples]", 1)
		}
		v := judged(t, first, second)
		checkClean(t, v)
	})
}

// judged is the verdict of two tags that hold these manifests.
func judged(t *rapid.T, first, second string) Verdict {
	c := &checking{}
	s := &source{
		checking: c, Listing: listing.Listing{Path: "listings/a/b", Ref: ref.Reference{Repo: ref.Repo{Owner: "a", Name: "b"}}}, said: map[string]bool{},
		newest: ref.Version{Major: 1, Patch: 1},
	}
	var before *release
	for i, text := range []string{first, second} {
		files, err := tree.New([]tree.File{{Path: "reflex.toml", Bytes: []byte(text)}, {Path: "word.mjs", Bytes: []byte(second)}})
		if err != nil {
			t.Fatal(err)
		}
		r := s.newRelease(ref.Version{Major: 1, Patch: uint64(i)}, "", files)
		s.judge(before, r)
		before = r
	}
	return c.verdict()
}

func checkClean(t *rapid.T, v Verdict) {
	written, err := json.Marshal(v)
	if err != nil || !utf8.Valid(written) {
		t.Fatalf("%v", err)
	}
	var read Verdict
	if err := json.Unmarshal(written, &read); err != nil || read.Verdict != v.Verdict || !slices.Equal(read.Reasons, v.Reasons) {
		t.Fatalf("%v: %+v is read as %+v", err, v, read)
	}
	checkSchema(t, v)
	for _, r := range v.Reasons {
		for _, s := range []string{r.Message, r.Fix, r.At, r.Listing} {
			if _, bad := text.FirstUnclean(s); bad && s != "" || utf8.RuneCountInString(s) > maxText {
				t.Fatalf("%q", s)
			}
		}
	}
}
