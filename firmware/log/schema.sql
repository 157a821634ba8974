CREATE TABLE record (
        sequence INTEGER PRIMARY KEY,  -- the order, from 1; wall time never is
        game INTEGER NOT NULL,         -- from 1; every record that begins a game counts it up
        body BLOB NOT NULL,            -- JSON, firmware/log/codec.py, compressed by zlib
        crc32 INTEGER NOT NULL,        -- of sequence, game and JSON: SQLite's pages carry no checksum
        written_utc TEXT               -- for people; a Pi has no clock battery, so it may be null or wrong
    ) STRICT

CREATE INDEX record_by_game ON record (game, sequence)

CREATE TRIGGER record_is_never_changed BEFORE UPDATE ON record
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END

CREATE TRIGGER record_is_never_removed BEFORE DELETE ON record
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END

CREATE TRIGGER record_comes_last BEFORE INSERT ON record
        WHEN EXISTS (SELECT 1 FROM record WHERE sequence >= NEW.sequence)
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
