// The names that scripts see: a list of what is allowed, not of what is
// removed.

#include "Machine.h"

#include <string.h>

static const char host_key;

static const char *const base_names[] = {"assert", "error", "ipairs", "select", "type", NULL};
static const char *const math_names[] = {
    "abs",  "acos",  "asin", "atan",       "ceil", "cos",        "deg",  "exp", "floor",
    "fmod", "huge",  "log",  "max",        "min",  "maxinteger", "modf", "pi",  "mininteger",
    "rad",  "sin",   "sqrt", "tan",        "type", "tointeger",  "ult",  NULL};
static const char *const string_names[] = {
    "byte", "char", "find", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub",
    "upper", NULL};
static const char *const table_names[] = {"concat", "insert", "pack", "remove", "unpack", NULL};
static const char *const utf8_names[] = {
    "char", "charpattern", "codepoint", "codes", "len", "offset", NULL};
/// Lua's own names that scripts don't get.
static const char *const withheld_names[] = {
    "collectgarbage", "coroutine", "debug", "dofile", "getmetatable", "io", "load", "loadfile",
    "loadstring", "module", "os", "package", "rawequal", "rawget", "rawlen", "rawset",
    "setfenv", "setmetatable", "unpack", "warn", "xpcall", "_G", "_VERSION", NULL};

/// Never shows an address, as it differs from run to run.
int gv_tostring(lua_State *lua) {
    luaL_checkany(lua, 1);
    const char *text = NULL;
    switch (lua_type(lua, 1)) {
    case LUA_TNIL: text = "nil"; break;
    case LUA_TBOOLEAN: text = lua_toboolean(lua, 1) ? "true" : "false"; break;
    case LUA_TNUMBER:
    case LUA_TSTRING:
        lua_settop(lua, 1);
        lua_tolstring(lua, 1, NULL);
        return 1;
    case LUA_TLIGHTUSERDATA: text = gv_owner(lua)->record_type; break;
    case LUA_TUSERDATA:
        if (gv_push_text_of_read_only(lua, 1)) return 1;
        text = gv_is_view(lua, 1) ? "view" : gv_as_map(lua, 1) != NULL ? "map" : "value";
        break;
    default: text = luaL_typename(lua, 1);
    }
    lua_pushstring(lua, text);
    return 1;
}

static bool is_withheld(lua_State *lua, int name) {
    if (lua_type(lua, name) != LUA_TSTRING) return false;
    const char *text = lua_tostring(lua, name);
    for (const char *const *withheld = withheld_names; *withheld != NULL; withheld++) {
        if (strcmp(text, *withheld) == 0) return true;
    }
    return false;
}

static int raise_unknown_name(lua_State *lua) {
    if (is_withheld(lua, 2)) {
        return luaL_error(
            lua, "there is no name '%s': it is a part of Lua that scripts do without",
            lua_tostring(lua, 2));
    }
    return gv_raise_unknown(lua, "name", 1, 2);
}

static int raise_unknown_function(lua_State *lua) {
    const char *library = lua_tostring(lua, lua_upvalueindex(1));
    lua_pushfstring(lua, "function in '%s' called", library);
    return gv_raise_unknown(lua, lua_tostring(lua, -1), 1, 2);
}

static int raise_read_only_library(lua_State *lua) {
    return luaL_error(lua, "'%s' is read-only", lua_tostring(lua, lua_upvalueindex(1)));
}

static void copy_named(lua_State *lua, int from, int to, const char *const *names) {
    for (; *names != NULL; names++) {
        lua_getfield(lua, from, *names);
        lua_setfield(lua, to, *names);
    }
}

static void hide_metatable(lua_State *lua) {
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "__metatable");
}

/// Pushes the table of a library's functions. Scripts never get it, only a
/// read-only value in front of it.
static void push_library(
    lua_State *lua, const char *name, lua_CFunction open, const char *const *allowed,
    const luaL_Reg *own) {
    // Spare capacity avoids most collisions.
    lua_createtable(lua, 0, 64);
    int library = lua_gettop(lua);
    lua_pushcfunction(lua, open);
    lua_call(lua, 0, 1);
    copy_named(lua, library + 1, library, allowed);
    if (open == luaopen_string) gv_add_format(lua, library + 1, library);
    lua_pop(lua, 1);
    luaL_setfuncs(lua, own, 0);

    lua_newtable(lua);
    lua_pushstring(lua, name);
    lua_pushcclosure(lua, raise_unknown_function, 1);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, library);
}

/// Puts a read-only view of the library on top into the host table.
static void publish_library(lua_State *lua, int host, const char *name) {
    int library = lua_gettop(lua);
    lua_newuserdatauv(lua, 0, 0);
    lua_newtable(lua);
    lua_pushvalue(lua, library);
    lua_setfield(lua, -2, "__index");
    lua_pushstring(lua, name);
    lua_pushcclosure(lua, raise_read_only_library, 1);
    lua_setfield(lua, -2, "__newindex");
    hide_metatable(lua);
    lua_setmetatable(lua, -2);
    lua_setfield(lua, host, name);
}

/// `("x"):lower()` looks here. Lua's own metatable would give access to its
/// whole string library.
static void replace_metatable_of_strings(lua_State *lua, int library) {
    lua_pushliteral(lua, "");
    // Names added first to a table of the right size rarely collide.
    lua_createtable(lua, 0, 2);
    lua_pushvalue(lua, library);
    lua_setfield(lua, -2, "__index");
    hide_metatable(lua);
    lua_setmetatable(lua, -2);
    lua_pop(lua, 1);
}

static void add_base_functions(lua_State *lua, int host) {
    lua_pushcfunction(lua, luaopen_base);
    lua_call(lua, 0, 1);
    copy_named(lua, lua_gettop(lua), host, base_names);
    lua_getfield(lua, -1, "tonumber");
    lua_pushcclosure(lua, gv_tonumber, 1);
    lua_setfield(lua, host, "tonumber");
    // Each file has its own, added before this one.
    lua_pushboolean(lua, true);
    lua_setfield(lua, host, "require");
    lua_pop(lua, 1);
    static const luaL_Reg own[] = {
        {"next", gv_next},   {"pairs", gv_pairs},       {"pcall", gv_pcall},
        {"print", gv_print}, {"tostring", gv_tostring}, {NULL, NULL}};
    lua_pushvalue(lua, host);
    luaL_setfuncs(lua, own, 0);
    lua_pop(lua, 1);
    // luaopen_base filled Lua's own table of globals, which scripts must not reach.
    lua_newtable(lua);
    lua_rawseti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

void gv_push_host(lua_State *lua) {
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &host_key);
}

void gv_build_environment(lua_State *lua) {
    lua_newtable(lua);
    int host = lua_gettop(lua);
    add_base_functions(lua, host);

    static const luaL_Reg none[] = {{NULL, NULL}};
    push_library(lua, "math", luaopen_math, math_names, none);
    publish_library(lua, host, "math");
    push_library(lua, "table", luaopen_table, table_names, gv_table_functions);
    publish_library(lua, host, "table");
    push_library(lua, "utf8", luaopen_utf8, utf8_names, none);
    publish_library(lua, host, "utf8");
    push_library(lua, "string", luaopen_string, string_names, gv_string_functions);
    replace_metatable_of_strings(lua, lua_gettop(lua));
    publish_library(lua, host, "string");

    gv_add_maps(lua, host);

    lua_newtable(lua);
    lua_pushcfunction(lua, raise_unknown_name);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, host);
    lua_settop(lua, host);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &host_key);
}
