-- Views for questions. Their names and columns are a promise: they may grow, they do not change.
-- Times are TIMESTAMP in UTC with a twin in milliseconds since 1970, or on the wall clock of the event (…_local).

-- hms writes milliseconds as h:mm:ss, rounded up to the next second as times are published.
CREATE MACRO hms(ms) AS CASE WHEN ms >= 0 THEN
  printf('%d:%02d:%02d', (ms + 999) // 3600000, (ms + 999) // 60000 % 60, (ms + 999) // 1000 % 60) END;

-- An unknown zone must not break a whole view: it reads as UTC.
CREATE VIEW zones AS SELECT id AS event_id,
  CASE WHEN timezone IN (SELECT name FROM pg_timezone_names()) THEN timezone ELSE 'UTC' END AS zone FROM events;

CREATE VIEW results AS SELECT
  e.name AS event,
  r.name AS race,
  d.position AS position,
  nullif(d.place, 0) AS place,
  nullif(d.gender_place, 0) AS gender_place,
  d.band AS band,
  nullif(d.band_place, 0) AS band_place,
  p.bib AS bib,
  trim(p.first_name || ' ' || p.last_name) AS name,
  p.first_name AS first_name,
  p.last_name AS last_name,
  p.gender AS gender,
  nullif(d.age, 0) AS age,
  p.team_name AS team,
  p.city AS city,
  p.state AS state,
  p.country AS country,
  d.status_label AS status,
  d.status AS status_code,
  hms(d.time_ms) AS time,
  nullif(d.time_ms, -1) AS time_ms,
  nullif(d.gun_ms, -1) AS gun_ms,
  nullif(d.chip_ms, -1) AS chip_ms,
  d.start AS started_at,
  epoch_ms(d.start) AS started_ms,
  d.finish AS finished_at,
  epoch_ms(d.finish) AS finished_ms,
  strftime((d.finish AT TIME ZONE 'UTC') AT TIME ZONE z.zone, '%Y-%m-%d %H:%M:%S.%g') AS finished_local,
  s.name AS last_split,
  d.last_seen AS last_seen_at,
  nullif(d.last_elapsed_ms, -1) AS last_elapsed_ms,
  d.lap_count AS laps,
  d.distance_m AS distance_m,
  d.flag AS flag,
  w.name AS wave,
  d.participant_id AS participant_id,
  e.id AS event_id,
  r.id AS race_id
FROM result_rows d LEFT JOIN participants p ON p.id = d.participant_id LEFT JOIN races r ON r.id = d.race_id LEFT JOIN events e ON e.id = d.event_id LEFT JOIN zones z ON z.event_id = d.event_id LEFT JOIN splits s ON s.id = d.last_split_id LEFT JOIN waves w ON w.race_id = d.race_id AND w.id = p.wave_id;
COMMENT ON VIEW results IS 'One row for each participant of a race: where they stand, as the board had it when the question was asked.';
COMMENT ON COLUMN results.event IS 'name of the event';
COMMENT ON COLUMN results.race IS 'name of the race; NULL without one';
COMMENT ON COLUMN results.position IS 'place in the list of the race, from 1; everybody has one';
COMMENT ON COLUMN results.place IS 'place in the race; NULL without one; equal times share it';
COMMENT ON COLUMN results.gender_place IS 'place among people of the same gender';
COMMENT ON COLUMN results.band IS 'age band, for example 30-39; empty when the age is not known';
COMMENT ON COLUMN results.band_place IS 'place in the age band, all genders together';
COMMENT ON COLUMN results.bib IS 'bib as given';
COMMENT ON COLUMN results.name IS 'first and last name';
COMMENT ON COLUMN results.first_name IS 'first name';
COMMENT ON COLUMN results.last_name IS 'last name';
COMMENT ON COLUMN results.gender IS 'M, F or any other value as given';
COMMENT ON COLUMN results.age IS 'age on race day; NULL when not known';
COMMENT ON COLUMN results.team IS 'team';
COMMENT ON COLUMN results.city IS 'city';
COMMENT ON COLUMN results.state IS 'state';
COMMENT ON COLUMN results.country IS 'country';
COMMENT ON COLUMN results.status IS 'what people say about the result: OK, DNF, Finished, On course and so on';
COMMENT ON COLUMN results.status_code IS 'code of the status: 0 OK, 1 DNS, 2 DNF, 3 DQ, 4 Unofficial, 9 Other, 11 Finished';
COMMENT ON COLUMN results.time IS 'ranking time h:mm:ss as published, rounded up to the next second; NULL before the finish';
COMMENT ON COLUMN results.time_ms IS 'ranking time in milliseconds; NULL before the finish';
COMMENT ON COLUMN results.gun_ms IS 'time from the gun in milliseconds; NULL before the finish';
COMMENT ON COLUMN results.chip_ms IS 'time from the own start in milliseconds; NULL before the finish';
COMMENT ON COLUMN results.started_at IS 'start by the clock that ranks, UTC; NULL without evidence of starting';
COMMENT ON COLUMN results.started_ms IS 'the same as milliseconds since 1970';
COMMENT ON COLUMN results.finished_at IS 'finish, UTC';
COMMENT ON COLUMN results.finished_ms IS 'the same as milliseconds since 1970';
COMMENT ON COLUMN results.finished_local IS 'finish on the wall clock of the event';
COMMENT ON COLUMN results.last_split IS 'split where they were seen last';
COMMENT ON COLUMN results.last_seen_at IS 'when they were seen last, UTC';
COMMENT ON COLUMN results.last_elapsed_ms IS 'ranking clock when they were seen last, in milliseconds';
COMMENT ON COLUMN results.laps IS 'laps that count';
COMMENT ON COLUMN results.distance_m IS 'metres covered';
COMMENT ON COLUMN results.flag IS 'early or late at the start; else empty';
COMMENT ON COLUMN results.wave IS 'start wave';
COMMENT ON COLUMN results.participant_id IS 'id of the participant';
COMMENT ON COLUMN results.event_id IS 'id of the event';
COMMENT ON COLUMN results.race_id IS 'id of the race';

CREATE VIEW finishers AS SELECT
  event AS event,
  race AS race,
  position AS position,
  place AS place,
  gender_place AS gender_place,
  band AS band,
  band_place AS band_place,
  bib AS bib,
  name AS name,
  first_name AS first_name,
  last_name AS last_name,
  gender AS gender,
  age AS age,
  team AS team,
  city AS city,
  state AS state,
  country AS country,
  status AS status,
  status_code AS status_code,
  time AS time,
  time_ms AS time_ms,
  gun_ms AS gun_ms,
  chip_ms AS chip_ms,
  started_at AS started_at,
  started_ms AS started_ms,
  finished_at AS finished_at,
  finished_ms AS finished_ms,
  finished_local AS finished_local,
  last_split AS last_split,
  last_seen_at AS last_seen_at,
  last_elapsed_ms AS last_elapsed_ms,
  laps AS laps,
  distance_m AS distance_m,
  flag AS flag,
  wave AS wave,
  participant_id AS participant_id,
  event_id AS event_id,
  race_id AS race_id
FROM results WHERE time_ms IS NOT NULL AND place IS NOT NULL;
COMMENT ON VIEW finishers IS 'The results of those who finished and have a place.';
COMMENT ON COLUMN finishers.event IS 'name of the event';
COMMENT ON COLUMN finishers.race IS 'name of the race; NULL without one';
COMMENT ON COLUMN finishers.position IS 'place in the list of the race, from 1; everybody has one';
COMMENT ON COLUMN finishers.place IS 'place in the race; NULL without one; equal times share it';
COMMENT ON COLUMN finishers.gender_place IS 'place among people of the same gender';
COMMENT ON COLUMN finishers.band IS 'age band, for example 30-39; empty when the age is not known';
COMMENT ON COLUMN finishers.band_place IS 'place in the age band, all genders together';
COMMENT ON COLUMN finishers.bib IS 'bib as given';
COMMENT ON COLUMN finishers.name IS 'first and last name';
COMMENT ON COLUMN finishers.first_name IS 'first name';
COMMENT ON COLUMN finishers.last_name IS 'last name';
COMMENT ON COLUMN finishers.gender IS 'M, F or any other value as given';
COMMENT ON COLUMN finishers.age IS 'age on race day; NULL when not known';
COMMENT ON COLUMN finishers.team IS 'team';
COMMENT ON COLUMN finishers.city IS 'city';
COMMENT ON COLUMN finishers.state IS 'state';
COMMENT ON COLUMN finishers.country IS 'country';
COMMENT ON COLUMN finishers.status IS 'what people say about the result: OK, DNF, Finished, On course and so on';
COMMENT ON COLUMN finishers.status_code IS 'code of the status: 0 OK, 1 DNS, 2 DNF, 3 DQ, 4 Unofficial, 9 Other, 11 Finished';
COMMENT ON COLUMN finishers.time IS 'ranking time h:mm:ss as published, rounded up to the next second; NULL before the finish';
COMMENT ON COLUMN finishers.time_ms IS 'ranking time in milliseconds; NULL before the finish';
COMMENT ON COLUMN finishers.gun_ms IS 'time from the gun in milliseconds; NULL before the finish';
COMMENT ON COLUMN finishers.chip_ms IS 'time from the own start in milliseconds; NULL before the finish';
COMMENT ON COLUMN finishers.started_at IS 'start by the clock that ranks, UTC; NULL without evidence of starting';
COMMENT ON COLUMN finishers.started_ms IS 'the same as milliseconds since 1970';
COMMENT ON COLUMN finishers.finished_at IS 'finish, UTC';
COMMENT ON COLUMN finishers.finished_ms IS 'the same as milliseconds since 1970';
COMMENT ON COLUMN finishers.finished_local IS 'finish on the wall clock of the event';
COMMENT ON COLUMN finishers.last_split IS 'split where they were seen last';
COMMENT ON COLUMN finishers.last_seen_at IS 'when they were seen last, UTC';
COMMENT ON COLUMN finishers.last_elapsed_ms IS 'ranking clock when they were seen last, in milliseconds';
COMMENT ON COLUMN finishers.laps IS 'laps that count';
COMMENT ON COLUMN finishers.distance_m IS 'metres covered';
COMMENT ON COLUMN finishers.flag IS 'early or late at the start; else empty';
COMMENT ON COLUMN finishers.wave IS 'start wave';
COMMENT ON COLUMN finishers.participant_id IS 'id of the participant';
COMMENT ON COLUMN finishers.event_id IS 'id of the event';
COMMENT ON COLUMN finishers.race_id IS 'id of the race';

CREATE VIEW split_times AS SELECT
  e.name AS event,
  r.name AS race,
  p.bib AS bib,
  trim(p.first_name || ' ' || p.last_name) AS name,
  p.gender AS gender,
  s.name AS split,
  d.lap AS lap,
  d.distance AS distance_m,
  d.passed_at AS passed_at,
  epoch_ms(d.passed_at) AS passed_ms,
  strftime((d.passed_at AT TIME ZONE 'UTC') AT TIME ZONE z.zone, '%Y-%m-%d %H:%M:%S.%g') AS passed_local,
  d.left_at AS left_at,
  hms(d.elapsed_ms) AS elapsed,
  nullif(d.elapsed_ms, -1) AS elapsed_ms,
  nullif(d.place, 0) AS place,
  nullif(d.gender_place, 0) AS gender_place,
  d.participant_id AS participant_id,
  d.split_id AS split_id,
  d.read_id AS read_id,
  e.id AS event_id,
  r.id AS race_id
FROM split_rows d LEFT JOIN participants p ON p.id = d.participant_id LEFT JOIN races r ON r.id = d.race_id LEFT JOIN events e ON e.id = d.event_id LEFT JOIN zones z ON z.event_id = d.event_id LEFT JOIN splits s ON s.id = d.split_id;
COMMENT ON VIEW split_times IS 'One row for each time of a participant at a split and lap.';
COMMENT ON COLUMN split_times.event IS 'name of the event';
COMMENT ON COLUMN split_times.race IS 'name of the race; NULL without one';
COMMENT ON COLUMN split_times.bib IS 'bib as given';
COMMENT ON COLUMN split_times.name IS 'first and last name';
COMMENT ON COLUMN split_times.gender IS 'M, F or any other value as given';
COMMENT ON COLUMN split_times.split IS 'name of the split';
COMMENT ON COLUMN split_times.lap IS 'lap, from 0; always 0 in a race that does not repeat';
COMMENT ON COLUMN split_times.distance_m IS 'metres covered there';
COMMENT ON COLUMN split_times.passed_at IS 'time of passing, UTC';
COMMENT ON COLUMN split_times.passed_ms IS 'the same as milliseconds since 1970';
COMMENT ON COLUMN split_times.passed_local IS 'time of passing on the wall clock of the event';
COMMENT ON COLUMN split_times.left_at IS 'when they left a transition point, UTC';
COMMENT ON COLUMN split_times.elapsed IS 'ranking clock there, h:mm:ss, rounded up to the next second';
COMMENT ON COLUMN split_times.elapsed_ms IS 'ranking clock there in milliseconds';
COMMENT ON COLUMN split_times.place IS 'place at this split and lap';
COMMENT ON COLUMN split_times.gender_place IS 'place there among people of the same gender';
COMMENT ON COLUMN split_times.participant_id IS 'id of the participant';
COMMENT ON COLUMN split_times.split_id IS 'id of the split';
COMMENT ON COLUMN split_times.read_id IS 'id of the read that gave the time';
COMMENT ON COLUMN split_times.event_id IS 'id of the event';
COMMENT ON COLUMN split_times.race_id IS 'id of the race';

CREATE VIEW crossings AS SELECT
  e.name AS event,
  r.name AS race,
  p.bib AS bib,
  trim(p.first_name || ' ' || p.last_name) AS name,
  o.name AS source,
  s.name AS split,
  d.lap AS lap,
  d.crossed_at AS crossed_at,
  epoch_ms(d.crossed_at) AS crossed_ms,
  strftime((d.crossed_at AT TIME ZONE 'UTC') AT TIME ZONE z.zone, '%Y-%m-%d %H:%M:%S.%g') AS crossed_local,
  d.tag AS tag,
  d.disposition AS disposition,
  d.reason AS reason,
  d.valid AS valid,
  nullif(d.crossing_id, 0) AS crossing_id,
  d.read_id AS read_id,
  nullif(d.participant_id, 0) AS participant_id,
  nullif(d.split_id, 0) AS split_id,
  d.source_id AS source_id,
  e.id AS event_id,
  r.id AS race_id
FROM crossing_rows d LEFT JOIN participants p ON p.id = d.participant_id LEFT JOIN races r ON r.id = d.race_id LEFT JOIN events e ON e.id = d.event_id LEFT JOIN zones z ON z.event_id = d.event_id LEFT JOIN splits s ON s.id = d.split_id LEFT JOIN event_sources o ON o.id = d.source_id;
COMMENT ON VIEW crossings IS 'One row for each read of an event with what became of it and why.';
COMMENT ON COLUMN crossings.event IS 'name of the event';
COMMENT ON COLUMN crossings.race IS 'name of the race; NULL without one';
COMMENT ON COLUMN crossings.bib IS 'bib as given';
COMMENT ON COLUMN crossings.name IS 'first and last name';
COMMENT ON COLUMN crossings.source IS 'name of the source of the read';
COMMENT ON COLUMN crossings.split IS 'split it was taken for';
COMMENT ON COLUMN crossings.lap IS 'lap, from 0';
COMMENT ON COLUMN crossings.crossed_at IS 'time it was judged by, UTC';
COMMENT ON COLUMN crossings.crossed_ms IS 'the same as milliseconds since 1970';
COMMENT ON COLUMN crossings.crossed_local IS 'the same on the wall clock of the event';
COMMENT ON COLUMN crossings.tag IS 'tag as sent';
COMMENT ON COLUMN crossings.disposition IS 'code of what became of it: finish, repeat, unknown_tag and so on';
COMMENT ON COLUMN crossings.reason IS 'the same as a sentence';
COMMENT ON COLUMN crossings.valid IS 'whether the crossing counts';
COMMENT ON COLUMN crossings.crossing_id IS 'id of the crossing: the first read of the passage';
COMMENT ON COLUMN crossings.read_id IS 'id of the read';
COMMENT ON COLUMN crossings.participant_id IS 'id of the participant; NULL when nobody is known by the tag';
COMMENT ON COLUMN crossings.split_id IS 'id of the split';
COMMENT ON COLUMN crossings.source_id IS 'id of the source';
COMMENT ON COLUMN crossings.event_id IS 'id of the event';
COMMENT ON COLUMN crossings.race_id IS 'id of the race';

CREATE VIEW roster AS SELECT
  e.name AS event,
  r.name AS race,
  p.bib AS bib,
  trim(p.first_name || ' ' || p.last_name) AS name,
  p.first_name AS first_name,
  p.last_name AS last_name,
  p.gender AS gender,
  nullif(p.age, 0) AS age,
  nullif(p.dob, '') AS dob,
  p.team_name AS team,
  p.city AS city,
  p.state AS state,
  p.country AS country,
  coalesce(from_json(p.chips, '["VARCHAR"]'), []) AS chips,
  w.name AS wave,
  w.time AS wave_start_at,
  CASE WHEN p.own_start_counts THEN p.own_start END AS own_start_at,
  p.shirt_size AS shirt_size,
  p.registered_at AS registered_at,
  epoch_ms(p.registered_at) AS registered_ms,
  p.notes AS notes,
  p.id AS participant_id,
  e.id AS event_id,
  r.id AS race_id
FROM participants p LEFT JOIN races r ON r.id = p.race_id LEFT JOIN events e ON e.id = p.event_id LEFT JOIN waves w ON w.race_id = p.race_id AND w.id = p.wave_id;
COMMENT ON VIEW roster IS 'One row for each participant, in a race or in none, without contact data.';
COMMENT ON COLUMN roster.event IS 'name of the event';
COMMENT ON COLUMN roster.race IS 'name of the race; NULL without one';
COMMENT ON COLUMN roster.bib IS 'bib as given';
COMMENT ON COLUMN roster.name IS 'first and last name';
COMMENT ON COLUMN roster.first_name IS 'first name';
COMMENT ON COLUMN roster.last_name IS 'last name';
COMMENT ON COLUMN roster.gender IS 'M, F or any other value as given';
COMMENT ON COLUMN roster.age IS 'age as imported';
COMMENT ON COLUMN roster.dob IS 'date of birth as text YYYY-MM-DD';
COMMENT ON COLUMN roster.team IS 'team';
COMMENT ON COLUMN roster.city IS 'city';
COMMENT ON COLUMN roster.state IS 'state';
COMMENT ON COLUMN roster.country IS 'country';
COMMENT ON COLUMN roster.chips IS 'list of chips; ask with list_contains(chips, ''TAG'')';
COMMENT ON COLUMN roster.wave IS 'start wave';
COMMENT ON COLUMN roster.wave_start_at IS 'start of the wave, UTC';
COMMENT ON COLUMN roster.own_start_at IS 'own start when one counts, UTC';
COMMENT ON COLUMN roster.shirt_size IS 'shirt size';
COMMENT ON COLUMN roster.registered_at IS 'registration, UTC';
COMMENT ON COLUMN roster.registered_ms IS 'the same as milliseconds since 1970';
COMMENT ON COLUMN roster.notes IS 'notes';
COMMENT ON COLUMN roster.participant_id IS 'id of the participant';
COMMENT ON COLUMN roster.event_id IS 'id of the event';
COMMENT ON COLUMN roster.race_id IS 'id of the race';

CREATE VIEW reads_named AS SELECT
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
  d.raw::VARCHAR AS raw,
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

CREATE VIEW journal AS SELECT
  e.name AS event,
  d.made_at AS made_at,
  d.actor AS actor,
  d.via AS via,
  d.rule AS rule,
  d.kind AS kind,
  d.summary AS summary,
  d.undoes AS undoes,
  d.undone_by AS undone_by,
  d.id AS edit_id,
  nullif(d.event_id, 0) AS event_id
FROM edits d LEFT JOIN events e ON e.id = d.event_id;
COMMENT ON VIEW journal IS 'One row for each entry of the journal: who changed what and when.';
COMMENT ON COLUMN journal.event IS 'name of the event; NULL for the whole installation';
COMMENT ON COLUMN journal.made_at IS 'when, UTC';
COMMENT ON COLUMN journal.actor IS 'who';
COMMENT ON COLUMN journal.via IS 'through what: console, racectl, raced';
COMMENT ON COLUMN journal.rule IS 'the rule that made it, when no person did';
COMMENT ON COLUMN journal.kind IS 'what kind of change';
COMMENT ON COLUMN journal.summary IS 'the change as a sentence';
COMMENT ON COLUMN journal.undoes IS 'entry that it takes back';
COMMENT ON COLUMN journal.undone_by IS 'entry that took it back';
COMMENT ON COLUMN journal.edit_id IS 'id of the entry';
COMMENT ON COLUMN journal.event_id IS 'id of the event';

CREATE VIEW places_by_sql AS SELECT
  participant_id AS participant_id,
  race_id AS race_id,
  rank() OVER (PARTITION BY race_id ORDER BY laps_first DESC, unfinished, finish_key, covered DESC, elapsed_key) AS place,
  CASE WHEN gender <> '' THEN rank() OVER (PARTITION BY race_id, gender ORDER BY laps_first DESC, unfinished, finish_key, covered DESC, elapsed_key) END AS gender_place,
  CASE WHEN band <> '' THEN rank() OVER (PARTITION BY race_id, band ORDER BY laps_first DESC, unfinished, finish_key, covered DESC, elapsed_key) END AS band_place
FROM (SELECT d.participant_id, d.race_id, p.gender, d.band,
    CASE WHEN repeats THEN d.lap_count ELSE 0 END AS laps_first,
    NOT repeats AND d.time_ms < 0 AS unfinished,
    CASE WHEN NOT repeats AND d.time_ms >= 0 THEN d.time_ms END AS finish_key,
    CASE WHEN NOT repeats AND d.time_ms < 0 THEN d.distance_m END AS covered,
    CASE WHEN repeats OR d.time_ms < 0 THEN d.last_elapsed_ms END AS elapsed_key
  FROM result_rows d JOIN participants p ON p.id = d.participant_id
  JOIN (SELECT id, is_timed OR lps_duration > 0 AS repeats, lps_duration > 0 AS standing FROM races) r ON r.id = d.race_id
  WHERE (d.status IN (0, 11) OR standing AND d.status = 2) AND d.start IS NOT NULL AND (NOT repeats OR d.lap_count > 0));
COMMENT ON VIEW places_by_sql IS 'Places of the results worked out again by SQL alone, to check the board. Pinned places are not known here.';
COMMENT ON COLUMN places_by_sql.participant_id IS 'id of the participant';
COMMENT ON COLUMN places_by_sql.race_id IS 'id of the race';
COMMENT ON COLUMN places_by_sql.place IS 'place in the race';
COMMENT ON COLUMN places_by_sql.gender_place IS 'place among people of the same gender; NULL without one';
COMMENT ON COLUMN places_by_sql.band_place IS 'place in the age band, all genders together; NULL without a band';

CREATE VIEW split_places_by_sql AS SELECT
  d.participant_id AS participant_id,
  d.race_id AS race_id,
  d.split_id AS split_id,
  d.lap AS lap,
  rank() OVER (PARTITION BY d.race_id, d.split_id, d.lap ORDER BY d.elapsed_ms) AS place,
  CASE WHEN p.gender <> '' THEN rank() OVER (PARTITION BY d.race_id, d.split_id, d.lap, p.gender ORDER BY d.elapsed_ms) END AS gender_place
FROM split_rows d JOIN participants p ON p.id = d.participant_id
  JOIN result_rows t ON t.participant_id = d.participant_id AND t.race_id = d.race_id
  JOIN races r ON r.id = d.race_id AND (t.status IN (0, 11) OR r.lps_duration > 0 AND t.status = 2);
COMMENT ON VIEW split_places_by_sql IS 'Places at every split and lap worked out again by SQL alone, among people whose status is ranked.';
COMMENT ON COLUMN split_places_by_sql.participant_id IS 'id of the participant';
COMMENT ON COLUMN split_places_by_sql.race_id IS 'id of the race';
COMMENT ON COLUMN split_places_by_sql.split_id IS 'id of the split';
COMMENT ON COLUMN split_places_by_sql.lap IS 'lap, from 0';
COMMENT ON COLUMN split_places_by_sql.place IS 'place there';
COMMENT ON COLUMN split_places_by_sql.gender_place IS 'place there among people of the same gender';

-- What can be asked: SELECT * FROM help.
CREATE VIEW help AS SELECT c.table_name AS view, c.column_name AS column, c.data_type AS type, c.comment AS meaning, v.comment AS about
FROM duckdb_columns() c JOIN duckdb_views() v ON v.view_oid = c.table_oid AND v.database_name = c.database_name
WHERE v.comment IS NOT NULL AND c.database_name = current_database() ORDER BY c.table_name, c.column_index;
COMMENT ON VIEW help IS 'Every view that may be asked, with its columns and what they mean.';
COMMENT ON COLUMN help.view IS 'name of the view';
COMMENT ON COLUMN help.column IS 'name of the column';
COMMENT ON COLUMN help.type IS 'type of the column';
COMMENT ON COLUMN help.meaning IS 'what the column holds';
COMMENT ON COLUMN help.about IS 'what one row of the view is';
