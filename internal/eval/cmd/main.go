// Command cmd fits and measures what the local adapter decides by. Without
// flags it prints every figure of docs/local-adapter.md:
//
//	go run ./internal/eval/... -data DIR              all of them
//	go run ./internal/eval/... -only values -misses   one table, and what is wrong in it
//	go run ./internal/eval/... -routes F              fits the weights of routes, into F
//	go run ./internal/eval/... -values F              fits the weights of values, into F
//	go run ./internal/eval/... -blind F               counts values on other cases
//
// The tables are routes, values, everyday, records, weaves and teaching. DIR holds
// clinc_episodes.json, clinc_domains.json, option_cases.json and the manifests of
// collection; without -data it is the directory data below $SINEW_TESTDATA.
// Vectors of CLINC are kept in the user's cache directory.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sinew/internal/eval"
	"sinew/internal/eval/decided"
	"sinew/internal/eval/everyday"
	"sinew/internal/eval/options"
	"sinew/internal/eval/teaching"
	"sinew/internal/eval/weaves"
	"sinew/internal/vectorcache"
)

func main() {
	var a arguments
	a.parse()
	if err := a.run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

type arguments struct {
	data, only, routes, values, blind string
	runs, trials                      int
	misses                            bool
}

func (a *arguments) parse() {
	flag.StringVar(&a.data, "data", filepath.Join(os.Getenv("SINEW_TESTDATA"), "data"), "the directory of the data")
	flag.StringVar(&a.only, "only", "", "print one table: routes, values, everyday, records, weaves or teaching")
	flag.StringVar(&a.routes, "routes", "", "fit the weights of routes, into this file")
	flag.StringVar(&a.values, "values", "", "fit the weights of values, into this file")
	flag.StringVar(&a.blind, "blind", "", "count values on the cases of this file")
	flag.IntVar(&a.runs, "runs", eval.Runs, "how many runs of routes are measured")
	flag.IntVar(&a.trials, "trials", 100, "how many sentences are taught at most")
	flag.BoolVar(&a.misses, "misses", false, "print what is wrong as well")
	flag.Parse()
}

func (a *arguments) run(ctx context.Context, out io.Writer) error {
	switch {
	case a.routes != "":
		return a.withRoutes(func(d *eval.Data) error { return d.Ship(a.routes) })
	case a.values != "":
		return a.withValues(func(c options.Cases) error { return c.Ship(a.values) })
	case a.blind != "":
		return a.withValues(func(c options.Cases) error { return a.countBlind(out, c) })
	}
	for _, t := range a.tables() {
		if a.only != "" && a.only != t.name {
			continue
		}
		fmt.Fprintf(out, "%s\n\n", t.name)
		if err := t.print(ctx, out); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	return nil
}

// A table is one of those that are printed.
type table struct {
	name  string
	print func(ctx context.Context, out io.Writer) error
}

func (a *arguments) tables() []table {
	return []table{
		{"routes", func(_ context.Context, out io.Writer) error {
			return a.withRoutes(func(d *eval.Data) error {
				d.Report(out, a.runs)
				d.Negatives(out)
				return nil
			})
		}},
		{"values", func(_ context.Context, out io.Writer) error {
			return a.withValues(func(c options.Cases) error {
				c.Report(out, a.misses)
				return nil
			})
		}},
		{"everyday", func(ctx context.Context, out io.Writer) error {
			for _, half := range []everyday.Half{everyday.Development, everyday.HeldOut} {
				// What is wrong in the half held out is not printed: whoever tunes must not see it.
				if err := decided.Everyday(ctx, out, half, filepath.Join(a.data, "collection"), a.misses && half == everyday.Development); err != nil {
					return err
				}
			}
			return nil
		}},
		{"records", func(ctx context.Context, out io.Writer) error { return decided.Records(ctx, out, a.misses) }},
		{"weaves", func(ctx context.Context, out io.Writer) error {
			for _, half := range []weaves.Half{weaves.Development, weaves.HeldOut} {
				if err := decided.Weaves(ctx, out, half, a.misses && half == weaves.Development); err != nil {
					return err
				}
			}
			return nil
		}},
		{"teaching", func(ctx context.Context, out io.Writer) error {
			return teaching.Report(ctx, out, everyday.Development, a.trials, a.misses)
		}},
	}
}

// room is for more vectors than CLINC has texts.
const room = 20_000

func (a *arguments) withRoutes(do func(*eval.Data) error) error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	data, err := eval.Load(a.data, vectorcache.Open(filepath.Join(cache, "sinew-eval", "vectors"), room).Vectors)
	if err != nil {
		return err
	}
	return do(data)
}

func (a *arguments) withValues(do func(options.Cases) error) error {
	cases, err := options.Load(filepath.Join(a.data, "option_cases.json"))
	if err != nil {
		return err
	}
	return do(cases)
}

func (a *arguments) countBlind(out io.Writer, fitted options.Cases) error {
	other, err := options.Load(a.blind)
	if err == nil {
		fitted.Blind(out, other, a.misses)
	}
	return err
}
