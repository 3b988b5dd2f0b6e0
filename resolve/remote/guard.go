package remote

import (
	"context"
	"errors"
	"flag"
	"net"
	"net/netip"
)

// inTest reports whether this process is a test binary: there, nothing outside
// of this machine may be called.
func inTest() bool { return flag.Lookup("test.v") != nil }

// isLoopback reports whether a host, as an address or a name, is this machine.
func isLoopback(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback()
	}
	return host == "localhost"
}

// mustStayHome panics in a test binary that is about to call another machine.
func mustStayHome(host string) {
	if inTest() && !isLoopback(host) {
		panic("a test calls " + host + ", which is not this machine")
	}
}

// dial connects, in a test binary to this machine alone: the last word, for
// what a proxy or a redirect makes of an address.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	if host, _, err := net.SplitHostPort(address); inTest() && (err != nil || !isLoopback(host)) {
		return nil, errors.New("a test calls " + address + ", which is not this machine")
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}
