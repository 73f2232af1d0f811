# racectl and raced. `just` lists the recipes.
set shell := ["bash", "-euo", "pipefail", "-c"]

golangci := "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0"
stamp := "-X racectl/internal/config.version=" + `git describe --tags --always 2>/dev/null || echo dev` + " -X racectl/internal/config.branch=" + `git rev-parse --abbrev-ref HEAD 2>/dev/null || echo none` + " -X racectl/internal/config.commit=" + `git rev-parse --short HEAD 2>/dev/null || echo none` + " -X racectl/internal/config.date=" + `git log -1 --format=%cs 2>/dev/null || echo none`

# list the recipes
default:
    @just --list

# build everything and serve a race in full flow
demo *args: build
    bin/raced --demo {{args}}

# the console and the binaries, into bin/
build: prepare
    go build -ldflags "-s -w {{stamp}}" -o bin/ ./cmd/...

# the console, and meanwhile whatever of the Go code does not embed it
[parallel]
prepare: console warm

[private]
warm:
    go build ./internal/...

# the browser console, into console/dist
console: console-deps
    cd console && npm run build

[private]
console-deps:
    cd console && { [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci; }

# everything: Go with the race detector, TypeScript, realtime clients, real-browser journeys
test: chromium build test-go test-console test-cable e2e

# Go tests with the race detector
test-go:
    test -z "$(gofmt -l cmd internal fixtures console/*.go)" || { gofmt -l cmd internal fixtures console/*.go; echo "run: gofmt -w on these"; exit 1; }
    go vet ./...
    GORACE=atexit_sleep_ms=0 go test -race -timeout 15m ./...

# console: types, linter, unit tests, size budgets
test-console: console-deps
    cd console && npm run typecheck && npm run lint && npm test && npm run size

# the stock ActionCable clients against a real raced
test-cable: console-deps
    cd internal/api/cabletest && { [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci; } && npm test

# journeys in a real browser against a real raced
e2e: chromium
    cd console && npm run e2e

# benchmarks of the budgets, with memory figures; one package after the other, so that they do not take each other's cores
bench pattern=".":
    go test -p 1 -run '^$' -bench '{{pattern}}' -benchmem -timeout 30m ./internal/...

# golangci-lint and the console's linter
lint: console-deps
    go run {{golangci}} run ./...
    cd console && npm run lint

# write golden files, generated types, completions and help texts again
update:
    go test ./... -update
    cd console && npm run api

# a browser for the journeys, from the distribution's packages where it is missing and may be installed
[private]
chromium:
    #!/usr/bin/env bash
    set -euo pipefail
    if [ -n "${CHROME:-}" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; then exit 0; fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -q >/dev/null && apt-get install -y -q --no-install-recommends chromium fonts-dejavu-core >/dev/null && exit 0
    fi
    echo "The browser journeys need Chromium: install it (Debian: apt-get install chromium) or name one with CHROME=/path/to/chrome." >&2
    exit 1
