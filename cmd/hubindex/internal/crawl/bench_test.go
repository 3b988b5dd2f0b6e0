package crawl

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sinew/internal/gittest"
	"sinew/resolve/remote"
)

// What the test binary is to be instead of a test, for BenchmarkCrawl: the
// server, with the folder of its certificate, or one crawl, with the folder of
// its index.
const (
	serveVariable = "CRAWL_BENCH_SERVE"
	crawlVariable = "CRAWL_BENCH_CRAWL"
)

func TestMain(m *testing.M) {
	switch serve, crawl := os.Getenv(serveVariable), os.Getenv(crawlVariable); {
	case serve != "":
		exitOn(benchServe(serve))
	case crawl != "":
		exitOn(benchCrawl(crawl))
	default:
		os.Exit(m.Run())
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// benchVersions are the versions of each repository of the bench.
const benchVersions = 10

// benchServe serves any number of repositories of ten versions, all of one
// commit, below /bench, until its input ends. It prints its address.
func benchServe(dir string) error {
	repo, err := gittest.Build(filepath.Join(dir, "seed"), "commit a\ntag 1.0.0\n-- a/reflex.toml --\n"+gittest.Saying("mirror"))
	if err != nil {
		return err
	}
	fake, err := fakeOf(repo)
	if err != nil {
		return err
	}
	server, err := gittest.Serve(dir)
	if err != nil {
		return err
	}
	server.Mount("/bench", fake)
	if _, err := gittest.NewHome(dir, server); err != nil {
		return err
	}
	fmt.Println(server.URL)
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func fakeOf(repo gittest.Repo) (http.Handler, error) {
	commit, err := repo.Commit("1.0.0")
	if err != nil {
		return nil, err
	}
	pack, err := repo.Run(commit+"\n", "pack-objects", "--revs", "--stdout", "--quiet")
	if err != nil {
		return nil, err
	}
	refs := []gittest.Ref{{Name: "HEAD", ID: commit}, {Name: "refs/heads/main", ID: commit}}
	for i := range benchVersions {
		refs = append(refs, gittest.Ref{Name: fmt.Sprintf("refs/tags/v1.%d.0", i), ID: commit})
	}
	return &gittest.Fake{Refs: refs, Pack: []byte(pack)}, nil
}

// benchCrawl crawls once and prints the most memory that the process held.
func benchCrawl(dir string) error {
	client := remote.New(remote.Options{})
	config := Config{
		Listings: os.DirFS(filepath.Join(dir, "listings")), State: filepath.Join(dir, "state"), Out: filepath.Join(dir, "out"),
		Now: time.Unix(1800000000, 0), Client: client,
	}
	sum, err := Run(context.Background(), config)
	if err == nil && (sum.Failed > 0 || sum.PutOff > 0) {
		err = fmt.Errorf("%+v", sum)
	}
	fmt.Println(peak())
	return err
}

// peak is the most memory the process held, in kB; 0 where the system does not
// say.
func peak() (kB int) {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			_, _ = fmt.Sscan(rest, &kB)
		}
	}
	return kB
}

// BenchmarkCrawl holds a crawl that finds nothing new against `git ls-remote`
// of one repository, of one server in a process of its own, whose time is in
// neither. A crawl is a whole process, from its start to its end; share is of
// ls-remote's, for each listing.
func BenchmarkCrawl(b *testing.B) {
	w := newBench(b)
	for _, n := range []int{100, 1_000, 10_000} {
		dir := w.index(n)
		first := w.crawl(dir)
		b.Logf("%d listings, %d versions, the first crawl: %s", n, n*benchVersions, first)
		b.Run(fmt.Sprint(n), func(b *testing.B) { w.idle(b, dir, n) })
	}
}

type bench struct {
	*testing.B
	home *gittest.Home
	url  string
}

// A cost is what one process took.
type cost struct {
	wall, cpu time.Duration
	kB        int
}

func (c cost) String() string { return fmt.Sprintf("%s, %s of CPU, %d kB", c.wall, c.cpu, c.kB) }

func newBench(b *testing.B) *bench {
	if !gittest.HasGit() {
		b.Skip("needs git")
	}
	dir := b.TempDir()
	server := exec.Command(os.Args[0])
	server.Env = append(os.Environ(), serveVariable+"="+dir)
	server.Stderr = os.Stderr
	in, err1 := server.StdinPipe()
	out, err2 := server.StdoutPipe()
	if err1 != nil || err2 != nil || server.Start() != nil {
		b.Fatal("the server does not start")
	}
	b.Cleanup(func() { in.Close(); _ = server.Wait() })
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return &bench{b, homeOf(b, dir, strings.TrimSpace(url)), strings.TrimSpace(url)}
}

// homeOf is a home beside the certificate of a server in another process.
func homeOf(b *testing.B, dir, url string) *gittest.Home {
	ca, err := os.ReadFile(filepath.Join(dir, "ca.pem"))
	if err != nil {
		b.Fatal(err)
	}
	home, err := gittest.NewHome(b.TempDir(), &gittest.Server{URL: url, CA: ca})
	if err != nil {
		b.Fatal(err)
	}
	return home
}

// index lists so many repositories.
func (w *bench) index(n int) string {
	dir := w.TempDir()
	for i := range n {
		at := filepath.Join(dir, "listings", "bench", fmt.Sprintf("r%d", i))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			w.Fatal(err)
		}
		if err := os.WriteFile(at, fmt.Appendf(nil, "bench/r%d\n", i), 0o644); err != nil {
			w.Fatal(err)
		}
	}
	return dir
}

func (w *bench) crawl(dir string) cost {
	return w.run(exec.Command(os.Args[0]), crawlVariable+"="+dir)
}

func (w *bench) lsRemote(i int) cost {
	return w.run(exec.Command("git", "ls-remote", "--tags", fmt.Sprintf("%s/bench/r%d", w.url, i)))
}

func (w *bench) run(program *exec.Cmd, variables ...string) cost {
	program.Env = append(w.home.Environ(), variables...)
	program.Stderr = os.Stderr
	start := time.Now()
	out, err := program.Output()
	if err != nil {
		w.Fatal(err)
	}
	c := cost{wall: time.Since(start), cpu: program.ProcessState.UserTime() + program.ProcessState.SystemTime()}
	_, _ = fmt.Sscan(string(out), &c.kB) // of a crawl; git prints tags
	return c
}

// idle takes turns: a crawl that finds nothing, and a few ls-remotes.
func (w *bench) idle(b *testing.B, dir string, n int) {
	const remotes = 20
	var crawls, git cost
	count := 0
	for b.Loop() {
		c := w.crawl(dir)
		crawls = cost{crawls.wall + c.wall, crawls.cpu + c.cpu, max(crawls.kB, c.kB)}
		for i := range remotes {
			g := w.lsRemote(i)
			git = cost{git.wall + g.wall, git.cpu + g.cpu, 0}
		}
		count++
	}
	wall, cpu := per(crawls.wall, count*n), per(crawls.cpu, count*n)
	gitWall, gitCPU := per(git.wall, count*remotes), per(git.cpu, count*remotes)
	b.ReportMetric(wall, "ms/listing")
	b.ReportMetric(cpu, "cpu-ms/listing")
	b.ReportMetric(gitWall, "ms/ls-remote")
	b.ReportMetric(gitCPU, "cpu-ms/ls-remote")
	b.ReportMetric(wall/gitWall, "share")
	b.ReportMetric(cpu/gitCPU, "cpu-share")
	b.ReportMetric(float64(crawls.kB)/1024, "MB")
}

func per(d time.Duration, n int) float64 { return d.Seconds() * 1000 / float64(n) }
