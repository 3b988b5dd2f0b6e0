package body

import (
	"bytes"
	"debug/elf"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"sinew/exec/policy"
)

// FindProgram finds a declared program: a name is the first executable regular
// file of that name in the directories of search (a PATH), an absolute path is
// itself. path is where it was found; the policy's Program holds real paths.
// Directories of search that are not absolute are passed over: a program is
// never one that lies where the person happens to stand.
func FindProgram(name, search string) (path string, program policy.Program, err error) {
	path, err = locate(name, search)
	if err != nil {
		return "", policy.Program{}, err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", policy.Program{}, err
	}
	return path, policy.Program{Path: real, Interpreters: interpreters(real, search)}, nil
}

// HasProgram reports whether FindProgram finds a program.
func HasProgram(name, search string) bool {
	_, err := locate(name, search)
	return err == nil
}

func locate(name, search string) (string, error) {
	if filepath.IsAbs(name) {
		return name, executable(name)
	}
	if name == "" || strings.ContainsRune(name, '/') {
		return "", fs.ErrNotExist
	}
	for _, dir := range filepath.SplitList(search) {
		path := filepath.Join(dir, name)
		if filepath.IsAbs(dir) && executable(path) == nil {
			return path, nil
		}
	}
	return "", fs.ErrNotExist
}

// executable reports why path is no regular file this user may execute.
func executable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fs.ErrInvalid
	}
	return unix.Access(path, unix.X_OK)
}

// maxChain is how many interpreters may start one another; the kernel gives up
// after as many scripts.
const maxChain = 5

// interpreters are the real paths of all that the kernel starts to run the
// program at real: a script's interpreter, the program `env` hands over to, the
// loader of each. What cannot be read has none.
func interpreters(real, search string) []string {
	var found []string
	queue := next(real, search)
	for len(queue) > 0 && len(found) < maxChain {
		path, err := filepath.EvalSymlinks(queue[0])
		queue = queue[1:]
		if err != nil || path == real || slices.Contains(found, path) || executable(path) != nil {
			continue
		}
		found = append(found, path)
		queue = append(queue, next(path, search)...)
	}
	return found
}

// next are the paths that starting the program at path starts.
func next(path, search string) []string {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	head := make([]byte, 256) // what the kernel reads of a script
	n, _ := io.ReadFull(file, head)
	head = head[:n]
	if line, ok := bytes.CutPrefix(head, []byte("#!")); ok {
		return scriptPrograms(line, search)
	}
	if loader := elfLoader(file); loader != "" {
		return []string{loader}
	}
	return nil
}

// scriptPrograms are the programs of a script's first line, less its mark: the
// interpreter, and where that is env the program it is told to find.
func scriptPrograms(head []byte, search string) []string {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) == 0 || !filepath.IsAbs(words[0]) {
		return nil
	}
	programs := words[:1:1]
	if filepath.Base(words[0]) != "env" {
		return programs
	}
	for _, word := range words[1:] {
		if strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue
		}
		if path, err := locate(word, search); err == nil {
			programs = append(programs, path)
		}
		break
	}
	return programs
}

// elfLoader is the interpreter an ELF file names, or "".
func elfLoader(file io.ReaderAt) string {
	const maxPath = 4096
	program, err := elf.NewFile(file)
	if err != nil {
		return ""
	}
	for _, part := range program.Progs {
		if part.Type != elf.PT_INTERP {
			continue
		}
		path, err := io.ReadAll(io.LimitReader(part.Open(), maxPath))
		if err != nil {
			return ""
		}
		return strings.TrimRight(string(path), "\x00")
	}
	return ""
}
