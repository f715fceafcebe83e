package main

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"tsplan/runtime"
	"tsplan/tools/planner"
	"tsplan/tools/project"
	"tsplan/tools/sanitize"
	"tsplan/tools/tool"
)

// projectReport is what doctor says about a project.
type projectReport struct {
	*project.Report
	Image *keptImage `json:"image,omitempty"` // nil if none was kept
}

// keptImage is the image that was kept of a project when doctor began.
type keptImage struct {
	Bytes int64     `json:"bytes"`
	Used  time.Time `json:"used"`
}

// report loads the project and prints what it consists of.
func (p *projectFlags) report(c *cobra.Command) error {
	var report projectReport
	return p.ask(c.Context(), func(plans *planner.Planner, place tool.Place, progress tool.Progress) (err error) {
		if report.Image, err = p.image(place); err != nil { // first, since loading may replace it
			return err
		}
		report.Report, err = plans.Projects.Report(c.Context(), place, progress)
		return err
	}, func(place tool.Place) error {
		if p.json {
			return printJSON(report)
		}
		report.write(c.OutOrStdout(), filepath.Join(place.Root, filepath.FromSlash(place.Name)))
		return nil
	})
}

// image finds the image that is kept of a project.
func (p *projectFlags) image(place tool.Place) (*keptImage, error) {
	dir, err := p.cacheOrNone()
	if err != nil || dir == nil || p.noProjectCache {
		return nil, err
	}
	images, err := runtime.ProjectImages(dir)
	for _, image := range images {
		if image.Root == place.Root && path.Clean(image.Project) == place.Name {
			return &keptImage{image.Size, image.Used}, nil
		}
	}
	return nil, err
}

func (r *projectReport) write(w io.Writer, dir string) {
	image := "none was kept"
	if r.Image != nil {
		image = fmt.Sprintf("%.1f MiB, last used %s", mebibytes(r.Image.Bytes), r.Image.Used.Format(time.DateTime))
	}
	for _, line := range [][2]string{
		{"project", sanitize.Text(dir)},
		{"answers", "TypeScript " + r.TypeScript},
		{"image", image},
		{"load", fmt.Sprintf("%.1f s for all %d configurations", float64(r.Milliseconds)/1000, len(r.Projects))},
		{"memory", fmt.Sprintf("%.0f MiB of at most %.0f MiB", mebibytes(r.Memory), mebibytes(r.MaxMemory))},
	} {
		fmt.Fprintf(w, "%-8s %s\n", line[0], line[1])
	}
	if r.Memory > r.MaxMemory*3/4 {
		fmt.Fprintln(w, "         this is close to the limit: raise --max-guest-memory")
	}
	fmt.Fprintln(w)
	for _, one := range r.Projects {
		fmt.Fprintf(w, "%s: %s, dependencies %s\n", one.Config, sizeText(one.Own), sizeText(one.Dependencies))
		for _, u := range one.Unresolved.First {
			fmt.Fprintf(w, "  %s:%d:%d: %q leads nowhere\n", u.FilePath, u.Line+1, u.Character+1, u.Specifier)
		}
		if more := one.Unresolved.Count - len(one.Unresolved.First); more > 0 {
			fmt.Fprintf(w, "  %d more imports lead nowhere\n", more)
		}
	}
	for _, base := range r.Bases {
		fmt.Fprintf(w, "%s: only for others to extend\n", base)
	}
	for _, stray := range r.Strays.First {
		fmt.Fprintf(w, "%s: in no configuration\n", stray)
	}
	if more := r.Strays.Count - len(r.Strays.First); more > 0 {
		fmt.Fprintf(w, "%d more files in no configuration\n", more)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintln(w, "warning:", warning)
	}
}

func sizeText(s project.Size) string {
	return fmt.Sprintf("%d files of %.1f M characters", s.Files, float64(s.Characters)/1e6)
}

func mebibytes(n int64) float64 { return float64(n) / (1 << 20) }
