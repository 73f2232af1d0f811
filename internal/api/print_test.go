package api

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"racectl/internal/race"
	"racectl/internal/wire"
)

func TestPrintSlip(t *testing.T) {
	h := newHouse(t)
	e := h.event()
	p := h.runner(e, "7", "Ana")
	path := fmt.Sprintf("/api/v1/race_events/%d/participants/%d/print", e.ID, p.ID)

	var dry wire.Printed
	h.call("POST", path+"?dry_run=true", `{}`).want(200).read(&dry)
	if !strings.HasPrefix(dry.Zpl, "^XA\n") || !strings.Contains(dry.Zpl, "^FDAna") || !strings.Contains(dry.Zpl, "^FDBib 7") {
		t.Errorf("the slip is %q", dry.Zpl)
	}
	h.call("POST", path, `{}`).fails(422, race.CodeInvalid, "say where the printer is")
	h.call("POST", path, `{"address":"93.184.216.34"}`).fails(422, race.CodeInvalid, "private network")
	h.call("POST", strings.Replace(path, fmt.Sprintf("participants/%d", p.ID), "participants/999", 1), `{"address":"192.168.1.50"}`).fails(404, race.CodeNotFound, "participant")
	h.call("POST", path, `{"address":"127.0.0.1"}`, anonymous).want(401)

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	body := fmt.Sprintf(`{"address":%q}`, l.Addr())
	h.call("POST", path, body).fails(422, race.CodeInvalid, "only while raced answers this machine alone")

	h.LocalPrinter = true
	slip := make(chan string, 1)
	go func() {
		defer close(slip)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		text, _ := io.ReadAll(conn)
		_ = conn.Close()
		slip <- string(text)
	}()
	var printed wire.Printed
	h.call("POST", path, body).want(200).read(&printed)
	if got := <-slip; got != printed.Zpl || printed.Address != l.Addr().String() {
		t.Errorf("%s printed %q, the answer says %q", printed.Address, got, printed.Zpl)
	}
}
