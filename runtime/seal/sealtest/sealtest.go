// Package sealtest starts programs as on a kernel that lacks Landlock or seccomp. It is for tests, and in no binary.
package sealtest

import (
	"os"
	"os/exec"
)

const (
	Landlock = "landlock"
	Seccomp  = "seccomp"
	Both     = "both"

	launch = "start-without"
)

// Command returns a command that starts a program to which the kernel refuses Landlock, seccomp or both, as lacks says. The calling test
// binary has to call Main before all else: the command starts that binary, which then becomes the program.
func Command(lacks, program string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	c := exec.Command(self, append([]string{launch, lacks, program}, args...)...)
	c.Err = err
	return c
}

// Main becomes the program if Command started this process.
func Main() {
	if len(os.Args) > 3 && os.Args[1] == launch {
		become(os.Args[2], os.Args[3:])
	}
}
