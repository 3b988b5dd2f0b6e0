package state

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"sinew/pkg/diag"
)

func (p Paths) logFile() string { return filepath.Join(p.State, "log.jsonl") }

// The log's bounds, in bytes. maxLogged is how much of its end is looked
// through for its last line.
const (
	mostLog   = 16 << 20
	keptLog   = 8 << 20
	maxLogged = 4 << 20
)

func (p Paths) log() lineFile {
	return lineFile{dir: p.State, path: p.logFile(), most: mostLog, trim: func(text []byte) []byte { return newestLines(text, keptLog) }}
}

// newestLines are the whole lines at the end of text that most bytes hold, and
// always the last one.
func newestLines(text []byte, most int) []byte {
	if len(text) <= most {
		return text
	}
	if cut := bytes.IndexByte(text[len(text)-most:], '\n'); cut >= 0 && cut+1 < most {
		return text[len(text)-most+cut+1:]
	}
	last := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte{'\n'}), '\n')
	return text[last+1:]
}

// Log appends a line, given without its line feed, to the log. Only the person
// may read it. Lines of several processes never mix, and the oldest go once
// the log is longer than 16 MiB. Where nothing may be written there is no log,
// and that is no failure: deciding needs none.
func (p Paths) Log(line []byte) error {
	err := p.log().append(append(bytes.Clone(line), '\n'))
	if err != nil && !mayNotWrite(err) {
		return failure("writing", p.logFile(), err)
	}
	return nil
}

// LastLogged is the newest line of the log that reads takes, nil when there is
// none. broken says that a line after it was passed over: one cut short by a
// crash, or one that reads refused.
func (p Paths) LastLogged(reads func(line []byte) bool) (line []byte, broken bool, err error) {
	tail, whole, err := p.logTail()
	if err != nil {
		return nil, false, err
	}
	line, broken = lastThatReads(tail, whole, reads)
	if line == nil && len(tail) > 0 && !whole {
		return nil, false, &diag.Failure{What: "reading " + p.logFile(), Why: errors.New("its last lines do not read")}
	}
	return line, broken, nil
}

// lastThatReads is the newest whole line of a text that reads takes, nil for
// none. What precedes a text that is not whole may end within its first line.
func lastThatReads(text []byte, whole bool, reads func(line []byte) bool) (line []byte, broken bool) {
	end := bytes.LastIndexByte(text, '\n')
	broken = end+1 < len(text)
	for ; end >= 0; end = bytes.LastIndexByte(text[:end], '\n') {
		start := bytes.LastIndexByte(text[:end], '\n') + 1
		if start == 0 && !whole {
			break
		}
		if line := text[start:end]; reads(line) {
			return line, broken
		}
		broken = true
	}
	return nil, broken
}

// openLog opens the log to be read. What somebody put in its place cannot keep
// a command waiting.
func (p Paths) openLog() (*os.File, error) {
	return os.OpenFile(p.logFile(), os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// logTail is the end of the log; whole says that it is all of it.
func (p Paths) logTail() (tail []byte, whole bool, err error) {
	file, err := p.openLog()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, failure("reading", p.logFile(), err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, false, failure("reading", p.logFile(), err)
	}
	from := max(0, info.Size()-maxLogged)
	tail, err = io.ReadAll(io.NewSectionReader(file, from, info.Size()-from))
	if err != nil {
		return nil, false, failure("reading", p.logFile(), err)
	}
	return tail, from == 0, nil
}

// EachLogged gives every whole line of the log to each, the oldest first,
// without its line feed; the slice is each's until it returns. A line that is
// too long to be one of ours is given as nil. No log is no lines. The error is
// a *diag.Failure.
func (p Paths) EachLogged(each func(line []byte)) error {
	file, err := p.openLog()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return failure("reading", p.logFile(), err)
	}
	defer file.Close()
	if err := eachLine(bufio.NewReaderSize(file, 64<<10), each); err != nil {
		return failure("reading", p.logFile(), err)
	}
	return nil
}

func eachLine(from *bufio.Reader, each func(line []byte)) error {
	var line []byte
	tooLong := false
	for {
		piece, err := from.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(piece) > maxLogged; !tooLong {
			line = append(line, piece...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF): // a line cut short is none
			return nil
		case err != nil:
			return err
		case tooLong:
			each(nil)
		default:
			each(line[:len(line)-1])
		}
		line, tooLong = line[:0], false
	}
}
