package config

import (
	"net"
	"net/url"

	"racectl/internal/race"
)

// rankingsURL checks the address of the ranking service; "" is the usual one. Without TLS it may only be on this machine. Code usage.
func rankingsURL(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil || u.Scheme != "https" && (u.Scheme != "http" || !thisMachine(u.Hostname())) {
		return "", race.Errorf(race.CodeUsage, "%q is not the address of a ranking service; write it like https://rankings.example.org", text)
	}
	return text, nil
}

func thisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
