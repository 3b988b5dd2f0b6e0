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

// maxLogged is how much of the log's end is looked through for its last line.
const maxLogged = 4 << 20

// Log appends a line, given without its line feed, to the log. Only the person
// may read it. Lines of several processes never mix. Where nothing may be
// written there is no log, and that is no failure: deciding needs none.
func (p Paths) Log(line []byte) error {
	if err := p.log(line); err != nil && !mayNotWrite(err) {
		return failure("writing", p.logFile(), err)
	}
	return nil
}

func (p Paths) log(line []byte) error {
	if err := os.MkdirAll(p.State, privateDir); err != nil {
		return err
	}
	file, err := os.OpenFile(p.logFile(), os.O_RDWR|os.O_APPEND|os.O_CREATE|syscall.O_NOFOLLOW, privateFile)
	if err != nil {
		return err
	}
	defer file.Close()
	// Held until the file is closed, and by nobody for longer than one write.
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	whole := append(bytes.Clone(line), '\n')
	if cutShort(file) {
		whole = append([]byte{'\n'}, whole...)
	}
	_, err = file.Write(whole)
	return err
}

// cutShort reports whether the log ends within a line: a crash left it so.
func cutShort(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	last := make([]byte, 1)
	_, err = file.ReadAt(last, info.Size()-1)
	return err == nil && last[0] != '\n'
}

// LastLogged is the log's last whole line, nil when nothing was ever logged. A
// line cut short by a crash is passed over.
func (p Paths) LastLogged() ([]byte, error) {
	file, err := os.Open(p.logFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, failure("reading", p.logFile(), err)
	}
	defer file.Close()
	tail, err := readTail(file)
	if err != nil {
		return nil, failure("reading", p.logFile(), err)
	}
	end := bytes.LastIndexByte(tail, '\n')
	if end < 0 {
		if len(tail) == maxLogged {
			return nil, &diag.Failure{What: "reading " + p.logFile(), Why: errors.New("its last line is too long")}
		}
		return nil, nil
	}
	return tail[bytes.LastIndexByte(tail[:end], '\n')+1 : end], nil
}

func readTail(file *os.File) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(max(0, info.Size()-maxLogged), io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(file, maxLogged))
}

// EachLogged gives every whole line of the log to each, the oldest first,
// without its line feed; the slice is each's until it returns. A line that is
// too long to be one of ours is given as nil. No log is no lines. The error is
// a *diag.Failure.
func (p Paths) EachLogged(each func(line []byte)) error {
	file, err := os.OpenFile(p.logFile(), os.O_RDONLY|syscall.O_NONBLOCK, 0)
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
