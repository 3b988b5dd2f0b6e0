package hubcopy

import (
	"fmt"
	"strings"
	"testing"

	"sinew/pkg/hublog"
	"sinew/pkg/hubsearch"
)

// A copy of 100,000 entries is searched.
func BenchmarkSearch(b *testing.B) {
	var data strings.Builder
	for n := range 100_000 {
		name := fmt.Sprintf("h.example/owner%d/r%d", n/10, n)
		e := hubsearch.Entry{
			Name: hublog.Name(name), Ref: "https://" + name, Version: "1.0.0", Commit: strings.Repeat("a", 40), H1: "h1:" + strings.Repeat("b", 64),
			Does: fmt.Sprintf("Turn number %d of the lights on or off.", n), Effect: "write", FirstSeen: "2026-01-01T00:00:00Z",
			Needs: hubsearch.Needs{Hosts: []string{"bridge.example"}, Runs: []string{"curl"}}, Args: []string{"room", "level"},
		}
		for i := range 12 {
			e.Examples = append(e.Examples, fmt.Sprintf("turn the lights of room %d to level %d", n%500, i))
		}
		data.WriteString(e.Line() + "\n")
	}
	c := &Copy{data: []byte(data.String())}
	b.SetBytes(int64(len(c.data)))
	for b.Loop() {
		if c.Search("lights of room 77", 20).Count != 100_000 {
			b.Fatal("not all were found")
		}
	}
}
