package systemone

import (
	"net/url"
	"strings"

	"golang.org/x/net/http/httpproxy"

	"sinew/pkg/diag"
)

// proxyFor is the proxy the environment names for an address, and the variable
// that does; nil for none. An address of a proxy that is no http or https one is a diag.Problems that names
// the variable and not what it holds, which may be a password; it is refused
// and never passed by, unless NO_PROXY names the host.
func proxyFor(at *url.URL, getenv func(string) string) (proxy *url.URL, name string, err error) {
	name, address := either(getenv, "https_proxy", "HTTPS_PROXY")
	if address == "" {
		return nil, "", nil
	}
	_, bypassed := either(getenv, "no_proxy", "NO_PROXY")
	// Only which hosts go past a proxy is asked: a proxy's address that cannot
	// be used would be left out without a word.
	through, err := (&httpproxy.Config{HTTPSProxy: "http://proxy", NoProxy: bypassed}).ProxyFunc()(at)
	if through == nil || err != nil {
		return nil, "", err
	}
	proxy, ok := proxyURL(address)
	if !ok {
		return nil, "", diag.Problems{export(name, name+" is not an http or https address")}
	}
	return proxy, name, nil
}

// either is the first of two variables that holds something.
func either(getenv func(string) string, first, second string) (name, value string) {
	if value := getenv(first); value != "" {
		return first, value
	}
	return second, getenv(second)
}

// proxyURL reads a proxy's address. One without a scheme is an http one, as
// everywhere.
func proxyURL(address string) (*url.URL, bool) {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, false
	}
	return u, true
}
