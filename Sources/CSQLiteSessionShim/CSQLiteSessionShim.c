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
#pragma weak sqlite3changeset_old
#pragma weak sqlite3changeset_new
#pragma weak sqlite3changeset_invert
#pragma weak sqlite3changeset_finalize

struct csession {
    sqlite3_session *recording;
};

bool csession_is_available(void)
{
    // A library may export the functions but lack the hook that they need.
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

/// SQLite skips changes to a table that is missing or has too few columns. Half
/// of a person's decision would come back, without an error.
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

typedef struct applying {
    bool was_refused;
    bool (*is_left_out)(const char *table);
    bool (*may_differ)(const char *table);
} applying;

static int is_wanted(void *context, const char *table)
{
    applying *applying = context;
    return applying->is_left_out == NULL || !applying->is_left_out(table);
}

static int refuse(void *context, int conflict, sqlite3_changeset_iter *iterator)
{
    applying *applying = context;
    const char *table = NULL;
    int columns = 0, operation = 0, is_indirect = 0;
    /* A foreign key conflict has no change to read. */
    if (conflict != SQLITE_CHANGESET_FOREIGN_KEY
        && sqlite3changeset_op(iterator, &table, &columns, &operation, &is_indirect) == SQLITE_OK
        && applying->may_differ(table))
        return SQLITE_CHANGESET_OMIT;
    applying->was_refused = true;
    return SQLITE_CHANGESET_ABORT;
}

csession_result csession_apply(
    struct sqlite3 *database, const void *changes, int size, bool inverted,
    bool (*is_left_out)(const char *table), bool (*may_differ)(const char *table))
{
    csession_result result = look_at_tables(database, changes, size);
    if (result.outcome != CSESSION_DONE) return result;
    applying context = {false, is_left_out, may_differ};
    int code = sqlite3changeset_apply_v2(
        database, size, (void *)changes, is_wanted, refuse, &context, NULL, NULL,
        inverted ? SQLITE_CHANGESETAPPLY_INVERT : 0);
    if (code == SQLITE_OK) return result;
    result.outcome = context.was_refused ? CSESSION_CONFLICT : CSESSION_FAILED;
    result.code = code;
    return result;
}

int csession_invert(const void *changes, int size, void **inverted, int *inverted_size)
{
    *inverted = NULL;
    *inverted_size = 0;
    return sqlite3changeset_invert(size, changes, inverted_size, inverted);
}

int csession_walk_begin(const void *changes, int size, csession_walk **walk)
{
    *walk = NULL;
    return sqlite3changeset_start(walk, size, (void *)changes);
}

int csession_walk_next(csession_walk *walk, const char **table, int *columns)
{
    *table = NULL;
    int code = sqlite3changeset_next(walk);
    if (code == SQLITE_DONE) return SQLITE_OK;
    if (code != SQLITE_ROW) return code;
    int operation = 0, is_indirect = 0;
    return sqlite3changeset_op(walk, table, columns, &operation, &is_indirect);
}

csession_field csession_walk_field(csession_walk *walk, int column, bool is_new)
{
    csession_field field = {CSESSION_UNKNOWN, 0, NULL, 0};
    const char *table = NULL;
    int columns = 0, operation = 0, is_indirect = 0;
    sqlite3_value *value = NULL;
    if (sqlite3changeset_op(walk, &table, &columns, &operation, &is_indirect) != SQLITE_OK
        || operation == (is_new ? SQLITE_DELETE : SQLITE_INSERT))
        return field;
    int code = is_new ? sqlite3changeset_new(walk, column, &value)
                      : sqlite3changeset_old(walk, column, &value);
    if (code != SQLITE_OK || value == NULL) return field;
    switch (sqlite3_value_type(value)) {
    case SQLITE_NULL: field.kind = CSESSION_NULL; break;
    case SQLITE_INTEGER:
        field.kind = CSESSION_INTEGER;
        field.integer = sqlite3_value_int64(value);
        break;
    default:
        field.kind = CSESSION_TEXT;
        field.text = sqlite3_value_text(value);
        field.size = sqlite3_value_bytes(value);
    }
    return field;
}

int csession_walk_end(csession_walk *walk)
{
    return sqlite3changeset_finalize(walk);
}
