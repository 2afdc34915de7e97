#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include "CSQLiteSessionShim.h"

#include <sqlite3.h>

#pragma weak sqlite3session_create
#pragma weak sqlite3session_attach
#pragma weak sqlite3session_changeset
#pragma weak sqlite3session_delete
#pragma weak sqlite3changeset_apply_v2
#pragma weak sqlite3changeset_start
#pragma weak sqlite3changeset_next
#pragma weak sqlite3changeset_op
#pragma weak sqlite3changeset_finalize

struct csession {
    sqlite3_session *recording;
};

bool csession_is_available(void)
{
    // A library may export the functions and still leave out the hook that
    // they stand on.
    return sqlite3session_create != NULL && sqlite3changeset_apply_v2 != NULL
        && sqlite3_compileoption_used("ENABLE_SESSION")
        && sqlite3_compileoption_used("ENABLE_PREUPDATE_HOOK");
}

int csession_begin(struct sqlite3 *database, csession **session)
{
    *session = sqlite3_malloc(sizeof **session);
    if (*session == NULL) return SQLITE_NOMEM;
    int code = sqlite3session_create(database, "main", &(*session)->recording);
    if (code != SQLITE_OK) {
        sqlite3_free(*session);
        *session = NULL;
    }
    return code;
}

int csession_watch(csession *session, const char *table)
{
    return sqlite3session_attach(session->recording, table);
}

int csession_changes(csession *session, void **changes, int *size)
{
    *changes = NULL;
    *size = 0;
    return sqlite3session_changeset(session->recording, size, changes);
}

void csession_free(void *changes)
{
    sqlite3_free(changes);
}

void csession_end(csession *session)
{
    sqlite3session_delete(session->recording);
    sqlite3_free(session);
}

/// SQLite passes over changes to a table that is missing, or has fewer columns
/// than when they were made. Half of what a person did would come back, and
/// nobody would be told.
static csession_result look_at_tables(struct sqlite3 *database, const void *changes, int size)
{
    csession_result result = {CSESSION_DONE, SQLITE_OK};
    sqlite3_changeset_iter *iterator = NULL;
    int code = sqlite3changeset_start(&iterator, size, (void *)changes);
    while (code == SQLITE_OK && result.outcome == CSESSION_DONE) {
        code = sqlite3changeset_next(iterator);
        if (code != SQLITE_ROW) break;
        const char *table = NULL;
        int columns = 0, operation = 0, is_indirect = 0;
        code = sqlite3changeset_op(iterator, &table, &columns, &operation, &is_indirect);
        if (code != SQLITE_OK) break;
        char *query = sqlite3_mprintf("SELECT * FROM main.\"%w\"", table);
        if (query == NULL) {
            code = SQLITE_NOMEM;
            break;
        }
        sqlite3_stmt *statement = NULL;
        if (sqlite3_prepare_v2(database, query, -1, &statement, NULL) != SQLITE_OK
            || sqlite3_column_count(statement) < columns)
            result.outcome = CSESSION_OTHER_SCHEMA;
        sqlite3_finalize(statement);
        sqlite3_free(query);
    }
    int finished = sqlite3changeset_finalize(iterator);
    if (code == SQLITE_OK || code == SQLITE_DONE) code = finished;
    if (result.outcome == CSESSION_DONE && code != SQLITE_OK) {
        result.outcome = CSESSION_FAILED;
        result.code = code;
    }
    return result;
}

static int refuse(void *was_refused, int conflict, sqlite3_changeset_iter *iterator)
{
    (void)conflict;
    (void)iterator;
    *(bool *)was_refused = true;
    return SQLITE_CHANGESET_ABORT;
}

csession_result csession_apply(
    struct sqlite3 *database, const void *changes, int size, bool inverted)
{
    csession_result result = look_at_tables(database, changes, size);
    if (result.outcome != CSESSION_DONE) return result;
    bool was_refused = false;
    int code = sqlite3changeset_apply_v2(
        database, size, (void *)changes, NULL, refuse, &was_refused, NULL, NULL,
        inverted ? SQLITE_CHANGESETAPPLY_INVERT : 0);
    if (code == SQLITE_OK) return result;
    result.outcome = was_refused ? CSESSION_CONFLICT : CSESSION_FAILED;
    result.code = code;
    return result;
}
