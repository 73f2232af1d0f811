-- Facts and set-up. Times are TIMESTAMP in UTC, NULL when unset; durations are milliseconds, distances metres.
-- No primary keys and no indexes: the writer replaces rows by id inside its transaction, and appending stays cheap.
-- Small nested things are JSON text. What must never be shown lives in the schema "private".
CREATE SCHEMA private;

CREATE TABLE events (
  id BIGINT, name VARCHAR, slug VARCHAR, timezone VARCHAR, timezone_offset BIGINT, is_public BOOLEAN, theme VARCHAR,
  avatar_url VARCHAR, avatar_sm_url VARCHAR, shirt_cutoff TIMESTAMP, shirt_counts VARCHAR,
  pos_ingress_type VARCHAR, pos_ingress_state VARCHAR, pos_ingress_status_at TIMESTAMP, last_import_at TIMESTAMP,
  import_preset VARCHAR, us_rankings VARCHAR, discarded_through BIGINT
);
CREATE TABLE private.feed_options (event_id BIGINT, options VARCHAR);

CREATE TABLE races (
  id BIGINT, event_id BIGINT, position BIGINT, name VARCHAR, distance DOUBLE, max_pace DOUBLE, is_loop BOOLEAN,
  is_timed BOOLEAN, score_by_team BOOLEAN, gun_time BOOLEAN, prefixes VARCHAR, start_time TIMESTAMP, cutoff TIMESTAMP,
  lps_duration BIGINT, color VARCHAR, bib_ranges VARCHAR, us_did VARCHAR, age_bands VARCHAR, shirt_counts VARCHAR,
  roaming_sources VARCHAR, wave_attrs VARCHAR, has_course BOOLEAN
);
CREATE TABLE waves (event_id BIGINT, race_id BIGINT, position BIGINT, id BIGINT, name VARCHAR, time TIMESTAMP);
CREATE TABLE splits (
  id BIGINT, event_id BIGINT, race_id BIGINT, position BIGINT, name VARCHAR, distance DOUBLE, cutoff TIMESTAMP,
  lon DOUBLE, lat DOUBLE, ele DOUBLE, along DOUBLE, is_public BOOLEAN, crew_accessible BOOLEAN, is_transition_point BOOLEAN
);
CREATE TABLE event_routes (
  id BIGINT, event_id BIGINT, parent_split_id BIGINT, position BIGINT, race_id BIGINT, split_id BIGINT, source_id BIGINT,
  backup BOOLEAN, delta_ms BIGINT
);
CREATE TABLE event_sources (
  id BIGINT, name VARCHAR, status VARCHAR, updated_at TIMESTAMP, synced_at TIMESTAMP, pending_count BIGINT,
  clock_offset_ms BIGINT, apply_clock_offset BOOLEAN, last_message_id BIGINT, accept_codes VARCHAR, deleted BOOLEAN
);
CREATE TABLE participants (
  id BIGINT, event_id BIGINT, race_id BIGINT, bib VARCHAR, chips VARCHAR, first_name VARCHAR, last_name VARCHAR,
  gender VARCHAR, age BIGINT, dob VARCHAR, team_name VARCHAR, city VARCHAR, state VARCHAR, country VARCHAR, notes VARCHAR,
  registered_at TIMESTAMP, wave_id BIGINT, own_start_counts BOOLEAN, own_start TIMESTAMP, wave_buddy VARCHAR,
  wave_weight DOUBLE, wave_pref VARCHAR, wave_request VARCHAR, rank DOUBLE, unique_id VARCHAR, email VARCHAR, phone VARCHAR,
  address VARCHAR, zip VARCHAR, emergency_name VARCHAR, emergency_phone VARCHAR, shirt_size VARCHAR, expects_shirt BOOLEAN,
  imported_at TIMESTAMP
);
CREATE TABLE reads (
  id BIGINT, source_id BIGINT, key VARCHAR, tag VARCHAR, read_at TIMESTAMP, reader VARCHAR, antenna BIGINT, strength BIGINT,
  code VARCHAR, lon DOUBLE, lat DOUBLE, ele DOUBLE, along DOUBLE, raw BLOB, received_at TIMESTAMP, edit_id BIGINT
);
CREATE TABLE corrections (
  id BIGINT, event_id BIGINT, kind VARCHAR, read_id BIGINT, participant_id BIGINT, off BOOLEAN, new_time TIMESTAMP,
  split_id BIGINT, lap BIGINT, valid BOOLEAN, status BIGINT, place BIGINT, automatic BOOLEAN, who VARCHAR,
  decided_at TIMESTAMP, why VARCHAR, edit_id BIGINT
);
CREATE TABLE edits (
  id BIGINT, event_id BIGINT, made_at TIMESTAMP, actor VARCHAR, via VARCHAR, rule VARCHAR, kind VARCHAR, summary VARCHAR,
  changes VARCHAR, undoes BIGINT, undone_by BIGINT
);
CREATE TABLE edits_about (edit_id BIGINT, participant_id BIGINT);

CREATE TABLE private.users (name VARCHAR, hash VARCHAR, created_at TIMESTAMP);
CREATE TABLE notifications (
  id BIGINT, event_id BIGINT, type VARCHAR, title VARCHAR, detail VARCHAR, action VARCHAR, action_title VARCHAR, raised_at TIMESTAMP
);
CREATE TABLE dismissals (user_name VARCHAR, notification_id BIGINT);
CREATE TABLE addons (id BIGINT, event_id BIGINT, name VARCHAR, show_on_reg BOOLEAN);
CREATE TABLE variants (id BIGINT, parent_addon_id BIGINT, position BIGINT, addon_id BIGINT, name VARCHAR);
CREATE TABLE line_items (
  id BIGINT, addon_id BIGINT, variant_id BIGINT, participant_id BIGINT, quantity BIGINT, text VARCHAR
);
CREATE TABLE courses (race_id BIGINT, geojson BLOB);
CREATE TABLE images (name VARCHAR, data BLOB);

CREATE TABLE counters (entity VARCHAR, highest BIGINT);
-- One row for each batch without facts of its own, so that after a failure it can be seen whether the batch was stored.
CREATE TABLE commits (id BIGINT);

-- Conclusions of the board, rewritten as a whole for one event at a time. Scoring never reads them.
CREATE TABLE result_rows (
  event_id BIGINT, participant_id BIGINT, race_id BIGINT, position BIGINT, place BIGINT, gender_place BIGINT,
  band_place BIGINT, band VARCHAR, status BIGINT, status_label VARCHAR, start TIMESTAMP, finish TIMESTAMP,
  last_seen TIMESTAMP, time_ms BIGINT, gun_ms BIGINT, chip_ms BIGINT, last_elapsed_ms BIGINT, last_split_id BIGINT,
  lap_count BIGINT, distance_m DOUBLE, flag VARCHAR, age BIGINT
);
CREATE TABLE split_rows (
  event_id BIGINT, participant_id BIGINT, race_id BIGINT, split_id BIGINT, lap BIGINT, distance DOUBLE, passed_at TIMESTAMP,
  left_at TIMESTAMP, elapsed_ms BIGINT, place BIGINT, gender_place BIGINT, read_id BIGINT
);
CREATE TABLE crossing_rows (
  event_id BIGINT, read_id BIGINT, crossing_id BIGINT, participant_id BIGINT, race_id BIGINT, source_id BIGINT,
  split_id BIGINT, lap BIGINT, crossed_at TIMESTAMP, tag VARCHAR, disposition VARCHAR, reason VARCHAR, valid BOOLEAN
);
