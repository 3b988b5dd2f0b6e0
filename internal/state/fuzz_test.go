package state

import (
	"strings"
	"testing"

	"sinew/pkg/tree"
)

func FuzzTheTrustFileNeverGivesTrustByItself(f *testing.F) {
	digest := "h1:" + strings.Repeat("0", 64)
	for _, seed := range []string{"", "not toml", "\"/app\" = \"" + digest + "\"\n", "\"/app\" = 1\n", "[\"/app\"]\nx = 1\n", "\"/app\" = \"h1:\"", "'/app'.x = \"" + digest + "\""} {
		f.Add([]byte(seed), "/app")
	}
	f.Fuzz(func(t *testing.T, text []byte, root string) {
		given, err := trustIn(text, root)
		if err != nil || given == "" || given == "no digest" {
			return
		}
		if _, err := tree.ParseDigest(string(given)); err != nil {
			t.Errorf("trust was given to %q", given)
		}
		if !strings.Contains(string(text), "h1") && !strings.Contains(string(text), `\`) {
			t.Errorf("%q gives %q", text, given)
		}
	})
}

func FuzzTheRuntimeRecordIsOnePathOrNone(f *testing.F) {
	for _, seed := range []string{"", "/usr/bin/node\n", "node", "/a\nb", "/\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		if path := runtimeIn(record); path != "" && (path[0] != '/' || strings.ContainsAny(path, "\n\x00\x1b")) {
			t.Errorf("%q records %q", record, path)
		}
	})
}
