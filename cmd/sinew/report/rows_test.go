package report_test

import (
	"slices"
	"testing"

	"sinew/cmd/sinew/report"
)

func TestColumnsAreMeasuredAsTheyAreShown(t *testing.T) {
	words := report.Words{Program: "sinew", Home: "/home/ana"}
	rows := []report.Row{
		{Name: "hello", Where: "/home/ana/a/long/way/down/hello", Effect: "read", Runs: "runs echo"},
		{Name: "lights", Where: "radhi/home/lights 1.2.0", Effect: "write", Runs: "runs lights.mts", Needs: "writes /home/ana/x"},
		{Name: "odd", Where: "\x1b[2J 1.0.0"},
	}
	want := []string{
		"+ hello   ~/a/long/way/down/hello  read   runs echo",
		"+ lights  radhi/home/lights 1.2.0  write  runs lights.mts",
		"          needs writes ~/x",
		`+ odd     \u{1b}[2J 1.0.0`,
	}
	if got := words.Rows("+", rows); !slices.Equal(got, want) {
		t.Errorf("rows are %q, want %q", got, want)
	}
}

func TestColourChangesNoColumn(t *testing.T) {
	words := report.Words{Program: "sinew", Colour: true}
	rows := []report.Row{
		{Name: "a", Where: "std:a 1.0.0", Effect: "read", Runs: "runs echo"},
		{Name: "b", Where: "std:b 1.0.0", Effect: "destructive", Runs: "runs echo"},
	}
	want := []string{
		"\x1b[32m+\x1b[0m a  std:a 1.0.0  \x1b[32mread       \x1b[0m  runs echo",
		"\x1b[32m+\x1b[0m b  std:b 1.0.0  \x1b[31mdestructive\x1b[0m  runs echo",
	}
	if got := words.Rows("+", rows); !slices.Equal(got, want) {
		t.Errorf("rows are %q, want %q", got, want)
	}
}
