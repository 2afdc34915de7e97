// A digest of what functions keep between calls, to detect changes: their
// upvalues, and everything reachable from them.

#include "Machine.h"

enum { visited = 1, steps_for_a_value = 4, bytes_for_a_step = 16, deepest = 100 };

static uint64_t mixed(uint64_t one, uint64_t other) {
    uint64_t value = (one ^ (other + UINT64_C(0x9e3779b97f4a7c15) + (one << 6) + (one >> 2)));
    value ^= value >> 32;
    value *= UINT64_C(0xd6e8feb86659fd93);
    return value ^ value >> 29;
}

static uint64_t digest_of_bytes(lua_State *lua, const char *bytes, size_t length) {
    gv_charge(lua, (int64_t)length / bytes_for_a_step);
    uint64_t digest = length;
    for (size_t offset = 0; offset < length; offset++) {
        digest = (digest ^ (unsigned char)bytes[offset]) * UINT64_C(0x100000001b3);
    }
    return digest;
}

static uint64_t digest_of_text(lua_State *lua, int index) {
    size_t length = 0;
    const char *bytes = lua_tolstring(lua, index, &length);
    return digest_of_bytes(lua, bytes, length);
}

static uint64_t digest_of_number(lua_State *lua, int index) {
    union {
        lua_Number number;
        uint64_t bits;
    } value = {0};
    if (lua_isinteger(lua, index)) return (uint64_t)lua_tointeger(lua, index);
    value.number = lua_tonumber(lua, index);
    return mixed(value.bits, 1);
}

static uint64_t digest_of_value(lua_State *lua, int index, int depth);

/// A table's order is the same each time if nothing was added or removed.
static uint64_t digest_of_table(lua_State *lua, int index, int depth) {
    uint64_t digest = lua_rawlen(lua, index);
    lua_pushnil(lua);
    while (lua_next(lua, index)) {
        int value = lua_gettop(lua);
        digest = mixed(digest, digest_of_value(lua, value - 1, depth + 1));
        digest = mixed(digest, digest_of_value(lua, value, depth + 1));
        lua_settop(lua, value - 1);
    }
    if (lua_getmetatable(lua, index)) {
        digest = mixed(digest, digest_of_value(lua, lua_gettop(lua), depth + 1));
        lua_settop(lua, -2);
    }
    return digest;
}

static uint64_t digest_of_function(lua_State *lua, int index, int depth) {
    uint64_t digest = 0;
    for (int upvalue = 1; lua_getupvalue(lua, index, upvalue) != NULL; upvalue++) {
        digest = mixed(digest, digest_of_value(lua, lua_gettop(lua), depth + 1));
        lua_settop(lua, -2);
    }
    return digest;
}

/// A value seen before is hashed by its first position.
static bool was_met(lua_State *lua, int index, uint64_t *place) {
    lua_pushvalue(lua, index);
    if (lua_rawget(lua, visited) != LUA_TNIL) {
        *place = (uint64_t)lua_tointeger(lua, -1);
        lua_settop(lua, -2);
        return true;
    }
    lua_settop(lua, -2);
    lua_Integer next = (lua_Integer)lua_rawlen(lua, visited) + 1;
    lua_pushboolean(lua, true);
    lua_rawseti(lua, visited, next);
    lua_pushvalue(lua, index);
    lua_pushinteger(lua, next);
    lua_rawset(lua, visited);
    return false;
}

static uint64_t digest_of_value(lua_State *lua, int index, int depth) {
    gv_charge(lua, steps_for_a_value);
    if (depth > deepest) gv_raise_limit(lua, gv_status_instructions);
    luaL_checkstack(lua, 8, NULL);
    int type = lua_type(lua, index);
    uint64_t place = 0;
    // Two distinct tables or functions may have equal content.
    uint64_t identity = mixed((uint64_t)type, (uint64_t)(uintptr_t)lua_topointer(lua, index));
    switch (type) {
    case LUA_TBOOLEAN: return mixed((uint64_t)type, (uint64_t)lua_toboolean(lua, index));
    case LUA_TNUMBER: return mixed((uint64_t)type, digest_of_number(lua, index));
    case LUA_TSTRING: return mixed((uint64_t)type, digest_of_text(lua, index));
    case LUA_TTABLE:
        if (was_met(lua, index, &place)) return mixed(identity, place);
        return mixed(identity, digest_of_table(lua, index, depth));
    case LUA_TFUNCTION:
        // C functions too: iterators over tables and strings keep counts in upvalues.
        if (was_met(lua, index, &place)) return mixed(identity, place);
        return mixed(identity, digest_of_function(lua, index, depth));
    case LUA_TUSERDATA:
        // Iterators over strings keep their position in it.
        if (!lua_getmetatable(lua, index)) {
            const char *memory = lua_touserdata(lua, index);
            return mixed(identity, digest_of_bytes(lua, memory, lua_rawlen(lua, index)));
        }
        lua_settop(lua, -2);
        return identity;
    // The host's values don't change, but which one is kept may.
    default: return identity;
    }
}

int gv_digest_body(lua_State *lua) {
    uint64_t *digest = lua_touserdata(lua, 1);
    lua_settop(lua, 0);
    lua_newtable(lua);
    gv_push_functions(lua);
    *digest = digest_of_value(lua, lua_gettop(lua), 0);
    return 0;
}
