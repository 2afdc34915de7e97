// table.sort. Lua's own reads the clock, and is not stable.

#include "Machine.h"

static lua_Integer length_of(lua_State *lua, int argument) {
    luaL_checktype(lua, argument, LUA_TTABLE);
    return (lua_Integer)lua_rawlen(lua, argument);
}

enum { compare_slot = 2, from_slot = 3, to_slot = 4 };

/// Whether the item at `later` must come before that at `earlier`.
static bool is_before(lua_State *lua, int from, lua_Integer later, lua_Integer earlier) {
    gv_charge(lua, 2);
    bool has_order = !lua_isnil(lua, compare_slot);
    if (has_order) lua_pushvalue(lua, compare_slot);
    int kind = lua_rawgeti(lua, from, later);
    lua_rawgeti(lua, from, earlier);
    bool result;
    if (has_order) {
        lua_call(lua, 2, 1);
        result = lua_toboolean(lua, -1);
        lua_pop(lua, 1);
    } else {
        if (kind == LUA_TSTRING) gv_charge(lua, (int64_t)lua_rawlen(lua, -2) / 16);
        result = lua_compare(lua, -2, -1, LUA_OPLT);
        lua_pop(lua, 2);
    }
    return result;
}

static void merge(
    lua_State *lua, int from, int to, lua_Integer start, lua_Integer middle, lua_Integer end) {
    lua_Integer left = start;
    lua_Integer right = middle;
    for (lua_Integer index = start; index < end; index++) {
        bool takes_right =
            right < end && (left >= middle || is_before(lua, from, right, left));
        lua_rawgeti(lua, from, takes_right ? right++ : left++);
        lua_rawseti(lua, to, index);
    }
}

static lua_Integer at_most(lua_Integer value, lua_Integer limit) {
    return value < limit ? value : limit;
}

/// A merge sort on copies. It is stable, gives the same result everywhere, and
/// is safe with any comparison.
static int sort(lua_State *lua) {
    lua_Integer length = length_of(lua, 1);
    if (!lua_isnoneornil(lua, 2)) luaL_checktype(lua, 2, LUA_TFUNCTION);
    lua_settop(lua, compare_slot);
    if (gv_push_content_of_frozen(lua, 1)) {
        // Raises.
        lua_settop(lua, compare_slot);
        lua_pushinteger(lua, 1);
        lua_pushnil(lua);
        lua_settable(lua, 1);
    }
    gv_charge(lua, length);
    lua_createtable(lua, (int)at_most(length, INT32_MAX), 0);
    lua_createtable(lua, (int)at_most(length, INT32_MAX), 0);
    for (lua_Integer index = 1; index <= length; index++) {
        lua_rawgeti(lua, 1, index);
        lua_rawseti(lua, from_slot, index);
    }
    int from = from_slot;
    int to = to_slot;
    for (lua_Integer width = 1; width < length; width *= 2) {
        gv_charge(lua, length);
        for (lua_Integer start = 1; start <= length; start += 2 * width) {
            lua_Integer middle = at_most(start + width, length + 1);
            lua_Integer end = at_most(start + 2 * width, length + 1);
            merge(lua, from, to, start, middle, end);
        }
        int merged = to;
        to = from;
        from = merged;
    }
    for (lua_Integer index = 1; index <= length; index++) {
        lua_rawgeti(lua, from, index);
        lua_rawseti(lua, 1, index);
    }
    return 0;
}

const luaL_Reg gv_table_functions[] = {{"sort", sort}, {NULL, NULL}};
