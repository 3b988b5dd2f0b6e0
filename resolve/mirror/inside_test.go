package mirror

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sinew/pkg/diag"
	"sinew/pkg/ref"
	"sinew/pkg/text"
)

func TestADirectoryIsNamedByItsAddressEscaped(t *testing.T) {
	for address, want := range map[string]string{
		"https://github.com/radhi/home":         "https_github.com_radhi_home",
		"https://github.com/Radhi/home":         "https_github.com_!radhi_home",
		"https://github.com/radhi/my_home-2":    "https_github.com_radhi_my!_home-2",
		"ssh://git@host:2222/~ana/Notes.git":    "ssh_git!!40host!!3a2222_!!7eana_!notes.git",
		"https://h/a..b/c.":                     "https_h_a!!2e.b_c!!2e",
		"https://h/a./b!":                       "https_h_a._b!!21",
		"https://h/%41/ä":                       "https_h_!!2541_!!c3!!a4",
		"https://[::1]/x":                       "https_!!5b!!3a!!3a1!!5d_x",
		"https://h/" + strings.Repeat("a", 192): "https_h_" + strings.Repeat("a", 192),
		"https://h/" + strings.Repeat("a", 193): "https_h_" + strings.Repeat("a", 112) + "!-" +
			"7c45df1a8e43384ff4e2cf9d5ebd593f5b47c64687b06dd663a38a1e07cd1768",
	} {
		if got := directoryOf(address); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
}

// addresses are those of refs that parse, many of them alike.
func addresses() *rapid.Generator[string] {
	part := rapid.StringMatching(`[aAbB._!~%é-]{1,4}|a{150}|[a_]{90}`)
	return rapid.Custom(func(t *rapid.T) string {
		scheme := rapid.SampledFrom([]string{"https://", "ssh://", "ssh://a@"}).Draw(t, "scheme")
		host := rapid.StringMatching(`[aAb]{1,2}(\.[ab])?(:22)?`).Draw(t, "host")
		path := strings.Join(rapid.SliceOfN(part, 1, 3).Draw(t, "path"), "/")
		return scheme + host + "/" + path + rapid.StringMatching(`/?`).Draw(t, "end")
	})
}

func TestNoTwoAddressesShareADirectoryOnAnyFileSystem(t *testing.T) {
	seen := map[string]string{}
	rapid.Check(t, func(t *rapid.T) {
		address := addresses().Draw(t, "address")
		name := directoryOf(address)
		if other, taken := seen[name]; taken && other != address {
			t.Fatalf("%s and %s are both %s", address, other, name)
		}
		seen[name] = address
		checkName(t, name)
	})
}

// checkName holds a name to what every file system and URL takes.
func checkName(t interface{ Fatalf(string, ...any) }, name string) {
	plain := strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-._!") == ""
	if !plain || len(name) > longestName || strings.HasSuffix(name, ".") || strings.Contains(name, "..") ||
		!strings.HasPrefix(name, "https_") && !strings.HasPrefix(name, "ssh_") {
		t.Fatalf("%q is a bad name", name)
	}
}

func FuzzDirectoryOf(f *testing.F) {
	for _, s := range []string{"radhi/home", "https://h/../x", "ssh://a@h:1/~b", "https://H/%2e%2e/CON"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		location, err := ref.Parse(s)
		if err != nil || location.IsLocal() || location.Reference.Repo.Std {
			return
		}
		checkName(t, directoryOf(location.Reference.Address()))
	})
}

const someTags = "# https://github.com/radhi/home\n" +
	"4564c4f966a8df650decdbd05ab34912d3f84390 v1.0.0\n" +
	"b6df299560a611be2a4f98b09aada6a9c76e2f28 v1.10.0 9554c8dad9bb9545327c2fe25b9f4a588f1e1fe5\n"

func FuzzParseTags(f *testing.F) {
	f.Add([]byte(someTags))
	f.Add([]byte(strings.ReplaceAll(someTags, "\n", "\r\n")))
	f.Add([]byte("# https://github.com/radhi/home\n" + strings.Repeat("0", 64) + " 1.0.0 " + strings.Repeat("1", 64) + "\n"))
	f.Add([]byte("# https://github.com/radhi/home\n \x1b[2J ../../x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const address = "https://github.com/radhi/home"
		tags, err := parseTags(data, address, 5)
		if err != nil {
			if text.Why(err.Error()) != "" {
				t.Fatalf("the message cannot be printed: %q", err)
			}
			return
		}
		if got := formatTags(address, tags); !bytes.Equal(got, data) || len(tags) > 5 {
			t.Fatalf("%q reads back as %q", data, got)
		}
		for _, tag := range tags {
			if strings.ContainsAny(packName(tag.name, tag.id), "/\\: \x00") {
				t.Fatalf("the pack of %+v is %q", tag, packName(tag.name, tag.id))
			}
		}
	})
}

func FuzzCheckFormat(f *testing.F) {
	f.Add(formatFile())
	f.Add([]byte("mirror = 2\n"))
	f.Add([]byte("mirror = [1]\n\x1b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := checkFormat(data, "here", diag.Rerun()); err != nil && text.Why(err.Error()) != "" {
			t.Fatalf("the message cannot be printed: %q", err)
		}
	})
}

func TestAListThatIsWrittenReadsBack(t *testing.T) {
	tags, err := parseTags([]byte(someTags), "https://github.com/radhi/home", 2)
	if err != nil || len(tags) != 2 || tags[0].id != tags[0].commit || tags[1].id == tags[1].commit {
		t.Errorf("got %+v, %v", tags, err)
	}
	if err := checkFormat(formatFile(), "here", diag.Rerun()); err != nil {
		t.Error(err)
	}
	for _, address := range []string{"https://h/it's", `https://h/%22"x`} {
		if err := checkFormat(infoFile(address, tags), "here", diag.Rerun()); err != nil {
			t.Errorf("%s: %v", infoFile(address, tags), err)
		}
	}
}

func Example_directoryOf() {
	fmt.Println(directoryOf("https://github.com/Radhi/home"))
	fmt.Println(directoryOf("ssh://git@host:2222/notes"))
	// Output:
	// https_github.com_!radhi_home
	// ssh_git!!40host!!3a2222_notes
}
