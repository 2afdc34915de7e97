// The record as scripts see it: one cursor for the whole sandbox that reads the
// fields of whatever record is at hand. A table for each record would cost four
// times as much.

#include "Machine.h"

#include <string.h>

static const gv_field *raise_unless_in_callback(lua_State *lua) {
    gv_sandbox *sandbox = gv_owner(lua);
    if (sandbox->record == NULL) {
        luaL_error(
            lua, "this %s is used outside its callback; keep its copy() instead",
            sandbox->record_type);
    }
    return sandbox->record;
}

static void push_field(lua_State *lua, const gv_field *field) {
    switch (field->kind) {
    case gv_field_nil: lua_pushnil(lua); break;
    case gv_field_boolean: lua_pushboolean(lua, field->value.boolean); break;
    case gv_field_integer: lua_pushinteger(lua, field->value.integer); break;
    case gv_field_number: lua_pushnumber(lua, field->value.number); break;
    case gv_field_text:
        lua_pushlstring(
            lua, field->length == 0 ? "" : (const char *)field->value.text, field->length);
        break;
    }
}

/// The first upvalue holds, for each name, a field's position or a method.
static int read_field(lua_State *lua) {
    const gv_field *record = raise_unless_in_callback(lua);
    lua_pushvalue(lua, 2);
    int kind = lua_rawget(lua, lua_upvalueindex(1));
    if (kind == LUA_TNUMBER) {
        push_field(lua, record + lua_tointeger(lua, -1));
    } else if (kind == LUA_TNIL) {
        lua_pushvalue(lua, lua_upvalueindex(1));
        lua_pushfstring(lua, "field in a %s called", gv_owner(lua)->record_type);
        return gv_raise_unknown(lua, lua_tostring(lua, -1), lua_gettop(lua) - 1, 2);
    }
    return 1;
}

static int raise_read_only_record(lua_State *lua) {
    return luaL_error(lua, "a %s is read-only", gv_owner(lua)->record_type);
}

typedef bool text_test(lua_State *lua, gv_text text, gv_text part);

static int test_searchable_fields(lua_State *lua, text_test *test) {
    if (!gv_is_cursor(lua, 1)) {
        const char *type = gv_owner(lua)->record_type;
        return luaL_error(lua, "this method needs its %s: write a colon before its name", type);
    }
    const gv_field *record = raise_unless_in_callback(lua);
    gv_text part;
    part.bytes = luaL_checklstring(lua, 2, &part.length);
    const gv_sandbox *sandbox = gv_owner(lua);
    bool passes = false;
    for (size_t index = 0; !passes && index < sandbox->field_count; index++) {
        if (!sandbox->searchable[index] || record[index].kind != gv_field_text) continue;
        gv_text text = {(const char *)record[index].value.text, record[index].length};
        passes = test(lua, text, part);
    }
    lua_pushboolean(lua, passes);
    return 1;
}

static int record_contains(lua_State *lua) {
    return test_searchable_fields(lua, gv_text_contains);
}

static int record_starts_with(lua_State *lua) {
    return test_searchable_fields(lua, gv_text_starts_with);
}

static int record_ends_with(lua_State *lua) {
    return test_searchable_fields(lua, gv_text_ends_with);
}

static int copy_record(lua_State *lua) {
    const gv_field *record = raise_unless_in_callback(lua);
    int names = lua_upvalueindex(1);
    lua_settop(lua, 0);
    lua_createtable(lua, 0, (int)gv_owner(lua)->field_count);
    lua_pushnil(lua);
    while (lua_next(lua, names)) {
        if (lua_type(lua, -1) == LUA_TNUMBER) {
            lua_pushvalue(lua, -2);
            push_field(lua, record + lua_tointeger(lua, -2));
            lua_rawset(lua, 1);
        }
        lua_pop(lua, 1);
    }
    return 1;
}

static void raise_bad_name(lua_State *lua, const gv_word *word) {
    gv_owner(lua)->failure = gv_status_setup;
    lua_pushlstring(lua, word->bytes, word->length);
    luaL_error(lua, "a record cannot have the field '%s'", lua_tostring(lua, -1));
}

/// Fills the table at the top with the position of each field.
static void add_fields(lua_State *lua, const gv_word *words, size_t word_count) {
    gv_sandbox *sandbox = gv_owner(lua);
    for (size_t index = 0; index < word_count; index++) {
        const gv_word *word = &words[index];
        bool is_searchable = word->kind == gv_word_searchable_field;
        if (word->kind != gv_word_field && !is_searchable) continue;
        lua_pushlstring(lua, word->bytes, word->length);
        lua_pushvalue(lua, -1);
        if (lua_rawget(lua, -3) != LUA_TNIL || sandbox->field_count == GV_MOST_FIELDS) {
            raise_bad_name(lua, word);
        }
        lua_pop(lua, 1);
        lua_pushinteger(lua, (lua_Integer)sandbox->field_count);
        lua_rawset(lua, -3);
        sandbox->searchable[sandbox->field_count++] = is_searchable;
    }
}

static void note_record_type(lua_State *lua, const gv_word *words, size_t word_count) {
    gv_sandbox *sandbox = gv_owner(lua);
    for (size_t index = 0; index < word_count; index++) {
        if (words[index].kind != gv_word_record_type) continue;
        size_t length = words[index].length;
        if (length >= sizeof sandbox->record_type) length = sizeof sandbox->record_type - 1;
        memcpy(sandbox->record_type, words[index].bytes, length);
        sandbox->record_type[length] = '\0';
    }
}

void gv_push_new_cursor(lua_State *lua, const gv_word *words, size_t word_count) {
    note_record_type(lua, words, word_count);
    gv_owner(lua)->cursor = lua_newuserdatauv(lua, 0, 0);
    lua_newtable(lua);
    int metatable = lua_gettop(lua);

    lua_newtable(lua);
    static const luaL_Reg methods[] = {
        {"contains", record_contains},
        {"starts_with", record_starts_with},
        {"ends_with", record_ends_with},
        {NULL, NULL}};
    luaL_setfuncs(lua, methods, 0);
    lua_pushvalue(lua, -1);
    lua_pushcclosure(lua, copy_record, 1);
    lua_setfield(lua, -2, "copy");
    add_fields(lua, words, word_count);

    lua_pushcclosure(lua, read_field, 1);
    lua_setfield(lua, metatable, "__index");
    lua_pushcfunction(lua, raise_read_only_record);
    lua_setfield(lua, metatable, "__newindex");
    lua_pushboolean(lua, false);
    lua_setfield(lua, metatable, "__metatable");
    lua_setmetatable(lua, metatable - 1);
}
