#ifndef C_SQLITE_SESSION_SHIM_H
#define C_SQLITE_SESSION_SHIM_H

#include <stdbool.h>
#include <stddef.h>

// Why this shim exists: SQLite's header declares the session extension only
// with SQLITE_ENABLE_SESSION, which the module that Swift imports does not
// define. It can go when GRDB offers sessions itself.
//
// The session functions are linked weakly. With a library built without them
// the program starts, and `csession_is_available` returns false.

struct sqlite3;

/// A recording of changes to some tables of one connection.
typedef struct csession csession;

typedef enum csession_outcome {
    CSESSION_DONE = 0,
    /// A row is not as the changes left it, or another row conflicts; nothing
    /// was applied.
    CSESSION_CONFLICT = 1,
    /// A table is missing or has another shape; nothing was applied.
    CSESSION_OTHER_SCHEMA = 2,
    /// SQLite's result code is in `code`; nothing was applied.
    CSESSION_FAILED = 3,
} csession_outcome;

typedef struct csession_result {
    csession_outcome outcome;
    /// SQLite's result code if `outcome` is CSESSION_FAILED.
    int code;
} csession_result;

/// Whether the SQLite library has sessions.
bool csession_is_available(void);

/// Starts recording changes.
///
/// Returns SQLite's result code. On SQLITE_OK, pass `*session` to
/// `csession_end`; otherwise it is null.
int csession_begin(struct sqlite3 *database, csession **session);

/// Records changes to a table of the main database from now on.
int csession_watch(csession *session, const char *table);

/// Returns the changes so far, with `*size` 0 if there are none.
///
/// Returns SQLite's result code. On SQLITE_OK, pass `*changes` to
/// `csession_free`.
int csession_changes(csession *session, void **changes, int *size);

void csession_free(void *changes);

/// Stops recording. Must be called before the connection is closed.
void csession_end(csession *session);

/// Applies changes, or undoes them if `inverted`: all or nothing. Skips tables
/// for which `is_left_out` returns true; it may be null. In tables for which
/// `may_differ` returns true, rows that differ from the expected ones stay as
/// they are.
/// Must be called within a transaction.
csession_result csession_apply(
    struct sqlite3 *database, const void *changes, int size, bool inverted,
    bool (*is_left_out)(const char *table), bool (*may_differ)(const char *table));

/// Computes the inverse of changes; see `csession_changes`.
int csession_invert(const void *changes, int size, void **inverted, int *inverted_size);

/// An iteration over changes, row by row.
typedef struct sqlite3_changeset_iter csession_walk;

/// Returns SQLite's result code. On SQLITE_OK, pass `*walk` to
/// `csession_walk_end`; `changes` must stay valid until then.
int csession_walk_begin(const void *changes, int size, csession_walk **walk);

/// Moves to the next row. `*table` is null after the last one, and otherwise
/// valid until the next move.
///
/// Returns SQLite's result code.
int csession_walk_next(csession_walk *walk, const char **table, int *columns);

typedef enum csession_kind {
    /// The change does not contain the column: it is unchanged, or there is no row.
    CSESSION_UNKNOWN = 0,
    CSESSION_NULL = 1,
    CSESSION_INTEGER = 2,
    CSESSION_TEXT = 3,
} csession_kind;

/// A column's value. A string is valid until the next move.
typedef struct csession_field {
    csession_kind kind;
    long long integer;
    const unsigned char *text;
    int size;
} csession_field;

/// A column's value in the row, after the change if `is_new`. Reals and blobs
/// are returned as text.
csession_field csession_walk_field(csession_walk *walk, int column, bool is_new);

int csession_walk_end(csession_walk *walk);

#endif
