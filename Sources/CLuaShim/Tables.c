// The table functions, on raw contents and at a counted cost.

#include "Machine.h"

static lua_Integer length_of(lua_State *lua, int argument) {
    luaL_checktype(lua, argument, LUA_TTABLE);
    return (lua_Integer)lua_rawlen(lua, argument);
}

static int insert(lua_State *lua) {
    lua_Integer length = length_of(lua, 1);
    lua_Integer position = length + 1;
    if (lua_gettop(lua) == 3) {
        position = luaL_checkinteger(lua, 2);
        luaL_argcheck(lua, position >= 1 && position <= length + 1, 2, "position out of bounds");
    } else if (lua_gettop(lua) != 2) {
        return luaL_error(lua, "table.insert takes a table, a position or none, and a value");
    }
    gv_charge(lua, length + 1 - position);
    for (lua_Integer index = length; index >= position; index--) {
        lua_rawgeti(lua, 1, index);
        lua_rawseti(lua, 1, index + 1);
    }
    lua_rawseti(lua, 1, position);
    return 0;
}

static int take_out(lua_State *lua) {
    lua_Integer length = length_of(lua, 1);
    lua_Integer position = luaL_optinteger(lua, 2, length);
    if (length == 0) return 0;
    luaL_argcheck(lua, position >= 1 && position <= length, 2, "position out of bounds");
    gv_charge(lua, length - position);
    lua_rawgeti(lua, 1, position);
    for (lua_Integer index = position; index < length; index++) {
        lua_rawgeti(lua, 1, index + 1);
        lua_rawseti(lua, 1, index);
    }
    lua_pushnil(lua);
    lua_rawseti(lua, 1, length);
    return 1;
}

/// For functions that only read their table: of a read-only one its content,
/// which they do not hand on.
static lua_Integer length_for_reading(lua_State *lua) {
    if (gv_push_content_of_read_only(lua, 1)) lua_replace(lua, 1);
    return length_of(lua, 1);
}

static int concat(lua_State *lua) {
    lua_Integer length = length_for_reading(lua);
    size_t separator_length = 0;
    const char *separator = luaL_optlstring(lua, 2, "", &separator_length);
    lua_Integer first = luaL_optinteger(lua, 3, 1);
    lua_Integer last = luaL_optinteger(lua, 4, length);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    size_t total = 0;
    for (lua_Integer index = first; index <= last; index++) {
        gv_charge(lua, 1);
        int kind = lua_rawgeti(lua, 1, index);
        if (kind != LUA_TSTRING && kind != LUA_TNUMBER) {
            return luaL_error(lua, "table.concat joins texts and numbers, not a %s",
                              lua_typename(lua, kind));
        }
        size_t piece_length = 0;
        lua_tolstring(lua, -1, &piece_length);
        total += piece_length + separator_length;
        if (total > gv_owner(lua)->limits.text_bytes + separator_length) {
            return gv_raise_text_too_long(lua);
        }
        luaL_addvalue(&buffer);
        // Counting up from the greatest integer would wrap round.
        if (index == last) break;
        luaL_addlstring(&buffer, separator, separator_length);
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int unpack(lua_State *lua) {
    lua_Integer length = length_for_reading(lua);
    lua_Integer first = luaL_optinteger(lua, 2, 1);
    lua_Integer last = luaL_optinteger(lua, 3, length);
    if (first > last) return 0;
    lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
    if (count >= GV_MOST_ARGUMENTS) {
        return luaL_error(lua, "table.unpack gives at most %d values", GV_MOST_ARGUMENTS);
    }
    luaL_checkstack(lua, (int)count + 1, NULL);
    for (lua_Unsigned index = 0; index <= count; index++) {
        lua_rawgeti(lua, 1, (lua_Integer)((lua_Unsigned)first + index));
    }
    return (int)count + 1;
}

static int pack(lua_State *lua) {
    int count = lua_gettop(lua);
    lua_createtable(lua, count, 1);
    lua_insert(lua, 1);
    for (int index = count; index >= 1; index--) lua_rawseti(lua, 1, index);
    lua_pushinteger(lua, count);
    lua_setfield(lua, 1, "n");
    return 1;
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

/// A merge sort on copies: it keeps equal items in their order, gives the same
/// result everywhere, and no comparison, however wrong, can lead it astray.
static int sort(lua_State *lua) {
    lua_Integer length = length_of(lua, 1);
    if (!lua_isnoneornil(lua, 2)) luaL_checktype(lua, 2, LUA_TFUNCTION);
    lua_settop(lua, compare_slot);
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

const luaL_Reg gv_table_functions[] = {
    {"concat", concat}, {"insert", insert}, {"remove", take_out},
    {"pack", pack},     {"sort", sort},     {"unpack", unpack},
    {NULL, NULL}};
