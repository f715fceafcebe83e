package seal

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

func archCalls() []uintptr {
	return []uintptr{unix.SYS_FSTATAT}
}
