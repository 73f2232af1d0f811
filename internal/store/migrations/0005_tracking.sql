-- Where the public standings of an event are pushed to. The password is sealed. No row: they are pushed nowhere.
CREATE TABLE private.tracking (event_id BIGINT, server VARCHAR, user_name VARCHAR, password VARCHAR, started_at TIMESTAMP);
