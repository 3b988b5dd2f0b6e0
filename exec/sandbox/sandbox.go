// Package sandbox starts a process held by the kernel to a policy.Hold.
//
// On Linux three layers are put on one thread of this program, and the process
// is started from that thread, so that it and all its children inherit them
// while the rest of the program stays free; the thread then ends.
//
//   - no_new_privs: no set-user-ID program, no file capability; and root's
//     powers over the kernel and over other processes are dropped.
//   - Landlock: every right over files, TCP, signals and abstract sockets that
//     the kernel knows is refused except where a rule grants it. Strict, never
//     best effort: what cannot be held as asked is an error and nothing starts.
//   - A filter of system calls, for what Landlock does not see: sockets by
//     family, the metadata of files, io_uring, other instruction sets, and the
//     calls that reach around all of these. See Filter.
//
// A kernel without Landlock still gets the other two. Kernel says beforehand
// what a machine holds; Start puts on exactly that or fails.
//
// On macOS the process is started by way of sandbox-exec, which puts on a
// profile of Seatbelt (policy.Hold.Seatbelt) and becomes the process. A Mac
// without sandbox-exec, and any other system, starts it unheld; the status says
// so.
//
// What no layer of Linux holds: modes, owners, times and attributes of the person's
// files, once a path is declared under writes; what a declared program asks
// another process to do, over a unix socket; the priority of the person's
// processes; and that code which may be read is not run by way of the
// loader's program, held as the body is.
package sandbox

// A HoldError is a hold that could not be put on.
type HoldError struct {
	Doing string
	Err   error
}

// Error is what was being done, and the system's word.
func (e *HoldError) Error() string { return e.Doing + ": " + e.Err.Error() }

// Unwrap is the system's error.
func (e *HoldError) Unwrap() error { return e.Err }
