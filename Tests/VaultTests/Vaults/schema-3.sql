-- What schema 3 added, and what came to be in a vault of it.
CREATE TABLE plugin_decisions (
    name TEXT PRIMARY KEY,
    is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Values as the person types them: what a setting takes is the plugin's
-- to say, and may be another in its next version.
CREATE TABLE plugin_settings (
    name TEXT NOT NULL,
    setting TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name, setting)
) STRICT, WITHOUT ROWID;

CREATE TABLE plugin_approvals (
    name TEXT PRIMARY KEY,
    approved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The files themselves, compressed with zlib, not a digest of them: so
-- no change goes unseen, and the person can be shown what changed.
CREATE TABLE plugin_approved_files (
    name TEXT NOT NULL REFERENCES plugin_approvals ON DELETE CASCADE,
    path TEXT NOT NULL,
    byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
    compressed_bytes BLOB NOT NULL,
    PRIMARY KEY (name, path)
) STRICT;
INSERT INTO grdb_migrations VALUES ('3');
INSERT INTO plugin_decisions VALUES ('refunds', 1);
INSERT INTO plugin_settings VALUES ('refunds', 'days', '40');
INSERT INTO plugin_approvals VALUES ('mine', 1774000000);
INSERT INTO plugin_approved_files VALUES ('mine', 'plugin.lua', 0, x'789c030000000001');
