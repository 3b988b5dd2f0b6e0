package tomldoc

import (
	"strings"
	"time"
)

// validTime reports whether a date, a time or both, as the parser cut it out
// of the source, is one. The parser only looks for characters that may stand
// in one.
func validTime(s string) bool {
	date, clock, both := strings.Cut(strings.ToUpper(strings.Replace(s, " ", "T", 1)), "T")
	if !both && strings.Contains(s, ":") {
		return validClock(date)
	}
	if !shaped(date, "0000-00-00") {
		return false
	}
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return false
	}
	return !both || validClock(cutOffset(clock))
}

// cutOffset is a time of day without its offset, or "" when the offset is no
// offset.
func cutOffset(clock string) string {
	if before, ok := strings.CutSuffix(clock, "Z"); ok {
		return before
	}
	i := strings.LastIndexAny(clock, "+-")
	if i < 0 {
		return clock
	}
	if _, err := time.Parse("15:04", clock[i+1:]); err != nil || !shaped(clock[i+1:], "00:00") {
		return ""
	}
	return clock[:i]
}

// validClock reports whether s is hours and minutes, seconds, and a fraction
// of them; TOML 1.1 lets the seconds go.
func validClock(s string) bool {
	whole, fraction, parted := strings.Cut(s, ".")
	if parted && (fraction == "" || strings.Trim(fraction, "0123456789") != "") {
		return false
	}
	if !parted && shaped(whole, "00:00") {
		whole += ":00"
	}
	_, err := time.Parse(time.TimeOnly, whole)
	return err == nil && shaped(whole, "00:00:00")
}

// shaped reports whether s has a digit wherever shape has one, and shape's
// own character elsewhere.
func shaped(s, shape string) bool {
	if len(s) != len(shape) {
		return false
	}
	for i := range len(s) {
		digit := s[i] >= '0' && s[i] <= '9'
		if digit != (shape[i] == '0') || !digit && s[i] != shape[i] {
			return false
		}
	}
	return true
}
