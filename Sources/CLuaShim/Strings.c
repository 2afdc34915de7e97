// The string functions that Lua's own library does not have, or has in a form
// that runs for long in C.

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

/// The bytes before the separator, or all when it does not occur.
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

/// Whether the part occurs, and where first.
bool gv_find_plain(lua_State *lua, gv_text text, gv_text part, size_t *offset) {
    *offset = 0;
    if (part.length == 0) return true;
    *offset = length_before(lua, text, part);
    gv_charge(lua, (int64_t)*offset / 16);
    return *offset + part.length <= text.length;
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

static int repeat(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_Integer times = luaL_checkinteger(lua, 2);
    gv_text separator = {"", 0};
    if (!lua_isnoneornil(lua, 3)) separator = check_text(lua, 3);
    size_t step = text.length + separator.length;
    if (times <= 0 || step == 0) {
        lua_pushliteral(lua, "");
        return 1;
    }
    if ((lua_Unsigned)times > gv_owner(lua)->limits.text_bytes / step + 1) {
        return gv_raise_text_too_long(lua);
    }
    gv_charge(lua, times);
    luaL_Buffer buffer;
    luaL_buffinitsize(lua, &buffer, step * (size_t)times);
    for (lua_Integer index = 1; index <= times; index++) {
        luaL_addlstring(&buffer, text.bytes, text.length);
        if (index < times) luaL_addlstring(&buffer, separator.bytes, separator.length);
    }
    luaL_pushresult(&buffer);
    return 1;
}

/// Turns a position counted from either end into an offset from the start.
static lua_Integer offset_of(lua_Integer position, size_t length) {
    if (position > 0) return position - 1;
    if (position == 0) return 0;
    return position < -(lua_Integer)length ? 0 : (lua_Integer)length + position;
}

static int byte(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_Integer from = luaL_optinteger(lua, 2, 1);
    lua_Integer to = luaL_optinteger(lua, 3, from);
    lua_Integer start = offset_of(from, text.length);
    lua_Integer end = to < 0 ? offset_of(to, text.length) + (to >= -(lua_Integer)text.length) : to;
    if (end > (lua_Integer)text.length) end = (lua_Integer)text.length;
    if (start >= end) return 0;
    int count = (int)(end - start);
    if (end - start > GV_MOST_ARGUMENTS) {
        return luaL_error(lua, "string.byte gives at most %d bytes", GV_MOST_ARGUMENTS);
    }
    luaL_checkstack(lua, count, NULL);
    for (int index = 0; index < count; index++) {
        lua_pushinteger(lua, (unsigned char)text.bytes[start + index]);
    }
    return count;
}

/// Lua's own format, called with what has been checked. Its %p tells addresses,
/// and its %s runs metamethods and tells addresses too.
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

/// Lua's own tonumber, which reads a text to its end however long it is.
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
    {"byte", byte},           {"contains", contains}, {"ends_with", ends_with},
    {"rep", repeat},          {"split", split},       {"starts_with", starts_with},
    {"trim", trim},           {NULL, NULL}};
