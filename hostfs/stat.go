package hostfs

import "io/fs"

// Kind is what a name leads to. Reads meet files and directories only; Walk also reports the others.
type Kind uint8

const (
	KindFile  Kind = iota + 1
	KindDir        // a directory
	KindLink       // a symbolic link, or a junction on Windows
	KindOther      // a FIFO, socket, device, ...
)

func (k Kind) String() string {
	switch k {
	case KindFile:
		return "file"
	case KindDir:
		return "directory"
	case KindLink:
		return "link"
	default:
		return "other"
	}
}

func kindOf(m fs.FileMode) Kind {
	switch {
	case m.IsRegular():
		return KindFile
	case m.IsDir():
		return KindDir
	case m&(fs.ModeSymlink|fs.ModeIrregular) != 0: // junctions count as irregular
		return KindLink
	default:
		return KindOther
	}
}

// Stat is what the system says about a file without opening it. Two equal ones mean the same file
// with the same content, unless it was written within the clock's last tick (see View).
type Stat struct {
	Kind       Kind
	Size       int64  // bytes
	ModTime    int64  // nanoseconds since 1970
	ChangeTime int64  // nanoseconds since 1970, of the last change to content or metadata; 0 if unknown
	Inode, Dev uint64 // 0 where there are none
}

func statOf(fi fs.FileInfo) Stat {
	s := Stat{Kind: kindOf(fi.Mode()), Size: fi.Size(), ModTime: fi.ModTime().UnixNano()}
	s.Inode, s.Dev, s.ChangeTime = identity(fi)
	return s
}
