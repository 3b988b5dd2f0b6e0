package cli

import (
	"bufio"
	"errors"

	"sinew/cmd/hubindex/internal/crawl"
)

const mergeUsage = `merge DIR...
    prints what crawls wrote to the directories as one stream for log append;
    exit 3 when a file there is not what its name says
`

func runMerge(s *session, args []string) error {
	if len(args) == 0 {
		return usageError("merge needs a directory").fixed("hubindex merge --help")
	}
	records, err := crawl.Merge(args...)
	if wrong, ok := errors.AsType[*crawl.MergeError](err); ok {
		return refused(printable("", wrong), "crawl the shard again into an empty directory")
	}
	if err != nil {
		return failed(printable("", err), "name the directories that crawls wrote")
	}
	out := bufio.NewWriter(s.stdout)
	for _, r := range records {
		_, _ = out.WriteString(r.String() + "\n") // Flush has the error
	}
	if err := out.Flush(); err != nil {
		return failed(err, "")
	}
	return nil
}
