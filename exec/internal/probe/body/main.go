//go:build unix

// Command body tries each of its arguments, `<verb> <words>`, and writes a line
// for each: `ok`, what was asked for, or the error.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, arg := range os.Args[1:] {
		words := strings.Fields(arg)
		try, known := acts[words[0]]
		if !known {
			try = system[words[0]]
		}
		answer, err := try(append(words[1:], "", ""))
		if err != nil {
			answer = "refused: " + err.Error()
		}
		fmt.Fprintln(out, answer)
		out.Flush()
	}
}

// An act is one thing to try, told by its words.
type act func(words []string) (string, error)

func done(err error) (string, error) { return "ok", err }

var acts = map[string]act{
	"read": func(w []string) (string, error) {
		_, err := os.ReadFile(w[0])
		return done(err)
	},
	"list": func(w []string) (string, error) {
		_, err := os.ReadDir(w[0])
		return done(err)
	},
	"write":    func(w []string) (string, error) { return done(os.WriteFile(w[0], []byte("written"), 0o600)) },
	"mkdir":    func(w []string) (string, error) { return done(os.Mkdir(w[0], 0o700)) },
	"remove":   func(w []string) (string, error) { return done(os.Remove(w[0])) },
	"rename":   func(w []string) (string, error) { return done(os.Rename(w[0], w[1])) },
	"truncate": func(w []string) (string, error) { return done(syscall.Truncate(w[0], 0)) },
	"chmod":    func(w []string) (string, error) { return done(os.Chmod(w[0], 0o700)) },
	"chown":    func(w []string) (string, error) { return done(os.Lchown(w[0], os.Getuid(), os.Getgid())) },
	"touch":    func(w []string) (string, error) { return done(os.Chtimes(w[0], time.Unix(1, 0), time.Unix(1, 0))) },
	"run":      func(w []string) (string, error) { return done(exec.Command(w[0]).Run()) },
	"dial": func(w []string) (string, error) {
		conn, err := net.DialTimeout(w[0], w[1], 5*time.Second)
		if err == nil {
			_, err = conn.Write([]byte("x"))
			conn.Close()
		}
		return done(err)
	},
	"listen": func(w []string) (string, error) {
		l, err := net.Listen(w[0], w[1])
		if err == nil {
			l.Close()
		}
		return done(err)
	},
	"kill":  func(w []string) (string, error) { return done(syscall.Kill(number(w[0]), 0)) },
	"pid":   func([]string) (string, error) { return strconv.Itoa(os.Getpid()), nil },
	"cwd":   func([]string) (string, error) { return os.Getwd() },
	"env":   func([]string) (string, error) { return strings.Join(os.Environ(), " "), nil },
	"say":   func(w []string) (string, error) { return strings.TrimSpace(strings.Join(w, " ")), nil },
	"exit":  func(w []string) (string, error) { os.Exit(number(w[0])); return "", nil },
	"die":   func([]string) (string, error) { return done(syscall.Kill(os.Getpid(), syscall.SIGKILL)) },
	"warn":  func(w []string) (string, error) { fmt.Fprint(os.Stderr, unescape(w[0])); return "ok", nil },
	"flood": func(w []string) (string, error) { return strings.Repeat("x", number(w[0])), nil },
	"stdin": func([]string) (string, error) {
		n, err := os.Stdin.Read(make([]byte, 1))
		return fmt.Sprint(n, err), nil
	},
	"hang":    func([]string) (string, error) { time.Sleep(time.Hour); return "ok", nil },
	"deaf":    func([]string) (string, error) { signal.Ignore(syscall.SIGTERM); return "ok", nil },
	"started": func(w []string) (string, error) { return done(os.WriteFile(w[0], nil, 0o600)) },
	// leave starts a process that hangs, in its own session when told so, and
	// writes its number to a file.
	"leave": func(w []string) (string, error) {
		cmd := exec.Command(os.Args[0], "hang")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: w[1] == "setsid"}
		if err := cmd.Start(); err != nil {
			return "", err
		}
		return "ok", os.WriteFile(w[0], []byte(strconv.Itoa(cmd.Process.Pid)), 0o600)
	},
	// orphan leaves a process whose parent is gone, in its own session.
	"orphan": func(w []string) (string, error) {
		cmd := exec.Command(os.Args[0], "leave "+w[0]+" setsid")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		return done(cmd.Run())
	},
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func unescape(s string) string {
	plain, err := strconv.Unquote(`"` + s + `"`)
	if err != nil {
		panic(err)
	}
	return plain
}
