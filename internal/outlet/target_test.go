package outlet

import (
	"errors"
	"strings"
	"testing"

	"racectl/internal/race"
)

func TestTargets(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]Target{
		"https://live.example.org":             {scheme: "https", host: "live.example.org"},
		" HTTPS://live.example.org/push/ ":     {scheme: "https", host: "live.example.org", path: "/push"},
		"http://127.0.0.1:8080/a/b":            {scheme: "http", host: "127.0.0.1", port: "8080", path: "/a/b"},
		"mqtt://broker.local":                  {scheme: "mqtt", host: "broker.local"},
		"mqtts://broker.example.org:8884/":     {scheme: "mqtts", host: "broker.example.org", port: "8884"},
		"live.example.org":                     {host: "live.example.org"},
		"live.example.org:1883":                {host: "live.example.org", port: "1883"},
		"192.168.1.20":                         {host: "192.168.1.20"},
		"fd12::9":                              {host: "fd12::9"},
		"[fd12::9]:8883":                       {host: "fd12::9", port: "8883"},
		"https://[fd12::9]/x":                  {scheme: "https", host: "fd12::9", path: "/x"},
		"https://live.example.org/race%20day/": {scheme: "https", host: "live.example.org", path: "/race%20day"},
	} {
		got, err := ParseTarget(address)
		if err != nil {
			t.Errorf("%q: %v", address, err)
			continue
		}
		if text := got.String(); text != strings.TrimRight(strings.TrimSpace(address), "/") {
			t.Errorf("%q is kept as %q", address, text)
		}
		if got.text = ""; *got != want {
			t.Errorf("%q is %+v, want %+v", address, *got, want)
		}
	}
}

func TestAddressesThatAreNone(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"":                                "say where the standings go",
		"  ":                              "say where the standings go",
		"ftp://live.example.org":          "cannot be pushed to \"ftp://live.example.org\"; write https://",
		"wss://live.example.org":          "write https://, http://, mqtts:// or mqtt:// in front",
		"://live.example.org":             "cannot be pushed to",
		"https://":                        "names no host",
		"https:///push":                   "names no host",
		"https://:8080/push":              "names no host",
		":8883":                           "names no host",
		"https://ana:pw@live.example.org": "leave the user and the password out",
		"mqtt://ana@live.example.org":     "leave the user and the password out",
		"ana:pw@live.example.org":         "leave the user and the password out",
		"https://live.example.org/?a=b":   "behind the ? or #",
		"https://live.example.org/?":      "behind the ? or #",
		"https://live.example.org/#x":     "behind the ? or #",
		"mqtt://live.example.org/topic":   "an MQTT server has no path",
		"live.example.org/push":           "is not a host; write https:// in front",
		"live.example.org:":               "is not a host and a port",
		"a:b:c":                           "is not a host and a port",
		"live.example.org:0":              "there is no port 0",
		"live.example.org:70000":          "there is no port 70000",
		"https://live.example.org:99999":  "there is no port 99999",
		"https://live.example.org:x":      "names no host",
		"live example.org":                "a blank or a line break",
		"https://a\r\nX: y":               "a blank or a line break",
		strings.Repeat("a", 600):          "longer than 500",
	} {
		_, err := ParseTarget(address)
		var e *race.Error
		if !errors.As(err, &e) || e.Code != race.CodeInvalid || e.Field != "host" || !strings.Contains(e.Error(), want) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "pw") {
			t.Errorf("%q: a password is in the refusal: %v", address, err)
		}
	}
}
