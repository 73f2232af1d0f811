package store_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"racectl/internal/race"
	"racectl/internal/store"
)

// The test binary runs itself as a child that stores batches and says so on its standard output.
const (
	childDir   = "STORE_CHILD_DIR"
	childEvery = "STORE_CHILD_CHECKPOINT"
	childSize  = "STORE_CHILD_BATCH"
	childLimit = "STORE_CHILD_FILE_LIMIT" // bytes that a file may have; stands for a full disk
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := child(dir); err != nil {
			fmt.Println("error", race.CodeOf(err), err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child stores reads from the highest id on until it is killed, or until the disk is full; then it sees whether the store
// is still of use.
func child(dir string) error {
	every, err := time.ParseDuration(os.Getenv(childEvery))
	if err != nil {
		return err
	}
	size, err := strconv.Atoi(os.Getenv(childSize))
	if err != nil {
		return err
	}
	ctx := context.Background()
	s, err := store.Open(ctx, store.Options{Dir: dir, CheckpointEvery: every})
	if err != nil {
		return err
	}
	for _, r := range s.Repairs() {
		fmt.Println("repair", r)
	}
	snap, err := s.Load(ctx)
	if err != nil {
		return err
	}
	next := snap.Counters["read"] + 1
	if text := os.Getenv(childLimit); text != "" {
		return fillDisk(ctx, s, next, size, text)
	}
	for ; ; next += int64(size) {
		b := &store.Batch{Reads: someReads(next, size), PutUsers: []race.User{{Name: "last", Hash: fmt.Sprint(next)}}}
		if err := s.Write(ctx, b); err != nil {
			return err
		}
		fmt.Println("stored", next+int64(size)-1)
	}
}

// fillDisk limits the size of files, writes until that is refused, lifts the limit and writes once more.
func fillDisk(ctx context.Context, s *store.Store, next int64, size int, text string) error {
	signal.Ignore(syscall.SIGXFSZ)
	limit, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return err
	}
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		return err
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: was.Max}); err != nil {
		return err
	}
	for ; ; next += int64(size) {
		if err := s.Write(ctx, &store.Batch{Reads: someReads(next, size)}); err != nil {
			fmt.Println("full", race.CodeOf(err), err)
			break
		}
		fmt.Println("stored", next+int64(size)-1)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		return err
	}
	if err := s.Write(ctx, &store.Batch{Reads: someReads(next, size)}); err != nil {
		return err
	}
	fmt.Println("stored", next+int64(size)-1)
	fmt.Println("again")
	return s.Close()
}

// run is one child: what it said, line by line, until it ended or was killed after so many acknowledged batches.
func run(t *testing.T, env []string, killAfter int) (lines []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stored := 0
	for sc := bufio.NewScanner(out); sc.Scan(); {
		lines = append(lines, sc.Text())
		if strings.HasPrefix(sc.Text(), "stored") {
			if stored++; stored == killAfter {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	_ = cmd.Wait() // a killed child never ends well
	return lines
}

// lastStored is the highest id that was acknowledged.
func lastStored(t *testing.T, lines []string) (last int64) {
	t.Helper()
	for _, l := range lines {
		if text, ok := strings.CutPrefix(l, "stored "); ok {
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			last = n
		} else if strings.HasPrefix(l, "error") {
			t.Fatal(l)
		}
	}
	return last
}

// checkReads wants every read from 1 on without a gap or a repetition, at least up to acked, in whole batches.
func checkReads(t *testing.T, s *store.Store, acked int64, batch int) {
	t.Helper()
	next := race.ReadID(1)
	err := s.EachRead(context.Background(), 0, func(ks []store.ReadKey) error {
		for _, k := range ks {
			want := readAt(int64(next))
			if k.ID != next || k.Tag != want.Tag || k.Key != want.Key || k.At != want.At || k.Source != want.SourceID {
				return fmt.Errorf("read %d came back as %+v", next, k)
			}
			next++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := int64(next - 1); got < acked || got%int64(batch) != 0 {
		t.Fatalf("%d reads are stored, %d were acknowledged, in batches of %d", got, acked, batch)
	}
}

// TestKill kills a writing process again and again, at any moment, also while it folds its log all the time.
func TestKill(t *testing.T) {
	for _, c := range []struct {
		every string
		batch int
		kills int
	}{{"-1s", 20, 8}, {"3ms", 20, 12}, {"1ms", 1, 8}, {"20ms", 500, 8}} {
		t.Run(fmt.Sprintf("checkpoint %s batch %d", c.every, c.batch), func(t *testing.T) {
			dir := t.TempDir()
			env := []string{childDir + "=" + dir, childEvery + "=" + c.every, childSize + "=" + fmt.Sprint(c.batch)}
			acked := int64(0)
			for kill := range c.kills {
				acked = max(acked, lastStored(t, run(t, env, 1+kill*5%37)))
				if kill%4 != 3 {
					continue
				}
				s, err := store.Open(context.Background(), store.Options{Dir: dir, CheckpointEvery: -1})
				if err != nil {
					t.Fatal(err)
				}
				checkReads(t, s, acked, c.batch)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			s := open(t, store.Options{Dir: dir})
			checkReads(t, s, acked, c.batch)
			if len(s.Repairs()) != 0 {
				t.Errorf("a kill is no damage, but: %v", s.Repairs())
			}
		})
	}
}

// TestFullDisk has the write-ahead log hit a limit: nothing acknowledged is lost, the sentence says what to do, and the
// same process goes on when there is space again.
func TestFullDisk(t *testing.T) {
	for _, every := range []string{"-1s", "20ms"} {
		dir := t.TempDir()
		lines := run(t, []string{childDir + "=" + dir, childEvery + "=" + every, childSize + "=500", childLimit + "=3000000"}, -1)
		acked := lastStored(t, lines)
		said := strings.Join(lines, "\n")
		if !strings.Contains(said, "full unavailable the disk is full: nothing was stored; free some space on "+dir) || !strings.Contains(said, "\nagain") {
			t.Fatalf("the child said %s", said)
		}
		s := open(t, store.Options{Dir: dir})
		checkReads(t, s, acked, 500)
	}
}

// tornDir is a data directory with a log, as a kill leaves it, and the sizes of the log after each batch.
func tornDir(t *testing.T, batches int) (dir string, sizes []int64) {
	t.Helper()
	dir = t.TempDir()
	cmdEnv := []string{childDir + "=" + dir, childEvery + "=-1s", childSize + "=20"}
	lastStored(t, run(t, cmdEnv, batches))
	info, err := os.Stat(filepath.Join(dir, "race.duckdb.wal"))
	if err != nil {
		t.Fatal(err)
	}
	return dir, []int64{info.Size()}
}

// TestTornLog damages the log in every way a power cut can: cut anywhere, ended with zeros, a flipped byte. The file opens
// with whole batches from the first on, what was set aside is told and kept, and writing goes on.
func TestTornLog(t *testing.T) {
	dir, sizes := tornDir(t, 12)
	full := sizes[0]
	log, err := os.ReadFile(filepath.Join(dir, "race.duckdb.wal"))
	if err != nil {
		t.Fatal(err)
	}
	type damage struct {
		name string
		log  []byte
		told bool
	}
	var all []damage
	for _, at := range []int64{1, 8, 17, 100, full / 5, full / 3, full / 2, full * 2 / 3, full - 1000, full - 100, full - 21, full - 20, full - 9, full - 1} {
		all = append(all, damage{fmt.Sprintf("cut at %d", at), log[:at], false})
		zeroed := append([]byte(nil), log...)
		clear(zeroed[at:])
		all = append(all, damage{fmt.Sprintf("zeros from %d", at), zeroed, true})
		flipped := append([]byte(nil), log...)
		flipped[at] ^= 0x40
		all = append(all, damage{fmt.Sprintf("flipped at %d", at), flipped, true})
	}
	all = append(all, damage{"zeros behind", append(append([]byte(nil), log...), make([]byte, 4096)...), true})
	for _, d := range all {
		t.Run(d.name, func(t *testing.T) {
			work := t.TempDir()
			copyDir(t, dir, work)
			if err := os.WriteFile(filepath.Join(work, "race.duckdb.wal"), d.log, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := store.Open(context.Background(), store.Options{Dir: work, CheckpointEvery: -1})
			if err != nil {
				t.Fatal(err)
			}
			checkReads(t, s, 0, 20)
			n, _ := countReads(t, s)
			aside, err := filepath.Glob(filepath.Join(work, "race.duckdb.wal.damaged-*"))
			if err != nil {
				t.Fatal(err)
			}
			t.Log(n, "reads;", s.Repairs(), aside)
			if d.told && (len(s.Repairs()) == 0 || len(aside) == 0) {
				t.Error("the damage was not told or not set aside")
			}
			write(t, s, &store.Batch{Reads: someReads(int64(n)+1, 20)})
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, store.Options{Dir: work, CheckpointEvery: -1})
			checkReads(t, s, int64(n)+20, 20)
		})
	}
}
