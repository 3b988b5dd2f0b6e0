package cli

// A command is a word of the command line: what help says of it, and what it
// does with the words after its name. A nil error is exit code 0, a *failure
// its own code, any other error 1.
type command struct {
	name  string
	usage string // a line or more, indented by two spaces after the first
	run   func(s *session, args []string) error
}

// commands are all of them, in the order of help.
func commands() []command {
	return []command{
		{"check", checkUsage, runCheck},
		{"crawl", crawlUsage, runCrawl},
		{"merge", mergeUsage, runMerge},
		{"log", logUsage, runLog},
		{"build", buildUsage, runBuild},
	}
}
