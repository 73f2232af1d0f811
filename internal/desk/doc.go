// Package desk is what the people at the desk must look at: the operations board (who is expected where and when, who is
// overdue) and the problems of the day (what does not fit together, with its evidence and its remedy). It is pure: from what
// the scoring board concluded, and the moment of the question, to the shapes of the network. It decides no result and must
// not read a clock, a file or the network. Start reading at field.go, which gathers everybody's passings under the board's
// lock; then predict.go (when somebody comes), board.go (the answer) and problems.go.
package desk
