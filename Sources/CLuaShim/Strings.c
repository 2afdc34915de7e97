// The string functions that Lua's own library lacks, or that would show
// addresses there.

#include "Machine.h"

#include <string.h>

static gv_text check_text(lua_State *lua, int argument) {
    gv_text text;
    text.bytes = lua_tolstring(lua, argument, &text.length);
    if (text.bytes == NULL) text.bytes = luaL_checklstring(lua, argument, &text.length);
    return text;
}

static int contains(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_pushboolean(lua, gv_text_contains(lua, text, check_text(lua, 2)));
    return 1;
}

static int starts_with(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_pushboolean(lua, gv_text_starts_with(lua, text, check_text(lua, 2)));
    return 1;
}

static int ends_with(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_pushboolean(lua, gv_text_ends_with(lua, text, check_text(lua, 2)));
    return 1;
}

static bool is_space(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static int trim(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    size_t start = 0;
    size_t end = text.length;
    while (start < end && is_space(text.bytes[start])) start++;
    while (end > start && is_space(text.bytes[end - 1])) end--;
    gv_charge(lua, (int64_t)(text.length - (end - start)) / 8);
    lua_pushlstring(lua, text.bytes + start, end - start);
    return 1;
}

/// The bytes before the separator, or all if there is none.
static size_t length_before(lua_State *lua, gv_text text, gv_text separator) {
    size_t offset = 0;
    while (offset + separator.length <= text.length) {
        const char *hit = memchr(
            text.bytes + offset, separator.bytes[0],
            text.length - offset - separator.length + 1);
        if (hit == NULL) break;
        offset = (size_t)(hit - text.bytes);
        if (memcmp(hit, separator.bytes, separator.length) == 0) return offset;
        gv_charge(lua, 1 + (int64_t)separator.length / 16);
        offset++;
    }
    return text.length;
}

static int split(lua_State *lua) {
    gv_text rest = check_text(lua, 1);
    gv_text separator = check_text(lua, 2);
    luaL_argcheck(lua, separator.length > 0, 2, "the separator is empty");
    gv_charge(lua, (int64_t)rest.length / 16);
    lua_newtable(lua);
    for (lua_Integer index = 1;; index++) {
        gv_charge(lua, 4);
        size_t length = length_before(lua, rest, separator);
        lua_pushlstring(lua, rest.bytes, length);
        lua_rawseti(lua, -2, index);
        if (length == rest.length) return 1;
        rest.bytes += length + separator.length;
        rest.length -= length + separator.length;
    }
}

/// Lua's own format, called with checked arguments. Its %p shows addresses, and
/// its %s runs metamethods and shows addresses too.
static int format(lua_State *lua) {
    gv_text pattern = check_text(lua, 1);
    int argument = 1;
    for (size_t offset = 0; offset < pattern.length; offset++) {
        if (pattern.bytes[offset] != '%') continue;
        offset++;
        while (offset < pattern.length && pattern.bytes[offset] != '\0'
               && strchr("-+ #0123456789.", pattern.bytes[offset]) != NULL) {
            offset++;
        }
        char conversion = offset < pattern.length ? pattern.bytes[offset] : '\0';
        if (conversion == '\0' || strchr("dixXcsqgGeEf%", conversion) == NULL) {
            return luaL_error(lua, "string.format takes %%d %%i %%x %%X %%c %%s %%q %%g %%e %%f");
        }
        if (conversion == '%') continue;
        argument++;
        if (conversion == 's' && argument <= lua_gettop(lua)) {
            lua_pushcfunction(lua, gv_tostring);
            lua_pushvalue(lua, argument);
            lua_call(lua, 1, 1);
            lua_replace(lua, argument);
        }
    }
    gv_charge(lua, (int64_t)pattern.length / 8);
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, 1);
    return 1;
}

enum { letters_for_an_instruction = 8 };

/// Lua's own tonumber, which reads a string to its end regardless of length.
int gv_tonumber(lua_State *lua) {
    size_t length = 0;
    if (lua_type(lua, 1) == LUA_TSTRING) length = lua_rawlen(lua, 1);
    gv_charge(lua, (int64_t)length / letters_for_an_instruction);
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, 1);
    return 1;
}

void gv_add_format(lua_State *lua, int lua_library, int library) {
    lua_getfield(lua, lua_library, "format");
    lua_pushcclosure(lua, format, 1);
    lua_setfield(lua, library, "format");
}

const luaL_Reg gv_string_functions[] = {
    {"contains", contains},       {"ends_with", ends_with}, {"split", split},
    {"starts_with", starts_with}, {"trim", trim},           {NULL, NULL}};
