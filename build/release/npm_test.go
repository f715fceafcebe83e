package release

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// npmProject returns an empty project, and an environment in which npm knows nothing: what it installs it was given.
func npmProject(t *testing.T) (dir string, env []string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, []string{"npm_config_cache=" + t.TempDir(), "npm_config_userconfig=" + filepath.Join(dir, "none"), "npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false"}
}

// packageFile is the archive of an npm package in a release.
func packageFile(dir, name string) string {
	return filepath.Join(dir, strings.NewReplacer("@", "", "/", "-").Replace(name)+"-"+version+".tgz")
}

// TestNPMFiles installs the packages from their files, without the network, and runs tsplan by npx.
func TestNPMFiles(t *testing.T) {
	dir := theRelease(t)
	at, env := npmProject(t)
	_, messages, status := run(t, at, env, "npm", "install", "--offline", packageFile(dir, "tsplan"), packageFile(dir, here.platformPackage()))
	if status != 0 {
		t.Fatalf("npm install: status %d\n%s", status, messages)
	}
	plans(t, at, env, "npx", "--no", "--", "tsplan")
	if _, _, status := run(t, at, env, "npx", "--no", "--", "tsplan", "rename"); status == 0 {
		t.Error("npx tsplan hides the status of tsplan")
	}
}

// TestNPMRegistry has npm choose the package of the system, from a registry with those of several.
func TestNPMRegistry(t *testing.T) {
	dir := theRelease(t)
	registry := serveRegistry(t, dir)
	at, env := npmProject(t)
	_, messages, status := run(t, at, env, "npm", "install", "--registry", registry, "tsplan@"+version)
	if status != 0 {
		t.Fatalf("npm install: status %d\n%s", status, messages)
	}
	installed, err := filepath.Glob(filepath.Join(at, "node_modules", "@tsplan", "*"))
	if err != nil {
		t.Fatal(err)
	}
	platform, cpu := here.node()
	if len(installed) != 1 || filepath.Base(installed[0]) != platform+"-"+cpu {
		t.Errorf("npm installed %v for %s", installed, here)
	}
	out, messages, status := run(t, at, env, "npx", "--no", "--", "tsplan", "version")
	if status != 0 || !strings.HasPrefix(out, "tsplan "+version+" ") {
		t.Errorf("status %d\n%s%s", status, out, messages)
	}
}

// serveRegistry starts an HTTP server that offers the packages of a release as npm's registry does, and returns the
// server's URL.
func serveRegistry(t *testing.T, dir string) string {
	t.Helper()
	packages := map[string][]byte{}
	files := http.StripPrefix("/files/", http.FileServer(http.Dir(dir)))
	// npm writes the slash of a name as %2f, which a ServeMux does not take for a slash.
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, asked *http.Request) {
		if text, is := packages[strings.TrimPrefix(asked.URL.Path, "/")]; is {
			w.Header().Set("Content-Type", "application/json")
			if _, err := w.Write(text); err != nil {
				t.Error(err)
			}
			return
		}
		files.ServeHTTP(w, asked)
	}))
	t.Cleanup(server.Close)
	names := []string{"tsplan"}
	for _, system := range targets(t) {
		names = append(names, system.platformPackage())
	}
	for _, name := range names {
		var described map[string]any
		if err := json.Unmarshal(unpack(t, packageFile(dir, name))["package/package.json"].data, &described); err != nil {
			t.Fatal(err)
		}
		described["dist"] = map[string]string{"tarball": server.URL + "/files/" + filepath.Base(packageFile(dir, name))}
		text, err := json.Marshal(map[string]any{
			"name": name, "dist-tags": map[string]string{"latest": version}, "versions": map[string]any{version: described},
		})
		if err != nil {
			t.Fatal(err)
		}
		packages[name] = text
	}
	return server.URL
}

// TestNPMManifests holds what package.json says: no script runs when it is installed, and each system has its package.
func TestNPMManifests(t *testing.T) {
	dir := theRelease(t)
	var main manifest
	decode(t, unpack(t, packageFile(dir, "tsplan"))["package/package.json"].data, &main) // fails if there are scripts
	if main.MCPName != "io.github.someone/tsplan" || main.Bin["tsplan"] != "bin/tsplan" {
		t.Errorf("tsplan: %+v", main)
	}
	for _, system := range targets(t) {
		name := system.platformPackage()
		files := unpack(t, packageFile(dir, name))
		var m manifest
		decode(t, files["package/package.json"].data, &m)
		platform, cpu := system.node()
		if m.Version != version || main.OptionalDependencies[name] != version || m.OS[0] != platform || m.CPU[0] != cpu {
			t.Errorf("%s: %+v, and tsplan wants %q", name, m, main.OptionalDependencies[name])
		}
		if !files["package/bin/"+system.binary()].executable {
			t.Errorf("%s has no binary that can be run", name)
		}
	}
}

// TestLauncherWithoutBinary starts the launcher where npm left its binary out, and on a system that there is none for.
func TestLauncherWithoutBinary(t *testing.T) {
	dir := theRelease(t)
	at, env := npmProject(t)
	if _, messages, status := run(t, at, env, "npm", "install", "--offline", packageFile(dir, "tsplan")); status != 0 {
		t.Fatalf("npm install: status %d\n%s", status, messages)
	}
	_, messages, status := run(t, at, env, "npx", "--no", "--", "tsplan", "version")
	if want := "tsplan: the package " + here.platformPackage() + " is missing."; status != 1 || !strings.Contains(messages, want) {
		t.Errorf("status %d, want 1 and %q:\n%s", status, want, messages)
	}
	other := filepath.Join(at, "other.cjs")
	if err := os.WriteFile(other, []byte(`Object.defineProperty(process, "arch", { value: "riscv64" });`), 0o644); err != nil {
		t.Fatal(err)
	}
	_, messages, status = run(t, at, env, "node", "--require", other, "node_modules/tsplan/bin/tsplan", "version")
	if platform, cpu := here.node(); status != 1 || !strings.Contains(messages, "there is no binary for "+platform+"-riscv64. There are: ") || !strings.Contains(messages, cpu) {
		t.Errorf("status %d:\n%s", status, messages)
	}
}
