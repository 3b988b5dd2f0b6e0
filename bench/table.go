package main

import (
	"fmt"
	"strings"
	"time"
)

const columns = "| %-23s | %-35s | %8s | %8s | %6s | %14s | %5s | %-4s |\n"

// header is the head of the table, in Markdown.
func header() string {
	return fmt.Sprintf(columns, "work", "way", "wall, ms", "CPU, ms", "MB", "sinew's share", "bar", "") +
		"| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
}

// rows are a contest's lines of the table. The share is how many times as long
// this program takes.
func (c contest) rows(results []result) string {
	var b strings.Builder
	for i, r := range results {
		work, share, bar, verdict := "", "", "", ""
		ratio := float64(results[0].wall) / float64(r.wall)
		if i == 0 {
			work = c.name
			bar, verdict = c.ofMemory(r)
		} else {
			share = fmt.Sprintf("%.2f", ratio)
		}
		if limit := c.ways[i].bar; limit > 0 {
			bar, verdict = fmt.Sprint(limit), "ok"
			if ratio > limit {
				verdict = "over"
			}
		}
		fmt.Fprintf(&b, columns, work, c.ways[i].name, ms(r.wall), ms(r.cpu), mb(r.peak), share, bar, verdict)
	}
	return b.String()
}

// ofMemory is the bar of the first way's memory, and whether it holds.
func (c contest) ofMemory(r result) (bar, verdict string) {
	switch {
	case c.memory == 0:
		return "", ""
	case r.peak > c.memory:
		return mb(c.memory), "over"
	}
	return mb(c.memory), "ok"
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)) }

func mb(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", float64(bytes)/(1<<20))
}
