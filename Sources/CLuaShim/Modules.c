// require, only for the library's sources. Each file has its own instance of
// every module, so no file can change another's.

#include "Machine.h"

#include <string.h>

enum { modules_upvalue = 1, path_upvalue = 2, letters_for_an_instruction = 8 };

static bool is_same(gv_text text, gv_text other) {
    return text.length == other.length && memcmp(text.bytes, other.bytes, text.length) == 0;
}

static const gv_module *find_module(lua_State *lua, gv_text name) {
    const gv_library *library = gv_owner(lua)->library;
    gv_charge(lua, (int64_t)library->module_count / letters_for_an_instruction);
    for (size_t index = 0; index < library->module_count; index++) {
        if (is_same(library->modules[index].name, name)) return &library->modules[index];
    }
    return NULL;
}

static int raise_unknown_module(lua_State *lua) {
    const gv_library *library = gv_owner(lua)->library;
    lua_newtable(lua);
    int known = lua_gettop(lua);
    for (size_t index = 0; index < library->module_count; index++) {
        lua_pushlstring(
            lua, library->modules[index].name.bytes, library->modules[index].name.length);
        lua_pushboolean(lua, true);
        lua_rawset(lua, known);
    }
    const char *closest = gv_closest_name(lua, known, 1);
    lua_pushlstring(lua, library->folder.bytes, library->folder.length);
    const char *folder = lua_tostring(lua, -1);
    const char *name = lua_tostring(lua, 1);
    if (closest == NULL) {
        return luaL_error(
            lua, "there is no module '%s'; modules are files in folders inside %s", name, folder);
    }
    return luaL_error(
        lua,
        "there is no module '%s' (did you mean '%s'?); modules are files in folders inside %s",
        name, closest, folder);
}

/// Pushes the names of the modules being loaded with one more; raises on a
/// cycle.
static void push_longer_path(lua_State *lua, gv_text name) {
    int before = lua_upvalueindex(path_upvalue);
    lua_Integer length = (lua_Integer)lua_rawlen(lua, before);
    lua_createtable(lua, (int)length + 1, 0);
    int path = lua_gettop(lua);
    bool is_cycle = false;
    for (lua_Integer index = 1; index <= length; index++) {
        lua_rawgeti(lua, before, index);
        gv_text other;
        other.bytes = lua_tolstring(lua, -1, &other.length);
        is_cycle = is_cycle || is_same(name, other);
        lua_rawseti(lua, path, index);
    }
    lua_pushvalue(lua, 1);
    lua_rawseti(lua, path, length + 1);
    if (!is_cycle) return;
    luaL_Buffer chain;
    luaL_buffinit(lua, &chain);
    for (lua_Integer index = 1; index <= length + 1; index++) {
        if (index > 1) luaL_addstring(&chain, " -> ");
        lua_rawgeti(lua, path, index);
        luaL_addvalue(&chain);
    }
    luaL_pushresult(&chain);
    luaL_error(
        lua, "the module '%s' requires itself: %s", lua_tostring(lua, 1), lua_tostring(lua, -1));
}

static int require(lua_State *lua) {
    luaL_checktype(lua, 1, LUA_TSTRING);
    lua_settop(lua, 1);
    lua_pushvalue(lua, 1);
    if (lua_rawget(lua, lua_upvalueindex(modules_upvalue)) != LUA_TNIL) return 1;
    lua_settop(lua, 1);

    gv_sandbox *sandbox = gv_owner(lua);
    gv_text name;
    name.bytes = lua_tolstring(lua, 1, &name.length);
    const gv_module *module = find_module(lua, name);
    if (module == NULL) return raise_unknown_module(lua);
    if (!sandbox->loading && !sandbox->evaluating) {
        return luaL_error(
            lua,
            "the module '%s' is required inside a function that runs later; "
            "require it at the top of the file",
            name.bytes);
    }
    push_longer_path(lua, name);
    int path = lua_gettop(lua);
    if (module->source.length > sandbox->limits.source_bytes) {
        return luaL_error(
            lua, "the module '%s' is longer than %d bytes", name.bytes,
            (int)sandbox->limits.source_bytes);
    }
    gv_charge(lua, (int64_t)module->source.length / letters_for_an_instruction);
    if (gv_push_chunk(lua, module->source, module->chunk_name) < 0) gv_raise_syntax(lua);
    gv_push_fresh_environment(lua, lua_upvalueindex(modules_upvalue), path);
    lua_setupvalue(lua, -2, 1);
    lua_Integer declared = gv_count_declarations(lua);
    lua_call(lua, 0, 1);
    if (lua_isnil(lua, -1)) {
        // Its names are its own, so it is of no use unless it declares something.
        if (gv_count_declarations(lua) == declared) {
            return luaL_error(
                lua, "the module '%s' returns nothing; end it with return and what it gives, "
                "such as return M", name.bytes);
        }
        lua_pop(lua, 1);
        lua_pushboolean(lua, true);
    }
    lua_pushvalue(lua, 1);
    lua_pushvalue(lua, -2);
    lua_rawset(lua, lua_upvalueindex(modules_upvalue));
    return 1;
}

bool gv_push_loaded_modules(lua_State *lua, int index) {
    if (lua_tocfunction(lua, index) != require) return false;
    lua_getupvalue(lua, index, modules_upvalue);
    return true;
}

void gv_push_require(lua_State *lua, int modules, int path) {
    lua_pushvalue(lua, modules);
    lua_pushvalue(lua, path);
    lua_pushcclosure(lua, require, 2);
}
