package hublog_test

import (
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
	"sinew/pkg/text"
)

// keys is a key of its own for the name, the same at every run.
func keys(t testing.TB, name, seed string) (note.Signer, note.Verifier) {
	t.Helper()
	sum := sha256.Sum256([]byte(seed))
	private, public, err := note.GenerateKey(strings.NewReader(string(sum[:])), name)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := note.NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := note.NewVerifier(public)
	if err != nil {
		t.Fatal(err)
	}
	return signer, verifier
}

// checkpoint is that of the first n of someLines.
func checkpoint(v note.Verifier, n int) hublog.Checkpoint {
	var tree hublog.Tree
	tree.Append(someLines(n)...)
	return hublog.Checkpoint{Origin: hublog.Origin(v), Size: int64(n), Hash: tree.Hash(), Date: at(int64(n))}
}

func signed(t testing.TB, c hublog.Checkpoint, signers ...note.Signer) []byte {
	t.Helper()
	msg, err := hublog.Sign(c, signers...)
	if err != nil {
		t.Fatal(err)
	}
	return msg
}

func refusedWith(t *testing.T, what string, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v; want an error with %q", what, err, want)
	} else if why := text.Why(err.Error()); why != "" {
		t.Errorf("%s: the error %q %s", what, err, why)
	}
}

func TestACheckpointOpensAsItWasSigned(t *testing.T) {
	signer, verifier := keys(t, "hub.example/log", "log")
	for _, n := range []int{0, 1, 300} {
		c := checkpoint(verifier, n)
		if got, err := hublog.Open(signed(t, c, signer), verifier, nil, 0); err != nil || got != c {
			t.Errorf("Open = %+v, %v; want %+v", got, err, c)
		}
	}
	c := checkpoint(verifier, 0)
	want := "sinew hub log v1 hub.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\ndate 2026-11-30T04:00:00Z\n"
	if c.Text() != want {
		t.Errorf("the text is\n%swant\n%s", c.Text(), want)
	}
}

func TestParseCheckpointTakesOneSpelling(t *testing.T) {
	_, verifier := keys(t, "hub.example/log", "log")
	good := checkpoint(verifier, 3).Text()
	hash := checkpoint(verifier, 3).Hash.String()
	for what, s := range map[string]struct{ old, new, want string }{
		"nothing":                {good, "", "is four lines"},
		"no date":                {"date 2026-11-30T04:00:03Z\n", "", "is four lines"},
		"no date word":           {"date ", "", "is no date line"},
		"another word":           {"date ", "Date ", "is no date line"},
		"an extra line":          {"Z\n", "Z\nmore\n", "is four lines"},
		"an empty line":          {"Z\n", "Z\n\n", "is four lines"},
		"no last line feed":      {"Z\n", "Z", "is four lines"},
		"a fraction":             {":03Z", ":03.0Z", "is no date line"},
		"an offset":              {":03Z", ":03+00:00", "is no date line"},
		"a space after the date": {":03Z", ":03Z ", "is no date line"},
		"two spaces":             {"date ", "date  ", "is no date line"},
		"a carriage return":      {"Z\n", "Z\r\n", "is no date line"},
		"another log":            {"sinew hub", "go.sum database tree", "is no origin"},
		"another version":        {"v1", "v2", "is no origin"},
		"no key name":            {"hub.example/log", "", "is no origin"},
		"a plus in the name":     {"hub.example/log", "hub+log", "is no origin"},
		"a space in the name":    {"hub.example/log", "hub log", "is no origin"},
		"a negative size":        {"\n3\n", "\n-3\n", "is no size"},
		"a signed size":          {"\n3\n", "\n+3\n", "is no size"},
		"a leading zero":         {"\n3\n", "\n03\n", "is no size"},
		"a size past the bound":  {"\n3\n", "\n1099511627777\n", "is no size"},
		"a size past 64 bits":    {"\n3\n", "\n18446744073709551619\n", "is no size"},
		"a size of nothing":      {"\n3\n", "\n\n", "is no size"},
		"an empty log's size":    {"\n3\n", "\n0\n", "not that of an empty log"},
		"a short hash":           {hash, hash[:40], "is no hash"},
		"a hash without padding": {hash, hash[:43], "is no hash"},
		"a loose last bit":       {hash, hash[:42] + "B=", "is no hash"},
		"a hash of words":        {hash, "none", "is no hash"},
	} {
		src := strings.Replace(good, s.old, s.new, 1)
		if src == good {
			t.Fatalf("%s changes nothing", what)
		}
		_, err := hublog.ParseCheckpoint(src)
		refusedWith(t, what, err, s.want)
	}
}

func TestOpenAsksForTheLogsOwnKeyAndOrigin(t *testing.T) {
	signer, verifier := keys(t, "hub.example/log", "log")
	otherSigner, other := keys(t, "hub.example/log", "another key of the same name")
	foreignSigner, foreign := keys(t, "else.example", "else")
	c := checkpoint(verifier, 3)
	msg := signed(t, c, signer)
	_, err := hublog.Open(msg, other, nil, 0)
	refusedWith(t, "another key", err, `is not signed by the key of "hub.example/log"`)
	_, err = hublog.Open(msg, foreign, []note.Verifier{verifier}, 1)
	refusedWith(t, "signed by a witness alone", err, `is not signed by the key of "else.example"`)
	_, err = hublog.Open(signed(t, c, signer, otherSigner), verifier, nil, 0)
	if err != nil {
		t.Errorf("a signature nobody asked for: %v", err)
	}
	wrongOrigin, err := note.Sign(&note.Note{Text: c.Text()}, foreignSigner)
	if err != nil {
		t.Fatal(err)
	}
	_, err = hublog.Open(wrongOrigin, foreign, nil, 0)
	refusedWith(t, "another origin", err, `is of "sinew hub log v1 hub.example/log", not of "sinew hub log v1 else.example"`)
	_, err = hublog.Sign(c, foreignSigner)
	refusedWith(t, "Sign with another origin", err, "no signer is the log's own")
}

func TestOpenRefusesWhatWasTamperedWith(t *testing.T) {
	signer, verifier := keys(t, "hub.example/log", "log")
	msg := string(signed(t, checkpoint(verifier, 3), signer))
	for what, s := range map[string]struct{ src, want string }{
		"another size":  {strings.Replace(msg, "\n3\n", "\n4\n", 1), "signature of \"hub.example/log\" is wrong"},
		"another date":  {strings.Replace(msg, ":03Z", ":04Z", 1), "is wrong"},
		"no signature":  {msg[:strings.Index(msg, "\n\n")+2], "no signed note"},
		"no note":       {"not found\n", "no signed note"},
		"nothing":       {"", "no signed note"},
		"a NUL":         {"\x00" + msg, "no signed note"},
		"a huge answer": {strings.Repeat("x", 1<<16+1), "at most 65536 bytes"},
	} {
		_, err := hublog.Open([]byte(s.src), verifier, nil, 0)
		refusedWith(t, what, err, s.want)
	}
	for what, body := range map[string]string{
		"no date":       "sinew hub log v1 hub.example/log\n3\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
		"an extra line": checkpoint(verifier, 3).Text() + "more\n",
	} {
		odd, err := note.Sign(&note.Note{Text: body}, signer)
		if err != nil {
			t.Fatal(err)
		}
		_, err = hublog.Open(odd, verifier, nil, 0)
		refusedWith(t, what, err, "is four lines")
	}
}

func TestSignRefusesWhatHasNoText(t *testing.T) {
	signer, verifier := keys(t, "hub.example/log", "log")
	for want, change := range map[string]func(*hublog.Checkpoint){
		"whole seconds":            func(c *hublog.Checkpoint) { c.Date = c.Date.Add(time.Millisecond) },
		"is no date line":          func(c *hublog.Checkpoint) { c.Date = time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"is no size":               func(c *hublog.Checkpoint) { c.Size = -1 },
		"is no origin":             func(c *hublog.Checkpoint) { c.Origin = "" },
		"is four lines":            func(c *hublog.Checkpoint) { c.Origin += "\n" },
		"not that of an empty log": func(c *hublog.Checkpoint) { c.Size, c.Hash = 0, tlog.Hash{} },
	} {
		c := checkpoint(verifier, 3)
		change(&c)
		_, err := hublog.Sign(c, signer)
		refusedWith(t, want, err, want)
	}
}

func TestAWitnessCountsOnce(t *testing.T) {
	signer, log := keys(t, "hub.example/log", "log")
	signA, a := keys(t, "a.example", "a")
	signA2, a2 := keys(t, "a.example", "a's second key")
	signB, b := keys(t, "b.example", "b")
	_, c := keys(t, "c.example", "c")
	all := []note.Verifier{a, a2, a, b, c, log}
	msg := signed(t, checkpoint(log, 3), signer, signA, signA2)
	cosigned := msg
	for range 2 {
		var err error
		if cosigned, err = hublog.Cosign(cosigned, log, signB); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(string(cosigned), "— b.example "); n != 1 {
		t.Errorf("cosigned twice, it holds %d signatures of b.example", n)
	}
	doubled := append([]byte(nil), cosigned...)
	doubled = append(doubled, cosigned[strings.LastIndex(string(cosigned), "— b.example"):]...)
	for _, s := range []struct {
		what      string
		msg       []byte
		witnesses []note.Verifier
		k         int
		want      string
	}{
		{"none asked for", msg, nil, 0, ""},
		{"none asked for, all known", msg, all, 0, ""},
		{"one of many", msg, all, 1, ""},
		{"two keys of one witness", msg, all, 2, "cosigned by 1 of the witnesses; 2 are asked for"},
		{"two witnesses", cosigned, all, 2, ""},
		{"one signature twice", doubled, all, 3, "cosigned by 2 of the witnesses; 3 are asked for"},
		{"the log as its own witness", signed(t, checkpoint(log, 3), signer), []note.Verifier{log}, 1, "cosigned by 0"},
		{"a witness that did not sign", cosigned, []note.Verifier{c}, 1, "cosigned by 0"},
		{"no witness at all", cosigned, nil, 1, "cosigned by 0"},
	} {
		_, err := hublog.Open(s.msg, log, s.witnesses, s.k)
		if s.want != "" {
			refusedWith(t, s.what, err, s.want)
		} else if err != nil {
			t.Errorf("%s: %v", s.what, err)
		}
	}
}

func TestAWrongCosignatureIsRefused(t *testing.T) {
	signer, log := keys(t, "hub.example/log", "log")
	signA, a := keys(t, "a.example", "a")
	three, four := signed(t, checkpoint(log, 3), signer), signed(t, checkpoint(log, 4), signer, signA)
	moved := append([]byte(nil), three...)
	moved = append(moved, four[strings.Index(string(four), "— a.example"):]...)
	_, err := hublog.Open(moved, log, []note.Verifier{a}, 0)
	refusedWith(t, "a cosignature of another checkpoint", err, `signature of "a.example" is wrong`)
}

func TestCosignAsksForTheLogsSignature(t *testing.T) {
	signer, log := keys(t, "hub.example/log", "log")
	witness, w := keys(t, "a.example", "a")
	msg := signed(t, checkpoint(log, 3), signer)
	_, err := hublog.Cosign(msg, w, witness)
	refusedWith(t, "another log", err, "is not signed by")
	_, err = hublog.Cosign(msg, log, signer)
	refusedWith(t, "the log itself", err, "no witness of itself")
}

func FuzzOpenCheckpoint(f *testing.F) {
	signer, log := keys(f, "hub.example/log", "log")
	witness, w := keys(f, "a.example", "a")
	msg := signed(f, checkpoint(log, 300), signer, witness)
	f.Add(msg)
	f.Add(signed(f, checkpoint(log, 0), signer))
	f.Add([]byte(strings.Replace(string(msg), "\n300\n", "\n301\n", 1)))
	f.Add(append(msg[:len(msg):len(msg)], msg[strings.LastIndex(string(msg), "— "):]...))
	f.Add([]byte(checkpoint(log, 3).Text()))
	f.Add([]byte("\n\n— x AAAAAAA=\n"))
	f.Fuzz(func(t *testing.T, msg []byte) {
		c, err := hublog.Open(msg, log, []note.Verifier{w, w}, 1)
		if err != nil {
			if why := text.Why(err.Error()); why != "" {
				t.Fatalf("the error %q %s", err, why)
			}
		} else if !strings.HasPrefix(string(msg), c.Text()+"\n") {
			t.Fatalf("%q opens as %+v", msg, c)
		}
		// The signature keeps the fuzzer from the text: it reads that too.
		if c, err := hublog.ParseCheckpoint(string(msg)); err == nil && c.Text() != string(msg) {
			t.Fatalf("%q reads as %+v", msg, c)
		}
	})
}
