package manifest

import (
	"slices"
	"strings"

	"sinew/pkg/name"
	"sinew/pkg/tomldoc"
)

// version refuses every format but the first.
func (r *reader) version(v *tomldoc.Value) {
	if v == nil || v.Kind != tomldoc.Integer || v.Int != 1 {
		r.refuse(v, "reflex = 1 is required")
	}
}

func (r *reader) description(v *tomldoc.Value) {
	if v == nil {
		r.refuse(nil, "description is required")
		return
	}
	s, ok := r.text(v, "description")
	if !ok {
		return
	}
	summary, _, _ := strings.Cut(s, "\n")
	if strings.TrimSpace(summary) == "" {
		r.refuse(v, "description's first line, the summary, is empty")
		return
	}
	// Line feeds are clean here, and only here.
	if why := unclean(strings.ReplaceAll(s, "\n", " ")); why != "" {
		r.refuse(v, "description %s", why)
	}
	r.m.Description = s
}

// Summary is the description's first line.
func (m *Manifest) Summary() string {
	summary, _, _ := strings.Cut(m.Description, "\n")
	return summary
}

func (r *reader) tags(v *tomldoc.Value) []string {
	var tags []string
	seen := map[string]bool{}
	r.strings(v, "tags", func(item *tomldoc.Value, tag string) {
		if seen[tag] {
			r.refuse(item, "tags repeats %s", quote(tag))
		} else if r.checkName(item, "tags", tag, name.Tag) {
			tags = append(tags, tag)
		}
		seen[tag] = true
	})
	return tags
}

func (r *reader) effect(v *tomldoc.Value) {
	r.m.Effect, r.effectOK = Destructive, true
	if v == nil {
		return
	}
	r.m.EffectWritten = true
	effect, ok := ParseEffect(v.Text)
	if !ok || v.Kind != tomldoc.String {
		r.refuse(v, "effect must be read, write or destructive")
		r.effectOK = false
		return
	}
	r.m.Effect = effect
}

func (r *reader) platforms(v *tomldoc.Value) []string {
	var platforms []string
	r.strings(v, "platforms", func(item *tomldoc.Value, p string) {
		switch {
		case !slices.Contains(systems, p):
			r.refuse(item, "platforms: %s is not a platform: %s", quote(p), strings.Join(systems, ", "))
		case slices.Contains(platforms, p):
			r.refuse(item, "platforms repeats %s", quote(p))
		default:
			platforms = append(platforms, p)
		}
	})
	return platforms
}

func (r *reader) config(v *tomldoc.Value) []Setting {
	var settings []Setting
	for _, e := range r.entries(v, "config") {
		at := keyPath("config", e.Key)
		r.checkName(e.Value, at, e.Key, name.Config)
		settings = append(settings, r.setting(e, at))
		r.settings[e.Key] = true
	}
	return settings
}

func (r *reader) setting(e tomldoc.Entry, at string) Setting {
	s := Setting{Key: e.Key}
	switch e.Value.Kind {
	case tomldoc.String:
		s.About, _ = r.line(e.Value, at)
	case tomldoc.Table:
		s.Secret = r.boolean(e.Value.Get("secret"), at+".secret")
		if about := e.Value.Get("about"); about != nil {
			s.About, _ = r.line(about, at+".about")
		} else {
			r.refuse(e.Value, "%s.about is required", at)
		}
	default:
		r.refuse(e.Value, "%s must be a string or { about, secret }", at)
	}
	return s
}

func (r *reader) yields(v *tomldoc.Value) []Yield {
	var yields []Yield
	for _, e := range r.entries(v, "yields") {
		at := keyPath("yields", e.Key)
		r.checkName(e.Value, at, e.Key, name.Field)
		y := Yield{Field: e.Key}
		switch e.Value.Kind {
		case tomldoc.String:
			y.Pick = r.recognizer(e.Value, at)
		case tomldoc.Table:
			y.Each = r.each(e.Value, at)
		default:
			r.refuse(e.Value, "%s must be a recognizer's name or { each = { … } }", at)
		}
		yields = append(yields, y)
	}
	return yields
}

// each is the fields of a list of records; it is never nil.
func (r *reader) each(v *tomldoc.Value, at string) []Yield {
	fields := []Yield{}
	each := v.Get("each")
	if each == nil {
		r.refuse(v, "%s.each is required", at)
	}
	for _, e := range r.entries(each, at+".each") {
		field := at + "." + keyPath("each", e.Key)
		r.checkName(e.Value, field, e.Key, name.Field)
		fields = append(fields, Yield{Field: e.Key, Pick: r.recognizer(e.Value, field)})
	}
	return fields
}

// recognizer is the recognizer v names, or "".
func (r *reader) recognizer(v *tomldoc.Value, at string) Recognizer {
	if pick := Recognizer(v.Text); v.Kind == tomldoc.String && slices.Contains(Recognizers, pick) {
		return pick
	}
	r.refuse(v, "%s must be %s", at, nine())
	return ""
}

// nine is the recognizers as messages list them.
func nine() string {
	words := make([]string, len(Recognizers))
	for i, r := range Recognizers {
		words[i] = string(r)
	}
	return listWith(words, "or")
}

func (r *reader) confirm(v *tomldoc.Value) {
	if v == nil {
		r.refuse(nil, "confirm is required")
		return
	}
	s, ok := r.line(v, "confirm")
	if !ok {
		return
	}
	template, err := ParseTemplate(s)
	if err != nil {
		r.refuse(v, "confirm %s", err)
	}
	for _, x := range template.Names() {
		if why := r.blame(x, inConfirm); why != "" {
			r.refuse(v, "confirm names {%s}, %s", x, why)
		}
	}
	r.m.Confirm = s
}

// inConfirm says why a confirm cannot name an argument, or "".
func inConfirm(a Argument) string {
	switch {
	case a.Source == Flag:
		return "a flag"
	case a.Source == Takes:
		return "a result the plan hands the body, which a confirm cannot show"
	case a.Optional:
		return "an optional argument"
	}
	return ""
}
