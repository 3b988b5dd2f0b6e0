package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sinew/decide/adapter/local/encoder"
	"sinew/decide/adapter/local/likeness"
	"sinew/decide/adapter/local/scorer"
)

// elevenWords is a request as long as the longest that are usual.
const elevenWords = "set a timer for ten minutes and then dim the lights"

// encoding is one text encoded by the processor's own instructions, held
// against the plain sums that every other machine does. The bar is that the
// first takes at most two fifths of the second.
func encoding(s *stage) contest {
	own, plain := &encodes{stage: s}, &encodes{stage: s, tags: "purego"}
	return contest{
		name: "encode eleven words", rounds: 51, stage: s,
		work: func(*stage) error { return firstError(own.start(), plain.start()) },
		ways: []way{{"by assembly", 0, own.line}, {"in plain Go", 0.4, plain.line}},
	}
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// An encodes is a running encoder: it ends when the bench does. What it spends
// is in no tally.
type encodes struct {
	stage *stage
	tags  string
	to    io.Writer
	from  *bufio.Reader
}

// start builds the encoder and starts it.
func (e *encodes) start() error {
	binary := filepath.Join(e.stage.dir, "encode"+e.tags)
	if out, err := exec.Command("go", "build", "-tags", e.tags, "-o", binary, "sinew/bench/encode").CombinedOutput(); err != nil {
		return fmt.Errorf("building the encoder: %w: %s", err, out)
	}
	cmd := exec.Command(binary)
	cmd.Stderr = os.Stderr
	to, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	e.to, e.from = to, bufio.NewReader(from)
	return cmd.Start()
}

// line encodes one text.
func (e *encodes) line(context.Context, *tally, string) error {
	if _, err := fmt.Fprintln(e.to, elevenWords); err != nil {
		return err
	}
	_, err := e.from.ReadString('\n')
	return err
}

// scoring is a text scored against n reflexes, all vectors at hand, held
// against the encoding of one text: over a set that is at hand, as in a session
// or a pipe, and with the set made first. The bar is the first's, of fifteen.
func scoring(s *stage, n, examples int) contest {
	c := &scored{}
	bar := 0.0
	if n == 15 && examples == 10 {
		bar = 0.2
	}
	return contest{
		name: fmt.Sprintf("score %d × %d examples", n, examples), rounds: 51, stage: s,
		work: func(*stage) error { c.read(market{reflexes: n, examples: examples}); return nil },
		ways: []way{
			here("sinew's scorer", 0, c.score),
			here("encode eleven words", bar, encode),
			here("make the set, and score", 0, c.prepareAndScore),
		},
	}
}

func encode(context.Context) error {
	encoder.Embed(elevenWords)
	return nil
}

// A scored is a set whose texts have been read.
type scored struct {
	classes []scorer.Class
	set     *scorer.Set
	asked   *likeness.Text
}

func (c *scored) read(m market) {
	c.asked = likeness.Of(elevenWords)
	for i := range m.reflexes {
		r := scorer.Class{About: likeness.Of(m.about(i))}
		for _, said := range m.said(i) {
			r.Examples = append(r.Examples, likeness.Of(said))
		}
		c.classes = append(c.classes, r)
	}
	c.set = scorer.Prepare(c.classes)
}

// score is what one more sentence costs: its features and the shares.
func (c *scored) score(context.Context) error { return c.over(c.set) }

// prepareAndScore is what the first one costs.
func (c *scored) prepareAndScore(context.Context) error { return c.over(scorer.Prepare(c.classes)) }

func (c *scored) over(set *scorer.Set) error {
	shares := scorer.Shares(scorer.Fitted().Logits(set.Features(c.asked)))
	if len(shares) != len(c.classes)+1 || slices.Max(shares) <= 0 {
		return fmt.Errorf("%d shares of %d reflexes", len(shares), len(c.classes))
	}
	return nil
}

// A market is reflexes of the kind people write: each does one thing to one
// thing, and has so many examples.
type market struct{ reflexes, examples int }

// deeds are what is done with the trades' things: 250 pairs in all.
var deeds = strings.Fields("open paint clean count measure repair rent photograph insure deliver")

// frames are how an example says it.
var frames = strings.Split("DEED the THING|please DEED that THING today|could you DEED my THING|i want somebody to DEED the THING|"+
	"time to DEED the THING again|who can DEED a THING before noon|the THING needs somebody to DEED it|DEED each THING in the yard|"+
	"have the THING ready, DEED it first|begin to DEED the oldest THING", "|")

func (m market) pair(i int) (deed, thing string) { return deeds[i/len(trades)], trades[i%len(trades)] }

func (m market) about(i int) string {
	deed, thing := m.pair(i)
	return strings.ToUpper(deed[:1]) + deed[1:] + " the " + thing + "."
}

// said are a reflex's examples, no two alike.
func (m market) said(i int) []string {
	deed, thing := m.pair(i)
	all := make([]string, m.examples)
	for n := range all {
		all[n] = strings.NewReplacer("DEED", deed, "THING", thing).Replace(frames[n%len(frames)])
		if row := n / len(frames); row > 0 {
			all[n] += fmt.Sprintf(" of row %d", row)
		}
	}
	return all
}
