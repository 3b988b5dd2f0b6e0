package app

// adapterID is the id the lock pins beside the name of who decides: it changes
// whenever the answers could.
func (p *Project) adapterID() string {
	ids := map[string]string{
		"local": "local-1",
		"jev":   "jev-1.13.0", "openjev": "jev-1.13.0",
		"clef": "clef-2026-10-03", "clef_flash": "clef-flash-2026-10-03",
	}
	if id, ok := ids[p.file.Adapter]; ok {
		return id
	}
	return p.file.Adapter
}
