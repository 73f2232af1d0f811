-- The line of a read, where it follows from tag and time, is stored as a form: see race.RawForm. As text its zero bytes read \x00.
CREATE MACRO clock_text(shown, layout) AS strftime(shown, '%Y-%m-%d') || layout[1] || strftime(shown, '%H:%M:%S')
  || CASE WHEN contains(layout, '.') THEN strftime(shown, '.%g') ELSE '' END || CASE WHEN ends_with(layout, 'Z') THEN 'Z' ELSE '' END;
CREATE MACRO formed_line(p, label, clock) AS
  p[5] || CASE WHEN p[4] = 'tag' THEN label || p[6] || clock ELSE clock || p[6] || label END || p[7];
CREATE MACRO raw_line(kept, label, moment) AS CASE
  WHEN starts_with(kept, '\x00F') THEN formed_line(string_split(kept, '\x00'), label,
    clock_text(moment + to_seconds(substr(split_part(kept, '\x00', 2), 2)::BIGINT), split_part(kept, '\x00', 3)))
  WHEN starts_with(kept, '\x00L') THEN substr(kept, 6)
  ELSE kept END;

CREATE OR REPLACE VIEW reads_named AS SELECT
  o.name AS source,
  d.tag AS tag,
  d.read_at AS read_at,
  epoch_ms(d.read_at) AS read_ms,
  d.received_at AS received_at,
  epoch_ms(d.received_at) - epoch_ms(d.read_at) AS delay_ms,
  d.reader AS reader,
  d.antenna AS antenna,
  d.strength AS strength,
  d.code AS code,
  d.lon AS lon,
  d.lat AS lat,
  raw_line(d.raw::VARCHAR, d.tag, d.read_at) AS raw,
  d.key AS key,
  d.id AS read_id,
  d.source_id AS source_id,
  d.edit_id AS edit_id
FROM reads d LEFT JOIN event_sources o ON o.id = d.source_id;
COMMENT ON VIEW reads_named IS 'One row for each read ever stored, with the name of its source.';
COMMENT ON COLUMN reads_named.source IS 'name of the source';
COMMENT ON COLUMN reads_named.tag IS 'tag as sent';
COMMENT ON COLUMN reads_named.read_at IS 'time of the reader, UTC';
COMMENT ON COLUMN reads_named.read_ms IS 'the same as milliseconds since 1970';
COMMENT ON COLUMN reads_named.received_at IS 'when it was received, UTC';
COMMENT ON COLUMN reads_named.delay_ms IS 'from reading to receiving, in milliseconds';
COMMENT ON COLUMN reads_named.reader IS 'reader; manual for a time that a person entered';
COMMENT ON COLUMN reads_named.antenna IS 'antenna';
COMMENT ON COLUMN reads_named.strength IS 'strength in dBm; NULL when not said';
COMMENT ON COLUMN reads_named.code IS 'event code of the controller';
COMMENT ON COLUMN reads_named.lon IS 'longitude';
COMMENT ON COLUMN reads_named.lat IS 'latitude';
COMMENT ON COLUMN reads_named.raw IS 'what was received, as text';
COMMENT ON COLUMN reads_named.key IS 'the sender''s own id';
COMMENT ON COLUMN reads_named.read_id IS 'id of the read';
COMMENT ON COLUMN reads_named.source_id IS 'id of the source';
COMMENT ON COLUMN reads_named.edit_id IS 'journal entry that brought it; NULL for a live feed';
