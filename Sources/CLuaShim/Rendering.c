// Values in readable form: strings in quotes, tables with ordered keys. The
// same in every run, and at most a page.

#include "Machine.h"

#include <stdio.h>
#include <string.h>

enum {
    most_bytes = 16384,
    most_entries = 50,
    most_letters = 1000,
    deepest = 4,
    cost_of_a_value = 10,
};

/// Part of a Lua value, so that an error frees it.
typedef struct rendering {
    size_t length;
    bool is_full;
    char bytes[most_bytes];
} rendering;

static const char more[] = "…";

static void add(rendering *page, const char *bytes, size_t length) {
    if (page->is_full) return;
    if (length > most_bytes - sizeof more - page->length) {
        page->is_full = true;
        bytes = more;
        length = sizeof more - 1;
    }
    memcpy(page->bytes + page->length, bytes, length);
    page->length += length;
}

static void add_text(rendering *page, const char *text) {
    add(page, text, strlen(text));
}

static void add_escaped(rendering *page, unsigned char byte) {
    char escaped[8];
    switch (byte) {
    case '\n': add_text(page, "\\n"); return;
    case '\r': add_text(page, "\\r"); return;
    case '\t': add_text(page, "\\t"); return;
    default:
        snprintf(escaped, sizeof escaped, "\\x%02X", byte);
        add_text(page, escaped);
    }
}

/// The length in bytes of the first character, or zero if it is invalid UTF-8.
static size_t bytes_of_letter(gv_text text, unsigned long *code) {
    static const unsigned long least_codes[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)text.bytes[0];
    *code = first;
    if (first < 0x80) return 1;
    size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC0 || first >= 0xF8 || length > text.length) return 0;
    *code = first & (0x7Fu >> length);
    for (size_t index = 1; index < length; index++) {
        unsigned char byte = (unsigned char)text.bytes[index];
        if ((byte & 0xC0) != 0x80) return 0;
        *code = (*code << 6) | (byte & 0x3F);
    }
    bool is_surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < least_codes[length] || *code > 0x10FFFF || is_surrogate ? 0 : length;
}

static void add_quoted(rendering *page, gv_text text) {
    size_t shown = text.length < most_letters ? text.length : most_letters;
    add_text(page, "\"");
    for (size_t offset = 0; offset < shown && !page->is_full;) {
        gv_text rest = {text.bytes + offset, text.length - offset};
        unsigned long code = 0;
        size_t length = bytes_of_letter(rest, &code);
        if (length == 0 || code < ' ' || code == 0x7F) {
            add_escaped(page, (unsigned char)rest.bytes[0]);
            length = 1;
        } else {
            if (code == '"' || code == '\\') add_text(page, "\\");
            add(page, rest.bytes, length);
        }
        offset += length;
    }
    add_text(page, "\"");
    if (shown < text.length) add_text(page, more);
}

static void render(lua_State *lua, rendering *page, int index, int depth);

static bool is_name(gv_text text) {
    static const char *const words[] = {
        "and",   "break", "do",     "else", "elseif", "end",   "false", "for",
        "function", "goto", "if",   "in",   "local",  "nil",   "not",   "or",
        "repeat", "return", "then", "true", "until",  "while", NULL};
    if (text.length == 0) return false;
    for (size_t index = 0; index < text.length; index++) {
        unsigned char byte = (unsigned char)text.bytes[index];
        bool is_letter = byte == '_' || (byte < 0x80 && (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
        bool is_digit = byte >= '0' && byte <= '9';
        if (!is_letter && !(is_digit && index > 0)) return false;
    }
    for (size_t index = 0; words[index] != NULL; index++) {
        if (strcmp(words[index], text.bytes) == 0) return false;
    }
    return true;
}

static void render_key(rendering *page, const gv_key *key) {
    if (key->text == NULL) {
        char number[32];
        snprintf(number, sizeof number, "[%lld] = ", (long long)key->integer);
        add_text(page, number);
        return;
    }
    gv_text text = {key->text, key->length};
    if (is_name(text)) {
        add(page, text.bytes, text.length);
    } else {
        add_text(page, "[");
        add_quoted(page, text);
        add_text(page, "]");
    }
    add_text(page, " = ");
}

/// Pushes a table with the orderable keys of the other, and counts the rest.
static size_t push_ordered_keys(lua_State *lua, int table) {
    size_t others = 0;
    lua_newtable(lua);
    int ordered = lua_gettop(lua);
    lua_pushnil(lua);
    while (lua_next(lua, table)) {
        gv_charge(lua, 4);
        lua_pop(lua, 1);
        if (lua_type(lua, -1) != LUA_TSTRING && !lua_isinteger(lua, -1)) {
            others++;
            continue;
        }
        lua_pushvalue(lua, -1);
        lua_pushboolean(lua, true);
        lua_rawset(lua, ordered);
    }
    return others;
}

static void render_table(lua_State *lua, rendering *page, int table, int depth) {
    size_t others = push_ordered_keys(lua, table);
    size_t count = 0;
    const gv_key *keys = gv_push_sorted_keys(lua, lua_gettop(lua), &count);
    if (depth >= deepest && count + others > 0) {
        add_text(page, "{…}");
        return;
    }
    add_text(page, "{");
    lua_Integer next_position = 1;
    size_t shown = 0;
    for (; shown < count && shown < most_entries && !page->is_full; shown++) {
        const gv_key *key = &keys[shown];
        if (shown > 0) add_text(page, ", ");
        if (key->text == NULL && key->integer == next_position) {
            next_position++;
        } else {
            render_key(page, key);
        }
        gv_push_key(lua, key);
        lua_rawget(lua, table);
        render(lua, page, lua_gettop(lua), depth + 1);
        lua_pop(lua, 1);
    }
    size_t left_out = count - shown + others;
    if (left_out > 0) {
        char words[64];
        snprintf(words, sizeof words, "%s… %zu more", shown > 0 ? ", " : "", left_out);
        add_text(page, words);
    }
    add_text(page, "}");
}

static void render_row(
    lua_State *lua, rendering *page, const gv_map *map, const gv_field *values) {
    bool is_first = true;
    add_text(page, "{");
    for (size_t column = 0; column < map->column_count && !page->is_full; column++) {
        if (values[column].kind == gv_field_nil) continue;
        if (!is_first) add_text(page, ", ");
        is_first = false;
        // A Lua string ends in a zero, as a key's name must.
        gv_text name = map->columns[column];
        gv_key key = {.length = name.length};
        key.text = lua_pushlstring(lua, name.bytes, name.length);
        render_key(page, &key);
        gv_push_field(lua, &values[column]);
        render(lua, page, lua_gettop(lua), deepest);
        lua_pop(lua, 2);
    }
    add_text(page, "}");
}

static void render_other(lua_State *lua, rendering *page, int index, int depth) {
    const gv_map *map = gv_as_map(lua, index);
    if (map != NULL) {
        add_text(page, "map ");
        add_quoted(page, map->name);
        return;
    }
    const gv_field *row = gv_as_map_row(lua, index, &map);
    if (row != NULL) {
        render_row(lua, page, map, row);
        return;
    }
    if (gv_push_content_of_read_only(lua, index)) {
        render_table(lua, page, lua_gettop(lua), depth);
        return;
    }
    lua_pushcfunction(lua, gv_tostring);
    lua_pushvalue(lua, index);
    lua_call(lua, 1, 1);
    add_text(page, lua_tostring(lua, -1));
    if (!gv_is_record(lua, index)) return;
    add_text(page, " ");
    lua_getfield(lua, index, "copy");
    lua_pushvalue(lua, index);
    lua_call(lua, 1, 1);
    render_table(lua, page, lua_gettop(lua), depth);
}

static void render(lua_State *lua, rendering *page, int index, int depth) {
    int top = lua_gettop(lua);
    luaL_checkstack(lua, 16, NULL);
    gv_charge(lua, cost_of_a_value);
    switch (lua_type(lua, index)) {
    case LUA_TSTRING: {
        gv_text text;
        text.bytes = lua_tolstring(lua, index, &text.length);
        add_quoted(page, text);
        break;
    }
    case LUA_TTABLE:
        if (gv_push_content_of_frozen(lua, index)) index = lua_gettop(lua);
        render_table(lua, page, index, depth);
        break;
    default: render_other(lua, page, index, depth);
    }
    lua_settop(lua, top);
}

/// Pushes the values from the first index to the last as one string.
void gv_push_rendering(lua_State *lua, int first, int last) {
    luaL_checkstack(lua, 4, NULL);
    rendering *page = lua_newuserdatauv(lua, sizeof *page, 0);
    page->length = 0;
    page->is_full = false;
    for (int index = first; index <= last; index++) {
        if (index > first) add_text(page, ", ");
        render(lua, page, index, 0);
    }
    lua_pushlstring(lua, page->bytes, page->length);
}
