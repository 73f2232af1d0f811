package importer

import (
	"bytes"
	"encoding/csv"
	"iter"
)

// RowsFile writes rows that somebody has taken apart as a small file of reads, for Open to read: there is one way to
// understand a tag and a time. Each row is a tag and a time as text.
func RowsFile(rows iter.Seq2[string, string]) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write([]string{"tag", "time"}) // a buffer takes everything
	for tag, at := range rows {
		_ = w.Write([]string{tag, at})
	}
	w.Flush()
	return out.Bytes()
}
