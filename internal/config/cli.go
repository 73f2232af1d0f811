package config

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/viper"

	"racectl/internal/race"
)

// DefaultWait is how long racectl waits for data that somebody else holds.
const DefaultWait = 5 * time.Second

// CLI is everything racectl needs to know before it talks to anybody.
type CLI struct {
	DataDir string        // absolute
	Server  string        // base URL; "" = the data directory is meant
	Token   string        // for Server; "" = not signed in
	Event   string        // slug or id; "" = not said
	Wait    time.Duration // for a data directory that somebody else holds
	File    string        // racectl's own file, whether or not it exists
	Saved   Saved         // what that file holds
	From    map[string]string
}

// LoadCLI puts racectl's settings together. flags holds only the flags that were given, by name: server, data, event,
// wait, config. From says for data, server, token, event and wait who decided: "flag", "environment", "file" or "default".
// Code usage for a value that makes no sense, unreadable for a broken file.
func LoadCLI(flags map[string]any, env Getenv) (CLI, error) {
	c := CLI{From: map[string]string{}}
	var err error
	if c.File, err = cliFile(flags, env); err != nil {
		return c, err
	}
	if c.Saved, err = ReadSaved(c.File); err != nil {
		return c, err
	}
	v := layered(flags, map[string]string{
		"server": env("RACECTL_SERVER"), "event": env("RACECTL_EVENT"), "wait": env("RACECTL_WAIT"),
		"token": env("RACECTL_TOKEN"), "data": env("RACED_DATA"),
	}, map[string]any{"server": c.Saved.Server, "wait": DefaultWait.String()}, c.From)
	// naming a data directory on the command line means that one, not a server named in some quieter place
	if c.From["data"] == "flag" && c.From["server"] != "flag" {
		v.Set("server", "")
		c.From["server"] = "default"
	}
	if c.DataDir, err = DataDir(v.GetString("data"), env); err != nil {
		return c, err
	}
	if c.Server, err = ServerURL(v.GetString("server")); err != nil {
		return c, err
	}
	if c.Wait, err = time.ParseDuration(v.GetString("wait")); err != nil || c.Wait < 0 {
		return c, race.Errorf(race.CodeUsage, "%q is not a time to wait; write for example 5s or 0s", v.GetString("wait"))
	}
	c.Token, c.Event = v.GetString("token"), v.GetString("event")
	if c.Token == "" && c.Server != "" {
		if c.Token = c.Saved.TokenFor(c.Server); c.Token != "" {
			c.From["token"] = "file"
		}
	}
	if c.Event == "" {
		if c.Event = c.Saved.EventAt(c.Place()); c.Event != "" {
			c.From["event"] = "file"
		}
	}
	return c, nil
}

// Place names what the settings point at: the server's URL, or the data directory. Remembered events are kept by it.
func (c *CLI) Place() string {
	if c.Server != "" {
		return c.Server
	}
	return c.DataDir
}

// layered reads each setting from the strongest layer that has it, and notes in from which one that was.
func layered(flags map[string]any, env map[string]string, file map[string]any, from map[string]string) *viper.Viper {
	v := viper.New()
	for _, key := range []string{"server", "data", "event", "wait", "token"} {
		from[key] = "default"
		if value, ok := file[key]; ok && value != "" {
			v.SetDefault(key, value)
			if key != "wait" {
				from[key] = "file"
			}
		}
		if env[key] != "" {
			v.Set(key, env[key])
			from[key] = "environment"
		}
		if value, ok := flags[key]; ok {
			v.Set(key, value)
			from[key] = "flag"
		}
	}
	return v
}

func cliFile(flags map[string]any, env Getenv) (string, error) {
	if given, ok := flags["config"].(string); ok && given != "" {
		return filepath.Abs(given)
	}
	if given := env("RACECTL_CONFIG"); given != "" {
		return filepath.Abs(given)
	}
	base, err := userDir(env, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return "", nil //nolint:nilerr // without a home there is simply no file; login says so
	}
	return filepath.Join(base, "racectl", "config.yaml"), nil
}

// ServerURL makes a base URL of what people type: a missing scheme is https, or http for this machine; paths stay,
// a closing slash goes. "" stays "". Code usage for anything else.
func ServerURL(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", nil
	}
	full := text
	if !strings.Contains(full, "://") {
		full = "https://" + full
	}
	u, err := url.Parse(full)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", race.Errorf(race.CodeUsage, "%q is not the address of a server; write it like https://timing.example.org or 127.0.0.1:3000", text)
	}
	if full != text && isLoopback(u.Hostname()) {
		u.Scheme = "http"
	}
	u.Host = strings.ToLower(u.Host)
	return strings.TrimRight(u.String(), "/"), nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func readFile(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	b, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return b, err
}
