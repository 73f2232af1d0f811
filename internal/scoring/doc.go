// Package scoring is the law of timing as one pure function: set-up, people, reads and corrections in;
// crossings with dispositions, performances and standings out. It must not read a clock, do input or output,
// or remember the order in which anything arrived.
//
// Start reading at score.go, which tells the story of one person's reads: gather.go, window.go, passage.go, backup.go, walk.go,
// start.go, route.go. The sentence for each read is in reason.go. Then board.go: the live form, with identify.go (whose tag),
// corrections.go (what people decided), rank.go on ladder.go (places), load.go and bulk.go (many at once), delta.go (what a
// change changed). What is asked of a board is in performance.go, standing.go, judged.go, team.go, award.go; what the automatic
// rules would do is in propose.go, what any change would do in suppose.go.
package scoring
