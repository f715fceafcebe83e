package hostfs

import "os"

const hostStyle = Windows

const openFlags = os.O_RDONLY
