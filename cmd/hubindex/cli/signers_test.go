package cli

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sinew/cmd/hubindex/internal/attest/attesttest"
	"sinew/internal/app"
	"sinew/internal/gittest"
	"sinew/internal/hubtiles"
	"sinew/pkg/hublog"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
)

// A press is an index of one repository, whose releases are signed in several
// ways.
type press struct {
	*desk
	sigstore *attesttest.Sigstore
	trusted  string // the file
	index    string
	repo     gittest.Repo
	versions map[string]hublog.Record
}

func newPress(t *testing.T) *press {
	t.Helper()
	if !gittest.HasGit() {
		t.Skip("needs git")
	}
	root := t.TempDir()
	server, err1 := gittest.Serve(root)
	sigstore, err2 := attesttest.New()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	home, err1 := gittest.NewHome(t.TempDir(), server)
	trusted, err2 := sigstore.TrustedRoot()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	home.Apply(t)
	p := &press{desk: newDesk(t), sigstore: sigstore, index: t.TempDir(), versions: map[string]hublog.Record{}}
	p.trusted = p.put("trusted_root.json", string(trusted))
	p.build(root)
	return p
}

// build makes radhi/home, with a version 1.N.0 at each commit, and lists it.
func (p *press) build(root string) {
	p.Helper()
	var script, files strings.Builder
	for n := range 6 {
		fmt.Fprintf(&script, "commit %d\ntag 1.%d.0\n", n, n)
		fmt.Fprintf(&files, "-- %d/reflex.toml --\n%s-- %d/n --\n%d\n", n, gittest.Saying("home"), n, n)
	}
	repo, err := gittest.Build(filepath.Join(root, "radhi", "home"), script.String()+files.String())
	p.must(err)
	p.repo = repo
	p.must(os.MkdirAll(filepath.Join(p.index, "radhi"), 0o755))
	p.must(os.WriteFile(filepath.Join(p.index, "radhi", "home"), []byte("radhi/home\n"), 0o644))
	p.crawl("look", noon)
	for line := range strings.Lines(p.merged("look")) {
		r, err := hublog.Parse(strings.TrimSuffix(line, "\n"))
		p.must(err)
		p.versions[r.Version.String()] = r
	}
}

func (p *press) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

// crawl is a crawl in a directory, and what it says.
func (p *press) crawl(dir, now string) string {
	p.Helper()
	at := filepath.Join(p.dir, dir)
	out, _ := p.run(0, "", "crawl", "--listings", p.index, "--state", filepath.Join(at, "state"), "--out", filepath.Join(at, "out"),
		"--now", now, "--gap", "0s", "--trusted-root", p.trusted)
	return out
}

func (p *press) merged(dir string) string {
	p.Helper()
	out, _ := p.run(0, "", "merge", filepath.Join(p.dir, dir, "out"))
	return out
}

func (p *press) push(version string, content []byte) {
	p.Helper()
	id, err := p.repo.Blob(string(content))
	p.must(err)
	_, err = p.repo.Run("", "update-ref", "refs/attestations/"+version, strings.TrimSpace(id))
	p.must(err)
}

func (p *press) statement(version string) []byte {
	return attesttest.Statement(map[string]tree.Digest{".": tree.Digest(p.versions[version].H1)})
}

// sign pushes what a workflow signed, with a certificate of a commit.
func (p *press) sign(version, workflow, commit string) {
	p.Helper()
	claims := attesttest.Of("radhi/home", commit)
	claims.Workflow = "https://github.com/radhi/home/" + workflow + "@refs/tags/" + version
	content, err := p.sigstore.Sign(claims, p.statement(version), attesttest.How{})
	p.must(err)
	p.push(version, content)
}

func (p *press) signWithKey(version string) {
	p.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	p.must(err)
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	p.must(err)
	content, err := attesttest.Keyed(key, p.statement(version))
	p.must(err)
	content, err = attesttest.Beside(content, string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})))
	p.must(err)
	p.push(version, content)
}

// setting is the log as a client names it, in this process's environment.
func (p *press) setting() hubtiles.Setting {
	p.Helper()
	p.Setenv("SINEW_HUB", p.vkey+" "+p.log)
	s, err := hubtiles.ParseSetting(os.LookupEnv)
	p.must(err)
	return s
}

// signers are what the log says of who signed a version, cut to what tells them
// apart.
func (p *press) signers(m *hubtiles.Mirror, version string) string {
	p.Helper()
	v, _ := ref.ParseVersion(version)
	e, err := m.Lookup("github.com/radhi/home", v)
	p.must(err)
	if e.Version == nil || !e.Complete {
		p.Errorf("%s: the log says %+v", version, e)
	}
	var all []string
	for _, r := range e.Signers {
		all = append(all, shorter(r.Identity))
	}
	return strings.Join(all, " ")
}

// shorter cuts each identity in a text.
func shorter(text string) string {
	text = strings.ReplaceAll(text, "sigstore:https://token.actions.githubusercontent.com,repo=495574555,workflow=radhi/home/", "")
	if before, after, found := strings.Cut(text, "key:sha256:"); found {
		text = before + "key" + after[64:]
	}
	return text
}

func TestEachReleaseEndsAsItWasSigned(t *testing.T) {
	p := newPress(t)
	p.sign("1.0.0", "ci.yml", p.versions["1.0.0"].Commit)
	p.sign("1.1.0", "ci.yml", p.versions["1.1.0"].Commit)
	p.signWithKey("1.2.0")
	p.sign("1.4.0", "ci.yml", p.versions["1.0.0"].Commit)
	p.sign("1.5.0", "ci.yml", p.versions["1.5.0"].Commit)
	said := p.crawl("crawl", noon)
	if !strings.Contains(said, `{"type":"wrongly_signed","listing":"listings/radhi/home","version":"1.4.0","reason":"the attestation is of another commit: `) ||
		strings.Count(said, "\n") != 2 {
		t.Errorf("the crawl says %s", said)
	}
	p.run(0, p.merged("crawl"), p.appendArgs(noon)...)
	p.sign("1.1.0", "other.yml", p.versions["1.1.0"].Commit)
	if said := p.crawl("crawl", "2025-11-30T13:00:00Z"); !strings.Contains(said, `{"type":"other_signer","listing":"listings/radhi/home","version":"1.1.0"`) {
		t.Errorf("the crawl of what was signed again says %s", said)
	}
	if out, _ := p.run(0, p.merged("crawl"), p.appendArgs("2025-11-30T13:00:00Z")...); !strings.HasPrefix(out, "1 record added, 10 known") {
		t.Errorf("append says %s", out)
	}
	p.run(0, "", "log", "append", "--log", p.log, "--key", p.key) // the checkpoint is of today then
	p.run(0, "", p.verifyArgs()...)
	p.lookUp()
	p.update()
}

func (p *press) lookUp() {
	p.Helper()
	m, err := hubtiles.Open(p.Context(), p.setting(), p.TempDir(), hubtiles.Options{})
	p.must(err)
	defer m.Close()
	for version, want := range map[string]string{
		"1.0.0": "ci.yml", "1.1.0": "ci.yml other.yml", "1.2.0": "key", "1.3.0": "", "1.4.0": "", "1.5.0": "ci.yml",
	} {
		if got := p.signers(m, version); got != want {
			p.Errorf("%s is signed by %q, want %q", version, got, want)
		}
	}
}

// update moves a project from version to version, and reads what is noted.
func (p *press) update() {
	p.Helper()
	dir := p.TempDir()
	for name, value := range map[string]string{
		"XDG_CONFIG_HOME": dir, "XDG_CACHE_HOME": p.TempDir(), "XDG_STATE_HOME": p.TempDir(), "SINEW_MIRROR": "", "EVOKE_PLATFORM": "linux",
	} {
		p.Setenv(name, value)
	}
	p.Chdir(dir)
	machine, err := app.NewMachine("sinew", "linux")
	p.must(err)
	project, err := machine.Open(p.Context())
	p.must(err)
	_, err = project.Add(p.Context(), []string{"radhi/home@1.0.0"}, "", app.Fetching{})
	p.must(err)
	for _, step := range [][2]string{
		{"1.5.0", ""}, {"1.1.0", "home: 1.5.0 was signed by ci.yml, and 1.1.0 by ci.yml and other.yml"},
		{"1.2.0", "home: 1.1.0 was signed by ci.yml and other.yml, and 1.2.0 by key"},
		{"1.3.0", "home: 1.2.0 was signed by key; the log has no signer of 1.3.0"}, {"1.4.0", ""}, {"1.0.0", ""},
		{"1.4.0", "home: 1.0.0 was signed by ci.yml; the log has no signer of 1.4.0"},
	} {
		v, _ := ref.ParseVersion(step[0])
		updated, err := project.Update(p.Context(), app.UpdateRequest{Name: "home", Repin: true, Pin: &v})
		p.must(err)
		if got := shorter(strings.Join(updated.Hub.Notes, "\n")); got != step[1] || len(updated.Moves) != 1 || len(updated.Held) != 0 {
			p.Errorf("to %s: %q, want %q: %+v", step[0], got, step[1], updated)
		}
	}
}

func TestATrustedRootThatDoesNotReadIsRefused(t *testing.T) {
	d := newDesk(t)
	args := []string{"crawl", "--listings", d.dir, "--state", d.dir, "--out", d.dir, "--trusted-root"}
	d.refuses(1, "the trusted root does not read", append(args, d.put("root", "{}x"))...)
	d.refuses(1, "no such file", append(args, filepath.Join(d.dir, "none"))...)
	d.refuses(1, "--signer-grace is more than 0", append(args[:len(args)-1], "--signer-grace", "-1s")...)
}

// signedTwice is what crawls say of a release that is wrongly signed, and of one
// that another signs later.
func (p *press) signedTwice() string {
	p.Helper()
	p.sign("1.0.0", "ci.yml", p.versions["1.4.0"].Commit)
	p.signWithKey("1.2.0")
	first := p.crawl("crawl", noon)
	p.sign("1.2.0", "ci.yml", p.versions["1.2.0"].Commit)
	return first + p.crawl("crawl", noon)
}

// script is a block of docs/attest.md, by its word.
func script(t *testing.T, word string) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/attest.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "```sh "+word+"\n")
	block, _, ended := strings.Cut(rest, "```\n")
	if !found || !ended {
		t.Fatalf("docs/attest.md has no block %s", word)
	}
	return block
}

// shell runs lines in a directory.
func (p *press) shell(dir, lines string) string {
	p.Helper()
	run := exec.Command("sh", "-euc", lines)
	run.Dir = dir
	out, err := run.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		p.Fatalf("%v: %s", err, failed.Stderr)
	}
	p.must(err)
	return string(out)
}

func TestTheScriptsOfTheDocsSignARelease(t *testing.T) {
	for _, tool := range []string{"sh", "jq", "openssl", "base64", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs " + tool)
		}
	}
	p := newPress(t)
	p.must(p.repo.Append("commit c\ntag 2.0.0\n-- c/reflex.toml --\n" + gittest.Saying("home") + "-- c/.gitattributes --\n* text eol=crlf\n" +
		"-- c/evoke.toml --\nmine\n-- c/overlays/x --\nmine\n-- c/a-b/c/reflex.toml --\n" + gittest.Saying("other") +
		"-- c/a-b/c/vocab/x --\nmine\n-- c/a-b/c/é B --\nb\n-- c/a-b/c/a/evoke.toml --\ntheirs\n"))
	work := filepath.Join(p.dir, "work")
	p.shell(p.dir, "git clone -q -b 2.0.0 '"+p.repo.Dir+"' work 2>&1; cd work; openssl ecparam -name prime256v1 -genkey -noout -out signing.pem")
	p.must(os.WriteFile(filepath.Join(work, "subjects.txt"), []byte(p.shell(work, script(t, "subjects"))), 0o644))
	p.shell(work, script(t, "keyed"))
	p.push("v2.0.0", []byte(p.read(filepath.Join(work, "bundle.json"))))
	said := p.crawl("docs", noon)
	var signed []string
	for line := range strings.Lines(p.merged("docs")) {
		if strings.HasPrefix(line, "signer ") {
			signed = append(signed, shorter(strings.TrimSpace(line)))
		}
	}
	want := "signer github.com/radhi/home 2.0.0 key " + noon
	if strings.Join(signed, "\n") != want+"\n"+strings.Replace(want, "home 2", "home#a-b/c 2", 1) {
		t.Errorf("got %q, and %s", signed, said)
	}
}
