package report

import (
	"fmt"
	"strings"
)

// Progress is how far a fetch is, on a line that is written again and again.
func Progress(done, all int) string {
	return fmt.Sprintf("  %d of %s", done, count(all, "repository", "repositories"))
}

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// Pruned is what a prune removed, or would.
func (w Words) Pruned(p PrunedV1) []string {
	var parts, lines []string
	if p.Entries > 0 {
		parts = append(parts, count(p.Entries, "entry", "entries"))
	}
	if p.Leftovers > 0 {
		parts = append(parts, count(p.Leftovers, "leftover", "leftovers"))
	}
	what := strings.Join(parts, " and ") + ", " + Size(p.Bytes)
	switch {
	case parts == nil:
		lines = append(lines, w.Note("nothing to prune"))
	case p.DryRun:
		lines = append(lines, w.Note("would remove "+what))
	default:
		lines = append(lines, w.Written("-", what))
	}
	if p.InUse > 0 {
		verb := "are"
		if p.InUse == 1 {
			verb = "is"
		}
		lines = append(lines, w.Note(fmt.Sprintf("%s %s in use", count(p.InUse, "entry", "entries"), verb)))
	}
	return lines
}

// Size is a number of bytes for a person: three digits at most, by thousands.
func Size(bytes int64) string {
	size, units := float64(bytes), []string{"B", "KB", "MB", "GB", "TB"}
	for size >= 999.5 && len(units) > 1 {
		size, units = size/1000, units[1:]
	}
	if size < 9.95 && units[0] != "B" {
		return fmt.Sprintf("%.1f %s", size, units[0])
	}
	return fmt.Sprintf("%.0f %s", size, units[0])
}
