package systemone

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"sinew/decide/catalog"
	"sinew/decide/question"
	"sinew/internal/turn"
	"sinew/pkg/manifest"
)

// A misdeed is one way for a service to answer wrongly, and the line it must
// end in.
type misdeed struct {
	name  string
	serve func(t testing.TB) *bench
	want  question.Fault
	asked int32 // requests the server must see; more would be asking again for nothing
}

// timed reports whether time ends a misdeed, which may be before the server
// sees a request.
func (m misdeed) timed() bool { return strings.Contains(m.want.Message, "did not answer in") }

// body is a misdeed whose reply alone is wrong.
func body(name, reply, id, message string) misdeed {
	return replies(name, says(reply), id, message)
}

// replies is a misdeed that shows in a reply with status 200.
func replies(name string, handler http.HandlerFunc, id, message string) misdeed {
	return misdeed{name, func(t testing.TB) *bench { return serve(t, "jev", handler) },
		question.Fault{Kind: question.Malformed, Question: id, Message: message}, 1}
}

// shares is a reply whose route has these probabilities.
func shares(p string) string {
	return strings.Replace(good, `{"kettle":0.9,"radio":0.04,"none":0.06}`, p, 1)
}

// status is a misdeed of an error status.
func status(name string, code int, asked int32, header ...string) misdeed {
	return misdeed{name, func(t testing.TB) *bench {
		return serve(t, "jev", func(w http.ResponseWriter, _ *http.Request) {
			for i := 0; i+1 < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(code)
			_, _ = io.WriteString(w, "\x1b[31mred "+good)
		})
	}, question.Fault{Kind: question.Status, Code: code}, asked}
}

// refused is a status with a fault of its own.
func refused(name, service string, code int, want question.Fault) misdeed {
	m := status(name, code, 1)
	return misdeed{name, func(t testing.TB) *bench {
		return serve(t, service, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
	}, want, m.asked}
}

// broken is a misdeed of a connection.
func broken(name string, asked int32, message string, serve func(t testing.TB) *bench) misdeed {
	return misdeed{name, serve, question.Fault{Kind: question.Transport, Message: message}, asked}
}

// raw is a connection that gets these bytes and then ends.
func raw(name string, asked int32, message, written string) misdeed {
	return broken(name, asked, message, func(t testing.TB) *bench {
		return serveRaw(t, "jev", func(_ int, conn net.Conn) { _, _ = io.WriteString(conn, written) })
	})
}

func gzipped(text string) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return out.Bytes()
}

// zipped answers with bytes that are called gzip.
func zipped(data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(data)
	}
}

// typed answers with a content type, or with headers in pairs.
func typed(text string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		_, _ = io.WriteString(w, text)
	}
}

// hangs answers nothing, or the start of an answer, until its client is gone.
func hangs(start string) func(t testing.TB) *bench {
	return func(t testing.TB) *bench {
		b := serve(t, "jev", func(w http.ResponseWriter, r *http.Request) {
			if start != "" {
				says(start)(w, r)
				w.(http.Flusher).Flush()
			}
			<-r.Context().Done()
		})
		b.client.limits.request = 20 * time.Millisecond
		return b
	}
}

// impostor serves with a certificate that must not be believed.
func impostor(by func() authority, host string, until time.Duration) func(t testing.TB) *bench {
	return func(t testing.TB) *bench {
		certificate := by().issue(t, host, time.Now().Add(until))
		return serveAs(t, "jev", says(good), &certificate)
	}
}

// closed is a server that is not there.
func closed(t testing.TB) *bench {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	return newBench(t, "jev", to(listener.Addr().String()))
}

// plain speaks HTTP where TLS is spoken.
func plain(t testing.TB) *bench {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accept(t, listener, func(_ int, conn net.Conn) {
		_, _ = conn.Read(make([]byte, 1))
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n"+good)
		_, _ = io.Copy(io.Discard, conn) // bytes left unread would end the connection as a reset
	})
	return newBench(t, "jev", to(listener.Addr().String()))
}

// reset ends a connection the hard way once a request has come.
func reset(t testing.TB) *bench {
	return serveRaw(t, "jev", func(_ int, conn net.Conn) {
		_ = conn.(*tls.Conn).NetConn().(*net.TCPConn).SetLinger(0)
		_ = conn.(*tls.Conn).NetConn().Close()
	})
}

// nameless has no address.
func nameless(t testing.TB) *bench {
	return newBench(t, "jev", func(context.Context) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "api.typesafe.ai", IsNotFound: true}}
	})
}

// bounded is a bench that takes replies of a kilobyte.
func bounded(handler http.HandlerFunc) func(t testing.TB) *bench {
	return func(t testing.TB) *bench {
		b := serve(t, "jev", handler)
		b.client.limits.reply = 1 << 10
		return b
	}
}

const (
	isID     = "weave.is_radio__station_0"
	notJSON  = "the reply is not JSON"
	host     = "api.typesafe.ai"
	cannot   = "could not connect to " + host + ": "
	brokeOff = "the answer of " + host + " broke off: "
	ok200    = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
)

func over(name string, handler http.HandlerFunc) misdeed {
	m := replies(name, handler, "route", "the reply is over 1024 bytes")
	m.serve = bounded(handler)
	return m
}

func inEnvelope(name, reply, message string) misdeed {
	m := body(name, reply, "route", message)
	m.serve = func(t testing.TB) *bench { return serve(t, "clef", says(reply)) }
	return m
}

// misdeeds are all that a service is tried with.
func misdeeds() []misdeed {
	unanswered := body("a missing question", `{"answers":{"route":{"probabilities":{"none":1}}}}`, isID, "")
	unanswered.want.Kind = question.Unanswered
	return append(append(replyMisdeeds(), unanswered), wireMisdeeds()...)
}

func replyMisdeeds() []misdeed {
	return []misdeed{
		body("nothing", "", "route", notJSON),
		body("white space", " \n", "route", notJSON),
		body("a reply cut short", good[:len(good)-30], "route", notJSON),
		body("NaN", shares(`{"kettle":NaN}`), "route", notJSON),
		body("Infinity", shares(`{"kettle":Infinity}`), "route", notJSON),
		body("a comma too many", shares(`{"kettle":1,}`), "route", notJSON),
		body("bytes after the reply", good+" x", "route", "the reply goes on after its end"),
		body("two replies", good+good, "route", "the reply goes on after its end"),
		body("bytes that are no UTF-8", shares("{\"ket\xfftle\":1}"), "route", "the reply is not UTF-8"),
		body("an array", "["+good+"]", "route", "the reply is not an object"),
		body("null", "null", "route", "the reply is not an object"),
		body("no answers", `{"model":"m"}`, "route", "the reply holds no answers"),
		body("answers that are null", `{"answers":null}`, "route", "answers is not an object"),
		body("answers twice", `{"answers":{},"answers":{}}`, "route", "the reply holds a key twice"),
		body("a question twice", `{"answers":{"route":{"probabilities":{"none":1}},"route":{"probabilities":{"kettle":1}}}}`,
			"route", "the reply holds a key twice"),
		body("a key twice", shares(`{"kettle":1,"kettle":0}`), "route", "the reply holds a key twice"),
		body("deep nesting passed over", `{"x":`+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+`}`, "route", "the reply is nested too deep"),
		body("deep nesting in an answer", shares(strings.Repeat(`{"kettle":`, 3000)+"1"+strings.Repeat("}", 3000)), "route", "a probability is not a number"),
		body("a wrong sum", shares(`{"kettle":0.5,"none":0.4}`), "route", "the probabilities sum to 0.9, not 1"),
		body("no keys", shares(`{}`), "route", "the probabilities sum to 0, not 1"),
		body("a negative number", shares(`{"kettle":-0.5,"none":1.5}`), "route", "-0.5 is not a probability"),
		body("a number over one", shares(`{"kettle":1.5}`), "route", "1.5 is not a probability"),
		body("a number no float holds", shares(`{"kettle":1e999}`), "route", "1e999 is not a probability"),
		body("a number as a text", shares(`{"kettle":"1"}`), "route", "a probability is not a number"),
		body("a number that is null", shares(`{"kettle":null,"none":1}`), "route", "a probability is not a number"),
		body("probabilities as a list", shares(`[1,0,0]`), "route", "route is not an object"),
		body("a key nobody offered", shares(`{"kettle":0.5,"toaster":0.5}`), "route", `"toaster" was not offered`),
		body("a key that repaints", shares(`{"\u001b[31m\u202e\r":1}`), "route", `"\x1b[31m\u202e\r" was not offered`),
		body("a key without an end", shares(`{"`+strings.Repeat("k", 5000)+`":1}`), "route", `"`+strings.Repeat("k", 60)+`…" was not offered`),
		body("a question nobody asked", strings.Replace(good, `"route":`, `"kettle.drink":{"probabilities":{"mint":1}},"route":`, 1),
			"kettle.drink", "the question was not asked"),
		body("a question that is none", strings.Replace(good, `"route":`, `"\u0007":1,"route":`, 1), "route", `"\a" is not a question`),
		body("an answer that is a number", `{"answers":{"route":1}}`, "route", "route is not an object"),
		body("an answer of another type", strings.Replace(good, `"type":"choice"`, `"type":"noul"`, 1), "route", "the answer is not one of the type choice"),
		body("a choice where yes or no was asked", strings.Replace(good, `"type":"noul","noul":0.125`, `"probabilities":{"yes":1}`, 1),
			isID, `the answer is not one of the type noul`),
		body("an answer without a number", strings.Replace(good, `"type":"noul","noul":0.125`, `"type":"noul"`, 1), isID, "the answer holds no probability"),
		body("a yes over one", strings.Replace(good, `0.125`, `1.25`, 1), isID, "1.25 is not a probability"),
		body("a page", "<html><body>Log in</body></html>", "route", notJSON),
		replies("a page that says so", typed("<html></html>", "Content-Type", "text/html; charset=utf-8"), "route", "the reply is text/html, not JSON"),
		replies("a compression nobody asked for", typed(good, "Content-Encoding", "br"), "route", "the reply is compressed in a way nobody asked for"),
		replies("gzip that is none", zipped([]byte(good)), "route", "the reply's compression is broken"),
		replies("gzip with a wrong sum", zipped(withoutSum(gzipped(good))), "route", "the reply's compression is broken"),
		over("a reply over the limit", says(strings.Repeat(" ", 2<<10)+good)),
		over("a little that unpacks to a lot", zipped(gzipped(strings.Repeat(" ", 8<<20)+good))),
		inEnvelope("a reply without its envelope", good, "the reply holds no answers"),
		inEnvelope("an envelope of a failure", `{"success":false,"result":`+good+`}`, "the reply says that it failed"),
		inEnvelope("an envelope of a failure that tells it late", `{"result":`+good+`,"success":false}`, "the reply says that it failed"),
		inEnvelope("an envelope of nothing", `{"result":null,"success":true}`, "result is not an object"),
	}
}

// withoutSum is gzip whose last bytes are wrong.
func withoutSum(data []byte) []byte {
	data[len(data)-5] ^= 1
	return data
}

func wireMisdeeds() []misdeed {
	key := question.Fault{Kind: question.Refused, Credential: "TYPESAFE_API_KEY"}
	token := question.Fault{Kind: question.Refused, Credential: "CLOUDFLARE_API_TOKEN", Account: "CLOUDFLARE_ACCOUNT_ID"}
	elsewhere := "https://127.0.0.1:1/elsewhere"
	return []misdeed{
		status("201", 201, 1), status("204", 204, 1), status("206", 206, 1),
		status("301", 301, 1, "Location", elsewhere), status("302", 302, 1, "Location", elsewhere),
		status("307", 307, 1, "Location", elsewhere), status("308", 308, 1, "Location", elsewhere), status("304", 304, 1),
		status("400", 400, 1), status("403", 403, 1), status("404", 404, 1), status("408", 408, 1),
		status("413", 413, 1), status("422", 422, 1),
		status("500 twice", 500, 2), status("503 twice", 503, 2), status("599 twice", 599, 2),
		status("503 that says to wait", 503, 2, "Retry-After", "3600"),
		status("429 that says nothing", 429, 1), status("429 that says less than nothing", 429, 1, "Retry-After", "-1"),
		status("429 that says no number", 429, 1, "Retry-After", "soon"), status("429 that says NaN", 429, 1, "Retry-After", "NaN"),
		status("429 that says too long", 429, 1, "Retry-After", "99999999999999999999999"),
		status("429 over the deadline", 429, 1, "Retry-After", "31"),
		status("429 that says yesterday", 429, 1, "Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT"),
		status("429 that says to wait again and again", 429, 4, "Retry-After", "0"),
		refused("a refused key", "jev", 401, key), refused("a refused token", "clef", 401, token),
		refused("a retired model", "clef_flash", 410, question.Fault{Kind: question.Retired, Adapter: "clef-flash-2026-10-03"}),

		broken("nobody there", 0, cannot+"connection refused", closed),
		broken("no name", 0, cannot+"no such host", nameless),
		broken("no TLS", 0, cannot+"it does not speak TLS", plain),
		broken("another's certificate", 0, cannot+"its certificate is for another name", impostor(trusted, "api.example.com", time.Hour)),
		broken("an old certificate", 0, cannot+"its certificate is not valid today", impostor(trusted, host, -time.Minute)),
		broken("nobody's certificate", 0, cannot+"its certificate is signed by nobody trusted", impostor(newAuthority, host, time.Hour)),
		broken("no answer", 1, host+" did not answer in 0.02 seconds", hangs("")),
		broken("an answer without an end", 1, host+" did not answer in 0.02 seconds", hangs(good[:40])),
		broken("a reset", 2, cannot+"connection reset by peer", reset),
		raw("an end at once", 2, cannot+"the connection closed early", ""),
		raw("no HTTP", 1, "the answer of "+host+" is not HTTP: malformed HTTP response \"SSH-2.0-x\"", "SSH-2.0-x\r\n"),
		raw("an end within the headers", 1, "the answer of "+host+" is not HTTP: the connection closed early", ok200),
		raw("headers without an end", 1, "the answer of "+host+" is not HTTP: server response headers exceeded 65536 bytes; aborted",
			ok200+strings.Repeat("X-A: "+strings.Repeat("a", 1000)+"\r\n", 100)),
		raw("more promised than sent", 1, brokeOff+"the connection closed early", fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", ok200, len(good)+1, good)),
		raw("a chunk cut short", 1, brokeOff+"the connection closed early", ok200+"Transfer-Encoding: chunked\r\n\r\nfff\r\n"+good),
		raw("a chunk that is none", 1, brokeOff+"invalid byte in chunk length", ok200+"Transfer-Encoding: chunked\r\n\r\nxyz\r\n"+good),
		raw("gzip cut short", 1, brokeOff+"the connection closed early", ok200+"Content-Encoding: gzip\r\n\r\n"+string(gzipped(good)[:60])),
		{"less promised than sent", func(t testing.TB) *bench {
			return serveRaw(t, "jev", func(_ int, conn net.Conn) { fmt.Fprintf(conn, "%sContent-Length: 20\r\n\r\n%s", ok200, good) })
		}, question.Fault{Kind: question.Malformed, Question: "route", Message: notJSON}, 1},
		{"another protocol", func(t testing.TB) *bench {
			return serveRaw(t, "jev", func(_ int, conn net.Conn) {
				_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"+good)
			})
		}, question.Fault{Kind: question.Status, Code: 101}, 1},
	}
}

func TestEachMisdeedIsNamedAndAskedNoMoreThanItMay(t *testing.T) {
	all := misdeeds()
	if len(all) < 30 {
		t.Fatalf("%d misdeeds", len(all))
	}
	for _, m := range all {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			b := m.serve(t)
			answers, err := b.answer(t, route, isJazz)
			fault, is := errors.AsType[*question.Fault](err)
			if !is || answers != nil {
				t.Fatalf("%v, answers %v", err, answers)
			}
			if !reflect.DeepEqual(*fault, m.want) {
				t.Errorf("got  %+v\nwant %+v", *fault, m.want)
			}
			if got := b.asked.Load(); got > m.asked || got < m.asked && !m.timed() {
				t.Errorf("asked %d times, want %d", got, m.asked)
			}
			checkSafe(t, fault.Error())
		})
	}
}

// checkSafe fails for a line that could repaint a terminal, run on without an
// end, or tell a key.
func checkSafe(t *testing.T, line string) {
	t.Helper()
	if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' }) || len(line) > 200 || strings.Contains(line, testKey) {
		t.Errorf("the line is %q", line)
	}
}

const kettle = `reflex = 1
description = "Boil water."
effect = "write"
confirm = "Boil for {drink}?"
run = "kettle.mts"
[args.drink]
ask = "What to brew?"
options.mint = "Leaves."
options.oolong = "A dark tea."
`

func TestNothingIsDecidedOnAMisdeed(t *testing.T) {
	m, err := manifest.Parse("kettle", []byte(kettle))
	if err != nil {
		t.Fatal(err)
	}
	set := catalog.Set{Reflexes: []catalog.Reflex{{Name: "kettle", Manifest: m, Effect: m.Effect}}, Adapter: catalog.Adapter{Bars: jevBars()}}
	for _, m := range misdeeds() {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			b := m.serve(t)
			a, err := b.client.Open(b.service)
			if err != nil {
				t.Fatal(err)
			}
			got, err := turn.Decide(t.Context(), catalog.New(set), a, "boil some mint", nil)
			if _, is := errors.AsType[*question.Fault](err); !is {
				t.Errorf("%v", err)
			}
			if got.Decision.Outcome != "" || len(got.Answers) != 0 {
				t.Errorf("decided %q on %v", got.Decision.Outcome, got.Answers)
			}
		})
	}
}
