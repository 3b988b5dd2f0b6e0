package gittest

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"regexp"
	"strings"
	"sync"
)

// A Ref is one line of a made-up advertisement.
type Ref struct{ Name, ID string }

// A Fake is a remote that says what it is told to say. Serve it with
// Server.Mount.
type Fake struct {
	Refs         []Ref  // in order; a peeled tag is a Ref of its own, `refs/tags/v1^{}`
	Capabilities string // those of a plain server when empty
	Pack         []byte
	Progress     string // said beside the pack
	Error        string // said in the sideband instead of the pack
	Before       string // pkt-lines before the pack; `NAK` when empty

	mu    sync.Mutex
	wants []string
}

// PlainCapabilities are those of a Fake that names none.
const PlainCapabilities = "side-band-64k ofs-delta shallow no-progress"

// Wants are the ids that were asked for, in order.
func (f *Fake) Wants() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.wants...)
}

// ServeHTTP answers the two requests of a smart fetch.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/info/refs") {
		w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
		f.advertise(w)
		return
	}
	body, _ := io.ReadAll(r.Body)
	f.mu.Lock()
	for _, m := range want.FindAllStringSubmatch(string(body), -1) {
		f.wants = append(f.wants, m[1])
	}
	f.mu.Unlock()
	w.Header().Set("Content-Type", "application/x-git-upload-pack-result")
	f.answer(w)
}

var want = regexp.MustCompile(`want ([0-9a-f]+)`)

func (f *Fake) advertise(w io.Writer) {
	capabilities := f.Capabilities
	if capabilities == "" {
		capabilities = PlainCapabilities
	}
	io.WriteString(w, Line("# service=git-upload-pack\n")+"0000")
	for i, ref := range f.Refs {
		line := ref.ID + " " + ref.Name
		if i == 0 {
			line += "\x00" + capabilities
		}
		io.WriteString(w, Line(line+"\n"))
	}
	io.WriteString(w, "0000")
}

func (f *Fake) answer(w io.Writer) {
	before := f.Before
	if before == "" {
		before = "0000" + Line("NAK\n") // no commit is shallow
	}
	io.WriteString(w, before)
	if f.Progress != "" {
		io.WriteString(w, Line("\x02"+f.Progress))
	}
	if f.Error != "" {
		io.WriteString(w, Line("\x03"+f.Error))
		return
	}
	for pack := f.Pack; len(pack) > 0; {
		n := min(len(pack), 65000)
		fmt.Fprintf(w, "%04x\x01", n+5)
		w.Write(pack[:n])
		pack = pack[n:]
	}
	io.WriteString(w, "0000")
}

// Line is one pkt-line.
func Line(s string) string { return fmt.Sprintf("%04x%s", len(s)+4, s) }

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
