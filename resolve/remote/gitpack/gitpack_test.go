package gitpack_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/internal/gittest"
	"sinew/pkg/tree"
	"sinew/resolve/remote/gitpack"
)

func id(t testing.TB, hexits string) gitpack.ID {
	t.Helper()
	got, ok := gitpack.ParseID(hexits)
	if !ok {
		t.Fatalf("%q is no id", hexits)
	}
	return got
}

// read is the tree a pack holds for a tag or commit, as `path=content …`.
func read(t testing.TB, pack []byte, of string, limits gitpack.Limits) (string, error) {
	t.Helper()
	objects, err := gitpack.Read(pack, gitpack.SHA1, limits)
	if err != nil {
		return "", err
	}
	commit, err := objects.Commit(id(t, of))
	if err != nil {
		return "", err
	}
	files, err := objects.Tree(commit)
	if err != nil {
		return "", err
	}
	var out []string
	for _, f := range files.Files() {
		out = append(out, fmt.Sprintf("%s=%s", f.Path, f.Bytes))
	}
	return strings.Join(out, " "), nil
}

func wantRefusal(t *testing.T, err error, why string) {
	t.Helper()
	if !gitpack.IsRefusal(err) || !strings.Contains(err.Error(), why) {
		t.Errorf("got %v, want a refusal with %q", err, why)
	}
}

// A making is a pack in the making, and the ids of its objects.
type making struct {
	t       testing.TB
	entries []gittest.Entry
}

func (m *making) put(kind int, name string, content []byte) string {
	m.entries = append(m.entries, gittest.Entry{Type: kind, Content: content})
	return gittest.ObjectID(name, content)
}

func (m *making) blob(content string) string { return m.put(gittest.Blob, "blob", []byte(content)) }

func (m *making) tree(entries ...gittest.TreeEntry) string {
	m.t.Helper()
	content, err := gittest.TreeContent(entries...)
	if err != nil {
		m.t.Fatal(err)
	}
	return m.put(gittest.Tree, "tree", content)
}

func (m *making) commit(tree string) string {
	return m.put(gittest.Commit, "commit", gittest.CommitContent(tree))
}

func file(name, id string) gittest.TreeEntry {
	return gittest.TreeEntry{Mode: "100644", Name: name, ID: id}
}
func dir(name, id string) gittest.TreeEntry {
	return gittest.TreeEntry{Mode: "40000", Name: name, ID: id}
}

func TestObjectsUnfoldInAnyOrderOfTheirDeltas(t *testing.T) {
	base := []byte("hello, world")
	first := []byte("hello, there")
	second := []byte("hello, there and here")
	toFirst := gittest.Delta(12, 12, append([]byte{0x90, 7}, append([]byte{5}, "there"...)...)...)
	toSecond := gittest.Delta(12, 21, append([]byte{0x91, 0, 12}, append([]byte{9}, " and here"...)...)...)
	m := &making{t: t}
	commit := m.commit(m.tree(
		file("a", gittest.ObjectID("blob", base)), file("b", gittest.ObjectID("blob", first)), file("c", gittest.ObjectID("blob", second))))
	orders := map[string][]gittest.Entry{
		"by offset": {
			{Type: gittest.Blob, Content: base},
			{Type: gittest.OffsetDelta, Base: 1, Content: toFirst},
			{Type: gittest.OffsetDelta, Base: 1, Content: toSecond}},
		"by id": {
			{Type: gittest.IDDelta, BaseID: gittest.ObjectID("blob", first), Content: toSecond},
			{Type: gittest.IDDelta, BaseID: gittest.ObjectID("blob", base), Content: toFirst},
			{Type: gittest.Blob, Content: base}},
		"by both": {
			{Type: gittest.IDDelta, BaseID: gittest.ObjectID("blob", base), Content: toFirst},
			{Type: gittest.OffsetDelta, Base: 1, Content: toSecond},
			{Type: gittest.Blob, Content: base}},
	}
	for name, entries := range orders {
		got, err := read(t, gittest.Pack(append(entries, m.entries...)...), commit, gitpack.Limits{})
		if want := "a=hello, world b=hello, there c=hello, there and here"; err != nil || got != want {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

// bomb is a pack of one blob of zeros, declared as it is.
func bomb(size int64) []byte { return gittest.Pack(gittest.Entry{Type: gittest.Blob, Zeros: size}) }

// deltaBomb is a pack under 1 KB whose delta declares a huge target.
func deltaBomb(target uint64) []byte {
	var copies []byte
	for range 25 {
		copies = append(copies, 0xf0, 0xff, 0xff, 0xff) // 16 MB from offset 0
	}
	return gittest.Pack(
		gittest.Entry{Type: gittest.Blob, Content: []byte("base")},
		gittest.Entry{Type: gittest.OffsetDelta, Base: 1, Content: gittest.Delta(4, target, copies...)})
}

func TestAPackThatBreaksItsFormIsRefused(t *testing.T) {
	blob := func(content string) gittest.Entry { return gittest.Entry{Type: gittest.Blob, Content: []byte(content)} }
	delta := func(d []byte) []byte {
		return gittest.Pack(blob("base"), gittest.Entry{Type: gittest.OffsetDelta, Base: 1, Content: d})
	}
	plain := gittest.Pack(blob("x"))
	version3 := slices.Clone(plain[:len(plain)-20])
	version3[7] = 3
	fewer := slices.Clone(plain[:len(plain)-20])
	fewer[11] = 0
	more := slices.Clone(plain[:len(plain)-20])
	more[11] = 2
	head := plain[:12]
	raw := func(bytes ...byte) []byte { return gittest.Seal(append(slices.Clone(head), bytes...)) }
	for name, c := range map[string]struct {
		pack []byte
		why  string
	}{
		"nothing":                    {nil, "no header"},
		"another file":               {bytes.Repeat([]byte("x"), 100), "no header"},
		"another version":            {gittest.Seal(version3), "version 3"},
		"a wrong checksum":           {append(slices.Clone(plain[:len(plain)-1]), 0), "its checksum differs"},
		"fewer objects than it says": {gittest.Seal(more), "it ends before its last object"},
		"more objects than it says":  {gittest.Seal(fewer), "bytes follow its last object"},
		"type 0":                     {raw(0x00), "an object of type 0"},
		"type 5":                     {raw(0x51), "an object of type 5"},
		"a size without end":         {raw(0xb0), "it ends inside a size"},
		"a size past 60 bits":        {raw(0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), "a size past 60 bits"},
		"no stream":                  {raw(0x31, 1, 2, 3), "no zlib stream"},
		"a base outside":             {raw(0x61, 0x7f), "whose base is no object before it"},
		"a base at itself":           {raw(0x61, 0x00), "whose base is no object before it"},
		"a base without end":         {raw(0x61, 0xff), "it ends inside a delta"},
		"a base past 56 bits":        {raw(0x61, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), "past 56 bits away"},
		"a base id cut short":        {raw(0x71, 1, 2), "it ends inside a delta"},
		"more than its size":         {gittest.Pack(gittest.Entry{Type: gittest.Blob, Content: []byte("hello"), Size: 4}), "inflates to more than its size"},
		"less than its size":         {gittest.Pack(gittest.Entry{Type: gittest.Blob, Content: []byte("hello"), Size: 6}), "inflates to less than its size"},
		"a base nobody has": {gittest.Pack(gittest.Entry{Type: gittest.IDDelta, BaseID: strings.Repeat("1", 40), Content: gittest.Delta(1, 1, 1, 'x')}),
			"a delta whose base it does not hold"},
		"a base of another size": {delta(gittest.Delta(5, 1, 1, 'x')), "for a base of another size"},
		"a target over its size": {delta(gittest.Delta(4, 1, 2, 'x', 'y')), "makes more than its size"},
		"a target under":         {delta(gittest.Delta(4, 3, 1, 'x')), "makes less than its size"},
		"a copy from outside":    {delta(gittest.Delta(4, 5, 0x90, 5)), "copies from outside its base"},
		"a copy of 65536":        {delta(gittest.Delta(4, 65536, 0x80)), "copies from outside its base"},
		"an instruction of 0":    {delta(gittest.Delta(4, 1, 0)), "an unknown instruction"},
		"an insertion cut short": {delta(gittest.Delta(4, 9, 9, 'x')), "ends inside an insertion"},
		"a copy cut short":       {delta(gittest.Delta(4, 1, 0xff, 0)), "ends inside a copy"},
		"sizes cut short":        {delta([]byte{4, 0x80}), "ends inside its sizes"},
		"a target past 62 bits":  {delta(append([]byte{4}, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)), "past 62 bits"},
	} {
		_, err := gitpack.Read(c.pack, gitpack.SHA1, gitpack.Limits{})
		if !gitpack.IsRefusal(err) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: got %v, want %q", name, err, c.why)
		}
	}
}

func TestEveryLimitHoldsWithItsMessage(t *testing.T) {
	m := &making{t: t}
	blob := m.blob(strings.Repeat("x", 100))
	inner := m.tree(file("b", blob))
	commit := m.commit(m.tree(file("a", blob), dir("d", inner)))
	pack := gittest.Pack(m.entries...)
	if got, err := read(t, pack, commit, gitpack.Limits{Entries: 3, TreeDepth: 1, FileBytes: 200, Objects: 4, ObjectBytes: 200, TotalBytes: 1000}); err != nil {
		t.Fatalf("at its limits: %q, %v", got, err)
	}
	for why, limits := range map[string]gitpack.Limits{
		"the pack is over 10 bytes":                   {PackBytes: 10},
		"the pack holds 4 objects, over 3":            {Objects: 3},
		"an object of 100 bytes is over 99":           {ObjectBytes: 99},
		"the pack unfolds to over 150 bytes":          {TotalBytes: 150},
		"the tree holds over 2 files and directories": {Entries: 2},
		"the files of the tree are over 199 bytes":    {FileBytes: 199},
	} {
		_, err := read(t, pack, commit, limits)
		wantRefusal(t, err, why)
	}
}

func TestTheDefaultLimitsAreThoseOfThePackageComment(t *testing.T) {
	comment, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	l := gitpack.Limits{}.WithDefaults()
	for _, want := range []string{
		fmt.Sprintf("%d MiB of pack                       `the pack is over %d bytes`", l.PackBytes>>20, l.PackBytes),
		fmt.Sprintf("%d objects                       `the pack holds <n> objects, over %d`", l.Objects, l.Objects),
		fmt.Sprintf("%d MiB an object, or a delta target  `an object of <n> bytes is over %d`", l.ObjectBytes>>20, l.ObjectBytes),
		fmt.Sprintf("`the pack unfolds to over %d bytes`", l.TotalBytes),
		fmt.Sprintf("`a chain of deltas is over %d long`", l.DeltaDepth),
		fmt.Sprintf("`the tree holds over %d files and directories`", l.Entries),
		fmt.Sprintf("`the files of the tree are over %d bytes`", l.FileBytes),
		fmt.Sprintf("`<path> is over %d directories deep`", l.TreeDepth),
	} {
		if !strings.Contains(string(comment), want) {
			t.Errorf("the package comment does not say: %s", want)
		}
	}
}

func TestADeltaIsHeldToItsTargetNotToItsOwnSize(t *testing.T) {
	_, err := gitpack.Read(deltaBomb(415<<20), gitpack.SHA1, gitpack.Limits{})
	wantRefusal(t, err, "an object of 435159040 bytes is over 16777216")
	small := gittest.Pack(
		gittest.Entry{Type: gittest.Blob, Content: []byte("base")},
		gittest.Entry{Type: gittest.OffsetDelta, Base: 1, Content: gittest.Delta(4, 90, 0x90, 4)},
		gittest.Entry{Type: gittest.OffsetDelta, Base: 2, Content: gittest.Delta(4, 90, 0x90, 4)})
	_, err = gitpack.Read(small, gitpack.SHA1, gitpack.Limits{TotalBytes: 150})
	wantRefusal(t, err, "the pack unfolds to over 150 bytes")
}

func TestAChainOfDeltasIsHeldToItsLength(t *testing.T) {
	chain := func(n int, byID bool) []byte {
		content := []byte("x")
		entries := []gittest.Entry{{Type: gittest.Blob, Content: content}}
		for i := range n {
			e := gittest.Entry{Type: gittest.OffsetDelta, Base: 1, Content: gittest.Delta(uint64(i+1), uint64(i+2), append(copyAll(i+1), 1, 'x')...)}
			if byID {
				e.Type, e.BaseID = gittest.IDDelta, gittest.ObjectID("blob", content)
			}
			content = append(content, 'x')
			entries = append(entries, e)
		}
		if byID {
			slices.Reverse(entries)
		}
		return gittest.Pack(entries...)
	}
	for _, byID := range []bool{false, true} {
		if _, err := gitpack.Read(chain(20, byID), gitpack.SHA1, gitpack.Limits{DeltaDepth: 20}); err != nil {
			t.Errorf("by id %v: 20 deltas: %v", byID, err)
		}
		_, err := gitpack.Read(chain(21, byID), gitpack.SHA1, gitpack.Limits{DeltaDepth: 20})
		wantRefusal(t, err, "a chain of deltas is over 20 long")
	}
}

// copyAll is the instruction that copies the first n bytes, n under 256.
func copyAll(n int) []byte { return []byte{0x90, byte(n)} }

func TestATreeThatNamesItselfManyTimesIsHeldToItsPaths(t *testing.T) {
	m := &making{t: t}
	part := m.tree(file("f", m.blob("x")))
	for range 30 { // 10 to the 30th files
		var entries []gittest.TreeEntry
		for i := range 10 {
			entries = append(entries, dir(fmt.Sprint(i), part))
		}
		part = m.tree(entries...)
	}
	_, err := read(t, gittest.Pack(m.entries...), m.commit(part), gitpack.Limits{})
	wantRefusal(t, err, "is not in the pack") // the commit was made after the pack
	_, err = read(t, gittest.Pack(m.entries...), gittest.ObjectID("commit", gittest.CommitContent(part)), gitpack.Limits{})
	wantRefusal(t, err, "the tree holds over 20000 files and directories")

	m = &making{t: t}
	blob := m.blob(strings.Repeat("x", 1<<20))
	var entries []gittest.TreeEntry
	for i := range 100 {
		entries = append(entries, file(fmt.Sprintf("%03d", i), blob))
	}
	commit := m.commit(m.tree(entries...))
	_, err = read(t, gittest.Pack(m.entries...), commit, gitpack.Limits{})
	wantRefusal(t, err, "the files of the tree are over 67108864 bytes")
}

func TestADeepTreeIsRefused(t *testing.T) {
	m := &making{t: t}
	part := m.tree(file("f", m.blob("x")))
	for range 65 {
		part = m.tree(dir("d", part))
	}
	commit := m.commit(part)
	_, err := read(t, gittest.Pack(m.entries...), commit, gitpack.Limits{})
	wantRefusal(t, err, "is over 64 directories deep")
}

func TestAnEntryThatNoTreeMayHoldIsRefused(t *testing.T) {
	m := &making{t: t}
	blob := m.blob("x")
	empty := m.tree()
	for name, c := range map[string]struct {
		entries []gittest.TreeEntry
		why     string
	}{
		"a symbolic link":        {[]gittest.TreeEntry{{Mode: "120000", Name: "l", ID: blob}}, "l is a symbolic link"},
		"a submodule":            {[]gittest.TreeEntry{{Mode: "160000", Name: "s", ID: blob}}, "s is a submodule"},
		"a padded mode":          {[]gittest.TreeEntry{{Mode: "040000", Name: "d", ID: empty}}, "d has mode 040000, which no file has"},
		"a setuid file":          {[]gittest.TreeEntry{{Mode: "104755", Name: "f", ID: blob}}, "f has mode 104755, which no file has"},
		"a mode that is none":    {[]gittest.TreeEntry{{Mode: "rw", Name: "f", ID: blob}}, "a tree is malformed"},
		"no mode":                {[]gittest.TreeEntry{{Mode: "", Name: "f", ID: blob}}, "a tree is malformed"},
		"no name":                {[]gittest.TreeEntry{file("", blob)}, "a tree is malformed"},
		"a slash":                {[]gittest.TreeEntry{file("a/b", blob)}, "a tree is malformed"},
		"out of order":           {[]gittest.TreeEntry{file("b", blob), file("a", blob)}, "out of order"},
		"twice":                  {[]gittest.TreeEntry{file("a", blob), file("a", blob)}, "out of order"},
		"a file and a dir":       {[]gittest.TreeEntry{file("a", blob), file("a.b", blob), dir("a", m.tree(file("x", blob)))}, "both a file and a directory"},
		"dot dot":                {[]gittest.TreeEntry{file("..", blob)}, ".. is no plain relative path"},
		"a directory dot dot":    {[]gittest.TreeEntry{dir("..", empty)}, ".. is no plain relative path"},
		"dot":                    {[]gittest.TreeEntry{file(".", blob)}, ". is no plain relative path"},
		".git":                   {[]gittest.TreeEntry{dir(".git", m.tree(file("config", blob)))}, ".git is no plain relative path"},
		".GIT, empty":            {[]gittest.TreeEntry{dir(".GIT", empty)}, ".GIT is no plain relative path"},
		"a backslash":            {[]gittest.TreeEntry{file(`a\b`, blob)}, "holds a backslash"},
		"a line feed":            {[]gittest.TreeEntry{file("a\nb", blob)}, `a\nb holds a character`},
		"a terminal code":        {[]gittest.TreeEntry{file("\x1b[2J", blob)}, `\u{1b}[2J holds a character`},
		"a bidi control":         {[]gittest.TreeEntry{file("a\u202e", blob)}, `a\u{202e} holds a character`},
		"bytes that are no text": {[]gittest.TreeEntry{file("a\xff", blob)}, `a\xff holds a character`},
		"two cases":              {[]gittest.TreeEntry{file("A.mts", blob), file("a.mts", blob)}, "are one name"},
		"two Unicode forms":      {[]gittest.TreeEntry{file("e\u0301", blob), file("\u00e9", blob)}, "are one name"},
		"two cases of a dir":     {[]gittest.TreeEntry{dir("D", m.tree(file("x", blob))), dir("d", m.tree(file("y", blob)))}, "are one name"},
		"a long path":            {[]gittest.TreeEntry{file(strings.Repeat("x", 1025), blob)}, "is over 1024 bytes long"},
		"a dir that is a file":   {[]gittest.TreeEntry{dir("d", blob)}, "is a blob, not a tree"},
	} {
		commit := m.commit(m.tree(c.entries...))
		_, err := read(t, gittest.Pack(m.entries...), commit, gitpack.Limits{})
		if !gitpack.IsRefusal(err) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: got %v, want %q", name, err, c.why)
		}
	}
}

func TestEveryModeOfAFileIsTaken(t *testing.T) {
	m := &making{t: t}
	blob := m.blob("x")
	commit := m.commit(m.tree(
		gittest.TreeEntry{Mode: "100644", Name: "a", ID: blob}, gittest.TreeEntry{Mode: "100755", Name: "b", ID: blob},
		gittest.TreeEntry{Mode: "100664", Name: "c", ID: blob}, dir("empty", m.tree())))
	got, err := read(t, gittest.Pack(m.entries...), commit, gitpack.Limits{})
	if want := "a=x b=x c=x"; err != nil || got != want {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestAFileThatGitLFSKeepsElsewhereIsRefused(t *testing.T) {
	const version, rest = "version https://git-lfs.github.com/spec/v1\n", "oid sha256:4d7a21\nsize 12345\n"
	for name, c := range map[string]struct {
		content string
		pointer bool
	}{
		"a pointer":                     {version + rest, true},
		"one with an extension":         {version + "ext-0-crypt sha256:00\n" + rest, true},
		"one with line ends of Windows": {strings.ReplaceAll(version+rest, "\n", "\r\n"), true},
		"one of LFS before its name":    {"version https://hawser.github.com/spec/v1\n" + rest, true},
		"the first line alone":          {version, false},
		"a later version":               {"version https://git-lfs.github.com/spec/v12\n" + rest, false},
		"a text about one":              {"A pointer reads:\n" + version + rest, false},
		"a file that is no small one":   {version + rest + strings.Repeat("x", 1024), false},
	} {
		m := &making{t: t}
		commit := m.commit(m.tree(dir("img", m.tree(file("den.png", m.blob(c.content))))))
		_, err := read(t, gittest.Pack(m.entries...), commit, gitpack.Limits{})
		if !c.pointer {
			if err != nil {
				t.Errorf("%s: got %v", name, err)
			}
			continue
		}
		want := "img/den.png is a git LFS pointer: its content is not in the repository"
		if !gitpack.IsRefusal(err) || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

func TestACommitOrATagThatIsMalformedIsRefused(t *testing.T) {
	empty := gittest.ObjectID("tree", nil)
	for _, content := range []string{
		"", "tree", "tree " + empty, "tree " + empty + "\n", "tree " + strings.ToUpper(empty) + "\nauthor x\ncommitter x\n",
		"tree " + empty + "\nparent x\nauthor x\ncommitter x\n", "tree " + empty + "\nauthor x\n", "tree " + empty + "\nauthor x\ncommitter x",
		"author x\ntree " + empty + "\ncommitter x\n", "tree " + empty + "00\nauthor x\ncommitter x\n",
	} {
		m := &making{t: t}
		m.tree()
		commit := m.put(gittest.Commit, "commit", []byte(content))
		_, err := read(t, gittest.Pack(m.entries...), commit, gitpack.Limits{})
		wantRefusal(t, err, "a commit is malformed")
	}
	for _, content := range []string{
		"", "object x\ntype commit\ntag v\n", "object " + empty + "\ntype commit\n", "object " + empty + "\ntype thing\ntag v\n",
		"object " + empty + "\ntag v\ntype tree\n", "object " + empty + "\ntype tree\ntag \n", "object " + empty + "\ntree\ntag v\n",
	} {
		m := &making{t: t}
		m.tree()
		tag := m.put(gittest.Tag, "tag", []byte(content))
		_, err := read(t, gittest.Pack(m.entries...), tag, gitpack.Limits{})
		wantRefusal(t, err, "a tag object is malformed")
	}
}

func TestATagOfATagIsFollowedOnlySoFar(t *testing.T) {
	m := &making{t: t}
	commit := m.commit(m.tree(file("a", m.blob("x"))))
	at, kind := commit, "commit"
	for range 8 {
		at, kind = m.put(gittest.Tag, "tag", gittest.TagContent(kind, at)), "tag"
	}
	if got, err := read(t, gittest.Pack(m.entries...), at, gitpack.Limits{}); err != nil || got != "a=x" {
		t.Errorf("8 tags: got %q, %v", got, err)
	}
	at = m.put(gittest.Tag, "tag", gittest.TagContent(kind, at))
	_, err := read(t, gittest.Pack(m.entries...), at, gitpack.Limits{})
	wantRefusal(t, err, "the tag is over 8 tags away from a commit")
}

// TestGitsOwnPacksRead compares with git on a history that makes deltas.
func TestGitsOwnPacksRead(t *testing.T) {
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	for _, format := range []string{"sha1", "sha256"} {
		script := new(strings.Builder)
		fmt.Fprintf(script, "object-format %s\ncommit one\nannotate v1\n", format)
		for i := range 60 {
			fmt.Fprintf(script, "-- one/d%d/f%d --\n%s%d\n", i%7, i, strings.Repeat("the same line\n", 200), i)
		}
		repo, err := gittest.Build(filepath.Join(t.TempDir(), "r"), script.String())
		if err != nil {
			t.Fatal(err)
		}
		for _, offsets := range []string{"--delta-base-offset", "--no-delta-base-offset"} {
			gitsPackReads(t, repo, offsets)
		}
	}
}

func gitsPackReads(t *testing.T, repo gittest.Repo, offsets string) {
	t.Helper()
	out := filepath.Join(repo.Dir, "out"+offsets)
	name, err := repo.Run("refs/tags/v1\n", "pack-objects", "--quiet", "--revs", "--no-reuse-delta", offsets, out)
	if err != nil {
		t.Fatal(err)
	}
	pack, err := os.ReadFile(out + "-" + name + ".pack")
	if err != nil {
		t.Fatal(err)
	}
	tag, err := repo.Run("", "rev-parse", "refs/tags/v1")
	if err != nil {
		t.Fatal(err)
	}
	objects, err := gitpack.Read(pack, gitpack.FormatOf(id(t, tag)), gitpack.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	commit, err := objects.Commit(id(t, tag))
	if err != nil {
		t.Fatal(err)
	}
	files, err := objects.Tree(commit)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(files.Files()); n != 60 {
		t.Errorf("got %d files", n)
	}
	for _, f := range files.Files() {
		want, err := repo.Run("", "cat-file", "blob", "v1:"+f.Path)
		if err != nil || want+"\n" != string(f.Bytes) {
			t.Errorf("%s differs from git's: %v", f.Path, err)
		}
	}
}

func TestAnyTreeThatIsPackedReadsBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := &making{t: t}
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,3}`), 0, 8, rapid.ID[string]).Draw(r, "names")
		slices.Sort(names)
		var entries []gittest.TreeEntry
		var want []string
		for _, name := range names {
			content := rapid.String().Draw(r, "content")
			entries = append(entries, file(name, m.blob(content)))
			want = append(want, name+"="+content)
		}
		commit := m.commit(m.tree(entries...))
		order := rapid.Permutation(m.entries).Draw(r, "order")
		got, err := read(t, gittest.Pack(order...), commit, gitpack.Limits{})
		if err != nil || got != strings.Join(want, " ") {
			r.Errorf("got %q, %v, want %q", got, err, want)
		}
	})
}

func TestAnIDIsHexAndBack(t *testing.T) {
	for _, good := range []string{strings.Repeat("0a", 20), strings.Repeat("f1", 32)} {
		if got := id(t, good); got.String() != good {
			t.Errorf("got %s", got)
		}
	}
	for _, bad := range []string{"", "00", strings.Repeat("0A", 20), strings.Repeat("zz", 20), strings.Repeat("0", 41), strings.Repeat("é", 20)} {
		if _, ok := gitpack.ParseID(bad); ok {
			t.Errorf("%q is an id", bad)
		}
	}
}

// FuzzRead has a body of a pack, whose header and checksum are made true.
func FuzzRead(f *testing.F) {
	m := &making{t: f}
	commit := m.commit(m.tree(file("a", m.blob("hello")), dir("d", m.tree(file("b", m.blob("x"))))))
	m.put(gittest.Tag, "tag", gittest.TagContent("commit", commit))
	for _, pack := range [][]byte{gittest.Pack(m.entries...), deltaBomb(1000), bomb(1000), gittest.Pack(
		gittest.Entry{Type: gittest.Blob, Content: []byte("base")},
		gittest.Entry{Type: gittest.OffsetDelta, Base: 1, Content: gittest.Delta(4, 5, 0x90, 4, 1, 'x')},
		gittest.Entry{Type: gittest.IDDelta, BaseID: gittest.ObjectID("blob", []byte("base")), Content: gittest.Delta(4, 4, 0x90, 4)})} {
		f.Add(binary.BigEndian.Uint32(pack[8:]), pack[12:len(pack)-20])
	}
	limits := gitpack.Limits{Objects: 50, ObjectBytes: 1 << 16, TotalBytes: 1 << 18, DeltaDepth: 10, Entries: 100, FileBytes: 1 << 18, TreeDepth: 5}
	f.Fuzz(func(t *testing.T, count uint32, body []byte) {
		pack := binary.BigEndian.AppendUint32([]byte("PACK\x00\x00\x00\x02"), count%64)
		pack = gittest.Seal(append(pack, body...))
		objects, err := gitpack.Read(pack, gitpack.SHA1, limits)
		if err != nil {
			if !gitpack.IsRefusal(err) {
				t.Errorf("not a refusal: %v", err)
			}
			return
		}
		for _, of := range []string{commit, gittest.ObjectID("tag", gittest.TagContent("commit", commit))} {
			if at, err := objects.Commit(id(t, of)); err == nil {
				if files, err := objects.Tree(at); err == nil && len(files.Files()) != 2 {
					t.Errorf("the commit's tree is its own: got %d files", len(files.Files()))
				}
			}
		}
	})
}

// FuzzTree has a commit, a tag and a tree of any bytes, with a blob and an
// empty tree to name.
func FuzzTree(f *testing.F) {
	m := &making{t: f}
	blob, empty := m.blob("x"), m.tree()
	for _, entries := range [][]gittest.TreeEntry{{file("a", blob), dir("d", empty)}, {{Mode: "120000", Name: "l", ID: blob}}, {dir("..", empty)}} {
		content, err := gittest.TreeContent(entries...)
		if err != nil {
			f.Fatal(err)
		}
		tree := gittest.ObjectID("tree", content)
		f.Add(content, gittest.CommitContent(tree), gittest.TagContent("commit", gittest.ObjectID("commit", gittest.CommitContent(tree))))
	}
	f.Fuzz(func(t *testing.T, treeBytes, commitBytes, tagBytes []byte) {
		m := &making{t: t}
		m.blob("x")
		m.tree()
		root := m.put(gittest.Tree, "tree", treeBytes)
		whole := m.commit(root)
		m.put(gittest.Commit, "commit", commitBytes)
		tag := m.put(gittest.Tag, "tag", tagBytes)
		objects, err := gitpack.Read(gittest.Pack(m.entries...), gitpack.SHA1, gitpack.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []string{whole, tag, gittest.ObjectID("commit", commitBytes)} {
			at, err := objects.Commit(id(t, of))
			if err == nil {
				var files tree.Tree
				files, err = objects.Tree(at)
				checkPaths(t, files)
			}
			if err != nil && !gitpack.IsRefusal(err) {
				t.Errorf("not a refusal: %v", err)
			}
		}
	})
}

func checkPaths(t *testing.T, files tree.Tree) {
	t.Helper()
	for _, f := range files.Files() {
		if err := tree.CheckPath(f.Path); err != nil || filepath.IsAbs(f.Path) || !filepath.IsLocal(f.Path) {
			t.Errorf("%q was taken: %v", f.Path, err)
		}
	}
}
