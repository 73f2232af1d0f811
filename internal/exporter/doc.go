// Package exporter writes results and rosters for other people: CSV, JSON and a printable page. It is pure: it is handed
// rows that are already decided and an io.Writer, and must not look anything up, decide a place or a time, or open files.
// Times that are published are rounded up to the next whole second (the road rule); order and ties were decided before, in
// milliseconds. Start reading at results.go.
package exporter
