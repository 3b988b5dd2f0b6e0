package pick

import (
	"slices"
	"strconv"
	"strings"

	"sinew/pkg/text"
)

// The moneyWords of a language are what its sums of money are made of.
type moneyWords struct {
	signs   map[string]string // by sign: a currency's code
	names   map[string]string
	first   []string          // the word before a sign or a name that tells whose it is: US$
	second  string            // the word after one name: pounds sterling
	cents   map[string]string // by name, the code they are hundredths of; every dollar's are alike
	codes   []string          // in capitals
	dollars []string          // of them, those a dollar sign may stand for
	dollar  string            // the sign of all dollars
}

var englishMoney = moneyWords{
	signs: map[string]string{"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR", "₩": "KRW", "₪": "ILS", "₺": "TRY", "₴": "UAH", "₽": "RUB"},
	names: map[string]string{
		"dollar": "USD", "dollars": "USD", "bucks": "USD", "euro": "EUR", "euros": "EUR", "pounds": "GBP", "quid": "GBP", "yen": "JPY",
		"rupee": "INR", "rupees": "INR", "yuan": "CNY",
	},
	first:  []string{"us"},
	second: "sterling",
	cents:  map[string]string{"cent": "USD EUR", "cents": "USD EUR", "pence": "GBP", "p": "GBP"},
	codes: []string{
		"AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS",
		"INR", "ISK", "JPY", "KES", "KRW", "MAD", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB",
		"SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "VND", "ZAR",
	},
	dollars: []string{"AUD", "CAD", "HKD", "NZD", "SGD", "TWD", "USD"},
	dollar:  "$",
}

// sumForm is the figure of a sum: thousands by commas, hundredths after a full
// stop. Three digits after a full stop are thousands to some, so they are none.
var sumForm = text.Pattern(`^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?$`)

// amount reads a sum of money. A Value of no kind is a sum that reads as none:
// nothing else reads its figures either.
func (r *reader) amount(i int) (Value, int) {
	if v, end := r.signed(i); end > i {
		return v, end
	}
	if !r.startsSum(i) {
		return Value{}, i
	}
	for _, read := range []func(*reader, int) (Value, int){(*reader).signFirst, (*reader).codeFirst, (*reader).countFirst} {
		v, end := read(r, i)
		if k := r.at(end).kind; end > i && (k == word || k == figure || r.is(end, mark, "%")) {
			return Value{}, end
		}
		if end > i {
			return v, end
		}
	}
	return Value{}, i
}

// startsSum allows a hyphen between two sums.
func (r *reader) startsSum(i int) bool {
	if r.is(i-1, mark, "-") {
		return r.at(i-2).kind == figure
	}
	return r.starts(i)
}

// signed hides a sum with a minus sign: no sum is below nothing.
func (r *reader) signed(i int) (Value, int) {
	if !r.is(i, mark, "-", "−") || !r.before(i) || r.at(i).dash && r.at(i-2).kind == figure {
		return Value{}, i
	}
	for _, read := range []func(*reader, int) (Value, int){(*reader).signFirst, (*reader).countFirst} {
		if _, end := read(r, i+1); end > i+1 {
			return Value{}, end
		}
	}
	return Value{}, i
}

// sign reports whether a currency's sign stands at i.
func (r *reader) sign(i int) bool {
	return r.at(i).kind == mark && r.words.money.signs[r.at(i).text] != ""
}

// signFirst reads `$30`, and a code after it that says which dollars.
func (r *reader) signFirst(i int) (Value, int) {
	at, ours := i, true
	if r.at(i).kind == word && r.is(i+1, mark, r.words.money.dollar) {
		at, ours = i+1, r.is(i, word, r.words.money.first...)
	}
	if !r.sign(at) {
		return Value{}, i
	}
	figures := r.skip(at + 1)
	if r.is(figures, mark, "-", "−") && r.at(figures+1).kind == figure {
		figures, ours = figures+1, false
	}
	n, end, ok := r.sum(figures)
	if end == figures {
		return Value{}, i
	}
	if next := r.skip(end); r.is(next, word, r.words.large()...) || next > end && len(r.at(next).text) == 3 && r.at(next).kind == figure {
		return Value{}, next + 1 // $5 million, €1 200
	}
	code, end, alike := r.sameCurrency(r.at(at).text, end)
	if !ok || !ours || !alike {
		return Value{}, end
	}
	return Value{Kind: Amount, Number: n, Currency: code}, end
}

// sameCurrency is the currency of a sign before a sum that ends at i, by the
// code or the name after it. alike is false when they are two.
func (r *reader) sameCurrency(sign string, i int) (code string, end int, alike bool) {
	money := &r.words.money
	code, end = money.signs[sign], i
	at := r.skip(i)
	if slices.Contains(money.codes, r.at(at).typed) {
		other := r.at(at).typed
		return other, at + 1, other == code || sign == money.dollar && slices.Contains(money.dollars, other)
	}
	if name := money.names[r.at(at).text]; name != "" && at > i {
		return code, at + 1, name == code
	}
	return code, end, true
}

// codeFirst reads `EUR 50`.
func (r *reader) codeFirst(i int) (Value, int) {
	code := r.at(i).typed
	if !slices.Contains(r.words.money.codes, code) {
		return Value{}, i
	}
	figures := r.skip(i + 1)
	n, end, ok := r.sum(figures)
	switch {
	case end == figures:
		return Value{}, i
	case !ok:
		return Value{}, end
	}
	return Value{Kind: Amount, Number: n, Currency: code}, end
}

// countFirst reads `50 dollars`, `twelve hundred euros`, `1000 USD`, `50€`.
func (r *reader) countFirst(i int) (Value, int) {
	n, at, ok := r.sum(i)
	if r.at(i).kind == word {
		n, at, ok = r.run(i)
	}
	code, end := r.currency(at)
	switch {
	case at == i || end == at:
		return Value{}, i
	case !ok:
		return Value{}, end
	}
	n, end, ok = r.cents(n, code, end)
	if !ok {
		return Value{}, end
	}
	return Value{Kind: Amount, Number: n, Currency: code}, end
}

// currency reads the currency after a count that ends at i.
func (r *reader) currency(i int) (code string, end int) {
	money, at := &r.words.money, r.skip(i)
	if r.sign(at) && !r.isFigure(r.skip(at+1)) {
		return money.signs[r.at(at).text], at + 1
	}
	if typed := r.at(at).typed; slices.Contains(money.codes, typed) {
		return typed, at + 1
	}
	at = r.gap(i)
	if r.is(at, word, money.first...) && r.open(at+1) {
		code, end := money.names[r.at(at+2).text], at+3
		if code == money.signs[money.dollar] {
			return code, end
		}
		return "", i
	}
	code, ok := money.names[r.at(at).text]
	if !ok || at == i {
		return "", i
	}
	if r.open(at+1) && r.is(at+2, word, money.second) {
		return code, at + 3
	}
	return code, at + 1
}

func (r *reader) isFigure(i int) bool { return r.at(i).kind == figure }

// cents adds `and 50 cents` to a sum that ends at i. ok is false where they are
// of another currency.
func (r *reader) cents(n float64, code string, i int) (sum float64, end int, ok bool) {
	at := r.skip(i)
	if r.is(at, word, r.words.and) {
		at = r.skip(at + 1)
	}
	if at == i {
		return n, i, true
	}
	part, last, reads := r.plain(at)
	of, cents := r.words.money.cents[r.at(r.skip(last)).text]
	if !reads || !cents {
		return n, i, true
	}
	end = r.skip(last) + 1
	if !strings.Contains(of, code) || !whole(part) || part > 99 || !whole(n) {
		return 0, end, false
	}
	return (n*100 + part) / 100, end, true
}

// sum reads a figure of a sum. Where it is none end is past the figures.
func (r *reader) sum(i int) (n float64, end int, ok bool) {
	if !r.isFigure(i) {
		return 0, i, false
	}
	figures := r.at(i).text
	for end = i + 1; r.is(end, mark, ",") && r.isFigure(end+1); end += 2 {
		figures += "," + r.at(end+1).text
	}
	if !sumForm().MatchString(figures) {
		return 0, end, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(figures, ",", ""), 64)
	return n, end, err == nil && n <= most
}
