package body

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"sinew/pkg/text"
)

// stripped is the file in the private folder that holds a body without types.
const stripped = "body.mjs"

// space is what the library knows the body's own modules by.
const space = "body"

// Bounds of one source file, in bytes and in brackets within one another. The
// library goes one level deeper for each bracket or sign it meets, and a deeper
// one than a program's stack holds would end the program. JavaScript is not read
// here, however long, and a longer module with types is left to a Node that
// takes them out itself.
const (
	maxSource = 64 << 10
	maxDepth  = 1000
)

// strip writes the .mts body of s as one JavaScript file into the private
// folder, and gives its path: the same work for every Node, faster than the one
// that some do themselves. The body's own modules, named by a path relative to
// its own, are brought into it; every other import stays what it was. What a
// module says of its own place (import.meta.url) stays true, and a source map
// keeps lines and columns.
//
// Only files below the body's directory are read: this program is not held, so
// an import must not make it read what the body may not.
func (j Job) strip(s Script) (string, error) {
	root, err := os.OpenRoot(j.Dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	st := stripper{dir: j.Dir, root: root, node: s.Node, entry: path.Clean(s.Run)}
	if info, err := root.Stat(st.entry); err == nil && st.leaves(info) {
		return filepath.Join(j.Dir, s.Run), nil
	}
	if st.plain, err = st.module(st.entry); err != nil {
		return "", err
	}
	code := st.plain.Code
	if relative().Match(code) {
		if code, err = st.bundle(); err != nil {
			return "", err
		}
	}
	out := filepath.Join(j.Tmp, stripped)
	return out, os.WriteFile(out, code, 0o600)
}

// relative finds what may be a relative import in text that the library wrote.
var relative = text.Pattern("[\"'`]\\.\\.?/")

// typesOnly makes what is dropped be what Node drops: types, and nothing for
// being unused.
const typesOnly = `{"compilerOptions":{"verbatimModuleSyntax":true}}`

// asWritten leaves decorators for the check to find.
var asWritten = map[string]bool{"decorators": true}

// syntaxOf is what the parser says, where it says it.
func syntaxOf(m api.Message) error {
	if m.Location == nil {
		return errors.New(text.Escape(m.Text))
	}
	why := m.Text
	if strings.HasPrefix(why, "Parameter decorators") {
		why = noDecorator // the library knows of a setting that allows them
	}
	return syntax(m.Location.File, refusal{placeOf(m.Location), why})
}

func syntax(file string, r refusal) error {
	return fmt.Errorf("%s:%d:%d: %s", text.Escape(file), r.at.line+1, r.at.column+1, text.Escape(r.why))
}

func placeOf(l *api.Location) place {
	return place{l.Line - 1, units(l.LineText[:min(l.Column, len(l.LineText))])}
}

// A stripper answers for every import itself, so that nothing outside root is
// looked at.
type stripper struct {
	dir   string
	root  *os.Root
	node  Node                // what the text is written for
	entry string              // the body
	plain api.TransformResult // of entry
}

// leaves reports whether a module is too long for the library, and the Node
// loads it as it is.
func (s stripper) leaves(module fs.FileInfo) bool {
	return module.Size() > maxSource && s.node.stripsTypes()
}

// bundle is the body with its own modules in it.
func (s stripper) bundle() ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{s.entry},
		Bundle:      true,
		Format:      api.FormatESModule,
		Platform:    api.PlatformNode,
		Engines:     s.node.engines(),
		Supported:   asWritten,
		Sourcemap:   api.SourceMapInline,
		SourceRoot:  s.url("") + "/",
		TsconfigRaw: typesOnly,
		LogLevel:    api.LogLevelSilent,
		// Only where a frame is, not what stands there.
		SourcesContent: api.SourcesContentExclude,
		AbsWorkingDir:  s.dir,
		Outfile:        filepath.Join(s.dir, stripped), // for relative names alone: nothing is written
		Write:          false,
		Plugins:        []api.Plugin{{Name: "body", Setup: s.setup}},
	})
	if len(result.Errors) > 0 {
		return nil, s.unbound(result.Errors[0])
	}
	return result.OutputFiles[0].Contents, nil
}

// unbound is what stands between modules, which their texts without types were
// found to have, where their author has it.
func (s stripper) unbound(m api.Message) error {
	if err, ok := m.Detail.(error); ok {
		return err
	}
	m.Text = strings.ReplaceAll(m.Text, `"`+space+":", `"`)
	if m.Location == nil {
		return syntaxOf(m)
	}
	name, at := strings.TrimPrefix(m.Location.File, space+":"), placeOf(m.Location)
	plain, err := s.module(name)
	if err != nil {
		return err
	}
	return syntax(name, refusal{sourceOf(plain.Map, at), m.Text})
}

func (s stripper) setup(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, s.resolve)
	build.OnLoad(api.OnLoadOptions{Filter: ".*"}, s.load)
}

func (s stripper) resolve(args api.OnResolveArgs) (api.OnResolveResult, error) {
	if args.Kind == api.ResolveEntryPoint {
		return api.OnResolveResult{Path: s.entry, Namespace: space}, nil
	}
	if !strings.HasPrefix(args.Path, "./") && !strings.HasPrefix(args.Path, "../") {
		return api.OnResolveResult{Path: args.Path, External: true}, nil
	}
	name := path.Join(path.Dir(args.Importer), args.Path)
	switch path.Ext(name) {
	case ".mts", ".ts":
		if filepath.IsLocal(name) {
			return s.own(name)
		}
	}
	return api.OnResolveResult{Path: s.url(name), External: true}, nil
}

// own is one of the body's own modules. Without it the import is at fault.
func (s stripper) own(name string) (api.OnResolveResult, error) {
	info, err := s.root.Stat(name)
	if err != nil {
		missing := api.Message{Text: "./" + name + " is not there"}
		return api.OnResolveResult{Errors: []api.Message{missing}}, nil
	}
	if s.leaves(info) {
		return api.OnResolveResult{Path: s.url(name), External: true}, nil
	}
	return api.OnResolveResult{Path: name, Namespace: space}, nil
}

// load is one module's text without types.
func (s stripper) load(args api.OnLoadArgs) (api.OnLoadResult, error) {
	plain, err := s.plain, error(nil)
	if args.Path != s.entry {
		plain, err = s.module(args.Path)
	}
	if err != nil {
		return api.OnLoadResult{Errors: []api.Message{{Text: err.Error(), Detail: err}}}, nil
	}
	if at, found := computed(string(plain.Code)); found {
		err := syntax(args.Path, refusal{sourceOf(plain.Map, at), noComputed})
		return api.OnLoadResult{Errors: []api.Message{{Text: err.Error(), Detail: err}}}, nil
	}
	code := string(plain.Code) + "\nexport {}\n" // a module, even with nothing left in it
	return api.OnLoadResult{Contents: &code, Loader: api.LoaderJS}, nil
}

// module is the module of that name without its types, knowing where it stood.
func (s stripper) module(name string) (api.TransformResult, error) {
	source, err := s.read(name)
	if err == nil && depth(source) > maxDepth {
		err = fmt.Errorf("%s opens more than %d brackets within one another", text.Escape(name), maxDepth)
	}
	if err != nil {
		return api.TransformResult{}, err
	}
	plain := s.transform(name, source, api.LoaderDefault)
	if isAmbiguous(plain.Errors) {
		places := plain.Errors
		plain = s.transform(name, source, api.LoaderTS)
		for _, m := range places {
			if at := placeOf(m.Location); len(plain.Errors) == 0 && !isArrow(plain, at) {
				return plain, syntax(name, refusal{at, noCast})
			}
		}
	}
	if len(plain.Errors) > 0 {
		return plain, syntaxOf(plain.Errors[0])
	}
	if r, found := unerasable(source, plain); found {
		return plain, syntax(name, r)
	}
	return plain, nil
}

// depth is the most brackets that are open at a time, those in texts and comments
// included.
func depth(source string) (most int) {
	open := 0
	for i := range len(source) {
		switch source[i] {
		case '(', '[', '{', '<':
			open++
		case ')', ']', '}', '>':
			open = max(0, open-1)
		}
		most = max(most, open)
	}
	return most
}

// isAmbiguous is whether all that is wrong is where a `<` stands.
func isAmbiguous(messages []api.Message) bool {
	return len(messages) > 0 && !slices.ContainsFunc(messages, func(m api.Message) bool { return m.Text != ambiguous })
}

func (s stripper) transform(name, source string, loader api.Loader) api.TransformResult {
	full := filepath.Join(s.dir, name)
	return api.Transform(source, api.TransformOptions{
		Loader:         loader, // by default what the name says
		Sourcefile:     name,
		Sourcemap:      api.SourceMapInlineAndExternal,
		SourceRoot:     s.url("") + "/",
		SourcesContent: api.SourcesContentExclude,
		Engines:        s.node.engines(),
		Supported:      asWritten,
		TsconfigRaw:    typesOnly,
		LogLevel:       api.LogLevelSilent,
		Define: map[string]string{
			"import.meta.url":      literal(s.url(name)),
			"import.meta.filename": literal(full),
			"import.meta.dirname":  literal(filepath.Dir(full)),
		},
	})
}

// literal is s as a string of JavaScript.
func literal(s string) string {
	quoted, _ := json.Marshal(s) // a string always is JSON
	return string(quoted)
}

func (s stripper) read(name string) (string, error) {
	if info, err := s.root.Stat(name); err != nil {
		return "", fmt.Errorf("%s is not there", text.Escape(name))
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
		err = fmt.Errorf("%s is over %d KiB; write a bundle as .mjs", text.Escape(name), maxSource>>10)
	}
	return string(source), err
}

func (s stripper) url(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.Join(s.dir, name)}).String()
}
