// string.find, match, gmatch and gsub.

#include "Patterns.h"

#include <string.h>

static gv_text check_text(lua_State *lua, int argument) {
    gv_text text;
    text.bytes = luaL_checklstring(lua, argument, &text.length);
    return text;
}

/// The offset that an optional position means: counted from either end, and
/// beyond the text's length where there is no such place.
static size_t check_start(lua_State *lua, int argument, size_t length) {
    lua_Integer position = luaL_optinteger(lua, argument, 1);
    if (position > 0) {
        return (lua_Unsigned)position > length + 1 ? length + 1 : (size_t)position - 1;
    }
    if (position == 0 || position < -(lua_Integer)length) return 0;
    return (size_t)((lua_Integer)length + position);
}

static bool takes_anchor(gv_text *pattern) {
    if (pattern->length == 0 || pattern->bytes[0] != '^') return false;
    pattern->bytes++;
    pattern->length--;
    return true;
}

static bool has_specials(gv_text pattern) {
    for (size_t index = 0; index < pattern.length; index++) {
        char letter = pattern.bytes[index];
        if (letter != '\0' && strchr("^$*+?.([%-", letter) != NULL) return true;
    }
    return false;
}

static int find_plain(lua_State *lua, gv_text text, gv_text part, size_t start) {
    gv_text rest = {text.bytes + start, text.length - start};
    size_t offset = 0;
    if (!gv_find_plain(lua, rest, part, &offset)) {
        lua_pushnil(lua);
        return 1;
    }
    lua_pushinteger(lua, (lua_Integer)(start + offset) + 1);
    lua_pushinteger(lua, (lua_Integer)(start + offset + part.length));
    return 2;
}

static int search(lua_State *lua, bool gives_places) {
    gv_text text = check_text(lua, 1);
    gv_text pattern = check_text(lua, 2);
    size_t start = check_start(lua, 3, text.length);
    if (start > text.length) {
        lua_pushnil(lua);
        return 1;
    }
    if (gives_places) {
        gv_charge(lua, (int64_t)pattern.length / 8);
        if (lua_toboolean(lua, 4) || !has_specials(pattern)) {
            return find_plain(lua, text, pattern, start);
        }
    }
    bool is_anchored = takes_anchor(&pattern);
    gv_matching matching = gv_new_matching(lua, text, pattern);
    for (; start <= text.length; start++) {
        size_t end = 0;
        if (gv_match_at(&matching, start, &end)) {
            gv_finish_matching(&matching);
            if (!gives_places) return gv_push_captures(&matching, start, end);
            lua_pushinteger(lua, (lua_Integer)start + 1);
            lua_pushinteger(lua, (lua_Integer)end);
            return matching.capture_count == 0 ? 2 : 2 + gv_push_captures(&matching, start, end);
        }
        if (is_anchored) break;
    }
    gv_finish_matching(&matching);
    lua_pushnil(lua);
    return 1;
}

static int find(lua_State *lua) {
    return search(lua, true);
}

static int first_match(lua_State *lua) {
    return search(lua, false);
}

// MARK: Every match

enum { text_upvalue = 1, pattern_upvalue, start_upvalue, end_upvalue };

static void set_number(lua_State *lua, int upvalue, lua_Integer number) {
    lua_pushinteger(lua, number);
    lua_replace(lua, lua_upvalueindex(upvalue));
}

static int next_match(lua_State *lua) {
    gv_text text;
    gv_text pattern;
    text.bytes = lua_tolstring(lua, lua_upvalueindex(text_upvalue), &text.length);
    pattern.bytes = lua_tolstring(lua, lua_upvalueindex(pattern_upvalue), &pattern.length);
    size_t start = (size_t)lua_tointeger(lua, lua_upvalueindex(start_upvalue));
    lua_Integer end_before = lua_tointeger(lua, lua_upvalueindex(end_upvalue));
    gv_matching matching = gv_new_matching(lua, text, pattern);
    for (; start <= text.length; start++) {
        size_t end = 0;
        // An empty match where the last one ended was part of that one.
        if (!gv_match_at(&matching, start, &end) || (lua_Integer)end == end_before) continue;
        gv_finish_matching(&matching);
        set_number(lua, start_upvalue, (lua_Integer)end);
        set_number(lua, end_upvalue, (lua_Integer)end);
        return gv_push_captures(&matching, start, end);
    }
    gv_finish_matching(&matching);
    return 0;
}

static int every_match(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    check_text(lua, 2);
    size_t start = check_start(lua, 3, text.length);
    lua_settop(lua, 2);
    lua_pushinteger(lua, (lua_Integer)start);
    lua_pushinteger(lua, -1);
    lua_pushcclosure(lua, next_match, 4);
    return 1;
}

// MARK: Replacing

enum { replacement_argument = 3, most_argument = 4 };

/// Adds the bytes, unless the text becomes longer than it may.
static void add(lua_State *lua, luaL_Buffer *buffer, const char *bytes, size_t length) {
    if (luaL_bufflen(buffer) + length > gv_owner(lua)->limits.text_bytes) {
        gv_raise_text_too_long(lua);
    }
    luaL_addlstring(buffer, bytes, length);
}

/// Adds the text or number on top and takes it away.
static void add_value(lua_State *lua, luaL_Buffer *buffer) {
    size_t length = 0;
    lua_tolstring(lua, -1, &length);
    if (luaL_bufflen(buffer) + length > gv_owner(lua)->limits.text_bytes) {
        gv_raise_text_too_long(lua);
    }
    luaL_addvalue(buffer);
}

static void add_template(gv_matching *matching, luaL_Buffer *buffer, size_t start, size_t end) {
    lua_State *lua = matching->lua;
    size_t length = 0;
    const char *template = lua_tolstring(lua, replacement_argument, &length);
    const char *template_end = template + length;
    gv_charge(lua, (int64_t)length / 8);
    while (template < template_end) {
        const char *escape = memchr(template, '%', (size_t)(template_end - template));
        if (escape == NULL) {
            add(lua, buffer, template, (size_t)(template_end - template));
            return;
        }
        add(lua, buffer, template, (size_t)(escape - template));
        gv_charge(lua, 1);
        char letter = escape + 1 < template_end ? escape[1] : '\0';
        if (letter == '%') {
            add(lua, buffer, "%", 1);
        } else if (letter == '0') {
            add(lua, buffer, matching->text.bytes + start, end - start);
        } else if (letter >= '1' && letter <= '9') {
            gv_push_capture(matching, letter - '1', start, end);
            add_value(lua, buffer);
        } else {
            luaL_error(lua, "invalid use of '%c' in replacement string", '%');
        }
        template = escape + 2;
    }
}

/// Adds what replaces the match. Nil and false leave it as it was.
static void add_replacement(
    gv_matching *matching, luaL_Buffer *buffer, size_t start, size_t end) {
    lua_State *lua = matching->lua;
    switch (lua_type(lua, replacement_argument)) {
    case LUA_TFUNCTION: {
        lua_pushvalue(lua, replacement_argument);
        int count = gv_push_captures(matching, start, end);
        lua_call(lua, count, 1);
        break;
    }
    case LUA_TTABLE:
        gv_push_capture(matching, 0, start, end);
        lua_gettable(lua, replacement_argument);
        break;
    default: add_template(matching, buffer, start, end); return;
    }
    if (!lua_toboolean(lua, -1)) {
        lua_pop(lua, 1);
        add(lua, buffer, matching->text.bytes + start, end - start);
    } else if (lua_isstring(lua, -1)) {
        add_value(lua, buffer);
    } else {
        luaL_error(lua, "invalid replacement value (a %s)", luaL_typename(lua, -1));
    }
}

static void check_replacement(lua_State *lua) {
    int kind = lua_type(lua, replacement_argument);
    if (kind != LUA_TNUMBER && kind != LUA_TSTRING && kind != LUA_TFUNCTION
        && kind != LUA_TTABLE) {
        luaL_typeerror(lua, replacement_argument, "string/function/table");
    }
}

static int replace(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    gv_text pattern = check_text(lua, 2);
    check_replacement(lua);
    lua_Integer most = luaL_optinteger(lua, most_argument, (lua_Integer)text.length + 1);
    lua_settop(lua, most_argument);
    bool is_anchored = takes_anchor(&pattern);
    gv_matching matching = gv_new_matching(lua, text, pattern);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    size_t start = 0;
    lua_Integer end_before = -1;
    lua_Integer count = 0;
    while (count < most) {
        size_t end = 0;
        if (gv_match_at(&matching, start, &end) && (lua_Integer)end != end_before) {
            count++;
            gv_charge(lua, 2);
            add_replacement(&matching, &buffer, start, end);
            start = end;
            end_before = (lua_Integer)end;
        } else if (start < text.length) {
            luaL_addchar(&buffer, text.bytes[start]);
            start++;
        } else {
            break;
        }
        if (is_anchored) break;
    }
    gv_finish_matching(&matching);
    add(lua, &buffer, text.bytes + start, text.length - start);
    luaL_pushresult(&buffer);
    lua_pushinteger(lua, count);
    return 2;
}

const luaL_Reg gv_pattern_functions[] = {
    {"find", find}, {"match", first_match}, {"gmatch", every_match}, {"gsub", replace},
    {NULL, NULL}};
