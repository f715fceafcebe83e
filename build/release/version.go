package release

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// gitVersion returns the version that the commit's tag names. For a commit without a tag it makes a version that sorts below all tags, in
// the form that Go uses for such commits. The version of a tree that differs from its commit ends with -dirty.
func gitVersion(ctx context.Context) (string, error) {
	changes, err := git(ctx, "status", "--porcelain")
	if err != nil {
		return "", err
	}
	dirty := ""
	if changes != "" {
		dirty = "-dirty"
	}
	tags, err := git(ctx, "-c", "versionsort.suffix=-", "tag", "--points-at", "HEAD", "--sort=-version:refname", "v[0-9]*")
	if err != nil {
		return "", err
	}
	if tag, _, _ := strings.Cut(tags, "\n"); tag != "" && dirty == "" {
		return strings.TrimPrefix(tag, "v"), nil
	}
	made, err := commitTime(ctx)
	if err != nil {
		return "", err
	}
	commit, err := git(ctx, "rev-parse", "--short=12", "HEAD")
	return "0.0.0-" + made.Format("20060102150405") + "-" + commit + dirty, err
}

// commitTime is the time that files in archives have: SOURCE_DATE_EPOCH where it is set, as in a tree without git, or
// the time of the commit.
func commitTime(ctx context.Context) (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		var err error
		if text, err = git(ctx, "log", "-1", "--format=%ct"); err != nil {
			return time.Time{}, fmt.Errorf("%w (where there is no git, set SOURCE_DATE_EPOCH and --version)", err)
		}
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

func git(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	if err != nil {
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
		}
		return "", fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
