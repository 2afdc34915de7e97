// The utf8 library, at a counted cost.

#include "Machine.h"

enum { bytes_for_an_instruction = 8 };

static const unsigned long greatest_lax_code = 0x7FFFFFFF;

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/// The bytes of the code that begins the text, or zero when there is none.
size_t gv_decode_codepoint(gv_text text, bool is_lax, unsigned long *code) {
    static const unsigned long least_codes[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
    if (text.length == 0) return 0;
    unsigned char first = (unsigned char)text.bytes[0];
    *code = first;
    if (first < 0x80) return 1;
    if (first < 0xC0 || first >= 0xFE) return 0;
    size_t length = 2;
    while (first & (0x80 >> length)) length++;
    if (length > text.length) return 0;
    *code = first & (0x7Fu >> length);
    for (size_t index = 1; index < length; index++) {
        if (!is_continuation(text.bytes[index])) return 0;
        *code = (*code << 6) | ((unsigned char)text.bytes[index] & 0x3F);
    }
    if (*code < least_codes[length]) return 0;
    bool is_unicode = *code <= 0x10FFFF && (*code < 0xD800 || *code > 0xDFFF);
    return is_lax || is_unicode ? length : 0;
}

static gv_text check_text(lua_State *lua, int argument) {
    gv_text text;
    text.bytes = luaL_checklstring(lua, argument, &text.length);
    return text;
}

static gv_text text_from(gv_text text, lua_Integer offset) {
    return (gv_text){text.bytes + offset, text.length - (size_t)offset};
}

/// A position counted from either end as one counted from the start.
static lua_Integer from_start(lua_Integer position, size_t length) {
    if (position >= 0) return position;
    return position < -(lua_Integer)length ? 0 : (lua_Integer)length + position + 1;
}

static bool is_continuation_at(gv_text text, lua_Integer offset) {
    return (size_t)offset < text.length && is_continuation(text.bytes[offset]);
}

static int count_codes(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_Integer length = (lua_Integer)text.length;
    lua_Integer first = from_start(luaL_optinteger(lua, 2, 1), text.length);
    lua_Integer last = from_start(luaL_optinteger(lua, 3, -1), text.length);
    bool is_lax = lua_toboolean(lua, 4);
    luaL_argcheck(lua, first >= 1 && first <= length + 1, 2, "initial position out of bounds");
    luaL_argcheck(lua, last <= length, 3, "final position out of bounds");
    gv_charge(lua, length / bytes_for_an_instruction);
    lua_Integer count = 0;
    for (lua_Integer offset = first - 1; offset < last; count++) {
        unsigned long code = 0;
        size_t bytes = gv_decode_codepoint(text_from(text, offset), is_lax, &code);
        if (bytes == 0) {
            lua_pushnil(lua);
            lua_pushinteger(lua, offset + 1);
            return 2;
        }
        offset += (lua_Integer)bytes;
    }
    lua_pushinteger(lua, count);
    return 1;
}

static int codes_in_range(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_Integer first = from_start(luaL_optinteger(lua, 2, 1), text.length);
    lua_Integer last = from_start(luaL_optinteger(lua, 3, first), text.length);
    bool is_lax = lua_toboolean(lua, 4);
    luaL_argcheck(lua, first >= 1, 2, "out of bounds");
    luaL_argcheck(lua, last <= (lua_Integer)text.length, 3, "out of bounds");
    luaL_checkstack(lua, GV_MOST_ARGUMENTS, NULL);
    int count = 0;
    for (lua_Integer offset = first - 1; offset < last; count++) {
        if (count == GV_MOST_ARGUMENTS) {
            return luaL_error(lua, "utf8.codepoint gives at most %d values", GV_MOST_ARGUMENTS);
        }
        unsigned long code = 0;
        size_t bytes = gv_decode_codepoint(text_from(text, offset), is_lax, &code);
        if (bytes == 0) return luaL_error(lua, "invalid UTF-8 code");
        lua_pushinteger(lua, (lua_Integer)code);
        offset += (lua_Integer)bytes;
    }
    return count;
}

static void add_code(luaL_Buffer *buffer, unsigned long code) {
    if (code < 0x80) {
        luaL_addchar(buffer, (char)code);
        return;
    }
    int length = code < 0x800 ? 2 : code < 0x10000 ? 3 : code < 0x200000 ? 4
        : code < 0x4000000    ? 5
                              : 6;
    int shift = 6 * (length - 1);
    luaL_addchar(buffer, (char)((0xFF00u >> length & 0xFF) | (code >> shift)));
    while (shift > 0) {
        shift -= 6;
        luaL_addchar(buffer, (char)(0x80 | (code >> shift & 0x3F)));
    }
}

static int text_of_codes(lua_State *lua) {
    int count = lua_gettop(lua);
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    for (int index = 1; index <= count; index++) {
        lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(lua, index);
        luaL_argcheck(lua, code <= greatest_lax_code, index, "value out of range");
        add_code(&buffer, (unsigned long)code);
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int offset_of_code(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_Integer length = (lua_Integer)text.length;
    lua_Integer count = luaL_checkinteger(lua, 2);
    lua_Integer from = luaL_optinteger(lua, 3, count > 0 ? 1 : length + 1);
    lua_Integer offset = from_start(from, text.length) - 1;
    luaL_argcheck(lua, offset >= 0 && offset <= length, 3, "position out of bounds");
    lua_Integer start = offset;
    if (count == 0) {
        while (offset > 0 && is_continuation_at(text, offset)) offset--;
    } else if (is_continuation_at(text, offset)) {
        return luaL_error(lua, "initial position is a continuation byte");
    } else if (count < 0) {
        for (; count < 0 && offset > 0; count++) {
            do {
                offset--;
            } while (offset > 0 && is_continuation_at(text, offset));
        }
    } else {
        for (count--; count > 0 && offset < length; count--) {
            do {
                offset++;
            } while (is_continuation_at(text, offset));
        }
    }
    gv_charge(lua, (offset > start ? offset - start : start - offset) / bytes_for_an_instruction);
    if (count == 0) {
        lua_pushinteger(lua, offset + 1);
    } else {
        lua_pushnil(lua);
    }
    return 1;
}

static int next_code(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    lua_Integer offset = lua_tointeger(lua, 2);
    bool is_lax = lua_toboolean(lua, lua_upvalueindex(1));
    if (offset < 0) offset = 0;
    lua_Integer start = offset;
    while (is_continuation_at(text, offset)) offset++;
    gv_charge(lua, (offset - start) / bytes_for_an_instruction);
    if (offset >= (lua_Integer)text.length) return 0;
    unsigned long code = 0;
    size_t bytes = gv_decode_codepoint(text_from(text, offset), is_lax, &code);
    if (bytes == 0 || is_continuation_at(text, offset + (lua_Integer)bytes)) {
        return luaL_error(lua, "invalid UTF-8 code");
    }
    lua_pushinteger(lua, offset + 1);
    lua_pushinteger(lua, (lua_Integer)code);
    return 2;
}

static int walk_codes(lua_State *lua) {
    gv_text text = check_text(lua, 1);
    bool is_lax = lua_toboolean(lua, 2);
    luaL_argcheck(lua, !is_continuation_at(text, 0), 1, "invalid UTF-8 code");
    lua_settop(lua, 1);
    lua_pushboolean(lua, is_lax);
    lua_pushcclosure(lua, next_code, 1);
    lua_pushvalue(lua, 1);
    lua_pushinteger(lua, 0);
    return 3;
}

void gv_add_codepoint_pattern(lua_State *lua, int library) {
    static const char pattern[] = "[\0-\x7F\xC2-\xFD][\x80-\xBF]*";
    lua_pushlstring(lua, pattern, sizeof pattern - 1);
    lua_setfield(lua, library, "charpattern");
}

const luaL_Reg gv_codepoint_functions[] = {
    {"char", text_of_codes},     {"codepoint", codes_in_range}, {"codes", walk_codes},
    {"len", count_codes},        {"offset", offset_of_code},    {NULL, NULL}};
