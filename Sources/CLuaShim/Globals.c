// The global names of a file: its own and, behind them, the host's. Scripts get
// an empty table in front of both, so that every assignment can be checked.

#include "Machine.h"

enum { host_upvalue = 1, globals_upvalue = 2 };

static const char *name_at(lua_State *lua, int index) {
    return lua_type(lua, index) == LUA_TSTRING ? lua_tostring(lua, index) : "this name";
}

static int assign_global(lua_State *lua) {
    lua_settop(lua, 3);
    const gv_sandbox *sandbox = gv_owner(lua);
    if (!sandbox->loading && !sandbox->evaluating) {
        const char *name = name_at(lua, 2);
        return luaL_error(
            lua,
            "'%s' is assigned without local inside a function that runs later; "
            "write local %s = …",
            name, lua_type(lua, 2) == LUA_TSTRING ? name : "name");
    }
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, lua_upvalueindex(host_upvalue)) != LUA_TNIL) {
        return luaL_error(
            lua, "'%s' already has a meaning here; choose another name", name_at(lua, 2));
    }
    lua_settop(lua, 3);
    lua_rawset(lua, lua_upvalueindex(globals_upvalue));
    return 0;
}

/// Pushes an empty environment for one source. The two indices are those of the
/// table of modules that its file has loaded and of the names of modules being
/// loaded.
void gv_push_fresh_environment(lua_State *lua, int modules, int path) {
    luaL_checkstack(lua, 8, NULL);
    modules = lua_absindex(lua, modules);
    path = lua_absindex(lua, path);
    lua_newtable(lua);
    lua_newtable(lua);
    int metatable = lua_gettop(lua);

    lua_newtable(lua);
    int globals = lua_gettop(lua);
    gv_push_require(lua, modules, path);
    lua_setfield(lua, globals, "require");
    lua_newtable(lua);
    gv_push_host(lua);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, globals);

    gv_push_host(lua);
    lua_pushvalue(lua, globals);
    lua_pushcclosure(lua, assign_global, 2);
    lua_setfield(lua, metatable, "__newindex");
    lua_setfield(lua, metatable, "__index");
    lua_pushboolean(lua, false);
    lua_setfield(lua, metatable, "__metatable");
    lua_setmetatable(lua, metatable - 1);
}

/// Pushes an empty environment for a file without loaded modules.
void gv_push_file_environment(lua_State *lua) {
    lua_newtable(lua);
    lua_newtable(lua);
    gv_push_fresh_environment(lua, -2, -1);
    lua_replace(lua, -3);
    lua_pop(lua, 1);
}
