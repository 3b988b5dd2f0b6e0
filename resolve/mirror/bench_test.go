package mirror_test

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	"sinew/internal/gittest"
	"sinew/pkg/ref"
	"sinew/resolve/remote"
)

// hundred are a hundred repositories of one tag each: one file of 4 KB that no
// compression helps. Every other tag is annotated.
func hundred(b *testing.B) (repos []ref.Repo, packs []remote.Pack) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		body := make([]byte, 4<<10)
		for j := range body {
			body[j] = byte(random.Uint32())
		}
		repos = append(repos, ref.Repo{Owner: "radhi", Name: fmt.Sprintf("reflex-%d", i)})
		packs = append(packs, packOf(b, "v1.0.0", string(body), i%2 == 0))
	}
	return repos, packs
}

func writeHundred(b *testing.B, dir string) []ref.Repo {
	repos, packs := hundred(b)
	for i := range repos {
		write(b, dir, repos[i], packs[i])
	}
	return repos
}

// readAll opens a mirror and reads every repository's one tag, eight
// repositories at a time as a sync does.
func readAll(b *testing.B, s *site, repos []ref.Repo) {
	m := s.open()
	slots := make(chan struct{}, 8)
	var done sync.WaitGroup
	for _, repo := range repos {
		slots <- struct{}{}
		done.Go(func() {
			defer func() { <-slots }()
			r, err := m.Repository(context.Background(), repo)
			if err == nil {
				_, err = r.At(context.Background(), r.Tags()[0].Commit)
			}
			if err != nil {
				b.Error(err)
			}
		})
	}
	done.Wait()
}

func BenchmarkWritingAHundredRepositories(b *testing.B) {
	repos, packs := hundred(b)
	for b.Loop() {
		dir := filepath.Join(b.TempDir(), "mirror")
		for i := range repos {
			write(b, dir, repos[i], packs[i])
		}
	}
}

func BenchmarkWritingAHundredRepositoriesThatAreThere(b *testing.B) {
	repos, packs := hundred(b)
	dir := filepath.Join(b.TempDir(), "mirror")
	for i := range repos {
		write(b, dir, repos[i], packs[i])
	}
	for b.Loop() {
		for i := range repos {
			if write(b, dir, repos[i], packs[i]) {
				b.Fatal("something changed")
			}
		}
	}
}

func BenchmarkReadingAHundredRepositoriesFromADirectory(b *testing.B) {
	s := onDisk(b)
	repos := writeHundred(b, s.dir)
	for b.Loop() {
		readAll(b, s, repos)
	}
	b.ReportMetric(float64(sizeOf(b, s.dir)), "bytes/mirror")
}

func BenchmarkReadingAHundredRepositoriesOverHTTPS(b *testing.B) {
	if !gittest.HasGit() {
		b.Skip("needs git")
	}
	s := onWeb(b)
	repos := writeHundred(b, s.dir)
	for b.Loop() {
		readAll(b, s, repos)
	}
	b.ReportMetric(float64(len(s.server.Requests()))/float64(b.N), "requests/op")
}

func sizeOf(b *testing.B, dir string) (total int64) {
	must(b, filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	}))
	return total
}
