#include "include/PlainLua.h"

#include <string.h>

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif

size_t plain_lua_text(const char *source, size_t length, char *text, size_t capacity) {
    lua_State *lua = luaL_newstate();
    if (lua == NULL) return 0;
    luaL_openlibs(lua);
    if (luaL_loadbufferx(lua, source, length, "@rules.lua", "t") == LUA_OK) {
        lua_pcall(lua, 0, 1, 0);
    }
    size_t result_length = 0;
    const char *result = lua_tolstring(lua, -1, &result_length);
    if (result_length > capacity) result_length = capacity;
    if (result_length > 0) memcpy(text, result, result_length);
    lua_close(lua);
    return result_length;
}
