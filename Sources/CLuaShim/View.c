// Views: many records for one function. They stay with the host. A script gets
// a value with methods that find records, and a record is filled when one of
// its fields is read.

#include "Machine.h"

static const char view_type[] = "view";

enum { cost_of_finding = 20, cost_of_a_found_row = 2, cost_of_deciding = 20, bytes_for_a_step = 8 };

bool gv_is_view(lua_State *lua, int index) {
    return luaL_testudata(lua, index, view_type) != NULL;
}

/// Pushes a value for the current view.
void gv_push_view(lua_State *lua) {
    uint64_t *value = lua_newuserdatauv(lua, sizeof *value, 0);
    *value = gv_owner(lua)->view_value;
    luaL_setmetatable(lua, view_type);
}

static const gv_view *self_or_raise(lua_State *lua) {
    gv_sandbox *sandbox = gv_owner(lua);
    const uint64_t *value = luaL_testudata(lua, 1, view_type);
    if (value == NULL) {
        luaL_error(lua, "this method needs its view: write a colon before its name");
        return NULL;
    }
    if (sandbox->view == NULL || *value != sandbox->view_value) {
        luaL_error(lua, "this view is used outside its callback");
    }
    return sandbox->view;
}

static int count_records(lua_State *lua) {
    lua_pushinteger(lua, self_or_raise(lua)->count);
    return 1;
}

/// Returns the record after another, for the loop `for … in view:each()`.
static int next_record(lua_State *lua) {
    const gv_view *view = self_or_raise(lua);
    gv_charge(lua, 1);
    uint32_t row = lua_isnoneornil(lua, 2) ? 0 : gv_row_or_raise(lua, 2) + 1;
    if (row >= view->count) {
        lua_pushnil(lua);
    } else {
        gv_push_row(lua, row);
    }
    return 1;
}

static int each_record(lua_State *lua) {
    self_or_raise(lua);
    lua_pushcfunction(lua, next_record);
    lua_pushvalue(lua, 1);
    return 2;
}

/// Reads the argument of an index, which follows the view itself.
static gv_field argument_or_raise(lua_State *lua, int position, gv_parameter parameter) {
    gv_field argument = {.kind = gv_field_nil};
    int index = position + 2;
    switch (parameter) {
    case gv_parameter_none: break;
    case gv_parameter_integer:
        argument.kind = gv_field_integer;
        argument.value.integer = luaL_checkinteger(lua, index);
        break;
    case gv_parameter_text: {
        size_t length = 0;
        argument.kind = gv_field_text;
        argument.value.text = (const uint8_t *)luaL_checklstring(lua, index, &length);
        argument.length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
        break;
    }
    }
    return argument;
}

static int64_t cost_of_text(const gv_field *argument) {
    return argument->kind == gv_field_text ? argument->length / bytes_for_a_step : 0;
}

/// The first upvalue is the number of the index.
static int find_records(lua_State *lua) {
    const gv_view *view = self_or_raise(lua);
    uint32_t number = (uint32_t)lua_tointeger(lua, lua_upvalueindex(1));
    const gv_index *index = &gv_owner(lua)->indexes[number];
    gv_field arguments[2];
    for (int position = 0; position < 2; position++) {
        arguments[position] = argument_or_raise(lua, position, index->parameters[position]);
    }
    gv_charge(lua, cost_of_finding + cost_of_text(&arguments[0]) + cost_of_text(&arguments[1]));
    gv_rows rows = view->find(view->owner, number, arguments);
    gv_charge(lua, (int64_t)rows.count * cost_of_a_found_row);
    lua_createtable(lua, (int)rows.count, 0);
    for (size_t found = 0; found < rows.count; found++) {
        gv_push_row(lua, (uint32_t)rows.first[found]);
        lua_rawseti(lua, -2, (lua_Integer)found + 1);
    }
    return 1;
}

static int decide_record(lua_State *lua) {
    self_or_raise(lua);
    if (lua_gettop(lua) > 4 || lua_isnoneornil(lua, 3)) {
        return luaL_error(
            lua, "decide takes a %s, what is decided and, if you like, a reason",
            gv_owner(lua)->record_type);
    }
    lua_settop(lua, 4);
    uint32_t row = gv_row_or_raise(lua, 2);
    gv_charge(lua, cost_of_deciding);
    gv_flatten_decision(lua, row, gv_line_of_caller(lua));
    return 0;
}

/// The first upvalue is the table of methods.
static int read_method(lua_State *lua) {
    lua_settop(lua, 2);
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, lua_upvalueindex(1)) == LUA_TNIL) {
        lua_pushvalue(lua, lua_upvalueindex(1));
        return gv_raise_unknown(lua, "method of a view called", lua_gettop(lua), 2);
    }
    return 1;
}

static int raise_read_only_view(lua_State *lua) {
    return luaL_error(lua, "a view is read-only");
}

/// Fills the table of methods at the top with one for each index.
static void add_indexes(lua_State *lua, const gv_word *words, size_t word_count) {
    gv_sandbox *sandbox = gv_owner(lua);
    for (size_t index = 0; index < word_count; index++) {
        const gv_word *word = &words[index];
        if (word->kind != gv_word_index) continue;
        const char *name = lua_pushlstring(lua, word->bytes, word->length);
        lua_pushvalue(lua, -1);
        if (lua_rawget(lua, -3) != LUA_TNIL || sandbox->index_count == GV_MOST_INDEXES) {
            sandbox->failure = gv_status_setup;
            luaL_error(lua, "a view cannot have the index '%s'", name);
        }
        lua_pop(lua, 1);
        lua_pushinteger(lua, (lua_Integer)sandbox->index_count);
        lua_pushcclosure(lua, find_records, 1);
        lua_rawset(lua, -3);
        sandbox->indexes[sandbox->index_count++] = (gv_index){{word->first, word->second}};
    }
}

void gv_add_views(lua_State *lua, const gv_word *words, size_t word_count) {
    luaL_newmetatable(lua, view_type);
    lua_newtable(lua);
    static const luaL_Reg methods[] = {
        {"count", count_records}, {"each", each_record}, {"decide", decide_record}, {NULL, NULL}};
    luaL_setfuncs(lua, methods, 0);
    add_indexes(lua, words, word_count);
    lua_pushcclosure(lua, read_method, 1);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, raise_read_only_view);
    lua_setfield(lua, -2, "__newindex");
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "__metatable");
    lua_pop(lua, 1);
}
