package crawl

import "io/fs"

// walkFiles gives every plain file to do.
func walkFiles(root fs.FS, do func(path string, content []byte)) error {
	return fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, path)
		do(path, content)
		return err
	})
}
