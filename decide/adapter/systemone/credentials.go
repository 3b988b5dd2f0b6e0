package systemone

import (
	"fmt"
	"strings"

	"sinew/pkg/diag"
)

// A secret gives a key. It is a function, since whatever form of print meets
// one shows no more than where it stands.
type secret func() string

// Credentials are what a person brings to a service. They print as nothing of
// the key.
type Credentials struct {
	key     secret
	account string
}

// Credentials reads the service's variables. The error is a diag.Problems that
// names each one that is missing or cannot be right, and never what it holds.
func (s Service) Credentials(getenv func(string) string) (Credentials, error) {
	key := getenv(s.Key)
	c := Credentials{key: func() string { return key }}
	var wrong diag.Problems
	switch {
	case key == "":
		wrong = append(wrong, export(s.Key, fmt.Sprintf("%s needs %s, a key from %s", s.Name, s.Key, s.Issuer)))
	case strings.ContainsFunc(key, unsendable):
		wrong = append(wrong, export(s.Key, s.Key+" holds a space or a character that no key has"))
	}
	if s.Account != "" {
		c.account = getenv(s.Account)
		if why := s.accountFault(c.account); why != "" {
			wrong = append(wrong, export(s.Account, why))
		}
	}
	return c, wrong.Err()
}

// unsendable reports whether a character may not stand in a key: it is sent in
// a header, where only visible ASCII is safe.
func unsendable(r rune) bool { return r <= ' ' || r >= 0x7f }

// accountFault is what is wrong with an account's id, or "".
func (s Service) accountFault(account string) string {
	switch {
	case account == "":
		return fmt.Sprintf("%s needs %s, an account id from %s", s.Name, s.Account, s.Issuer)
	case len(account) != 32 || strings.Trim(account, "0123456789abcdef") != "":
		return s.Account + " is not an account id: 32 hex digits, in lowercase"
	}
	return ""
}

// Address is where the service's requests go; account is "" for a service
// without one. An id that is none is a diag.Problems: what goes into an address
// can pick an account, and never another address.
func (s Service) Address(account string) (string, error) {
	if s.Account == "" {
		return s.address, nil
	}
	if why := s.accountFault(account); why != "" {
		return "", diag.Problems{export(s.Account, why)}
	}
	return strings.Replace(s.address, accountMark, account, 1), nil
}

func export(variable, message string) diag.Problem {
	return diag.Problem{Message: message, Fix: diag.Fix{Kind: diag.FixExport, Var: variable}}
}
