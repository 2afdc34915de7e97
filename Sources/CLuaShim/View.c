// Views: many records for one function. They stay with the host. A script gets
// a value with methods that find records, and a record is filled when one of
// its fields is read.

#include "Machine.h"

static const char view_type[] = "view";

enum { cost_of_finding = 20, cost_of_a_found_row = 2, cost_of_deciding = 20, bytes_for_a_step = 8 };

/// A view of all records, or of some.
typedef struct view_value {
    uint64_t call;
    bool is_part;
    uint32_t count;
    /// Ascending; only of a part.
    int32_t rows[];
} view_value;

bool gv_is_view(lua_State *lua, int index) {
    return luaL_testudata(lua, index, view_type) != NULL;
}

/// Pushes a value for the current view.
void gv_push_view(lua_State *lua) {
    view_value *value = lua_newuserdatauv(lua, sizeof *value, 0);
    *value = (view_value){.call = gv_owner(lua)->view_value};
    luaL_setmetatable(lua, view_type);
}

/// Pushes a view of some records of the current one.
static view_value *push_part(lua_State *lua, uint32_t count) {
    gv_charge(lua, (int64_t)count);
    view_value *value =
        lua_newuserdatauv(lua, sizeof *value + (size_t)count * sizeof *value->rows, 0);
    *value = (view_value){.call = gv_owner(lua)->view_value, .is_part = true, .count = count};
    luaL_setmetatable(lua, view_type);
    return value;
}

gv_part gv_part_or_raise(lua_State *lua, int index) {
    gv_sandbox *sandbox = gv_owner(lua);
    const view_value *value = luaL_testudata(lua, index, view_type);
    if (value == NULL) {
        luaL_error(lua, "this method needs its view: write a colon before its name");
        return (gv_part){0, NULL};
    }
    if (sandbox->view == NULL || value->call != sandbox->view_value) {
        luaL_error(lua, "this view is used outside its callback");
    }
    return value->is_part ? (gv_part){value->count, value->rows}
                          : (gv_part){sandbox->view->count, NULL};
}

static gv_part self_or_raise(lua_State *lua) { return gv_part_or_raise(lua, 1); }

static int count_records(lua_State *lua) {
    lua_pushinteger(lua, self_or_raise(lua).count);
    return 1;
}

/// The position of the first record of a part at a row or after it.
static uint32_t position_of(gv_part part, uint32_t row) {
    if (part.rows == NULL) return row;
    uint32_t low = 0;
    uint32_t high = part.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uint32_t)part.rows[middle] < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// Pushes a record by its position, or nil past the end.
static int push_record_at(lua_State *lua, gv_part part, uint32_t position) {
    if (position >= part.count) {
        lua_pushnil(lua);
    } else {
        gv_push_row(lua, gv_row_of_part(part, position));
    }
    return 1;
}

/// Returns the record after another, for the loop `for … in view:each()`.
static int next_record(lua_State *lua) {
    gv_part part = self_or_raise(lua);
    gv_charge(lua, 1);
    uint32_t row = lua_isnoneornil(lua, 2) ? 0 : gv_row_or_raise(lua, 2) + 1;
    return push_record_at(lua, part, position_of(part, row));
}

static int each_record(lua_State *lua) {
    self_or_raise(lua);
    lua_pushcfunction(lua, next_record);
    lua_pushvalue(lua, 1);
    return 2;
}

/// Pushes a view of so many records from a position on.
static int push_range(lua_State *lua, gv_part part, uint32_t start, uint32_t count) {
    view_value *range = push_part(lua, count);
    for (uint32_t place = 0; place < count; place++) {
        range->rows[place] = (int32_t)gv_row_of_part(part, start + place);
    }
    return 1;
}

/// The number in the first argument, at most that of the records.
static uint32_t wanted_count(lua_State *lua, gv_part part) {
    lua_Integer wanted = luaL_checkinteger(lua, 2);
    if (wanted < 0) luaL_error(lua, "the number of records must not be negative");
    return wanted < part.count ? (uint32_t)wanted : part.count;
}

/// The first record, or a view of the first so many.
static int first_records(lua_State *lua) {
    gv_part part = self_or_raise(lua);
    if (lua_isnoneornil(lua, 2)) return push_record_at(lua, part, 0);
    return push_range(lua, part, 0, wanted_count(lua, part));
}

static int last_records(lua_State *lua) {
    gv_part part = self_or_raise(lua);
    if (lua_isnoneornil(lua, 2)) {
        return push_record_at(lua, part, part.count == 0 ? 0 : part.count - 1);
    }
    uint32_t count = wanted_count(lua, part);
    return push_range(lua, part, part.count - count, count);
}

/// Reads an argument of an index, which follows the view itself.
static void read_argument(lua_State *lua, int position, gv_parameter parameter, gv_search *search) {
    gv_field *argument = &search->arguments[position];
    int index = position + 2;
    switch (parameter) {
    case gv_parameter_none: break;
    case gv_parameter_integer:
        argument->kind = gv_field_integer;
        argument->value.integer = luaL_checkinteger(lua, index);
        break;
    case gv_parameter_text: {
        size_t length = 0;
        argument->kind = gv_field_text;
        argument->value.text = (const uint8_t *)luaL_checklstring(lua, index, &length);
        argument->length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
        break;
    }
    case gv_parameter_value:
        luaL_checkany(lua, index);
        search->value = gv_flatten_argument(lua, index);
        gv_charge(lua, (int64_t)search->value.count);
        break;
    }
}

static int64_t cost_of_text(const gv_field *argument) {
    return argument->kind == gv_field_text ? argument->length / bytes_for_a_step : 0;
}

/// What looking at records one by one costs the host.
static int64_t cost_of_looking(const gv_index *index, gv_part part) {
    bool looks = index->result != gv_result_records;
    return looks ? (int64_t)part.count * cost_of_a_found_row : 0;
}

static int push_found(lua_State *lua, gv_result result, gv_found found) {
    gv_charge(lua, (int64_t)found.rows.count * cost_of_a_found_row);
    switch (result) {
    case gv_result_records:
        lua_createtable(lua, (int)found.rows.count, 0);
        for (size_t place = 0; place < found.rows.count; place++) {
            gv_push_row(lua, (uint32_t)found.rows.first[place]);
            lua_rawseti(lua, -2, (lua_Integer)place + 1);
        }
        break;
    case gv_result_view: {
        view_value *part = push_part(lua, (uint32_t)found.rows.count);
        for (uint32_t place = 0; place < part->count; place++) {
            part->rows[place] = found.rows.first[place];
        }
        break;
    }
    case gv_result_value:
        if (found.value == NULL) {
            lua_pushnil(lua);
        } else {
            gv_push_read_only(lua, found.value);
        }
    }
    return 1;
}

/// The first upvalue is the number of the index.
static int find_records(lua_State *lua) {
    gv_part part = self_or_raise(lua);
    const gv_view *view = gv_owner(lua)->view;
    gv_search search = {.index = (uint32_t)lua_tointeger(lua, lua_upvalueindex(1))};
    const gv_index *index = &gv_owner(lua)->indexes[search.index];
    for (int position = 0; position < 2; position++) {
        read_argument(lua, position, index->parameters[position], &search);
    }
    gv_rows among = {part.rows, part.count};
    if (part.rows != NULL) search.among = &among;
    gv_charge(
        lua, cost_of_finding + cost_of_text(&search.arguments[0])
            + cost_of_text(&search.arguments[1]) + cost_of_looking(index, part));
    gv_found found = view->find(view->owner, &search);
    if (found.problem.bytes != NULL) {
        lua_pushlstring(lua, found.problem.bytes, found.problem.length);
        return luaL_error(lua, "%s", lua_tostring(lua, -1));
    }
    return push_found(lua, index->result, found);
}

static int decide_record(lua_State *lua) {
    self_or_raise(lua);
    if (gv_owner(lua)->evaluating) return luaL_error(lua, "only a plugin can decide");
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

/// A method, or a record by its position. The first upvalue is the table of methods.
static int read_method(lua_State *lua) {
    lua_settop(lua, 2);
    if (lua_isinteger(lua, 2)) {
        gv_part part = self_or_raise(lua);
        lua_Integer position = lua_tointeger(lua, 2);
        bool is_known = position >= 1 && position <= part.count;
        return push_record_at(lua, part, is_known ? (uint32_t)position - 1 : part.count);
    }
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
        sandbox->indexes[sandbox->index_count++] =
            (gv_index){{word->first, word->second}, word->result};
    }
}

void gv_add_views(lua_State *lua, const gv_word *words, size_t word_count) {
    luaL_newmetatable(lua, view_type);
    lua_newtable(lua);
    static const luaL_Reg methods[] = {
        {"count", count_records}, {"each", each_record},     {"first", first_records},
        {"last", last_records},   {"decide", decide_record}, {NULL, NULL}};
    luaL_setfuncs(lua, methods, 0);
    add_indexes(lua, words, word_count);
    lua_pushcclosure(lua, read_method, 1);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, count_records);
    lua_setfield(lua, -2, "__len");
    lua_pushcfunction(lua, raise_read_only_view);
    lua_setfield(lua, -2, "__newindex");
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "__metatable");
    lua_pop(lua, 1);
}
