// The keys of a table in a fixed order. Lua's own order differs from run to run.

#include "Machine.h"

#include <stdlib.h>
#include <string.h>

static int compare_keys(const void *first, const void *second) {
    const gv_key *left = first;
    const gv_key *right = second;
    if (left->text == NULL || right->text == NULL) {
        if (left->text != NULL) return 1;
        if (right->text != NULL) return -1;
        return left->integer < right->integer ? -1 : left->integer > right->integer;
    }
    size_t common = left->length < right->length ? left->length : right->length;
    int order = memcmp(left->text, right->text, common);
    if (order != 0) return order;
    return left->length < right->length ? -1 : left->length > right->length;
}

/// All keys so far were orderable.
enum { nothing_wild = LUA_TNONE };

/// Reads the key on top. If it can't be ordered, records its type: the lowest
/// number of several, as Lua's order of keys differs.
static gv_key read_key(lua_State *lua, int *wild) {
    gv_key key = {.text = NULL};
    if (lua_type(lua, -1) == LUA_TSTRING) {
        key.text = lua_tolstring(lua, -1, &key.length);
    } else if (lua_isinteger(lua, -1)) {
        key.integer = lua_tointeger(lua, -1);
    } else if (*wild == nothing_wild || lua_type(lua, -1) < *wild) {
        *wild = lua_type(lua, -1);
    }
    return key;
}

static void raise_if_wild(lua_State *lua, int wild) {
    if (wild == nothing_wild) return;
    luaL_error(lua, "the keys of a table must be texts or whole numbers, not a %s",
               lua_typename(lua, wild));
}

const gv_key *gv_push_sorted_keys(lua_State *lua, int table, size_t *count) {
    size_t found = 0;
    int wild = nothing_wild;
    lua_pushnil(lua);
    while (lua_next(lua, table)) {
        lua_pop(lua, 1);
        gv_charge(lua, 4);
        read_key(lua, &wild);
        found++;
    }
    raise_if_wild(lua, wild);
    gv_key *keys = lua_newuserdatauv(lua, found * sizeof *keys, 0);
    gv_key *key = keys;
    lua_pushnil(lua);
    while (lua_next(lua, table)) {
        lua_pop(lua, 1);
        *key++ = read_key(lua, &wild);
    }
    qsort(keys, found, sizeof *keys, compare_keys);
    *count = found;
    return keys;
}

void gv_push_key(lua_State *lua, const gv_key *key) {
    if (key->text == NULL) {
        lua_pushinteger(lua, key->integer);
    } else {
        lua_pushlstring(lua, key->text, key->length);
    }
}

enum { table_upvalue = 1, keys_upvalue = 2, position_upvalue = 3 };

static int next_pair(lua_State *lua) {
    lua_Integer position = lua_tointeger(lua, lua_upvalueindex(position_upvalue));
    lua_settop(lua, 0);
    while (lua_rawgeti(lua, lua_upvalueindex(keys_upvalue), ++position) != LUA_TNIL) {
        lua_pushvalue(lua, -1);
        if (lua_rawget(lua, lua_upvalueindex(table_upvalue)) != LUA_TNIL) {
            lua_pushinteger(lua, position);
            lua_replace(lua, lua_upvalueindex(position_upvalue));
            return 2;
        }
        // The loop removed this key from the table.
        gv_charge(lua, 1);
        lua_settop(lua, 0);
    }
    return 1;
}

bool gv_is_pairs_iterator(lua_State *lua, int index) {
    return lua_tocfunction(lua, index) == next_pair || gv_is_map_iterator(lua, index);
}

/// pairs for scripts, over the keys that the table has now.
int gv_pairs(lua_State *lua) {
    if (gv_is_record(lua, 1)) {
        const char *type = gv_owner(lua)->record_type;
        return luaL_error(lua, "a %s has no pairs; its copy() has", type);
    }
    if (gv_is_view(lua, 1)) return luaL_error(lua, "a view has no pairs; use view:each()");
    if (gv_push_content_of_read_only(lua, 1)) lua_replace(lua, 1);
    if (gv_push_content_of_frozen(lua, 1)) lua_replace(lua, 1);
    if (gv_push_map_pairs(lua, 1)) return 1;
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_settop(lua, 1);
    size_t count = 0;
    const gv_key *keys = gv_push_sorted_keys(lua, 1, &count);
    lua_pushvalue(lua, 1);
    lua_createtable(lua, (int)count, 0);
    for (size_t index = 0; index < count; index++) {
        gv_push_key(lua, &keys[index]);
        lua_rawseti(lua, -2, (lua_Integer)index + 1);
    }
    lua_pushinteger(lua, 0);
    lua_pushcclosure(lua, next_pair, 3);
    return 1;
}

/// next for scripts, in the order of pairs. It reads every key, so loops should
/// use pairs.
int gv_next(lua_State *lua) {
    if (gv_push_content_of_read_only(lua, 1)) lua_replace(lua, 1);
    if (gv_push_content_of_frozen(lua, 1)) lua_replace(lua, 1);
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_settop(lua, 2);
    bool is_first = lua_isnil(lua, 2);
    gv_key before = {.text = NULL};
    int wild = nothing_wild;
    if (!is_first) before = read_key(lua, &wild);
    gv_key least = {.text = NULL};
    bool is_found = false;
    lua_pushnil(lua);
    while (lua_next(lua, 1)) {
        lua_pop(lua, 1);
        gv_charge(lua, 2);
        gv_key key = read_key(lua, &wild);
        bool is_after = is_first || compare_keys(&key, &before) > 0;
        if (!is_after || (is_found && compare_keys(&key, &least) >= 0)) continue;
        least = key;
        is_found = true;
    }
    raise_if_wild(lua, wild);
    if (!is_found) {
        lua_pushnil(lua);
        return 1;
    }
    gv_push_key(lua, &least);
    lua_pushvalue(lua, -1);
    lua_rawget(lua, 1);
    return 2;
}
