// Package racetest brings what tests share: a whole product per test (product.go) and, in package stories below it, the race
// stories of the folder fixtures. Only tests import it, and it must not be needed by anything else. The stories stand apart so that
// the tests of the pure rooms do not link the store.
package racetest
