package hublog

import (
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// The shape of tiles.
const (
	Height    = 8           // levels of the tree in a tile
	TileWidth = 1 << Height // records of a full data tile
)

// dataLevel is how tlog writes that a tile holds records, not hashes.
const dataLevel = -1

// DataTile is the n-th data tile, from 0, of width records: TileWidth when it
// is full. Its Path is tile/8/data/<path>[.p/<width>].
func DataTile(n int64, width int) tlog.Tile {
	return tlog.Tile{H: Height, L: dataLevel, N: n, W: width}
}

// SplitTile is the lines of a data tile, without their line feeds: exactly
// width of them, none empty or over MaxLine. They share the tile's bytes in one
// string, and are not parsed.
func SplitTile(data []byte, width int) ([]string, error) {
	if width < 1 || width > TileWidth {
		return nil, fmt.Errorf("a data tile has 1 to %d records, not %d", TileWidth, width)
	}
	if len(data) > width*MaxLine {
		return nil, fmt.Errorf("a data tile of %d records has at most %d bytes; this one has %d", width, width*MaxLine, len(data))
	}
	whole, ended := strings.CutSuffix(string(data), "\n")
	lines := strings.SplitN(whole, "\n", width+1)
	if !ended || len(lines) != width {
		return nil, fmt.Errorf("the data tile is not %d lines", width)
	}
	for i, line := range lines {
		if line == "" || len(line) >= MaxLine {
			return nil, fmt.Errorf("line %d of the data tile has %d bytes", i+1, len(line)+1)
		}
	}
	return lines, nil
}

// JoinTile is the bytes of the data tile that holds the lines.
func JoinTile(lines []string) []byte {
	var out strings.Builder
	for _, line := range lines {
		out.WriteString(line)
		out.WriteByte('\n')
	}
	return []byte(out.String())
}
