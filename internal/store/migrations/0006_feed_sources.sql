ALTER TABLE private.feed_options ADD COLUMN sources VARCHAR;
