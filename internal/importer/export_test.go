package importer

// Equal is the comparison by which an import tells unchanged people.
var Equal = equal
