package runtime

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"

	"tsplan/hostfs"
	"tsplan/runtime/cache"
	"tsplan/runtime/protocol"
	"tsplan/wasm"
)

// imageTest is what a project image is made with, without a guest: memory of three runs, of which the base covers one
// and a half.
type imageTest struct {
	runtime  *Runtime
	template *template
	root     *hostfs.Root
	base     *image
	memory   []byte
}

const testMemory = 3*maxRun - 7*pageSize

func newImageTest(t *testing.T) *imageTest {
	t.Helper()
	dir, err := cache.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	base := make([]byte, maxRun+maxRun/2)
	for i := range base {
		base[i] = byte(i / pageSize)
	}
	memory := make([]byte, testMemory)
	copy(memory, base)
	for _, page := range []int{0, 1, 7, 255, 256, 300, 383, 384, 500, testMemory/pageSize - 1} {
		copy(memory[page*pageSize+page:], "changed")
	}
	return &imageTest{
		runtime:  &Runtime{projects: dir, limits: Limits{Memory: testMemory}},
		template: &template{guest: wasm.Manifest{TypeScript: "5.0.0", Image: "image", Module: "module"}},
		root:     openRoot(t),
		base:     &image{bytes: base, size: int64(len(base))},
		memory:   memory,
	}
}

func openRoot(t *testing.T) *hostfs.Root {
	t.Helper()
	root, err := hostfs.Open(t.TempDir(), hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func never() bool { return false }

func (i *imageTest) save(t *testing.T) (file string) {
	t.Helper()
	info, err := i.runtime.projectInfo(i.template, i.root, ".")
	if err == nil {
		err = saveProject(i.runtime.projects, info, i.base, i.memory, hostfs.NewView(i.root), never)
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(i.runtime.projects.Path(), ProjectFile(i.root.Dir(), "."))
}

// open finds the image and starts from it, and returns the memory that comes of it.
func (i *imageTest) open() ([]byte, error) {
	saved, _, err := i.runtime.openProject(i.template, i.root, ".")
	if err != nil {
		return nil, err
	}
	memory := make([]byte, saved.info.Memory)
	if err := i.base.readAt(memory[:i.base.size], 0); err != nil {
		return nil, err
	}
	return memory, errors.Join(saved.restore(memory), saved.close())
}

// TestProjectImageRoundTrip has the pages that differ in the image, and no others.
func TestProjectImageRoundTrip(t *testing.T) {
	i := newImageTest(t)
	path := i.save(t)
	got, err := i.open()
	if err != nil || !bytes.Equal(got, i.memory) {
		t.Errorf("another memory came back: %v", err)
	}
	var written bytes.Buffer
	if err := writePages(&written, i.base, i.memory, never); err != nil {
		t.Fatal(err)
	}
	const runs, pages = 8, 10 // 0 and 1, 255 and 256 touch, but runs end with a megabyte; 383 and 384 touch
	if want := 8*(runs+1) + pages*pageSize; written.Len() != want {
		t.Errorf("%d bytes of pages, want %d", written.Len(), want)
	}
	images, err := ProjectImages(i.runtime.projects)
	if err != nil || len(images) != 1 || images[0].Root != i.root.Dir() || images[0].Memory != testMemory {
		t.Errorf("%+v, %v", images, err)
	}
	if err := os.WriteFile(path, []byte("no header"), 0o600); err != nil {
		t.Fatal(err)
	}
	images, err = ProjectImages(i.runtime.projects)
	if err != nil || len(images) != 1 || images[0].ProjectImageInfo != (ProjectImageInfo{}) || images[0].Size == 0 {
		t.Errorf("without a header: %+v, %v", images, err)
	}
	if err := os.Chmod(path, 0o622); err != nil {
		t.Fatal(err)
	}
	if images, err = ProjectImages(i.runtime.projects); err != nil || len(images) != 1 {
		t.Errorf("one that others can write to: %+v, %v", images, err)
	}
}

// TestProjectImageIdentity uses no image that was made of something else.
func TestProjectImageIdentity(t *testing.T) {
	for name, change := range map[string]func(*imageTest){
		"TypeScript":  func(i *imageTest) { i.template.guest.TypeScript = "5.0.1" },
		"guest image": func(i *imageTest) { i.template.guest.Image = "other" },
		"module":      func(i *imageTest) { i.template.guest.Module = "other" },
		"file limits": func(i *imageTest) { i.runtime.limits.Files.FileSize = 1 },
		"root":        func(i *imageTest) { i.root = openRoot(t) },
		"a directory that was made anew at the same path": func(i *imageTest) {
			dir := i.root.Dir()
			if err := errors.Join(os.Remove(dir), os.Mkdir(dir, 0o700)); err != nil {
				t.Fatal(err)
			}
			root, err := hostfs.Open(dir, hostfs.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { root.Close() })
			i.root = root
		},
	} {
		i := newImageTest(t)
		path := i.save(t)
		if _, err := i.open(); err != nil {
			t.Errorf("%s: before the change: %v", name, err)
		}
		change(i)
		// The name proves nothing: somebody may have put an image of another root there.
		if err := os.Rename(path, filepath.Join(i.runtime.projects.Path(), ProjectFile(i.root.Dir(), "."))); err != nil {
			t.Fatal(err)
		}
		if _, err := i.open(); !errors.Is(err, errOther) {
			t.Errorf("%s: %v", name, err)
		}
	}
	i := newImageTest(t)
	if _, err := i.open(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no image: %v", err)
	}
	i.runtime.projects = nil
	if _, err := i.open(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no cache: %v", err)
	}
}

// TestProjectImageMemory uses no image of more memory than a guest may have.
func TestProjectImageMemory(t *testing.T) {
	i := newImageTest(t)
	i.save(t)
	i.runtime.limits.Memory = testMemory - 1
	if _, err := i.open(); !errors.Is(err, errOther) {
		t.Errorf("a byte too much: %v", err)
	}
	i.runtime.limits.Memory = testMemory
	if _, err := i.open(); err != nil {
		t.Errorf("as much as there may be: %v", err)
	}
}

// TestProjectImagePages puts no page outside the memory, whatever the image says.
func TestProjectImagePages(t *testing.T) {
	const last = uint32(testMemory/pageSize - 1)
	for _, c := range []struct {
		run [2]uint32 // first page, number of pages
		ok  bool
	}{
		{[2]uint32{0, 1}, true}, {[2]uint32{last, 1}, true}, {[2]uint32{0, last + 1}, true},
		{[2]uint32{last, 2}, false}, {[2]uint32{last + 1, 1}, false}, {[2]uint32{0, last + 2}, false},
		{[2]uint32{1 << 31, 1 << 31}, false}, {[2]uint32{^uint32(0), 1}, false}, {[2]uint32{1, ^uint32(0)}, false},
	} {
		// Pages enough for every run that fits, then the empty run that ends them.
		stream := binary.LittleEndian.AppendUint32(nil, c.run[0])
		stream = binary.LittleEndian.AppendUint32(stream, c.run[1])
		stream = append(stream, bytes.Repeat([]byte{1}, int(min(c.run[1], last+2))*pageSize)...)
		stream = append(stream, make([]byte, 8)...)
		around := make([]byte, testMemory+2*pageSize)
		p := &projectImage{pages: bytes.NewReader(stream)}
		err := p.restore(around[pageSize : pageSize+testMemory : pageSize+testMemory])
		if (err == nil) != c.ok {
			t.Errorf("%d: %v", c.run, err)
		}
		if !c.ok && bytes.Count(around, []byte{1}) > 0 {
			t.Errorf("%d: memory was written to", c.run)
		}
	}
}

// TestProjectImageDamaged fails where an image is cut off, wherever that is.
func TestProjectImageDamaged(t *testing.T) {
	i := newImageTest(t)
	path := i.save(t)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header := bytes.IndexByte(whole, '\n') + 1
	for _, size := range []int{0, header / 2, header, header + 1, header + 20, len(whole) / 2, len(whole) - 20} {
		if err := os.WriteFile(path, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := i.open(); err == nil || errors.Is(err, errOther) {
			t.Errorf("%d of %d bytes: %v", size, len(whole), err)
		}
	}
	// The stream may also end in the middle, each block whole.
	for _, content := range [][]byte{{}, {1, 0, 0, 0}, {1, 0, 0, 0, 'x'}} {
		cut := append([]byte(nil), whole[:header]...)
		if err := os.WriteFile(path, append(cut, s2Stream(t, content)...), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := i.open(); err == nil || errors.Is(err, errOther) {
			t.Errorf("a stream of %q: %v", content, err)
		}
	}
	p := &projectImage{pages: strings.NewReader("\x00\x00\x00\x00\x01\x00\x00\x00half a page")}
	if err := p.restore(make([]byte, pageSize)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("half a page: %v", err)
	}
}

func s2Stream(t *testing.T, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := s2.NewWriter(&b)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// limitedWriter fails after some bytes.
type limitedWriter struct{ left int }

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

// TestProjectImageNotSaved leaves nothing behind where somebody waits for the session, or the disk is full.
func TestProjectImageNotSaved(t *testing.T) {
	i := newImageTest(t)
	info, err := i.runtime.projectInfo(i.template, i.root, ".")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	wanted := func() bool { asked++; return asked == 3 } // once for each run
	if err := saveProject(i.runtime.projects, info, i.base, i.memory, hostfs.NewView(i.root), wanted); !errors.Is(err, errBusy) {
		t.Errorf("somebody waits: %v", err)
	}
	if images, err := ProjectImages(i.runtime.projects); err != nil || len(images) > 0 {
		t.Errorf("%+v, %v", images, err)
	}
	for _, room := range []int{0, 8, 8 + 2*pageSize, 100_000_000} {
		if err := writePages(&limitedWriter{room}, i.base, i.memory, never); (err == nil) != (room > len(i.memory)) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
	closed, err := os.Open(os.DevNull)
	if err != nil || closed.Close() != nil {
		t.Fatal(err)
	}
	if err := writePages(io.Discard, &image{file: closed, size: pageSize}, i.memory, never); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a base that cannot be read: %v", err)
	}
}

// TestProjectImageOfFault removes the image of a project whose guest failed, or whose answer did not hold.
func TestProjectImageOfFault(t *testing.T) {
	for name, ask := range map[string]struct {
		f     func(*Session) error
		stays bool
	}{
		"an answer that does not hold": {f: func(*Session) error { return &FaultError{Detail: "the plan does not hold"} }},
		"a guest that throws":          {f: func(s *Session) error { return try(s, "shortError") }},
		"a load that throws":           {f: func(s *Session) error { return s.Load(protocol.LoadParams{}) }},
		"a refusal":                    {f: func(*Session) error { return &RequestError{Code: "not_found"} }, stays: true},
		"an answer":                    {f: func(s *Session) error { return try(s, "fine") }, stays: true},
	} {
		t.Run(name, func(t *testing.T) {
			r, root := lying(t, Limits{})
			var err error
			if r.projects, err = cache.Open(t.TempDir()); err != nil {
				t.Fatal(err)
			}
			images := func() int {
				t.Helper()
				entries, err := r.projects.List(cache.ProjectImage)
				if err != nil {
					t.Fatal(err)
				}
				return len(entries)
			}
			err = r.With(t.Context(), root, ".", nil, func(s *Session) error {
				err := try(s, "fine")
				s.unsaved = worthSaving
				s.save(never)
				return err
			})
			if err != nil || images() != 1 {
				t.Fatalf("%d images at first, %v", images(), err)
			}
			err = r.With(t.Context(), root, ".", nil, ask.f)
			if stays := images() == 1; stays != ask.stays {
				t.Errorf("the image stays: %v, after %v", stays, err)
			}
			mustWork(t, r, root)
		})
	}
}
