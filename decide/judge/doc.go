// Package judge turns what was decided about records into verdicts, and counts
// them. It asks nobody: what was answered comes in, what it means goes out.
//
//	case      one record: a sentence, and what it asserts
//	verdict   a case held against a decision
//	baseline  the last verdicts, which a regression is held against
//	theft     a phrase that two reflexes claim
//	report    what the confidence of the calls meant (Calibrate)
//
// The rules are the manual's pages "Examples and tests", "Tuning",
// "Calibrating" and "Installing reflexes". Everything here is a value and may
// be read from several goroutines.
package judge
