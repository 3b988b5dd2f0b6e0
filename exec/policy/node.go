package policy

// NodeFlags are the flags of Node's permission model under p, in the format's
// order (behaviour.md 11.3): each path as it is spelled, and again by its real
// path when that differs. holdsNetwork is whether this Node can close the
// network, as Node 25 and later can; one that cannot would warn that it does
// not, so the warning is turned off: the kernel holds it. To Node a path that
// ends in * is a pattern; to the kernel it is that one file.
func (p Policy) NodeFlags(f Facts, holdsNetwork bool) []string {
	flags := []string{"--permission"}
	if !holdsNetwork {
		flags = append(flags, "--disable-warning=PERM0002")
	}
	allow := func(kind string, paths ...string) {
		for _, path := range paths {
			flags = append(flags, "--allow-fs-"+kind+"="+path)
		}
	}
	allow("read", f.BodyDir, f.Tmp)
	allow("write", f.Tmp)
	for _, place := range p.Reads {
		allow("read", spellings(place, f)...)
	}
	for _, place := range p.Writes {
		allow("read", spellings(place, f)...)
	}
	for _, place := range p.Writes {
		allow("write", spellings(place, f)...)
	}
	if len(p.Runs) > 0 {
		flags = append(flags, "--allow-child-process")
	}
	if p.Hosts && holdsNetwork {
		flags = append(flags, "--allow-net")
	}
	return flags
}

func spellings(place Place, f Facts) []string {
	if found, ok := f.Found[place.Path]; ok && found.Real != place.Path {
		return []string{place.Path, found.Real}
	}
	return []string{place.Path}
}
