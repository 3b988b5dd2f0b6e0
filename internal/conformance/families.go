package conformance

import (
	"errors"
	"fmt"

	"sinew/pkg/diag"
)

// A Family is how the cases of one directory are answered by our packages.
// Answer takes a case's input and gives what stands against its expect, or an
// error when the input cannot be put to our packages at all.
type Family struct {
	Answer  func(input any) (any, error)
	Compare Comparison
}

// ErrNotCovered is the answer to a case about what is not built yet.
var ErrNotCovered = errors.New("not yet covered")

// Families are the families that have an adapter, by name. The others are not
// yet covered.
var Families = map[string]Family{
	"identity":  {Answer: adapter(answerIdentity)},
	"name":      {Answer: adapter(answerName)},
	"digest":    {Answer: adapter(answerDigest)},
	"fix":       {Answer: adapter(answerFix)},
	"reference": {Answer: adapter(answerReference)},

	"lock":        {Answer: adapter(answerLock), Compare: ordered("reflexes")},
	"render_lock": {Answer: adapter(answerRenderLock)},

	"manifest": {
		Answer:  adapter(answerManifest),
		Compare: ordered("config", "args", "options", "takes", "yields", "each", "examples", "tests"),
	},
	"lint": {Answer: adapter(answerLint)},

	"overlay":   {Answer: adapter(answerOverlay), Compare: ordered("args", "options", "examples", "tests")},
	"effective": {Answer: adapter(answerEffective), Compare: ordered("config", "args", "options", "examples", "tests")},
	"teach":     {Answer: adapter(answerTeach)},
	"thieves":   {Answer: adapter(answerThieves)},

	"diff":          {Answer: adapter(answerDiff)},
	"consent":       {Answer: adapter(answerConsent)},
	"needs.consent": {Answer: adapter(answerNeedsConsent)},
	"report":        {Answer: adapter(answerReport)},
	"reflex_dts":    {Answer: adapter(answerReflexDTS)},
	"project_dts":   {Answer: adapter(answerProjectDTS)},

	"needs.declared_at":  {Answer: adapter(answerDeclaredAt)},
	"needs.widens":       {Answer: adapter(answerWidens)},
	"needs.resolve":      {Answer: adapter(answerResolve)},
	"needs.lacking":      {Answer: adapter(answerLacking)},
	"needs.refusal":      {Answer: adapter(answerRefusal)},
	"contain.node_flags": {Answer: adapter(answerNodeFlags)},
	"contain.landlock":   {Answer: adapter(answerLandlock)},

	"project":      {Answer: adapter(answerProject), Compare: ordered("reflexes", "config", "adapters")},
	"vocabulary":   {Answer: adapter(answerVocabulary), Compare: ordered("ok")},
	"add_entry":    {Answer: adapter(answerAddEntry)},
	"remove_entry": {Answer: adapter(answerRemoveEntry)},
	"set_config":   {Answer: adapter(answerSetConfig)},
	"vocab_edit":   {Answer: adapter(answerVocabEdit)},

	"call":     {Answer: adapter(answerCall), Compare: ordered("args")},
	"by_name":  {Answer: adapter(answerByName), Compare: ordered("args")},
	"argv":     {Answer: adapter(answerArgv)},
	"envelope": {Answer: adapter(answerEnvelope)},
	"values":   {Answer: adapter(answerValues)},
	"picked":   {Answer: adapter(answerPicked)},
	"propose":  {Answer: adapter(answerPropose)},

	"words.listed": {Answer: adapter(answerListed)},
	"words.spoken": {Answer: adapter(answerSpoken), Compare: ordered("said", "asked", "withdrawn", "readings")},
	"gate":         {Answer: adapter(answerGate), Compare: decisions},
	"fill":         {Answer: adapter(answerFill), Compare: decisions},
	"fault":        {Answer: adapter(answerFault)},

	"replay.recording": {Answer: adapter(answerRecording)},
	"replay.render":    {Answer: adapter(answerRenderRecording)},
	"replay.answer":    {Answer: adapter(answerReplay)},

	"systemone.address":  {Answer: adapter(answerAddress)},
	"systemone.settings": {Answer: adapter(answerSettings)},
	"systemone.request":  {Answer: adapter(answerRequest), Compare: ordered("questions", "criteria")},
	"systemone.answers":  {Answer: adapter(answerReply)},
}

// decisions compares decisions as the JSON line has them. A contender's fits is
// older than the manual's line.
var decisions = Comparison{Ordered: []string{"args", "basis", "words", "options"}, Ignored: []string{"fits"}}

// ordered compares so that the order of the objects under keys is meaning.
func ordered(keys ...string) Comparison { return Comparison{Ordered: keys} }

// adapter is an answer over an input of a Go type.
func adapter[Input any](answer func(Input) (any, error)) func(any) (any, error) {
	return func(value any) (any, error) {
		var input Input
		if err := decode(value, &input); err != nil {
			return nil, fmt.Errorf("reading the input: %w", err)
		}
		return answer(input)
	}
}

// ok is {ok: v}.
func ok(v any) any { return Object{{"ok", v}} }

// problems is {err: […]}, every problem with its position and fix.
func problems(err error) (any, error) {
	var list diag.Problems
	if !errors.As(err, &list) {
		return nil, fmt.Errorf("an error of another kind: %w", err)
	}
	return Object{{"err", list}}, nil
}

// problem is {err: …} of the one problem that err is.
func problem(err error) (any, error) {
	var list diag.Problems
	if !errors.As(err, &list) || len(list) != 1 {
		return nil, fmt.Errorf("an error that is not one problem: %w", err)
	}
	return Object{{"err", list[0]}}, nil
}

// run answers one case. A panic of the code under test is an error.
func (f Family) run(input any) (got any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	answer, err := f.Answer(input)
	if err != nil {
		return nil, err
	}
	return AsJSON(answer)
}

// Judge is what stands otherwise in our answer than in the case's expect, none
// when they agree. covered is false for a case about what is not built yet.
func (f Family) Judge(c Case) (differences []string, covered bool) {
	got, err := f.run(c.Input)
	switch {
	case errors.Is(err, ErrNotCovered):
		return nil, false
	case err != nil:
		return []string{err.Error()}, true
	}
	return f.Compare.Differences(c.Expect, got), true
}
