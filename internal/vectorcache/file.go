package vectorcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"math"
	"os"

	"sinew/decide/adapter/local/encoder"
	"sinew/internal/atomicfile"
)

const (
	header     = "sinew vectors 1\n" + encoder.Model + "\n"
	recordSize = len(key{}) + 4*encoder.Width
	// largestFile is more than any cache is opened for: what is larger was not
	// written here.
	largestFile = 64 << 20
)

type record struct {
	key    key
	vector encoder.Vector
}

// readFile are the records of a whole file; of any other there are none.
func readFile(path string) []record {
	body, ok := checked(contents(path))
	if !ok {
		return nil
	}
	var all []record
	for ; len(body) > 0; body = body[recordSize:] {
		all = append(all, parse(body[:recordSize]))
	}
	return all
}

func contents(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > largestFile {
		return nil
	}
	file, err := io.ReadAll(io.LimitReader(f, largestFile))
	if err != nil {
		return nil
	}
	return file
}

// checked is what stands between a file's header and its sum.
func checked(file []byte) (body []byte, ok bool) {
	end := len(file) - sha256.Size
	if end < len(header) || (end-len(header))%recordSize != 0 || string(file[:len(header)]) != header {
		return nil, false
	}
	sum := sha256.Sum256(file[:end])
	return file[len(header):end], bytes.Equal(sum[:], file[end:])
}

func parse(raw []byte) record {
	r := record{key: key(raw[:len(key{})])}
	for i := range r.vector {
		r.vector[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[len(key{})+4*i:]))
	}
	return r
}

// writeFile replaces the file. What goes wrong costs the next run time alone.
func writeFile(path string, keys []key, known map[key]*entry) {
	file := make([]byte, 0, len(header)+len(keys)*recordSize+sha256.Size)
	file = append(file, header...)
	for _, k := range keys {
		file = append(file, k[:]...)
		for _, f := range known[k].vector {
			file = binary.LittleEndian.AppendUint32(file, math.Float32bits(f))
		}
	}
	sum := sha256.Sum256(file)
	_ = atomicfile.WriteWithParent(path, append(file, sum[:]...), 0o600, 0o700)
}
