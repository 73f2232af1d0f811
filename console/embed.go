// Package console embeds the built browser console (the dist folder that `npm run build` writes), so that raced is one file.
//
// It owns nothing but the embedded files; it must not serve them or know about HTTP (package api does).
// Start reading at src/main.tsx for the console itself.
package console

import (
	"embed"
	"io/fs"
)

// An empty dist (a fresh clone before the first build) still compiles: dist/.gitkeep is always there, because vite copies it from public.
//
//go:embed all:dist
var files embed.FS

// Files returns the built console with index.html at its root. Before the first build it holds no index.html:
// callers answer that with a sentence naming the build command.
func Files() fs.FS {
	sub, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // "dist" is a valid constant path; only a typo here can get us there
	}
	return sub
}
