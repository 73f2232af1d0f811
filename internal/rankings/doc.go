// Package rankings asks a ranking service how strong the entrants of a race are. It owns the way there and the reading of
// the service's page. It must not match anybody and stores nothing. Start reading at fetch.go.
package rankings
