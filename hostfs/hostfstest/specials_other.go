//go:build !unix

package hostfstest

func specials() []Case { return nil }
