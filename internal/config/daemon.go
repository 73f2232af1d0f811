package config

import (
	"bytes"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/viper"

	"racectl/internal/race"
)

// DefaultListen is where raced answers when nothing else is said: this machine only.
const DefaultListen = "127.0.0.1:3000"

// Daemon is everything raced needs to know to start.
type Daemon struct {
	DataDir   string   // absolute
	Listen    string   // host:port
	Demo      bool     // a throw-away data directory with a story in it
	File      string   // the file that was read, "" = none
	LogLevel  string   // debug, info, warn, error
	LogFormat string   // text or json
	Origins   []string // further addresses the console may be opened under
	Map       Map
	// Environment is the label that the console shows on demand: production, rehearsal, or any other word; demo in the demo.
	Environment string
	Rankings    string // address of the ranking service; "" = the usual one
	Tracking    Tracking
	Prefixes    []string // tag prefixes that are offered for new races; 12 hexadecimal characters each
}

// daemonKeys are the settings of raced, as flags and in its file, with their environment names and defaults.
var daemonKeys = []struct{ key, env, fallback string }{
	{"data", "RACED_DATA", ""},
	{"listen", "RACED_LISTEN", DefaultListen},
	{"demo", "RACED_DEMO", "false"},
	{"log-level", "RACED_LOG_LEVEL", "info"},
	{"log-format", "RACED_LOG_FORMAT", "text"},
	{"origins", "RACED_ORIGINS", ""},
	{"environment", "RACED_ENVIRONMENT", "production"},
	{"map-style", "RACED_MAP_STYLE", ""},
	{"map-terrain", "RACED_MAP_TERRAIN", ""},
	{"map-terrain-encoding", "RACED_MAP_TERRAIN_ENCODING", ""},
	{"map-archive", "RACED_MAP_ARCHIVE", ""},
	{"map-attribution", "RACED_MAP_ATTRIBUTION", ""},
	{"map-origins", "RACED_MAP_ORIGINS", ""},
	{"rankings-url", "RACED_RANKINGS_URL", ""},
	{"tracking-server", "RACED_TRACKING_SERVER", ""},
	{"tracking-user", "RACED_TRACKING_USER", ""},
	{"tracking-password", "RACED_TRACKING_PASSWORD", ""},
	{"default-prefixes", "RACED_DEFAULT_PREFIXES", strings.Join(race.DefaultPrefixes, ",")},
}

// LoadDaemon puts raced's settings together. flags holds only the flags that were given, by name: the keys of the file
// (data, listen, demo, log-level, log-format, origins, environment, map-…, rankings-url, tracking-…, default-prefixes) and config, which names the file (else RACED_CONFIG;
// without either there is none). Code usage for a value that makes no sense or a key that does not exist.
func LoadDaemon(flags map[string]any, env Getenv) (Daemon, error) {
	var d Daemon
	given, _ := flags["config"].(string)
	if given == "" {
		given = env("RACED_CONFIG")
	}
	v, err := daemonFile(given)
	if err != nil {
		return d, err
	}
	for _, k := range daemonKeys {
		v.SetDefault(k.key, k.fallback)
		if value := env(k.env); value != "" {
			v.Set(k.key, value)
		}
		if value, ok := flags[k.key]; ok {
			v.Set(k.key, value)
		}
	}
	d = Daemon{
		File: given, Listen: v.GetString("listen"), LogLevel: strings.ToLower(v.GetString("log-level")),
		LogFormat: strings.ToLower(v.GetString("log-format")),
		Origins:   splitList(v.Get("origins")),
		Prefixes:  splitList(v.Get("default-prefixes")),
		Map:       mapOf(v), Environment: strings.TrimSpace(v.GetString("environment")),
	}
	if d.Demo, err = strconv.ParseBool(v.GetString("demo")); err != nil {
		return d, race.Errorf(race.CodeUsage, "demo is %q; write true or false", v.GetString("demo"))
	}
	if d.Rankings, err = rankingsURL(strings.TrimSpace(v.GetString("rankings-url"))); err != nil {
		return d, err
	}
	d.Tracking = Tracking{strings.TrimSpace(v.GetString("tracking-server")), v.GetString("tracking-user"), v.GetString("tracking-password")}
	if d.Demo {
		d.Environment = "demo"
	}
	if d.DataDir, err = DataDir(v.GetString("data"), env); err != nil {
		return d, err
	}
	return d, d.check()
}

func daemonFile(path string) (*viper.Viper, error) {
	v := viper.New()
	if path == "" {
		return v, nil
	}
	text, err := readFile(path)
	if err == nil && text == nil {
		return v, race.Errorf(race.CodeUsage, "there is no file %s; name an existing one with --config", path)
	}
	if err != nil {
		return v, race.Errorf(race.CodeUsage, "the settings of raced cannot be read: %w", err)
	}
	v.SetConfigType(configType(path))
	if err := v.ReadConfig(bytes.NewReader(text)); err != nil {
		return v, race.Errorf(race.CodeUsage, "%s is not readable: %w", path, err)
	}
	for _, key := range v.AllKeys() {
		if !isDaemonKey(key) {
			return v, race.Errorf(race.CodeUsage, "%s: there is no setting %q; the settings are %s", path, key, daemonKeyNames())
		}
	}
	return v, nil
}

func configType(path string) string {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json":
		return "json"
	case ".toml":
		return "toml"
	}
	return "yaml"
}

func isDaemonKey(key string) bool {
	for _, k := range daemonKeys {
		if k.key == key {
			return true
		}
	}
	return false
}

func daemonKeyNames() string {
	names := make([]string, 0, len(daemonKeys))
	for _, k := range daemonKeys {
		names = append(names, k.key)
	}
	return strings.Join(names, ", ")
}

func splitList(value any) []string {
	var items []string
	switch v := value.(type) {
	case string:
		items = strings.Split(v, ",")
	case []string:
		items = v
	case []any:
		for _, x := range v {
			items = append(items, fmt.Sprint(x)) // also what YAML takes for a number: a mistake is to be named, not dropped
		}
	}
	out := items[:0:0]
	for _, s := range items {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// check refuses settings that would only fail later, or harm.
func (d *Daemon) check() error {
	host, port, err := net.SplitHostPort(d.Listen)
	if n, e := strconv.Atoi(port); err != nil || e != nil || n < 0 || n > 65535 {
		return race.Errorf(race.CodeUsage, "%q is not an address to listen on; write host:port, for example %s", d.Listen, DefaultListen)
	}
	if d.Demo && !isLoopback(host) {
		return race.Errorf(race.CodeUsage, "the demo has a well-known password and listens on this machine only; use --listen 127.0.0.1:%s", port)
	}
	for _, p := range d.Prefixes {
		if len(p) != race.PrefixLength || !race.IsHex(p) {
			return race.Errorf(race.CodeUsage, "default-prefixes holds %q; write each in quotes, with exactly %d characters 0-9 or A-F", p, race.PrefixLength)
		}
	}
	if err := d.Tracking.check(); err != nil {
		return err
	}
	if err := d.Map.check(); err != nil {
		return err
	}
	switch d.LogLevel {
	case "debug", "info", "warn", "error":
	default:
		return race.Errorf(race.CodeUsage, "log-level is %q; use debug, info, warn or error", d.LogLevel)
	}
	if n := len(d.Environment); n == 0 || n > 40 {
		return race.Errorf(race.CodeUsage, "environment is %q; write a word such as production or rehearsal", d.Environment)
	}
	if d.LogFormat != "text" && d.LogFormat != "json" {
		return race.Errorf(race.CodeUsage, "log-format is %q; use text or json", d.LogFormat)
	}
	return nil
}
