package app

import (
	"fmt"
	"os"

	"sinew/decide/adapter"
	"sinew/decide/adapter/local"
	"sinew/decide/adapter/replay"
	"sinew/decide/adapter/systemone"
	"sinew/decide/catalog"
	"sinew/internal/vectorcache"
	"sinew/pkg/project"
)

// adapterID is the id the lock pins beside the name of who decides: it changes
// whenever the answers could. A service's is known without its key. An adapter
// that cannot be asked now goes by the id the lock already holds, else by its
// name.
func (p *Project) adapterID() string {
	if service, ok := systemone.Find(p.file.Adapter); ok {
		return service.ID
	}
	if by, err := p.adapter(); err == nil {
		return by.ID()
	}
	if p.lock.Adapter.Name == p.file.Adapter && p.lock.Adapter.ID != "" {
		return p.lock.Adapter.ID
	}
	return p.file.Adapter
}

// adapter is who decides in the project. A name resolves only against the
// program's own (manual, "Security"). A service's key is read here, and kept by
// nothing but what it gives.
func (p *Project) adapter() (adapter.Adapter, error) {
	switch p.file.Adapter {
	case project.DefaultAdapter:
		return local.With(vectorcache.Open(p.m.paths.Vectors(), mostVectors)), nil
	case "replay":
		return replay.Load(os.Getenv(replay.Variable))
	}
	service, ok := systemone.Find(p.file.Adapter)
	if !ok {
		return nil, fmt.Errorf("the adapter %s is not built in", p.file.Adapter)
	}
	return p.m.services.Open(service)
}

// mostVectors is what the local adapter keeps of what reflexes say, 2 KB each:
// more than any set is likely to say, and little to read at a start.
const mostVectors = 4096

// bars are the adapter's, with those a person moved in evoke.toml.
func (p *Project) bars(by adapter.Adapter) (*catalog.Bars, error) {
	return catalog.Move(p.file.Adapter, by.Bars(), p.file.Gate())
}
