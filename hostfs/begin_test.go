package hostfs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"tsplan/hostfs"
	"tsplan/hostfs/hostfstest"
)

// use asks a view for everything that the freshness cases change, and returns what it gets.
func use(v *hostfs.View) map[string]string {
	got := map[string]string{}
	for _, n := range []string{
		"src/a.ts", "src/b.ts", "link/a.ts", "pkg/a.ts", "big.ts", "file-link.ts",
	} {
		f, err := v.ReadFile(n)
		got["read "+n] = fmt.Sprint(string(f.Data), hostfs.Reason(err))
	}
	for _, n := range []string{
		"src", "src/new.ts", "src/new/deep/x.ts", "link", "link/new.ts", "tsconfig.json",
		"out/x.ts", "src/A.ts", "pkg/new.ts",
	} {
		k, err := v.Kind(n)
		got["kind "+n] = fmt.Sprint(k, hostfs.Reason(err))
	}
	for _, n := range []string{"src", "link", "links", "no/such"} {
		l, err := v.ReadDir(n)
		got["list "+n] = fmt.Sprint(l, hostfs.Reason(err))
	}
	for _, n := range []string{"link/a.ts", "pkg", "pkg/a.ts", "src/new.ts"} {
		real, err := v.Realpath(n)
		got["real "+n] = fmt.Sprint(real, hostfs.Reason(err))
	}
	return got
}

func freshTree(t *testing.T) hostfstest.Tree {
	tree := hostfstest.New(t)
	tree.Write(t, "src/a.ts", "aaaa")
	tree.Write(t, "src/b.ts", "bbbb")
	tree.Write(t, "packages/p/a.ts", "pppp")
	tree.Write(t, "packages/q/a.ts", "qqqq")
	tree.Write(t, "unused/x.ts", "xxxx")
	tree.Link(t, "src", "link")
	tree.Link(t, "packages/p", "pkg")
	tree.Link(t, "src/a.ts", "file-link.ts")
	tree.Link(t, "../unused/x.ts", "links/x.ts")
	if err := os.Mkdir(filepath.Join(tree.Root, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	return tree
}

type change func(t *testing.T, tree hostfstest.Tree)

func write(name, text string) change {
	return func(t *testing.T, tree hostfstest.Tree) { tree.Write(t, name, text) }
}

func remove(name string) change {
	return func(t *testing.T, tree hostfstest.Tree) {
		if err := os.RemoveAll(filepath.Join(tree.Root, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func relink(target, name string) change {
	return func(t *testing.T, tree hostfstest.Tree) {
		remove(name)(t, tree)
		tree.Link(t, target, name)
	}
}

func rename(from, to string) change {
	return func(t *testing.T, tree hostfstest.Tree) {
		if err := os.Rename(filepath.Join(tree.Root, from), filepath.Join(tree.Root, to)); err != nil {
			t.Fatal(err)
		}
	}
}

// keepTimes makes a change and sets the times of a name back to what they were.
func keepTimes(name string, c change) change {
	return func(t *testing.T, tree hostfstest.Tree) {
		path := filepath.Join(tree.Root, name)
		fi, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		c(t, tree)
		if err := os.Chtimes(path, fi.ModTime(), fi.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
}

func both(list ...change) change {
	return func(t *testing.T, tree hostfstest.Tree) {
		for _, c := range list {
			c(t, tree)
		}
	}
}

var freshCases = []struct {
	name      string
	change    change
	files     []string
	structure []string
}{
	{"nothing", both(), nil, nil},
	{"same content again", write("src/b.ts", "bbbb"), nil, nil},
	{"touch", keepTimes("src", write("src/b.ts", "bbbb")), nil, nil},
	{"longer", write("src/b.ts", "longer"), []string{"src/b.ts"}, nil},
	{"same size", write("src/b.ts", "BBBB"), []string{"src/b.ts"}, nil},
	{"same size and times", keepTimes("src/b.ts", write("src/b.ts", "BBBB")), []string{"src/b.ts"}, nil},
	{"read by several names", write("src/a.ts", "AAAA"),
		[]string{"file-link.ts", "link/a.ts", "src/a.ts"}, nil},
	{"replaced by another file", both(write("tmp", "BBBB"), rename("tmp", "src/b.ts")),
		[]string{"src/b.ts"}, nil},
	{"not read by anybody", write("unused/x.ts", "let y"), nil, nil},
	{"appears nobody asked for", write("unused/new.ts", ""), nil, nil},
	{"missing file appears", write("src/new.ts", "n"), nil,
		[]string{"link", "link/new.ts", "src", "src/new.ts"}},
	{"appears with the directory's times kept", keepTimes("src", write("src/new.ts", "n")), nil,
		[]string{"link", "link/new.ts", "src", "src/new.ts"}},
	{"appears in a listed directory only", write("src/other.ts", ""), nil, []string{"link", "src"}},
	{"appears in an unlisted directory", write("tsconfig.json", "{}"), nil, []string{"tsconfig.json"}},
	{"directory appears", write("src/new/deep/x.ts", ""), nil,
		[]string{"link", "src", "src/new", "src/new/deep", "src/new/deep/x.ts"}},
	{"directory appears below nothing", write("no/such/x.ts", ""), nil, []string{"no", "no/such"}},
	{"file vanishes", remove("src/b.ts"), nil, []string{"link", "src", "src/b.ts"}},
	{"directory vanishes", remove("src"), nil, []string{
		"file-link.ts", "link", "link/a.ts", "src", "src/a.ts", "src/b.ts"}},
	{"file becomes a directory", both(remove("src/b.ts"), write("src/b.ts/x", "")), nil,
		[]string{"link", "src", "src/b.ts"}},
	{"directory becomes a link to itself", both(rename("src", "moved"), relink("moved", "src")), nil,
		[]string{"file-link.ts", "link", "link/a.ts", "src", "src/a.ts", "src/b.ts"}},
	{"directory becomes a link out", both(rename("src", "moved"), relink("../proj-evil", "src")), nil,
		[]string{"file-link.ts", "link", "link/a.ts", "link/new.ts", "src", "src/a.ts", "src/b.ts",
			"src/new", "src/new.ts", "src/new/deep", "src/new/deep/x.ts", "src/A.ts"}},
	{"directories trade places", func(t *testing.T, tree hostfstest.Tree) {
		if err := hostfstest.Swap(tree.Root+"/packages/p", tree.Root+"/packages/q"); err != nil {
			t.Fatal(err)
		}
	}, []string{"pkg/a.ts"}, nil},
	{"link leads elsewhere", relink("packages/q", "pkg"), []string{"pkg/a.ts"}, []string{"pkg", "pkg/a.ts"}},
	{"link to a file leads to the same text", both(write("same.ts", "aaaa"), relink("same.ts", "file-link.ts")),
		nil, []string{"file-link.ts"}},
	{"listed link changes kind", relink("../empty", "links/x.ts"), nil, []string{"links"}},
	{"what a listed link leads to vanishes", remove("unused/x.ts"), nil, []string{"links"}},
	{"case of a name", rename("src/a.ts", "src/A.ts"), nil,
		[]string{"file-link.ts", "link", "link/a.ts", "src", "src/A.ts", "src/a.ts"}},
	{"file becomes readable", write("big.ts", "small"), nil, []string{"big.ts"}},
}

// Each change is told once, by the next Begin, and the view then answers as a new one does.
func TestBegin(t *testing.T) {
	testBegin(t, 0)
}

// The same where nothing was written of late, so that file times are all there is to go by.
func TestBeginSettled(t *testing.T) {
	t.Parallel()
	testBegin(t, 2200*time.Millisecond)
}

func testBegin(t *testing.T, age time.Duration) {
	trees := make([]hostfstest.Tree, len(freshCases))
	for i := range trees {
		trees[i] = freshTree(t)
	}
	time.Sleep(age)
	for i, c := range freshCases {
		t.Run(c.name, func(t *testing.T) {
			tree := trees[i]
			r, ctx := open(t, tree.Root), context.Background()
			v, learning := hostfs.NewView(r), hostfs.NewView(r)
			use(v)
			use(learning)
			if got, err := v.Begin(ctx); err != nil || len(got.Files)+len(got.Structure) > 0 {
				t.Fatalf("Begin before the change = %+v, %v", got, err)
			}
			use(v)
			c.change(t, tree)
			changed := len(c.files)+len(c.structure) > 0
			if err := learning.Check(); errors.Is(err, hostfs.ErrChanged) != changed {
				t.Errorf("Check = %v", err)
			}
			if err := v.Check(); err != nil {
				t.Errorf("Check of a request that only asked what Begin had found unchanged = %v", err)
			}
			got, err := v.Begin(ctx)
			want := hostfs.Changes{Files: c.files, Structure: sorted(c.structure)}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("Begin = %+v, %v\nwant    %+v", got, err, want)
			}
			if got, want := use(v), use(hostfs.NewView(r)); !reflect.DeepEqual(got, want) {
				t.Errorf("answers after the change:\n%v\nof a new view:\n%v", got, want)
			}
			if v.Err() != nil {
				t.Errorf("Err = %v", v.Err())
			}
			if got, err := v.Begin(ctx); err != nil || len(got.Files)+len(got.Structure) > 0 {
				t.Errorf("Begin after the change was told = %+v, %v", got, err)
			}
		})
	}
}

// If a request learns anything new and the disk changes before Check, its answers may mix the disk before the change and after it. Check reports that.
func TestCheckLooksAgain(t *testing.T) {
	t.Parallel()
	nothing := func(*testing.T, hostfstest.Tree, *hostfs.View) {}
	asks := func(ask func(v *hostfs.View)) func(*testing.T, hostfstest.Tree, *hostfs.View) {
		return func(_ *testing.T, _ hostfstest.Tree, v *hostfs.View) { ask(v) }
	}
	for name, c := range map[string]struct {
		before change // Begin finds it
		learn  func(*testing.T, hostfstest.Tree, *hostfs.View)
		want   error
	}{
		"nothing":            {both(), nothing, nil},
		"a known file again": {both(), asks(func(v *hostfs.View) { _, _ = v.ReadFile("src/a.ts") }), nil},
		"a file":             {both(), asks(func(v *hostfs.View) { _, _ = v.ReadFile("src/b.ts") }), hostfs.ErrChanged},
		"a directory":        {both(), asks(func(v *hostfs.View) { _, _ = v.ReadDir("packages") }), hostfs.ErrChanged},
		"a link":             {both(), asks(func(v *hostfs.View) { _, _ = v.Realpath("link") }), hostfs.ErrChanged},
		"another text":       {write("src/a.ts", "new"), nothing, hostfs.ErrChanged},
		"an entry":           {write("src/new.ts", "new"), nothing, hostfs.ErrChanged},
		"that an entry went": {remove("empty"), nothing, hostfs.ErrChanged},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := freshTree(t)
			v := hostfs.NewView(open(t, tree.Root))
			for _, file := range []string{"src/a.ts", "file-link.ts", "empty/x.ts"} {
				_, _ = v.ReadFile(file)
			}
			time.Sleep(2200 * time.Millisecond) // so that Begin need not read the directories again
			if _, err := v.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.before(t, tree)
			if _, err := v.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			c.learn(t, tree, v)
			write("src/a.ts", "changed again")(t, tree)
			if err := v.Check(); !errors.Is(err, c.want) {
				t.Errorf("Check = %v, want %v", err, c.want)
			}
		})
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

// The link walk is by link, the file by content: telling a hash needs no reading where times hold.
func TestBeginReadsOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	tree := hostfstest.New(t)
	for i := range 50 {
		tree.Write(t, fmt.Sprintf("d%d/f.ts", i), fmt.Sprint(i))
	}
	v, ctx := hostfs.NewView(open(t, tree.Root)), context.Background()
	time.Sleep(2200 * time.Millisecond)
	for i := range 50 {
		if _, err := v.ReadFile(fmt.Sprintf("d%d/f.ts", i)); err != nil {
			t.Fatal(err)
		}
	}
	tree.Write(t, "d7/f.ts", "x")
	v.SetBudget(hostfs.Budget{Files: 1, Dirs: 1})
	if got, err := v.Begin(ctx); err != nil || !reflect.DeepEqual(got.Files, []string{"d7/f.ts"}) {
		t.Errorf("Begin = %+v, %v", got, err)
	}
	tree.Write(t, "d8/new.ts", "x")
	tree.Write(t, "d9/new.ts", "x")
	if _, err := v.Begin(ctx); !errors.Is(err, hostfs.ErrBudget) {
		t.Errorf("Begin with two directories changed and a budget of one = %v", err)
	}
}

// A Begin that fails does not lose the changes that it found: the next one that succeeds returns them.
func TestBeginFails(t *testing.T) {
	tree := hostfstest.New(t)
	for _, n := range []string{"a/x.ts", "b/x.ts", "c/x.ts"} {
		tree.Write(t, n, "old")
	}
	v, ctx := hostfs.NewView(open(t, tree.Root)), context.Background()
	for _, n := range []string{"a/x.ts", "b/x.ts", "c/x.ts"} {
		if _, err := v.ReadFile(n); err != nil {
			t.Fatal(err)
		}
	}
	tree.Write(t, "a/x.ts", "new")
	tree.Write(t, "c/x.ts", "new")
	remove("b/x.ts")(t, tree)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := v.Begin(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("Begin cancelled = %v", err)
	}
	if _, err := v.Kind("a/x.ts"); !errors.Is(err, context.Canceled) {
		t.Errorf("Kind after that = %v", err)
	}
	if err := v.Check(); !errors.Is(err, context.Canceled) {
		t.Errorf("Check after that = %v", err)
	}
	for files := 1; files <= 3; files++ {
		v.SetBudget(hostfs.Budget{Files: files})
		got, err := v.Begin(ctx)
		if files == 1 && !errors.Is(err, hostfs.ErrBudget) {
			t.Errorf("Begin with a budget of 1 = %+v, %v", got, err)
		}
		want := hostfs.Changes{Files: []string{"a/x.ts", "c/x.ts"}, Structure: []string{"b/x.ts"}}
		if files == 2 && (err != nil || !reflect.DeepEqual(got, want)) {
			t.Errorf("Begin with a budget of 2 = %+v, %v", got, err)
		}
		if files == 3 && (err != nil || !reflect.DeepEqual(got, hostfs.Changes{})) {
			t.Errorf("Begin once more = %+v, %v", got, err)
		}
	}
}

// The same where answers have to be found again.
func TestBeginFailsLate(t *testing.T) {
	tree := hostfstest.New(t)
	v, ctx := hostfs.NewView(open(t, tree.Root)), context.Background()
	if _, err := v.Kind("new/x.ts"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if _, err := v.ReadDir("."); err != nil {
		t.Fatal(err)
	}
	tree.Write(t, "new/x.ts", "")
	for _, short := range []hostfs.Budget{{Dirs: 1}, {Memory: 500}} {
		v.SetBudget(short)
		if c, err := v.Begin(ctx); !errors.Is(err, hostfs.ErrBudget) {
			t.Errorf("Begin with %+v = %+v, %v", short, c, err)
		}
	}
	v.SetBudget(hostfs.Budget{})
	want := hostfs.Changes{Structure: []string{".", "new", "new/x.ts"}}
	if c, err := v.Begin(ctx); err != nil || !reflect.DeepEqual(c, want) {
		t.Errorf("Begin = %+v, %v, want %+v", c, err, want)
	}
}
