package systemone

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"sinew/decide/question"
)

var goodAnswers = question.Answers{
	"route": {"kettle": 0.9, "radio": 0.04, "none": 0.06},
	isID:    {"yes": 0.125},
}

func checkGood(t *testing.T, b *bench) {
	t.Helper()
	got, err := b.answer(t, route, isJazz)
	if err != nil || !reflect.DeepEqual(got, goodAnswers) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestARequestCarriesTheTextAndItsQuestions(t *testing.T) {
	var seen *http.Request
	var body []byte
	b := serve(t, "jev", func(w http.ResponseWriter, r *http.Request) {
		seen = r
		body, _ = io.ReadAll(r.Body)
		says(good)(w, r)
	})
	checkGood(t, b)
	if seen.Method != "POST" || seen.Host != "api.typesafe.ai" || seen.URL.Path != "/v1/systemone" || seen.ProtoMajor != 2 {
		t.Errorf("%s %s%s, HTTP/%d", seen.Method, seen.Host, seen.URL.Path, seen.ProtoMajor)
	}
	want := map[string]string{
		"Authorization": "Bearer " + testKey, "Content-Type": "application/json", "Accept": "application/json",
		"Accept-Encoding": "gzip", "User-Agent": "sinew", "Content-Length": fmt.Sprint(len(body)),
	}
	for name, values := range seen.Header {
		if want[name] != strings.Join(values, "|") {
			t.Errorf("%s: %q", name, values)
		}
	}
	if len(seen.Header) != len(want) {
		t.Errorf("the headers are %v", seen.Header)
	}
	sent := `{"model":"jev-1.13.0","state":{"request":"boil some water"},"questions":{"route":{"type":"choice",` +
		`"instructions":"` + route.Ask + `","criteria":{"kettle":"Boil water.","radio":"Play.","none":`
	if !strings.HasPrefix(string(body), sent) || strings.Contains(string(body), testKey) {
		t.Errorf("sent %s", body)
	}
}

func TestEveryServiceIsAnswered(t *testing.T) {
	account := "/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/run/@cf/cloudflare/"
	for name, path := range map[string]string{
		"jev": "/v1/systemone", "openjev": "/v1/systemone", "clef": account + "clef", "clef_flash": account + "clef-flash",
	} {
		var seen atomic.Value
		b := serve(t, name, func(w http.ResponseWriter, r *http.Request) {
			seen.Store(r.URL.Path)
			if strings.HasPrefix(name, "clef") {
				says(enveloped(good))(w, r)
				return
			}
			says(good)(w, r)
		})
		checkGood(t, b)
		if seen.Load() != path {
			t.Errorf("%s asks at %v", name, seen.Load())
		}
	}
}

func TestARepliesFormIsNotHeldTooStrictly(t *testing.T) {
	bare := strings.NewReplacer(`"type":"choice",`, "", `"type":"noul",`, "").Replace(good)
	odd := "HTTP/1.1 200 Fine\r\n"
	for name, handler := range map[string]http.HandlerFunc{
		"no types":            says(bare),
		"a problem type":      typed(good, "Content-Type", "application/problem+json; charset=utf-8"),
		"plain text":          typed(good, "Content-Type", "text/plain"),
		"a type that is none": typed(good, "Content-Type", ";;"),
		"gzip":                zipped(gzipped(good)),
		"members unknown":     says(strings.Replace(good, `"answers":{`, `"x":[{"y":null}],"answers":{`, 1)),
		"both of a yes/no":    says(good),
	} {
		t.Run(name, func(t *testing.T) { checkGood(t, serve(t, "jev", handler)) })
	}
	checkGood(t, serveRaw(t, "jev", func(_ int, conn net.Conn) {
		fmt.Fprintf(conn, "%sContent-Length: %d\r\n\r\n%s", odd, len(good), good)
	}))
}

// first answers the first request as one handler does, and the others as
// another.
func first(one, others http.HandlerFunc) http.HandlerFunc {
	var asked atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			one(w, r)
			return
		}
		others(w, r)
	}
}

func coded(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

func TestAServerErrorIsAskedOnceMore(t *testing.T) {
	for _, code := range []int{500, 502, 503, 504} {
		b := serve(t, "jev", first(coded(code), says(good)))
		checkGood(t, b)
		if b.asked.Load() != 2 {
			t.Errorf("%d: asked %d times", code, b.asked.Load())
		}
	}
}

func TestAWaitThatIsNamedIsWaitedOut(t *testing.T) {
	now := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	for said, want := range map[string]time.Duration{
		"7": 7 * time.Second, "0": 0, "0.25": 250 * time.Millisecond, "Fri, 01 May 2026 10:00:09 GMT": 9 * time.Second,
	} {
		b := serve(t, "jev", first(coded(429, "Retry-After", said), says(good)))
		b.client.now = func() time.Time { return now }
		checkGood(t, b)
		if !slices.Equal(b.paused, []time.Duration{want}) {
			t.Errorf("%s: waited %v", said, b.paused)
		}
	}
}

func TestAWaitAndARetryAreEachTheirOwn(t *testing.T) {
	b := serve(t, "jev", first(coded(429, "Retry-After", "1"), first(coded(500), says(good))))
	checkGood(t, b)
	if b.asked.Load() != 3 {
		t.Errorf("asked %d times", b.asked.Load())
	}
}

func TestAConnectionThatFailsIsTriedOnceMore(t *testing.T) {
	b := serve(t, "jev", says(good))
	dial := b.client.dial
	b.client.dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if b.dialed.Load() == 1 && err == nil {
			conn.Close()
		}
		return conn, err
	}
	checkGood(t, b)
	if b.dialed.Load() != 2 {
		t.Errorf("dialed %d times", b.dialed.Load())
	}
}

func TestAConnectThatHangsEndsAndIsTriedOnceMore(t *testing.T) {
	b := newBench(t, "jev", func(ctx context.Context) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	b.client.limits.connect = time.Millisecond
	_, err := b.answer(t, route)
	if err == nil || err.Error() != cannot+"it took too long" || b.dialed.Load() != 2 {
		t.Errorf("%v after %d", err, b.dialed.Load())
	}
}

func TestOneConnectionIsKept(t *testing.T) {
	b := serve(t, "jev", says(good))
	for range 5 {
		checkGood(t, b)
	}
	if b.dialed.Load() != 1 {
		t.Errorf("dialed %d times", b.dialed.Load())
	}
}

func TestAKeptConnectionTheServiceLeftIsMadeAnew(t *testing.T) {
	b := serveRaw(t, "jev", func(_ int, conn net.Conn) {
		fmt.Fprintf(conn, "%sContent-Length: %d\r\n\r\n%s", ok200, len(good), good)
	})
	for range 3 {
		checkGood(t, b)
	}
	if b.dialed.Load() != 3 {
		t.Errorf("dialed %d times", b.dialed.Load())
	}
}

// goaway speaks HTTP/2 by hand: the first connection is told to go elsewhere
// once it has asked, the others are answered.
func goaway(t *testing.T) *bench {
	service, _ := Find("jev")
	issued := trusted().issue(t, service.Host(), time.Now().Add(time.Hour))
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{issued}, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	accept(t, listener, func(n int, conn net.Conn) {
		if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
			return
		}
		framer := http2.NewFramer(conn, conn)
		_ = framer.WriteSettings()
		for {
			frame, err := framer.ReadFrame()
			if err != nil {
				return
			}
			if data, is := frame.(*http2.DataFrame); is && data.StreamEnded() {
				if n == 1 {
					_ = framer.WriteGoAway(0, http2.ErrCodeNo, nil)
					continue
				}
				var head strings.Builder
				_ = hpack.NewEncoder(&head).WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
				_ = framer.WriteHeaders(http2.HeadersFrameParam{StreamID: data.StreamID, BlockFragment: []byte(head.String()), EndHeaders: true})
				_ = framer.WriteData(data.StreamID, true, []byte(good))
			}
		}
	})
	return newBench(t, "jev", to(listener.Addr().String()))
}

func TestAServiceThatSaysGoAwayIsAskedOnANewConnection(t *testing.T) {
	b := goaway(t)
	checkGood(t, b)
	if b.dialed.Load() != 2 {
		t.Errorf("dialed %d times", b.dialed.Load())
	}
}

func TestTheDeadlineEndsWhatARequestsOwnLimitDoesNot(t *testing.T) {
	b := hangs("")(t)
	b.client.limits.request, b.client.limits.answer = time.Hour, 20*time.Millisecond
	_, err := b.answer(t, route)
	if fault, is := errors.AsType[*question.Fault](err); !is || fault.Message != host+" did not answer in 0.02 seconds" {
		t.Error(err)
	}
}

func TestACallerThatGivesUpIsTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := serve(t, "jev", func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	a, err := b.client.Open(b.service)
	if err != nil {
		t.Fatal(err)
	}
	if answers, err := a.Answer(ctx, "x", []question.Question{route}); !errors.Is(err, context.Canceled) || answers != nil {
		t.Errorf("%v, %v", answers, err)
	}
}

func TestAWaitEndsWithItsCaller(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := pause(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := pause(t.Context(), time.Microsecond); err != nil {
		t.Error(err)
	}
	if err := pause(t.Context(), 0); err != nil {
		t.Error(err)
	}
}

// many are n questions, each answered by yes or no.
func many(n int) []question.Question {
	asked := make([]question.Question, n)
	for i := range asked {
		asked[i] = question.IsIt(question.Subject{Reflex: "radio", Arg: "station", N: i}, "Which?", "jazz", "Music.")
	}
	return asked
}

// asked are the ids of a request's questions.
func asked(t *testing.T, r *http.Request) []string {
	var sent struct{ Questions map[string]any }
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
		t.Error(err)
	}
	var ids []string
	for id := range sent.Questions {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// answersTo is a reply of yes to ids.
func answersTo(ids []string) string {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = fmt.Sprintf(`%q:{"type":"noul","noul":0.5}`, id)
	}
	return `{"answers":{` + strings.Join(parts, ",") + `}}`
}

func TestALongRoundIsSentInPartsAndAnsweredAsOne(t *testing.T) {
	for _, c := range []struct {
		service string
		n       int
		sizes   []int
	}{
		{"clef", 0, nil}, {"clef", 1, []int{1}}, {"clef", 64, []int{64}}, {"clef", 65, []int{1, 64}},
		{"clef_flash", 500, []int{52, 64, 64, 64, 64, 64, 64, 64}}, {"jev", 0, nil}, {"jev", 500, []int{500}},
	} {
		var mu sync.Mutex
		var sizes []int
		b := serve(t, c.service, func(w http.ResponseWriter, r *http.Request) {
			ids := asked(t, r)
			mu.Lock()
			sizes = append(sizes, len(ids))
			mu.Unlock()
			reply := answersTo(ids)
			if c.service != "jev" {
				reply = enveloped(reply)
			}
			says(reply)(w, r)
		})
		got, err := b.answer(t, many(c.n)...)
		slices.Sort(sizes)
		if err != nil || len(got) != c.n || question.Validate(many(c.n), got) != nil || !slices.Equal(sizes, c.sizes) {
			t.Errorf("%s, %d: %d answers in %v, %v", c.service, c.n, len(got), sizes, err)
		}
	}
}

func TestAPartThatFailsFailsTheRound(t *testing.T) {
	last := many(130)[129].ID()
	b := serve(t, "clef", func(w http.ResponseWriter, r *http.Request) {
		if ids := asked(t, r); !slices.Contains(ids, last) {
			says(enveloped(answersTo(ids)))(w, r)
			return
		}
		w.WriteHeader(422)
	})
	got, err := b.answer(t, many(130)...)
	if fault, is := errors.AsType[*question.Fault](err); !is || fault.Code != 422 || got != nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestNoPartIsSentOnceOneFailed(t *testing.T) {
	b := serve(t, "clef", coded(422))
	b.client.limits.together = 1
	_, err := b.answer(t, many(500)...)
	if err == nil || b.asked.Load() != 1 {
		t.Errorf("%v after %d requests", err, b.asked.Load())
	}
}

func TestAPartMayNotAnswerForAnother(t *testing.T) {
	all := many(65)
	ids := make([]string, len(all))
	for i, q := range all {
		ids[i] = q.ID()
	}
	b := serve(t, "clef", says(enveloped(answersTo(ids))))
	_, err := b.answer(t, all...)
	want := &question.Fault{Kind: question.Malformed, Question: all[64].ID(), Message: "the question was not asked"}
	if !reflect.DeepEqual(err, want) {
		t.Errorf("%v", err)
	}
}

func TestSeveralAskAtOnce(t *testing.T) {
	b := serve(t, "jev", says(good))
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() { checkGood(t, b) })
	}
	all.Wait()
}
