package runtime

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/s2"

	"tsplan/hostfs"
	"tsplan/runtime/cache"
)

// A project image is a session at rest: the pages of guest memory that differ from the guest image, and what the view
// remembers. A later process starts from it, compares the files it knows with the disk, and tells the guest the
// difference. The file is a header line of JSON, then one S2 stream (whose blocks carry checksums) of the view, then runs of
// pages, then an empty run.

const (
	projectImageVersion = 2
	pageSize            = 4 << 10 // 4 KiB
	// maxRun bounds the bytes of one run, and how long a save goes on after a request has asked for the session.
	maxRun = 1 << 20 // 1 MiB
)

// ProjectImageInfo is the header of a project image.
type ProjectImageInfo struct {
	Version    int    `json:"version"`
	Root       string `json:"root"`
	Project    string `json:"project"`
	TypeScript string `json:"typescript"`
	// Made identifies what made the image: the guest, the limits on files, the root with its Identity, and the project.
	Made   string `json:"made"`
	Memory int64  `json:"memory"` // bytes of guest memory
}

// projectImage is a project image that was found for a session. Its view has been read already.
type projectImage struct {
	info  ProjectImageInfo
	file  *os.File
	pages io.Reader
}

var errBusy = errors.New("somebody waits for the session")

// projectInfo describes the image that a session would save.
func (r *Runtime) projectInfo(t *template, root *hostfs.Root, project string) (ProjectImageInfo, error) {
	info := ProjectImageInfo{
		Version: projectImageVersion, Root: root.Dir(), Project: project, TypeScript: t.guest.TypeScript,
	}
	identity, err := root.Identity()
	if err != nil {
		return ProjectImageInfo{}, err
	}
	made, err := json.Marshal([]any{info, t.guest.Image, t.guest.Module, r.limits.Files, identity})
	if err != nil {
		return ProjectImageInfo{}, err
	}
	info.Made = digestOf(made)
	return info, nil
}

func digestOf(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// ProjectFile names the one image of a project: a new image replaces one that another guest has made.
func ProjectFile(root, project string) string {
	return cache.ProjectImage.File(digestOf([]byte(root + "\x00" + project)))
}

// errOther is the error of an image that another tsplan made, or this one with other limits or of another directory.
var errOther = errors.New("project image: made by another version of tsplan, with other limits, or of another directory at this path")

// openProject finds the image of a project and the view in it. Where there is none the error is fs.ErrNotExist.
func (r *Runtime) openProject(t *template, root *hostfs.Root, project string) (*projectImage, *hostfs.View, error) {
	if r.projects == nil {
		return nil, nil, fs.ErrNotExist
	}
	want, err := r.projectInfo(t, root, project)
	if err != nil {
		return nil, nil, err
	}
	file, err := r.projects.Open(ProjectFile(want.Root, want.Project))
	if err != nil {
		return nil, nil, err
	}
	img, view, err := readProject(file, want, root)
	if err == nil && uint64(img.info.Memory) > r.limits.Memory {
		err = errOther
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	_ = r.projects.MarkUsed(ProjectFile(want.Root, want.Project)) // may fail: a read-only cache can be used, too
	return img, view, nil
}

func readProject(file *os.File, want ProjectImageInfo, root *hostfs.Root) (*projectImage, *hostfs.View, error) {
	buffered := bufio.NewReaderSize(file, 1<<20)
	info, err := readInfo(buffered)
	if err != nil {
		return nil, nil, err
	}
	if info.Made != want.Made {
		return nil, nil, errOther
	}
	stream := s2.NewReader(buffered)
	var length uint32
	if err := binary.Read(stream, binary.LittleEndian, &length); err != nil {
		return nil, nil, err
	}
	view, err := hostfs.RestoreView(root, io.LimitReader(stream, int64(length)))
	return &projectImage{info, file, stream}, view, err
}

func readInfo(r *bufio.Reader) (ProjectImageInfo, error) {
	var info ProjectImageInfo
	line, err := r.ReadSlice('\n')
	if err != nil {
		return info, fmt.Errorf("project image: %w", err)
	}
	return info, json.Unmarshal(line, &info)
}

// ProjectImage is a project image in the cache. One whose header cannot be read has a zero ProjectImageInfo.
type ProjectImage struct {
	cache.Entry
	ProjectImageInfo
}

// ProjectImages lists the project images in a directory, most recently used first.
func ProjectImages(dir *cache.Dir) ([]ProjectImage, error) {
	entries, err := dir.List(cache.ProjectImage)
	if err != nil {
		return nil, err
	}
	var images []ProjectImage
	for _, e := range entries {
		file, err := dir.Open(e.Name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // another process has just removed it
		}
		image := ProjectImage{Entry: e}
		if err == nil {
			if info, err := readInfo(bufio.NewReader(file)); err == nil {
				image.ProjectImageInfo = info
			}
			_ = file.Close() // only read from
		}
		images = append(images, image)
	}
	return images, nil
}

// restore puts the pages into memory, over those of the guest image.
func (p *projectImage) restore(memory []byte) error {
	for {
		var run [2]uint32 // first page, number of pages
		if err := binary.Read(p.pages, binary.LittleEndian, &run); err != nil {
			return fmt.Errorf("project image: %w", err)
		}
		if run[1] == 0 {
			return nil
		}
		start, end := int64(run[0])*pageSize, (int64(run[0])+int64(run[1]))*pageSize
		if end > int64(len(memory)) {
			return errors.New("project image: a page beyond the end of memory")
		}
		if _, err := io.ReadFull(p.pages, memory[start:end]); err != nil {
			return fmt.Errorf("project image: %w", err)
		}
	}
}

func (p *projectImage) close() error { return p.file.Close() }

// saveProject writes a session's image. It gives up with errBusy as soon as wanted says so.
func saveProject(dir *cache.Dir, info ProjectImageInfo, base *image, memory []byte, view *hostfs.View, wanted func() bool) error {
	info.Memory = int64(len(memory))
	header, err := json.Marshal(info)
	if err != nil {
		return err
	}
	var remembered bytes.Buffer
	if err := view.Save(&remembered); err != nil {
		return err
	}
	return dir.Write(ProjectFile(info.Root, info.Project), func(w io.Writer) error {
		if _, err := w.Write(append(header, '\n')); err != nil {
			return err
		}
		stream := s2.NewWriter(w)
		length := binary.LittleEndian.AppendUint32(nil, uint32(remembered.Len()))
		if _, err := stream.Write(append(length, remembered.Bytes()...)); err != nil {
			return err
		}
		if err := writePages(stream, base, memory, wanted); err != nil {
			return err
		}
		return stream.Close()
	})
}

// writePages writes the runs of pages that differ from the base, or from zeros beyond its end. It gives the other pages back: the
// comparison may have been the first to read them, and the whole base would count as used memory from now on.
func writePages(w io.Writer, base *image, memory []byte, wanted func() bool) error {
	old := make([]byte, maxRun)
	for at := 0; at < len(memory); at += maxRun {
		if wanted() {
			return errBusy
		}
		chunk := memory[at:min(at+maxRun, len(memory))]
		clear(old)
		if int64(at) < base.size {
			if err := base.readAt(old[:min(int64(len(chunk)), base.size-int64(at))], int64(at)); err != nil {
				return err
			}
		}
		for page := 0; page < len(chunk); {
			first := page
			same := func() bool { return bytes.Equal(chunk[page:page+pageSize], old[page:page+pageSize]) }
			for page < len(chunk) && same() {
				page += pageSize
			}
			if err := base.giveBack(chunk[first:page]); err != nil {
				return err
			}
			first = page
			for page < len(chunk) && !same() {
				page += pageSize
			}
			if page == first {
				continue
			}
			run := [2]uint32{uint32((at + first) / pageSize), uint32((page - first) / pageSize)}
			if err := binary.Write(w, binary.LittleEndian, run); err != nil {
				return err
			}
			if _, err := w.Write(chunk[first:page]); err != nil {
				return err
			}
		}
	}
	return binary.Write(w, binary.LittleEndian, [2]uint32{})
}
