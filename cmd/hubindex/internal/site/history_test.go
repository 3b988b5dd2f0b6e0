package site

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sinew/pkg/hublog"
)

// A history is a log that grows at random.
type history struct {
	*scene
	*rand.Rand
	versions []hublog.Record // that are logged
	late     []string        // directories of trees that are not there yet, as they are called meanwhile
}

var words = strings.Fields("lamp light note clock Übung weather river stone garden door window music train bread letter 東京 mail")

func (h *history) word() string { return words[h.IntN(len(words))] }

func (h *history) name() string {
	hosts := []string{"github.com/radhi", "github.com/ana", "git.example.org/Team", "git.example.org/team/sub"}
	name := fmt.Sprintf("%s/repo%d", hosts[h.IntN(len(hosts))], h.IntN(4))
	if dir := h.IntN(6); dir > 0 {
		name += fmt.Sprintf("#%c/dir%d", 'a'+dir, dir)
	}
	return name
}

// manifest is one at random, which may not read.
func (h *history) manifest() string {
	switch h.IntN(12) {
	case 0:
		return "reflex = 1\nthis is no manifest"
	default:
		effect := []string{"read", "write", "destructive"}[h.IntN(3)]
		more := ""
		if h.IntN(3) == 0 {
			more = "\n[args.room]\nask = \"Which " + h.word() + "?\"\noptional = true\nvocab = \"rooms\"\n"
		}
		return greet("Mind the "+h.word()+" and the "+h.word()+".", effect, more)
	}
}

func (h *history) step() {
	for range h.IntN(4) {
		version := fmt.Sprintf("%d.%d.0", h.IntN(3), h.IntN(9))
		files := map[string]string{"reflex.toml": h.manifest(), "x": strings.Repeat(h.word()+"\n", h.IntN(5))}
		h.versions = append(h.versions, h.publish(h.name(), version, files))
	}
	if len(h.versions) > 0 && h.IntN(2) == 0 {
		h.aside(h.versions[h.IntN(len(h.versions))])
	}
	h.keep()
	h.lose()
	h.log()
}

// aside is a record about a version that was seen.
func (h *history) aside(v hublog.Record) {
	at := v.Seen.Format("2006-01-02T15:04:05Z")
	switch h.IntN(4) {
	case 0:
		h.say(fmt.Sprintf("retract %s %s %s %q", v.Name, v.Version, at, h.word()))
	case 1:
		h.say(fmt.Sprintf("signer %s %s someone-%s %s", v.Name, v.Version, string(v.Name[0]), at))
	case 2:
		h.say(fmt.Sprintf("moved %s %s %s", v.Name.Repo(), "codeberg.org/new/home", at))
	case 3:
		v.Commit = digestOf(h.word())[:40]
		h.pending = append(h.pending, v)
	}
}

// lose has a tree come late, and one that was late come.
func (h *history) lose() {
	trees := filepath.Join(h.dir, "trees")
	if len(h.late) > 0 && h.IntN(2) == 0 {
		must(h, os.Rename(filepath.Join(h.dir, h.late[0]), filepath.Join(trees, h.late[0])))
		h.late = h.late[1:]
	}
	if h.IntN(3) > 0 || len(h.versions) == 0 {
		return
	}
	last := h.versions[len(h.versions)-1]
	name := strings.TrimPrefix(last.H1, "h1:")
	if last.Seen.Equal(h.now) && os.Rename(filepath.Join(trees, name), filepath.Join(h.dir, name)) == nil {
		h.late = append(h.late, name)
	}
}

// TestManyBuildsMakeTheSiteOfOne grows logs at random, and compares the site
// that was brought up to date again and again with one that is made anew.
func TestManyBuildsMakeTheSiteOfOne(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			h := &history{scene: newScene(t), Rand: rand.New(rand.NewPCG(seed, 7))}
			for i := range 15 {
				h.step()
				if sum := h.build("site"); sum.Whole != (i == 0) {
					t.Fatalf("build %d did %+v", i, sum)
				}
				if i%5 == 4 {
					whole := fmt.Sprintf("whole%d", i)
					h.build(whole)
					h.same(fmt.Sprintf("after %d builds", i+1), "site", whole)
				}
			}
		})
	}
}
