package schemas_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sinew/pkg/tomldoc"
)

// plain is a value as a JSON tool sees it: a date is its text, and a number
// that is none is null.
func plain(v *tomldoc.Value) any {
	switch v.Kind {
	case tomldoc.Table:
		table := map[string]any{}
		for _, e := range v.Entries {
			table[e.Key] = plain(e.Value)
		}
		return table
	case tomldoc.Array:
		items := []any{}
		for _, item := range v.Items {
			items = append(items, plain(item))
		}
		return items
	case tomldoc.Integer:
		return v.Int
	case tomldoc.Float:
		if math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
			return nil
		}
		return v.Float
	case tomldoc.Bool:
		return v.Bool
	}
	return v.Text
}

// render is a table as TOML, a line a key, in byte order.
func render(table any) string {
	var out strings.Builder
	top := table.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(top)) {
		fmt.Fprintf(&out, "%s = %s\n", basic(key), literal(top[key]))
	}
	return out.String()
}

func literal(value any) string {
	switch v := value.(type) {
	case map[string]any:
		var pairs []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			pairs = append(pairs, basic(key)+" = "+literal(v[key]))
		}
		return "{ " + strings.Join(pairs, ", ") + " }"
	case []any:
		var items []string
		for _, item := range v {
			items = append(items, literal(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case string:
		return basic(v)
	case float64:
		written := strconv.FormatFloat(v, 'f', -1, 64)
		if !strings.Contains(written, ".") {
			written += ".0"
		}
		return written
	case nil:
		return "nan"
	}
	return fmt.Sprint(value)
}

// basic is a string in quotes.
func basic(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			out.WriteString(`\` + string(c))
		case c < 0x20 || c == 0x7f:
			fmt.Fprintf(&out, `\u%04x`, c)
		default:
			out.WriteRune(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}
