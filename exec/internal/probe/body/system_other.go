//go:build unix && !linux

package main

var system = map[string]act{}
