-- Whether the monitor of last-person-standing races is to run for an event: 'running' or 'stopped'. It goes on by itself after a restart.
ALTER TABLE events ADD COLUMN lps_monitor VARCHAR DEFAULT 'stopped';
