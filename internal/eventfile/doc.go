// Package eventfile is the declarative file of an event: YAML in (Parse), what it would change (File.Merge), YAML out (Write).
//
// The file is the whole truth about the races, splits, routes and waves of its event: what is not in it is removed, and the
// plan shows that. A plain setting that the file leaves out has its default. Four things stay as they are when the file does
// not mention them, because people usually keep them elsewhere: shirts, wave_plan, ingress, and the point of a split. Pictures, the secrets
// of feeds, import presets, rankings, tracks and participants are not the file's business; where splits lie on a track is.
//
// It must not store anything, and it gives no ids: whatever is new carries a temporary negative id (see Merged).
// Start reading at parse.go for the format, at merge.go for what a file does to an event.
package eventfile
