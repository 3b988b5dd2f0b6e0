package local_test

import (
	"sinew/decide/adapter/local"
	"sinew/internal/vectorcache"
)

// engine keeps the vectors of what the tests' reflexes say, as a person's does.
var engine = local.With(vectorcache.Open("", 20_000))
