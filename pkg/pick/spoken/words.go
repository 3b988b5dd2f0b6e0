package spoken

// The English words that spell a value, and those that tell that none is
// spelled. All are in lower case.

// figureWords are the words for one figure, and for two of them.
var figureWords = map[string]string{
	"oh": "0", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
	"nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16",
	"seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50",
	"sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
}

// repeats are the words that say the next letter or figure again.
var repeats = map[string]int{"double": 2, "triple": 3}

// markWords are the marks as they are said.
var markWords = map[string]string{
	"dot": ".", "point": ".", "dash": "-", "hyphen": "-", "underscore": "_", "slash": "/", "colon": ":", "plus": "+", "equals": "=",
}

// large are the words that make more of a number than its figures say.
var large = words("hundred thousand million billion trillion dozen hundreds thousands millions dozens")

// measures are the words that make a quantity, or an hour, of the figures
// before them.
var measures = words(`second seconds sec secs minute minutes min mins hour hours hr hrs day days week weeks month months
	year years am pm a.m p.m o'clock oclock clock percent % dollar dollars euro euros pound pounds cent cents usd eur gbp
	degree degrees time kg km gb mb meter meters metre metres mile miles gigabyte gigabytes megabyte megabytes gigs`)

// hours are the words before an hour of the day.
var hours = words("at by until till around before after from since")

// interjected are the words after an oh that is a sigh, no zero.
var interjected = words("no wait well my sorry hang hold never yes god dear boy and but")

// notSpelled are words that stand beside a value and are none of it: they open
// no code and are no address's name.
var notSpelled = words(`a an the this that these those my your our his her its their me i you we it he she they us them him
	to of in on at for from with by as into onto and or then so but if is are was were be been am do does did can could
	would shall should might must have has had not no yes please pls plz thanks thank thx hey hi hello ok okay just now some
	any there here up out off over about all each every what when where who which how why per via vs
	until till since before after around near
	go get got put set add see say run use let try ask buy pay cut fix new old big red two ten one six day who pm am oh ah eh
	bug box bus car cat dog gas job key kit lab lot map max min mix net not now odd own pin row sky sum tag tax tip top van via
	way web page room step type file line item unit part port rule size team user zone gate seat slot mr ms dr st nr eu uk tv id ip pc db ai ui ux os et al`)

// openers are the verbs before an address that are no part of its name.
var openers = words(`email mail e-mail send write message invite forward cc bcc tell ping contact add share copy notify reply
	remind ask look find see meet arrive work live stay is are check visit address recipient from named called`)

// wordsOfDays are the days that are read where they are misspelt.
var wordsOfDays = []string{
	"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "today", "tonight", "tomorrow", "yesterday",
}

// shortDays are ways to write a day that are more than one slip from it.
var shortDays = map[string]string{
	"weds": "wednesday", "wensday": "wednesday", "tmrw": "tomorrow", "tmr": "tomorrow", "tommorow": "tomorrow", "2moro": "tomorrow",
	"2morrow": "tomorrow",
}

// notDays are ordinary words one slip from a day.
var notDays = words(`sundry sundae sundaes toddy toady todays sundays mondays tuesdays wednesdays thursdays fridays saturdays tomorrows
	yesterdays monody sundry midday knight fright tonights moonday sunlay sundar mundane toda`)

// recurring are the words that make a recurrence of the day after them.
var recurring = words("every each all any most")

// unitWords are the seconds of the units of a length.
var unitWords = map[string]int{
	"second": 1, "seconds": 1, "sec": 1, "secs": 1, "s": 1, "minute": 60, "minutes": 60, "min": 60, "mins": 60, "m": 60,
	"hour": 3600, "hours": 3600, "hr": 3600, "hrs": 3600, "h": 3600, "day": 86400, "days": 86400, "week": 604800, "weeks": 604800,
}

// units are the units by their names, the longest first.
var units = []struct {
	name    string
	seconds int
}{{"week", 604800}, {"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}}

// between are the words before two lengths that are not one.
var between = words("between either")
