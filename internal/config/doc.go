// Package config turns flags, environment and files into one struct per program, and knows where things lie: the data
// directory, the socket, racectl's own file. It is the only room that knows viper. It must not open connections, must not
// open the database, and reads the environment only through the function it is given.
//
// Order of strength: flag, then environment, then file, then the built-in default. Start reading at cli.go.
package config
