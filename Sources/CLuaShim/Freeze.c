// Makes what a source left behind read-only, so that its functions keep nothing
// from one call to the next: tables that they can reach get an empty table's
// place in front of their content, and variables are watched (Watch.c).

#include "Machine.h"

enum { steps_for_a_value = 3, stack_for_a_value = 12 };

/// The stack of a freeze: the values met, those still to look at, and the
/// variables to watch.
enum { met_slot = 1, waiting_slot, watched_slot, value_slot, content_slot };

static int raise_frozen(lua_State *lua) {
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->failure = gv_status_kept_state;
    return luaL_error(
        lua,
        "a function can't change a table made outside it, because the result would depend on "
        "the order of the %ss",
        sandbox->record_type);
}

static int length_of_frozen(lua_State *lua) {
    lua_Integer length = 0;
    if (gv_push_content_of_frozen(lua, 1)) length = (lua_Integer)lua_rawlen(lua, -1);
    lua_pushinteger(lua, length);
    return 1;
}

bool gv_push_content_of_frozen(lua_State *lua, int index) {
    index = lua_absindex(lua, index);
    if (lua_type(lua, index) != LUA_TTABLE || !lua_getmetatable(lua, index)) return false;
    lua_pushliteral(lua, "__newindex");
    lua_rawget(lua, -2);
    bool is_frozen = lua_tocfunction(lua, -1) == raise_frozen;
    lua_pop(lua, 1);
    if (is_frozen) {
        lua_pushliteral(lua, "__index");
        lua_rawget(lua, -2);
        lua_remove(lua, -2);
    } else {
        lua_pop(lua, 1);
    }
    return is_frozen;
}

/// Has the value on top looked at later, unless it was met or needs no look.
static void wait_for(lua_State *lua) {
    int type = lua_type(lua, -1);
    if (type != LUA_TTABLE && type != LUA_TFUNCTION) {
        lua_pop(lua, 1);
        return;
    }
    lua_pushvalue(lua, -1);
    if (lua_rawget(lua, met_slot) != LUA_TNIL) {
        lua_pop(lua, 2);
        return;
    }
    lua_pop(lua, 1);
    lua_pushvalue(lua, -1);
    lua_pushboolean(lua, true);
    lua_rawset(lua, met_slot);
    lua_rawseti(lua, waiting_slot, (lua_Integer)lua_rawlen(lua, waiting_slot) + 1);
}

/// Has all keys and values of a table looked at, and counts them.
static void wait_for_entries(lua_State *lua, int table, int *items, int *fields) {
    lua_Integer length = (lua_Integer)lua_rawlen(lua, table);
    *items = (int)length;
    *fields = 0;
    lua_pushnil(lua);
    while (lua_next(lua, table)) {
        gv_charge(lua, steps_for_a_value);
        wait_for(lua);
        if (!lua_isinteger(lua, -1)) *fields += 1;
        lua_pushvalue(lua, -1);
        wait_for(lua);
    }
}

/// Moves the entries of the table in the value's slot to another one behind it.
static void freeze_table(lua_State *lua) {
    int items = 0;
    int fields = 0;
    wait_for_entries(lua, value_slot, &items, &fields);
    lua_createtable(lua, items, fields);
    lua_pushnil(lua);
    while (lua_next(lua, value_slot)) {
        lua_pushvalue(lua, -2);
        lua_pushvalue(lua, -2);
        lua_rawset(lua, content_slot);
        lua_pop(lua, 1);
        // A walk allows clearing entries.
        lua_pushvalue(lua, -1);
        lua_pushnil(lua);
        lua_rawset(lua, value_slot);
    }
    lua_createtable(lua, 0, 4);
    lua_pushvalue(lua, content_slot);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, raise_frozen);
    lua_setfield(lua, -2, "__newindex");
    lua_pushcfunction(lua, length_of_frozen);
    lua_setfield(lua, -2, "__len");
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "__metatable");
    lua_setmetatable(lua, value_slot);
}

/// Tables with a metatable are frozen, or guard a source's globals.
static void look_at_table(lua_State *lua) {
    if (gv_push_content_of_frozen(lua, value_slot)) return;
    if (!lua_getmetatable(lua, value_slot)) {
        freeze_table(lua);
        return;
    }
    int items = 0;
    int fields = 0;
    wait_for_entries(lua, value_slot, &items, &fields);
    lua_pushliteral(lua, "__index");
    if (lua_rawget(lua, content_slot) == LUA_TTABLE) wait_for(lua);
}

/// Whether the C function in the value's slot goes on where it last was.
static bool is_iterator(lua_State *lua) {
    if (gv_is_pairs_iterator(lua, value_slot)) return true;
    // That of gmatch keeps its position in plain memory.
    if (lua_getupvalue(lua, value_slot, 3) == NULL) return false;
    if (lua_type(lua, -1) != LUA_TUSERDATA) return false;
    return !lua_getmetatable(lua, -1);
}

static void look_at_c_function(lua_State *lua) {
    if (gv_push_loaded_modules(lua, value_slot)) {
        int items = 0;
        int fields = 0;
        wait_for_entries(lua, lua_gettop(lua), &items, &fields);
    } else if (is_iterator(lua)) {
        gv_owner(lua)->failure = gv_status_kept_state;
        luaL_error(
            lua, "a function can't use an iterator made outside it, because the result would "
            "depend on the order of the %ss", gv_owner(lua)->record_type);
    }
}

static void look_at_function(lua_State *lua) {
    if (lua_iscfunction(lua, value_slot)) {
        look_at_c_function(lua);
        return;
    }
    bool assigns = gv_may_assign_outside(lua, value_slot);
    const char *name = NULL;
    for (int upvalue = 1; (name = lua_getupvalue(lua, value_slot, upvalue)) != NULL; upvalue++) {
        gv_charge(lua, steps_for_a_value);
        wait_for(lua);
        if (!assigns) continue;
        // Functions that share a variable watch it once.
        lua_rawgetp(lua, met_slot, lua_upvalueid(lua, value_slot, upvalue));
        bool is_watched = !lua_isnil(lua, -1);
        lua_pop(lua, 1);
        if (is_watched) continue;
        lua_pushboolean(lua, true);
        lua_rawsetp(lua, met_slot, lua_upvalueid(lua, value_slot, upvalue));
        gv_add_watched(lua, watched_slot, value_slot, upvalue, name);
    }
}

/// A body without arguments: freezes what the functions of the sandbox reach.
static int freeze_body(lua_State *lua) {
    luaL_checkstack(lua, stack_for_a_value, NULL);
    lua_newtable(lua);
    lua_newtable(lua);
    gv_push_watched(lua);
    // The host's own names are read-only already.
    gv_push_host(lua);
    lua_pushboolean(lua, true);
    lua_rawset(lua, met_slot);
    gv_push_functions(lua);
    uint32_t count = gv_owner(lua)->function_count;
    for (uint32_t index = 1; index <= count; index++) {
        lua_rawgeti(lua, value_slot, index);
        wait_for(lua);
    }
    lua_Integer waiting = 0;
    while ((waiting = (lua_Integer)lua_rawlen(lua, waiting_slot)) > 0) {
        lua_settop(lua, watched_slot);
        lua_rawgeti(lua, waiting_slot, waiting);
        lua_pushnil(lua);
        lua_rawseti(lua, waiting_slot, waiting);
        if (lua_type(lua, value_slot) == LUA_TTABLE) {
            look_at_table(lua);
        } else {
            look_at_function(lua);
        }
    }
    return 0;
}

void gv_freeze(lua_State *lua) {
    lua_pushcfunction(lua, freeze_body);
    lua_call(lua, 0, 0);
}
