// Package scoring is the law of timing as one pure function: set-up, people, reads and corrections in;
// crossings with dispositions, performances and standings out. It must not read a clock, do input or output,
// or remember the order in which anything arrived. Start reading at score.go.
package scoring
