package schemas

// Files are the schemas as they lie on disk, by file name.
func Files() (map[string][]byte, error) {
	files := map[string][]byte{}
	for name, schema := range map[string]object{
		"reflex.json":  reflex(),
		"overlay.json": overlay(),
		"vocab.json":   vocabulary(),
		"evoke.json":   evoke(),
		"verdict.json": verdict(),
		"crawl.json":   crawl(),
		"batch.json":   batch(),
		"index.json":   indexLine(),
	} {
		written, err := file(schema)
		if err != nil {
			return nil, err
		}
		files[name] = written
	}
	return files, nil
}
