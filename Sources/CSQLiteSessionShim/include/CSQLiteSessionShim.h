#ifndef C_SQLITE_SESSION_SHIM_H
#define C_SQLITE_SESSION_SHIM_H

#include <stdbool.h>
#include <stddef.h>

// Why this shim exists: SQLite's header declares the session extension only
// where SQLITE_ENABLE_SESSION is defined, and the module through which Swift
// sees SQLite does not define it. It can go when GRDB offers sessions itself.
//
// The session functions are linked weakly: with a library that was built
// without them the program starts, and `csession_is_available` says no.

struct sqlite3;

/// What is being written down of the changes to some tables of one connection.
typedef struct csession csession;

typedef enum csession_outcome {
    CSESSION_DONE = 0,
    /// A row is not as the changes left it, or another row is in the way;
    /// nothing was applied.
    CSESSION_CONFLICT = 1,
    /// The changes are to a table that is not there in that shape; nothing was
    /// applied.
    CSESSION_OTHER_SCHEMA = 2,
    /// SQLite's result code is in `code`; nothing was applied.
    CSESSION_FAILED = 3,
} csession_outcome;

typedef struct csession_result {
    csession_outcome outcome;
    /// SQLite's result code where `outcome` is CSESSION_FAILED.
    int code;
} csession_result;

/// Whether the SQLite library at hand has sessions.
bool csession_is_available(void);

/// Begins to write down changes.
///
/// Returns SQLite's result code; on SQLITE_OK `*session` is to be given to
/// `csession_end`, else it is null.
int csession_begin(struct sqlite3 *database, csession **session);

/// Writes down the changes to a table of the main database from now on.
int csession_watch(csession *session, const char *table);

/// Gives the changes so far, `*size` 0 where there are none.
///
/// Returns SQLite's result code; on SQLITE_OK `*changes` is to be given to
/// `csession_free`.
int csession_changes(csession *session, void **changes, int *size);

void csession_free(void *changes);

/// Stops writing down. To be called before the connection is closed.
void csession_end(csession *session);

/// Applies changes, or with `inverted` takes them back: whole, or not at all.
/// Those to tables that `is_left_out` says yes to are passed over; it may be null. Rows
/// of tables that `may_differ` says yes to are left as they are if they are not as the
/// changes expect them.
/// To be called within a transaction.
csession_result csession_apply(
    struct sqlite3 *database, const void *changes, int size, bool inverted,
    bool (*is_left_out)(const char *table), bool (*may_differ)(const char *table));

/// Gives the changes that take changes back; as `csession_changes`.
int csession_invert(const void *changes, int size, void **inverted, int *inverted_size);

/// A walk through changes, row by row.
typedef struct sqlite3_changeset_iter csession_walk;

/// Returns SQLite's result code; on SQLITE_OK `*walk` is to be given to
/// `csession_walk_end`, before which `changes` must stay.
int csession_walk_begin(const void *changes, int size, csession_walk **walk);

/// Goes to the next row. `*table` is null behind the last one, and else stays
/// until the walk goes on.
///
/// Returns SQLite's result code.
int csession_walk_next(csession_walk *walk, const char **table, int *columns);

typedef enum csession_kind {
    /// The change says nothing of it: the column stays, or there is no row.
    CSESSION_UNKNOWN = 0,
    CSESSION_NULL = 1,
    CSESSION_INTEGER = 2,
    CSESSION_TEXT = 3,
} csession_kind;

/// What stands in a column. A text stays until the walk goes on.
typedef struct csession_field {
    csession_kind kind;
    long long integer;
    const unsigned char *text;
    int size;
} csession_field;

/// What stands in a column of the row, `is_new` after the change. Numbers that
/// are not whole, and bytes, are given as texts.
csession_field csession_walk_field(csession_walk *walk, int column, bool is_new);

int csession_walk_end(csession_walk *walk);

#endif
