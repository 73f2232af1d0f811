// Package wire holds the shapes on the network that are not entities of the vocabulary: answers put together from
// several of them, requests, and channel messages. The OpenAPI document and the console's types are made from these types
// and from package race. It must hold no rules. Start reading at results.go.
//
// Contract: field names are camelCase; instants are RFC 3339 in UTC with milliseconds; durations are whole
// milliseconds in fields ending Ms; absent means null; new fields may be added, so readers ignore unknown ones.
package wire
