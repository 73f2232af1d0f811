package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"racectl/internal/race"
)

func TestDataDirIsTheSameRuleForBothPrograms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given string
		env   []string
		want  string
	}{
		{"/a", []string{"RACED_DATA=/b", "XDG_DATA_HOME=/c", "HOME=/d"}, "/a"},
		{"", []string{"RACED_DATA=/b", "XDG_DATA_HOME=/c", "HOME=/d"}, "/b"},
		{"", []string{"XDG_DATA_HOME=/c", "HOME=/d"}, "/c/raced"},
		{"", []string{"XDG_DATA_HOME=relative", "HOME=/d"}, "/d/.local/share/raced"},
		{"", []string{"HOME=/d"}, "/d/.local/share/raced"},
	} {
		got, err := DataDir(c.given, EnvOf(c.env))
		if err != nil || got != c.want {
			t.Errorf("DataDir(%q, %v) = %q, %v; want %q", c.given, c.env, got, err, c.want)
		}
		flags := map[string]any{}
		if c.given != "" {
			flags["data"] = c.given
		}
		cli, err1 := LoadCLI(flags, EnvOf(c.env))
		daemon, err2 := LoadDaemon(flags, EnvOf(c.env))
		if err1 != nil || err2 != nil || cli.DataDir != c.want || daemon.DataDir != c.want {
			t.Errorf("racectl %q (%v), raced %q (%v); want %q", cli.DataDir, err1, daemon.DataDir, err2, c.want)
		}
	}
	if _, err := DataDir("", EnvOf(nil)); race.CodeOf(err) != race.CodeUsage {
		t.Errorf("without a home: %v", err)
	}
}

func TestLongSocketPathsMoveToTheRuntimeDirectory(t *testing.T) {
	t.Parallel()
	env := EnvOf([]string{"XDG_RUNTIME_DIR=" + t.TempDir()})
	fits := "/" + strings.Repeat("d", maxSocketPath-len("//raced.sock"))
	if got := SocketPath(fits, env); got != fits+"/raced.sock" || len(got) != 107 {
		t.Errorf("a path of 107 bytes moved to %s", got)
	}
	long := fits + "d"
	got := SocketPath(long, env)
	if filepath.Dir(got) != RuntimeDir(env) || got == SocketPath(long+"d", env) || got != SocketPath(long, env) {
		t.Errorf("a path of 108 bytes gave %s", got)
	}
	if err := TrustSocketDir(got, env); err != nil {
		t.Errorf("a missing directory is not trusted: %v", err)
	}
	if err := PrepareSocketDir(got, env); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(got), 0o755); err != nil { //nolint:gosec // the point of the test
		t.Fatal(err)
	}
	if err := TrustSocketDir(got, env); race.CodeOf(err) != race.CodeBusy {
		t.Errorf("a directory open to others is trusted: %v", err)
	}
}

func TestServerURL(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                             "",
		"timing.example.org":           "https://timing.example.org",
		"Timing.example.org:8443/":     "https://timing.example.org:8443",
		"127.0.0.1:3000":               "http://127.0.0.1:3000",
		"localhost:3000":               "http://localhost:3000",
		"http://10.0.0.4:3000":         "http://10.0.0.4:3000",
		"https://example.org/timing/":  "https://example.org/timing",
		"ftp://example.org":            "error",
		"https://ana:pw@example.org":   "error",
		"https://example.org/?token=1": "error",
		"::":                           "error",
	} {
		got, err := ServerURL(text)
		if want == "error" {
			if race.CodeOf(err) != race.CodeUsage {
				t.Errorf("%q: %q, %v", text, got, err)
			}
		} else if err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestStrengthOfLayers(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "deep", "config.yaml")
	var s Saved
	s.SignIn(SavedToken{Server: "https://a.example.org", User: "ana", Token: "A"})
	s.SignIn(SavedToken{Server: "https://b.example.org", User: "ana", Token: "B"})
	s.Use("https://b.example.org", "ridge-2026")
	s.Use("/Data/Race.One", "loop-2026")
	if err := s.Write(file); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v", info.Mode(), err)
	}
	for _, c := range []struct {
		name  string
		flags map[string]any
		env   []string
		want  CLI
		from  string
	}{
		{"file", nil, nil, CLI{Server: "https://b.example.org", Token: "B", Event: "ridge-2026"}, "file"},
		{"environment", nil, []string{"RACECTL_SERVER=a.example.org", "RACECTL_EVENT=x"}, CLI{Server: "https://a.example.org", Token: "A", Event: "x"}, "environment"},
		{"flag", map[string]any{"server": "c.example.org"}, []string{"RACECTL_SERVER=a.example.org"}, CLI{Server: "https://c.example.org"}, "flag"},
		{"data flag wins", map[string]any{"data": "/Data/Race.One"}, []string{"RACECTL_SERVER=a.example.org"}, CLI{DataDir: "/Data/Race.One", Event: "loop-2026"}, "default"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := LoadCLI(c.flags, EnvOf(append(c.env, "HOME=/home/ana", "RACECTL_CONFIG="+file)))
			if err != nil {
				t.Fatal(err)
			}
			if got.Server != c.want.Server || got.Token != c.want.Token || got.Event != c.want.Event || got.From["server"] != c.from {
				t.Errorf("got %q %q %q from %s", got.Server, got.Token, got.Event, got.From["server"])
			}
			if c.want.DataDir != "" && got.DataDir != c.want.DataDir {
				t.Errorf("data %q", got.DataDir)
			}
			if got.Wait != 5*time.Second {
				t.Errorf("wait %v", got.Wait)
			}
		})
	}
	if !s.SignOut("https://b.example.org") || s.Server != "" || s.TokenFor("https://a.example.org") != "A" || s.SignOut("https://b.example.org") {
		t.Errorf("after signing out: %+v", s)
	}
}

func TestBrokenFilesSayWhichAndWhy(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "config.yaml")
	for text, want := range map[string]string{"server: [": "YAML", "colour: red\n": "colour"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := LoadCLI(map[string]any{"config": file}, EnvOf([]string{"HOME=/home/ana"}))
		if race.CodeOf(err) != race.CodeUnreadable || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := LoadCLI(map[string]any{"wait": "soon"}, EnvOf([]string{"HOME=/h"})); race.CodeOf(err) != race.CodeUsage {
		t.Errorf("wait: %v", err)
	}
}

func TestDaemonSettings(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "raced.yaml")
	if err := os.WriteFile(file, []byte("data: /from/file\nlisten: 127.0.0.1:4000\nlog-format: json\norigins: [https://a.example.org, https://b.example.org]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := LoadDaemon(map[string]any{"config": file, "listen": "127.0.0.1:5000"}, EnvOf([]string{"RACED_DATA=/from/env"}))
	if err != nil || d.DataDir != "/from/env" || d.Listen != "127.0.0.1:5000" || d.LogFormat != "json" || len(d.Origins) != 2 {
		t.Errorf("%+v, %v", d, err)
	}
	for name, flags := range map[string]map[string]any{
		"no file":      {"config": "/does/not/exist.yaml"},
		"demo in open": {"demo": true, "listen": "0.0.0.0:3000"},
		"no port":      {"listen": "localhost"},
		"level":        {"log-level": "loud"},
		"format":       {"log-format": "xml"},
		"prefixes":     {"default-prefixes": []string{"0123456789"}},
		"style":        {"map-style": "maps.example.org/style.json"},
		"terrain":      {"map-terrain": "ftp://maps.example.org/{z}/{x}/{y}.png"},
		"encoding":     {"map-terrain-encoding": "feet"},
		"archive":      {"map-archive": "../race.duckdb"},
		"map host":     {"map-origins": []string{"https://a.example.org/path"}},
		"policy":       {"map-origins": []string{"https://a.example.org; script-src *"}},
	} {
		if _, err := LoadDaemon(flags, EnvOf([]string{"HOME=/h"})); race.CodeOf(err) != race.CodeUsage {
			t.Errorf("%s: %v", name, err)
		}
	}
	m, err := LoadDaemon(map[string]any{"map-terrain": "dem.pmtiles", "map-origins": []string{"https://a.example.org", "http://b:8080/"}},
		EnvOf([]string{"HOME=/h", "RACED_MAP_STYLE=https://maps.example.org/style.json?key=1", "RACED_MAP_TERRAIN_ENCODING=Mapbox"}))
	if err != nil || m.Map.Terrain != "/maps/dem.pmtiles" || m.Map.Style != "https://maps.example.org/style.json?key=1" || m.Map.TerrainEncoding != "mapbox" || len(m.Map.Origins) != 2 {
		t.Errorf("%+v, %v", m.Map, err)
	}
	if len(d.Prefixes) != 2 || d.Prefixes[0] != "000000000000" || d.Prefixes[1] != "524143454400" {
		t.Errorf("the shipped prefixes: %v", d.Prefixes)
	}
	d, err = LoadDaemon(nil, EnvOf([]string{"HOME=/h", "RACED_DEFAULT_PREFIXES=AABBCCDDEEFF, 000000000000"}))
	if err != nil || strings.Join(d.Prefixes, " ") != "AABBCCDDEEFF 000000000000" {
		t.Errorf("%v, %v", d.Prefixes, err)
	}
	if err := os.WriteFile(file, []byte("default-prefixes: [000000000000]\n"), 0o600); err != nil { // a number to YAML
		t.Fatal(err)
	}
	if _, err := LoadDaemon(map[string]any{"config": file}, EnvOf([]string{"HOME=/h"})); race.CodeOf(err) != race.CodeUsage || !strings.Contains(err.Error(), "quotes") {
		t.Errorf("a prefix without quotes: %v", err)
	}
	if err := os.WriteFile(file, []byte("lisen: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadDaemon(map[string]any{"config": file}, EnvOf([]string{"HOME=/h"})); race.CodeOf(err) != race.CodeUsage || !strings.Contains(err.Error(), "lisen") {
		t.Errorf("unknown key: %v", err)
	}
}

func TestTheTrackingServerOfTheSettings(t *testing.T) {
	env := map[string]string{"RACED_DATA": t.TempDir(), "RACED_TRACKING_SERVER": " https://live.example.org ", "RACED_TRACKING_USER": "ridge", "RACED_TRACKING_PASSWORD": "pw"}
	d, err := LoadDaemon(nil, func(name string) string { return env[name] })
	if err != nil || d.Tracking != (Tracking{"https://live.example.org", "ridge", "pw"}) {
		t.Errorf("%+v, %v", d.Tracking, err)
	}
	delete(env, "RACED_TRACKING_SERVER")
	if _, err = LoadDaemon(nil, func(name string) string { return env[name] }); err == nil || !strings.Contains(err.Error(), "belong to a tracking-server") {
		t.Errorf("half of a target: %v", err)
	}
}
