package seal

import "golang.org/x/sys/unix"

const fstatat = unix.SYS_NEWFSTATAT

// otherAllowed are calls that only this architecture has.
var otherAllowed = []uintptr{unix.SYS_ARCH_PRCTL, unix.SYS_EPOLL_WAIT}
