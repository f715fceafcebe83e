package tools

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"tsplan/hostfs"
	"tsplan/tools/tool"
)

// The toy tools show what a tool can do, without a project.

type toyIn struct {
	Text  string  `json:"text" jsonschema:"What to say"`
	Times int     `json:"times,omitempty" jsonschema:"How often"`
	Loud  *bool   `json:"loud,omitempty" jsonschema:"In capitals, unless false"`
	At    *toyAt  `json:"at,omitempty" jsonschema:"Where to say it"`
	More  []toyAt `json:"more,omitempty" jsonschema:"Where else"`
	Mode  string  `json:"mode,omitempty" jsonschema:"How to say it"`
}

type toyAt struct {
	Line uint32  `json:"line" jsonschema:"0-based"`
	Fine float64 `json:"fine,omitempty" jsonschema:"Which part of it"`
}

type toyOut struct {
	Said  []string         `json:"said"`
	Count int64            `json:"count"`
	At    map[string]toyAt `json:"at,omitempty"`
}

type toyRoot struct {
	ProjectRoot string `json:"projectRoot,omitempty" jsonschema:"Directory of the project"`
}

type toyPlace struct {
	Root string `json:"root"`
	Name string `json:"name"`
}

type toyPage struct {
	Title string `json:"title"`
}

func (p toyPage) Text() string { return "# " + p.Title + "\n" }

type toyText struct {
	Text string `json:"text"`
}

type nothing struct{}

func toyTools() []tool.Tool {
	say := tool.New("say", "Say something", "Says a text, often.",
		func(_ context.Context, _ *tool.Call, in toyIn) (toyOut, error) {
			out := toyOut{Said: []string{}, Count: 9007199254740993}
			if in.Loud == nil || *in.Loud {
				in.Text = strings.ToUpper(in.Text)
			}
			for range in.Times {
				out.Said = append(out.Said, in.Text)
			}
			for i, at := range in.More {
				if i == 0 {
					out.At = make(map[string]toyAt)
				}
				out.At[strings.Repeat("i", i+1)] = at
			}
			return out, nil
		})
	say.Input.Properties["mode"].Enum = []any{"soft", "hard"}

	return []tool.Tool{
		say,
		tool.New("where", "Where", "Says which root a directory is in.",
			func(_ context.Context, c *tool.Call, in toyRoot) (toyPlace, error) {
				place, err := c.Root(in.ProjectRoot)
				return toyPlace(place), err
			}),
		tool.New("page", "Page", "Has a text of its own.",
			func(context.Context, *tool.Call, nothing) (toyPage, error) { return toyPage{Title: "<b> & co"}, nil }),
		tool.New("refuse", "Refuse", "Fails as tools do.",
			func(_ context.Context, _ *tool.Call, in toyText) (nothing, error) {
				return nothing{}, tool.Errorf(tool.NotFound, "no symbol %s in \x1b[31msrc/\u202ea.ts", in.Text)
			}),
		tool.New("fail", "Fail", "Fails as programs do.",
			func(context.Context, *tool.Call, nothing) (nothing, error) {
				return nothing{}, errors.New("open /secret/path: no such file")
			}),
		tool.New("panic", "Panic", "Panics.",
			func(context.Context, *tool.Call, nothing) (nothing, error) { panic("at the disco") }),
		tool.New("null", "Null", "Answers with a null array.",
			func(context.Context, *tool.Call, nothing) (toyOut, error) { return toyOut{}, nil }),
		tool.New("wait", "Wait", "Waits until it is cancelled.",
			func(ctx context.Context, _ *tool.Call, _ nothing) (nothing, error) {
				<-ctx.Done()
				return nothing{}, ctx.Err()
			}),
		tool.New("load", "Load", "Loads a hundred files in a second.",
			func(_ context.Context, c *tool.Call, _ nothing) (nothing, error) {
				for i := range 101 {
					c.Progress(float64(i), 100, "file \x1b"+string(rune('a'+i%26)))
					c.Progress(float64(i)-1, 100, "going back")
					time.Sleep(10 * time.Millisecond)
				}
				late := c.Progress
				time.AfterFunc(time.Second, func() { late(200, 100, "too late") })
				return nothing{}, nil
			}),
	}
}

// toyPolicy has no fixed roots: the server was started in /srv/app.
func toyPolicy() RootPolicy {
	return RootPolicy{
		Env:   func(string) string { return "" },
		Getwd: func() (string, error) { return "/srv/app", nil },
		Home:  "/home/u",
		Style: hostfs.Posix,
	}
}

// toyServer offers the toy tools. With log, it logs there.
func toyServer(roots RootPolicy, log *slog.Logger) *mcp.Server {
	return NewServer(Info{
		Version: "1.2.3", Instructions: "Toys.", Logger: log, Roots: roots,
		Running: 2, Waiting: 3, CheckOutput: true,
	}, toyTools())
}
