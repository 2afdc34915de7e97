// "Did you mean": the known name closest to an unknown one.

#include "Machine.h"

#include <string.h>

enum {
    longest_name = 40,
    most_edits = 2,
    /// Two edits turn almost any name of three letters into another.
    longest_short_name = 3,
    cost_of_a_comparison = 200,
};

/// The number of letters to add, remove or change (Levenshtein distance).
static size_t edits_between(gv_text first, gv_text second) {
    size_t row[longest_name + 1];
    for (size_t column = 0; column <= second.length; column++) row[column] = column;
    for (size_t line = 1; line <= first.length; line++) {
        size_t diagonal = row[0];
        row[0] = line;
        for (size_t column = 1; column <= second.length; column++) {
            size_t changed = diagonal + (first.bytes[line - 1] != second.bytes[column - 1]);
            size_t added = row[column - 1] + 1;
            size_t removed = row[column] + 1;
            diagonal = row[column];
            size_t best = added < removed ? added : removed;
            row[column] = changed < best ? changed : best;
        }
    }
    return row[second.length];
}

/// Whether one name is the beginning of the other but for two letters, as "less"
/// and "lessthan".
static bool begin_alike(gv_text name, gv_text known) {
    enum { fewest_shared = 4, most_others = 2 };
    size_t shorter = name.length < known.length ? name.length : known.length;
    size_t shared = 0;
    while (shared < shorter && name.bytes[shared] == known.bytes[shared]) shared++;
    return shared >= fewest_shared && shared + most_others >= shorter;
}

/// Steps to the next key that is a string, and leaves it on the stack.
static bool next_name(lua_State *lua, int known_names, gv_text *known) {
    while (lua_next(lua, known_names)) {
        lua_pop(lua, 1);
        if (lua_type(lua, -1) != LUA_TSTRING) continue;
        known->bytes = lua_tolstring(lua, -1, &known->length);
        return true;
    }
    return false;
}

/// The shortest known name that begins like the other.
static const char *longer_name(lua_State *lua, int known_names, gv_text name) {
    const char *found = NULL;
    gv_text known;
    lua_pushnil(lua);
    while (next_name(lua, known_names, &known)) {
        gv_charge(lua, 2);
        if (!begin_alike(name, known)) continue;
        bool is_better = found == NULL || known.length < strlen(found)
            || (known.length == strlen(found) && strcmp(known.bytes, found) < 0);
        if (is_better) found = known.bytes;
    }
    return found;
}

/// The result is a key of the table and lives as long.
static const char *closest_name(lua_State *lua, int known_names, gv_text name) {
    if (name.length > longest_name) return NULL;
    const char *closest = NULL;
    size_t fewest = most_edits + 1;
    gv_text known;
    lua_pushnil(lua);
    while (next_name(lua, known_names, &known)) {
        if (known.length > longest_name) continue;
        gv_charge(lua, cost_of_a_comparison);
        size_t edits = edits_between(name, known);
        bool is_short = name.length <= longest_short_name;
        if (is_short && edits > 1 && known.bytes[0] != name.bytes[0]) continue;
        bool is_closer = edits < fewest
            || (edits == fewest && closest != NULL && strcmp(known.bytes, closest) < 0);
        if (is_closer && edits < name.length) {
            closest = known.bytes;
            fewest = edits;
        }
    }
    return closest != NULL ? closest : longer_name(lua, known_names, name);
}

/// The key of the table closest to the string at the index, or null.
const char *gv_closest_name(lua_State *lua, int known_names, int name) {
    gv_text asked;
    asked.bytes = lua_tolstring(lua, name, &asked.length);
    return closest_name(lua, known_names, asked);
}

/// Raises "there is no <what> 'name'". `known_names` is the index of a table
/// with the known names as keys, `name` that of the unknown name.
int gv_raise_unknown(lua_State *lua, const char *what, int known_names, int name) {
    if (lua_type(lua, name) != LUA_TSTRING) {
        return luaL_error(lua, "there is no %s with a %s for its name", what,
                          luaL_typename(lua, name));
    }
    gv_text asked;
    asked.bytes = lua_tolstring(lua, name, &asked.length);
    const char *closest = closest_name(lua, known_names, asked);
    if (closest == NULL) return luaL_error(lua, "there is no %s '%s'", what, asked.bytes);
    return luaL_error(
        lua, "there is no %s '%s'; did you mean '%s'?", what, asked.bytes, closest);
}
