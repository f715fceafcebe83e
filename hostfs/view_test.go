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
			v := hostfs.NewView(r)
			use(v)
			if got, err := v.Begin(ctx); err != nil || len(got.Files)+len(got.Structure) > 0 {
				t.Fatalf("Begin before the change = %+v, %v", got, err)
			}
			use(v)
			c.change(t, tree)
			changed := len(c.files)+len(c.structure) > 0
			if err := v.Check(); errors.Is(err, hostfs.ErrChanged) != changed {
				t.Errorf("Check = %v", err)
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

// Asking for names that are not there costs the listing of one directory.
func TestMissingNamesAreCheap(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "src/a.ts", "")
	v := hostfs.NewView(open(t, tree.Root))
	v.SetBudget(hostfs.Budget{Dirs: 2})
	for i := range 10_000 {
		for _, name := range []string{"src/%d.ts", "src/no/such/%d/dir.ts", "none/%d.ts"} {
			if _, err := v.Stat(fmt.Sprintf(name, i)); !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
}

func TestOneStatePerRequest(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a.ts", "one")
	tree.Write(t, "b.ts", "bee")
	tree.Write(t, "d/x.ts", "")
	v, ctx := hostfs.NewView(open(t, tree.Root)), context.Background()
	if _, err := v.ReadFile("a.ts"); err != nil {
		t.Fatal(err)
	}
	tree.Write(t, "a.ts", "two")
	if _, err := v.ReadFile("a.ts"); !errors.Is(err, hostfs.ErrChanged) {
		t.Errorf("second ReadFile = %v", err)
	}
	for op, err := range map[string]error{
		"Err":   v.Err(),
		"Check": v.Check(),
		"Stat":  second(v.Stat("b.ts")),
		"Read":  second(v.ReadFile("b.ts")),
		"List":  second(v.ReadDir(".")),
	} {
		if !errors.Is(err, hostfs.ErrChanged) {
			t.Errorf("%s after that = %v, want ErrChanged for the rest of the request", op, err)
		}
	}
	begin := func(want hostfs.Changes) {
		t.Helper()
		if got, err := v.Begin(ctx); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Begin = %+v, %v, want %+v", got, err, want)
		}
	}
	begin(hostfs.Changes{Files: []string{"a.ts"}})
	if _, err := v.ReadDir("d"); err != nil {
		t.Fatal(err)
	}
	// Listed, then gone: not "not found", since the listing said otherwise.
	remove("d")(t, tree)
	if _, err := v.Stat("d"); !errors.Is(err, hostfs.ErrChanged) {
		t.Errorf("Stat of what vanished = %v", err)
	}
	begin(hostfs.Changes{Structure: []string{"d"}})
	if _, err := v.Kind("b.ts"); err != nil {
		t.Fatal(err)
	}
	remove("b.ts")(t, tree)
	if _, err := v.ReadFile("b.ts"); !errors.Is(err, hostfs.ErrChanged) {
		t.Errorf("ReadFile of what vanished = %v", err)
	}
	begin(hostfs.Changes{Structure: []string{"b.ts"}})
	tree.Write(t, "c/x.ts", "")
	begin(hostfs.Changes{})
	// Nobody asked about the file before, but its directory was listed in this request.
	tree.Write(t, "late.ts", "")
	if _, err := v.Kind("late.ts"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Kind of what came late = %v", err)
	}
	begin(hostfs.Changes{Structure: []string{"late.ts"}})
}

func second[T any](_ T, err error) error { return err }

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

// Names that lead to one directory in many ways are paid for, each with its listing.
func TestMemoryOfListings(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Link(t, ".", "self")
	for i := range 100 {
		tree.Write(t, fmt.Sprint(i), "")
	}
	v := hostfs.NewView(open(t, tree.Root))
	v.SetBudget(hostfs.Budget{Memory: 200_000})
	name, n, err := "self", 0, error(nil)
	for ; err == nil; n++ {
		_, err = v.ReadDir(name)
		name += "/self"
	}
	if !errors.Is(err, hostfs.ErrBudget) || n > 30 {
		t.Errorf("%d listings of 100 entries, %v", n, err)
	}
}

func TestRootReplaced(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a.ts", "")
	v, ctx := hostfs.NewView(open(t, tree.Root)), context.Background()
	if _, err := v.ReadFile("a.ts"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(tree.Root, tree.Root+".old"); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Begin(ctx); !errors.Is(err, hostfs.ErrGone) {
		t.Errorf("Begin with the root gone = %v", err)
	}
	tree.Write(t, "a.ts", "")
	if _, err := v.Begin(ctx); !errors.Is(err, hostfs.ErrGone) {
		t.Errorf("Begin with another root in its place = %v", err)
	}
}

// TestLinkedRootGone has the link by which a root was opened lead to another directory, while the root stays.
func TestLinkedRootGone(t *testing.T) {
	tree := hostfstest.New(t)
	link := filepath.Join(tree.Parent, "link")
	lead := func(to string) {
		t.Helper()
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	lead(tree.Root)
	root, err := hostfs.Open(link, hostfs.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	v := hostfs.NewView(root)
	if _, err := v.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Begin(t.Context()); !errors.Is(err, hostfs.ErrGone) {
		t.Errorf("Begin without the link = %v", err)
	}
	lead(tree.Parent)
	if _, err := v.Begin(t.Context()); !errors.Is(err, hostfs.ErrGone) {
		t.Errorf("Begin with a link that leads elsewhere = %v", err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	lead(tree.Root)
	if _, err := v.Begin(t.Context()); err != nil {
		t.Errorf("Begin with the link as it was = %v", err)
	}
}

func TestBudget(t *testing.T) {
	tree := hostfstest.New(t)
	for i := range 10 {
		tree.Write(t, fmt.Sprintf("d%d/f.ts", i), "0123456789")
	}
	names := func(v *hostfs.View, ask func(*hostfs.View, string) error) (n int, err error) {
		for n = 0; n < 10 && err == nil; n++ {
			err = ask(v, fmt.Sprintf("d%d/f.ts", n))
		}
		return n, err
	}
	read := func(v *hostfs.View, n string) error { return second(v.ReadFile(n)) }
	missing := func(v *hostfs.View, n string) error {
		_, err := v.Kind(n + n)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	for _, c := range []struct {
		budget hostfs.Budget
		ask    func(*hostfs.View, string) error
		want   int // asked until refused, 0 if never, -1 if at some time
	}{
		{hostfs.Budget{}, read, 0},
		{hostfs.Budget{Files: 10, Dirs: 11, Bytes: 100}, read, 0},
		{hostfs.Budget{Files: 4}, read, 5},
		{hostfs.Budget{Bytes: 49}, read, 5},
		{hostfs.Budget{Dirs: 5}, read, 5},
		{hostfs.Budget{Memory: 5000}, read, -1},
		{hostfs.Budget{Memory: 5000}, missing, -1},
	} {
		v := hostfs.NewView(open(t, tree.Root))
		v.SetBudget(c.budget)
		n, err := names(v, c.ask)
		refused := errors.Is(err, hostfs.ErrBudget)
		if refused != (c.want != 0) || c.want > 0 && n != c.want {
			t.Errorf("%+v: %d names, %v, want %d", c.budget, n, err, c.want)
		}
		if !errors.Is(err, v.Err()) {
			t.Errorf("%+v: Err = %v, want %v", c.budget, v.Err(), err)
		}
	}
	// The budget is for a request, and what is remembered is not paid for again.
	v := hostfs.NewView(open(t, tree.Root))
	for i := range 20 {
		v.SetBudget(hostfs.Budget{Files: 20, Dirs: 22, Memory: 8000})
		if _, err := names(v, read); err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
		tree.Write(t, fmt.Sprintf("d1/%d.ts", i), "")
		remove(fmt.Sprintf("d1/%d.ts", i-1))(t, tree)
		if _, err := v.Begin(context.Background()); err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
	}
}

func TestCancelDuringRequest(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Write(t, "a.ts", "")
	v := hostfs.NewView(open(t, tree.Root))
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := v.Begin(ctx); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := v.ReadFile("a.ts"); !errors.Is(err, context.Canceled) {
		t.Errorf("ReadFile = %v", err)
	}
	if _, err := v.Begin(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := v.ReadFile("a.ts"); err != nil {
		t.Errorf("ReadFile in the next request = %v", err)
	}
}

// A warm session warns of the same things as one that starts, until they are mended.
func TestDenied(t *testing.T) {
	tree := hostfstest.New(t)
	tree.Link(t, "../proj-evil", "evil")
	tree.Link(t, "../../secret.ts", "d/secret.ts")
	tree.Write(t, "big.ts", "0123456789")
	tree.Write(t, "many/1", "")
	tree.Write(t, "many/2", "")
	tree.Write(t, "many/3", "")
	tree.Write(t, "many/4", "")
	tree.Write(t, "many/5", "")
	r, err := hostfs.Open(tree.Root, hostfs.Limits{FileSize: 5, DirEntries: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	v := hostfs.NewView(r)
	for range 2 {
		v.ReadFile("evil/x.ts")
		v.Kind("evil/y.ts")
		v.ReadFile("big.ts")
		v.ReadDir("d")
		v.Kind("d/secret.ts") // told once, though two answers lack it
		if _, err := v.ReadDir("many"); !errors.Is(err, hostfs.ErrTooLarge) {
			t.Errorf("ReadDir of too many = %v", err)
		}
		v.Kind("many/1")
		v.ReadFile("../secret.ts")
		v.ReadFile("x\x1b.ts")
		v.ReadFile("no-such.ts")
	}
	want := []hostfs.Denied{
		{`"x\x1b.ts"`, "invalid_name", 1},
		{"../secret.ts", "invalid_name", 1},
		{"big.ts", "too_large", 1},
		{"d/secret.ts", "outside_root", 1},
		{"evil", "outside_root", 1},
		{"many", "too_large", 1},
		{"many/1", "too_large", 1},
	}
	for range 2 {
		if got, more := v.Denied(); !reflect.DeepEqual(got, want) || more != 0 {
			t.Errorf("Denied = %v, %d\nwant     %v", got, more, want)
		}
		if _, err := v.Begin(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	remove("evil")(t, tree)
	tree.Write(t, "big.ts", "small")
	remove("many")(t, tree)
	remove("d/secret.ts")(t, tree)
	if _, err := v.Begin(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got, _ := v.Denied(); !reflect.DeepEqual(got, want[:2]) {
		t.Errorf("Denied after repairs = %v", got)
	}
	for i := range 1500 {
		v.Kind(fmt.Sprintf("bad/../%d", i))
	}
	if got, more := v.Denied(); len(got) != 1000 || more != 502 {
		t.Errorf("Denied = %d, %d more", len(got), more)
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
