package body

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"sinew/pkg/text"
)

// stripped is the file in the private folder that holds a body without types.
const stripped = "body.mjs"

// maxSource bounds one source file.
const maxSource = 16 << 20

// strip writes the .mts body at run as one JavaScript file into the private
// folder, for a runtime that knows no types, and gives its path. The body's own
// modules, named by a path relative to its own, are brought into it; every
// other import stays what it was. What a module says of its own place
// (import.meta.url) stays true, and a source map keeps the lines.
//
// Only files below the body's directory are read: this program is not held, so
// an import must not make it read what the body may not.
func (j Job) strip(run string) (string, error) {
	root, err := os.OpenRoot(j.Dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	s := stripper{j.Dir, root}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{run},
		Bundle:      true,
		Format:      api.FormatESModule,
		Platform:    api.PlatformNode,
		Engines:     oldestNode,
		Sourcemap:   api.SourceMapInline,
		// Only where a frame is, not what stands there.
		SourcesContent: api.SourcesContentExclude,
		TsconfigRaw:    typesOnly,
		LogLevel:       api.LogLevelSilent,
		AbsWorkingDir:  j.Dir,
		Outfile:        filepath.Join(j.Dir, stripped), // for relative names alone: nothing is written
		Write:          false,
		Plugins:        []api.Plugin{{Name: "body", Setup: s.setup}},
	})
	if len(result.Errors) > 0 {
		return "", syntax(result.Errors[0])
	}
	if len(result.OutputFiles) != 1 {
		return "", fmt.Errorf("%s does not load", text.Escape(run))
	}
	out := filepath.Join(j.Tmp, stripped)
	return out, os.WriteFile(out, result.OutputFiles[0].Contents, 0o600)
}

// typesOnly makes what is dropped be what Node drops: types, and nothing for
// being unused.
const typesOnly = `{"compilerOptions":{"verbatimModuleSyntax":true}}`

// oldestNode is what the text is written for: Node 20, which takes `with` in an
// import from 20.10 on.
var oldestNode = []api.Engine{{Name: api.EngineNode, Version: "20.10"}}

// syntax is what the parser says, where it says it.
func syntax(m api.Message) error {
	if m.Location == nil {
		return errors.New(text.Escape(m.Text))
	}
	return fmt.Errorf("%s:%d:%d: %s", text.Escape(strings.TrimPrefix(m.Location.File, "./")), m.Location.Line, m.Location.Column+1, text.Escape(m.Text))
}

// A stripper answers for every import itself, so that nothing outside root is
// looked at.
type stripper struct {
	dir  string
	root *os.Root
}

func (s stripper) setup(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, s.resolve)
	build.OnLoad(api.OnLoadOptions{Filter: ".*"}, s.load)
}

func (s stripper) resolve(args api.OnResolveArgs) (api.OnResolveResult, error) {
	if args.Kind == api.ResolveEntryPoint {
		return api.OnResolveResult{Path: args.Path, Namespace: "body"}, nil
	}
	if !strings.HasPrefix(args.Path, "./") && !strings.HasPrefix(args.Path, "../") {
		return api.OnResolveResult{Path: args.Path, External: true}, nil
	}
	name := path.Join(path.Dir(args.Importer), args.Path)
	switch path.Ext(name) {
	case ".mts", ".ts", ".mjs":
		if filepath.IsLocal(name) {
			return api.OnResolveResult{Path: name, Namespace: "body"}, nil
		}
	}
	return api.OnResolveResult{Path: s.url(name), External: true}, nil
}

// load is one module's text without types, knowing where it stood.
func (s stripper) load(args api.OnLoadArgs) (api.OnLoadResult, error) {
	source, err := s.read(args.Path)
	if err != nil {
		return api.OnLoadResult{}, err
	}
	full := filepath.Join(s.dir, args.Path)
	plain := api.Transform(source, api.TransformOptions{
		Loader:      api.LoaderTS,
		Sourcefile:  args.Path,
		Sourcemap:   api.SourceMapInline,
		Engines:     oldestNode,
		TsconfigRaw: typesOnly,
		LogLevel:    api.LogLevelSilent,
		Define: map[string]string{
			"import.meta.url":      literal(s.url(args.Path)),
			"import.meta.filename": literal(full),
			"import.meta.dirname":  literal(filepath.Dir(full)),
		},
	})
	if len(plain.Errors) > 0 {
		return api.OnLoadResult{Errors: plain.Errors}, nil
	}
	contents := string(plain.Code)
	return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJS}, nil
}

// literal is s as a string of JavaScript.
func literal(s string) string {
	quoted, _ := json.Marshal(s) // a string always is JSON
	return string(quoted)
}

func (s stripper) read(name string) (string, error) {
	if info, err := s.root.Stat(name); err != nil {
		return "", err
	} else if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is no file", text.Escape(name))
	}
	file, err := s.root.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	source, err := io.ReadAll(io.LimitReader(file, maxSource+1))
	if err == nil && len(source) > maxSource {
		err = fmt.Errorf("%s is over %d MiB", text.Escape(name), maxSource>>20)
	}
	return string(source), err
}

func (s stripper) url(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.Join(s.dir, name)}).String()
}
