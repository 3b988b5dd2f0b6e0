package policy

import "fmt"

// An ABI is the version of Landlock a kernel has; 0 is a kernel without it.
// A version above NewestABI is taken as that one.
type ABI int

// NewestABI is the newest version whose rights are known here.
const NewestABI ABI = 10

// Net is a set of Landlock's rights over the network.
type Net uint64

// The rights over the network.
const (
	BindTCP Net = 1 << iota
	ConnectTCP
	BindUDP        // ABI 10
	ConnectSendUDP // ABI 10
)

// Scope is a set of what Landlock keeps between the held processes alone.
type Scope uint64

// The scopes.
const (
	AbstractSockets Scope = 1 << iota
	Signals
)

// Handled is everything a kernel refuses unless a rule lets it.
type Handled struct {
	Files Rights
	Net   Net
	Scope Scope
}

// Handled is all this ABI can refuse under hold. Nothing the kernel knows is
// left open to make a rule fit: a hold is whole or it fails.
func (a ABI) Handled(hold Hold) Handled {
	var h Handled
	if a >= 1 {
		h.Files = MakeSym<<1 - 1
	}
	if a >= 2 {
		h.Files |= Refer
	}
	if a >= 3 {
		h.Files |= Truncate
	}
	if a >= 4 && !hold.Hosts {
		h.Net = BindTCP | ConnectTCP
	}
	if a >= 5 {
		h.Files |= IoctlDev
	}
	if a >= 6 {
		h.Scope = AbstractSockets | Signals
	}
	if a >= 9 && !hold.Unix {
		h.Files |= ResolveUnix
	}
	if a >= 10 && !hold.Hosts {
		h.Net |= BindUDP | ConnectSendUDP
	}
	return h
}

// A Kernel is what a machine has to hold a body with.
type Kernel struct {
	System   string // linux, darwin, …
	ABI      ABI
	Filter   bool // whether system calls can be filtered
	Seatbelt bool // on darwin, whether sandbox-exec is there
}

// A Status is how much of a declaration a machine holds, as `contained` says
// it. Why is empty for Full.
type Status struct {
	Type StatusType `json:"type"`
	Why  string     `json:"why,omitempty"`
}

// A StatusType is one of full, partial and none.
type StatusType string

// The three.
const (
	Full    StatusType = "full"
	Partial StatusType = "partial"
	None    StatusType = "none"
)

// Status is what the kernel holds of any declaration. It promises no more than
// is held: below ABI 6 a body can signal the person's other processes, which
// the format's first implementation does not count.
func (k Kernel) Status() Status {
	switch {
	case k.System == "darwin" && k.Seatbelt:
		return Status{Partial, unproven}
	case k.System == "darwin":
		return Status{None, "this Mac has no sandbox-exec"}
	case k.System != "linux":
		return Status{None, "bodies are not held on " + k.System}
	case k.ABI <= 0:
		return Status{None, "this kernel has no Landlock"}
	case k.ABI == 1:
		return Status{Partial, "Landlock ABI 1: a move across folders and truncation are held from ABI 3" + later}
	case k.ABI == 2:
		return Status{Partial, "Landlock ABI 2: truncation is held from ABI 3" + later}
	case k.ABI <= 4:
		return Status{Partial, fmt.Sprintf("Landlock ABI %d: devices are held from ABI 5, signals and abstract sockets from ABI 6", k.ABI)}
	case k.ABI == 5:
		return Status{Partial, "Landlock ABI 5: signals and abstract sockets are held from ABI 6"}
	case !k.Filter:
		return Status{Partial, "system calls are not filtered here: UDP and unix sockets are not held"}
	}
	return Status{Type: Full}
}

// unproven is why a Mac's status is not full: until its tests have run on one,
// nothing more is known than what the profile says.
const unproven = "Seatbelt: the profile is tested as a text, on no Mac yet"

// later is what kernels before the third version lack besides.
const later = ", devices from ABI 5, signals and abstract sockets from ABI 6"
