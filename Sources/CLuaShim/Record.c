// Records as scripts see them. A record is a number stored as a pointer (light
// userdata). Creating one needs no memory, and the number shows whether its
// call still runs, so records kept longer are detected. Scripts get no other
// light userdata and can't create any. The number is never shown or
// dereferenced.
//
// The number of a call's own record is odd and counts calls. That of a record
// in a view is even: the call in the upper half, twice the row in the lower.
// The top bit is set too, so neither is an address.

#include "Machine.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(void *) == sizeof(uint64_t), "a record's number is as long as a pointer");

enum {
    row_bits = 32,
    /// Lua interns strings up to this length, so equal ones have the same
    /// address.
    longest_interned = 40,
    cost_of_a_row = 4,
    cost_of_a_text = 4,
};

static const char names_key;

static const uint64_t row_mask = UINT32_MAX;
static const uint64_t first_bit = UINT64_C(1) << 63;

uint64_t gv_next_view_value(gv_sandbox *sandbox) {
    return first_bit | ++sandbox->view_calls << row_bits;
}

void gv_push_row(lua_State *lua, uint32_t row) {
    gv_push_record(lua, gv_owner(lua)->view_value | (uint64_t)row << 1);
}

static uint64_t value_at(lua_State *lua, int index) {
    return (uint64_t)(uintptr_t)lua_touserdata(lua, index);
}

static int raise_outside_callback(lua_State *lua) {
    return luaL_error(
        lua, "this %s is used outside its callback; keep its copy() instead",
        gv_owner(lua)->record_type);
}

static bool is_row_at_hand(const gv_sandbox *sandbox, uint64_t value) {
    return sandbox->view != NULL && (value & ~row_mask) == sandbox->view_value
        && (value & 1) == 0;
}

/// The row of the record at the index, which must be one of the current view.
uint32_t gv_row_or_raise(lua_State *lua, int index) {
    gv_sandbox *sandbox = gv_owner(lua);
    if (!gv_is_record(lua, index)) {
        luaL_error(lua, "a %s of the view is needed here, not a %s", sandbox->record_type,
                   luaL_typename(lua, index));
    }
    uint64_t value = value_at(lua, index);
    if (!is_row_at_hand(sandbox, value)) raise_outside_callback(lua);
    return (uint32_t)(value & row_mask) >> 1;
}

static void show_row_or_raise(lua_State *lua, uint64_t value) {
    gv_sandbox *sandbox = gv_owner(lua);
    if (!is_row_at_hand(sandbox, value)) raise_outside_callback(lua);
    uint32_t row = (uint32_t)(value & row_mask) >> 1;
    if (row == sandbox->record->row) return;
    gv_charge(lua, cost_of_a_row);
    gv_show_row(sandbox->record, row);
}

/// Checks that the current record is the first argument. An odd number can only
/// be a record, as the addresses of other userdata are even.
static inline void show_record_or_raise(lua_State *lua) {
    const gv_sandbox *sandbox = gv_owner(lua);
    uint64_t value = value_at(lua, 1);
    if (value == sandbox->record_value && value != 0) return;
    if (!gv_is_record(lua, 1)) {
        luaL_error(lua, "this method needs its %s: write a colon before its name",
                   sandbox->record_type);
    }
    show_row_or_raise(lua, value);
}

void gv_show_row(gv_record *record, uint32_t row) {
    record->row = row;
    memset(record->filled, 0, sizeof record->filled);
}

static inline const gv_field *filled_field(gv_record *record, uint32_t position) {
    uint64_t bit = UINT64_C(1) << position % 64;
    uint64_t *filled = &record->filled[position / 64];
    if ((*filled & bit) == 0) {
        if (record->fill != NULL) record->fill(record->owner, record->row, position);
        *filled |= bit;
    }
    return &record->fields[position];
}

/// A field of the current record.
static inline const gv_field *field_at(const gv_sandbox *sandbox, uint32_t position) {
    return filled_field(sandbox->record, position);
}

gv_field gv_field_of_record(gv_record *record, uint32_t position) {
    return *filled_field(record, position);
}

static void push_text(lua_State *lua, const gv_field *field) {
    lua_pushlstring(lua, field->length == 0 ? "" : (const char *)field->value.text, field->length);
}

static void push_texts(lua_State *lua, const gv_field *field) {
    gv_charge(lua, (int64_t)field->length * cost_of_a_text);
    lua_createtable(lua, (int)field->length, 0);
    for (uint32_t index = 0; index < field->length; index++) {
        push_text(lua, &field->value.texts[index]);
        lua_rawseti(lua, -2, (lua_Integer)index + 1);
    }
}

void gv_push_field(lua_State *lua, const gv_field *field) {
    switch (field->kind) {
    case gv_field_nil: lua_pushnil(lua); break;
    case gv_field_boolean: lua_pushboolean(lua, field->value.boolean); break;
    case gv_field_integer: lua_pushinteger(lua, field->value.integer); break;
    case gv_field_number: lua_pushnumber(lua, field->value.number); break;
    case gv_field_text: push_text(lua, field); break;
    case gv_field_texts: push_texts(lua, field); break;
    }
}

/// Pushes a readable form of a record. For a record kept after its call, only
/// its type.
void gv_push_shown_record(lua_State *lua, int index) {
    const gv_sandbox *sandbox = gv_owner(lua);
    uint64_t value = value_at(lua, index);
    luaL_Buffer text;
    luaL_buffinit(lua, &text);
    luaL_addstring(&text, sandbox->record_type);
    bool is_of_call = value == sandbox->record_value && value != 0;
    if (is_of_call || is_row_at_hand(sandbox, value)) {
        if (!is_of_call) show_row_or_raise(lua, value);
        for (size_t place = 0; place < sandbox->shown_count; place++) {
            const gv_field *field = field_at(sandbox, sandbox->shown[place]);
            if (field->kind == gv_field_nil || field->kind == gv_field_texts) continue;
            luaL_addchar(&text, ' ');
            gv_push_field(lua, field);
            luaL_tolstring(lua, -1, NULL);
            lua_remove(lua, -2);
            luaL_addvalue(&text);
        }
    }
    luaL_pushresult(&text);
}

static int raise_read_only_record(lua_State *lua) {
    return luaL_error(lua, "a %s is read-only", gv_owner(lua)->record_type);
}

typedef bool text_test(lua_State *lua, gv_text text, gv_text part);

static int test_searchable_fields(lua_State *lua, text_test *test) {
    show_record_or_raise(lua);
    gv_text part;
    part.bytes = lua_tolstring(lua, 2, &part.length);
    if (part.bytes == NULL) part.bytes = luaL_checklstring(lua, 2, &part.length);
    const gv_sandbox *sandbox = gv_owner(lua);
    bool passes = false;
    for (size_t index = 0; !passes && index < sandbox->searchable_count; index++) {
        const gv_field *field = field_at(sandbox, sandbox->searchable[index]);
        if (field->kind != gv_field_text || field->length < part.length) continue;
        gv_text text = {(const char *)field->value.text, field->length};
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
    enum { copy = 1, names = 2 };
    show_record_or_raise(lua);
    gv_sandbox *sandbox = gv_owner(lua);
    memset(sandbox->read_fields, 0xff, sizeof sandbox->read_fields);
    lua_settop(lua, 0);
    lua_createtable(lua, 0, (int)sandbox->field_count);
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &names_key);
    lua_pushnil(lua);
    while (lua_next(lua, names)) {
        lua_Integer position = lua_tointeger(lua, -1);
        if (position >= 0) {
            lua_pushvalue(lua, -2);
            gv_push_field(lua, field_at(sandbox, (uint32_t)position));
            lua_rawset(lua, copy);
        }
        lua_pop(lua, 1);
    }
    lua_settop(lua, copy);
    return 1;
}

/// A method has a number below zero: the first is -1.
static const luaL_Reg methods[] = {
    {"contains", record_contains},
    {"starts_with", record_starts_with},
    {"ends_with", record_ends_with},
    {"copy", copy_record}};

enum { method_count = sizeof methods / sizeof *methods };

static int push_member(lua_State *lua, int position) {
    if (position < 0) {
        lua_pushcfunction(lua, methods[-1 - position].func);
        return 1;
    }
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->read_fields[position / 64] |= UINT64_C(1) << position % 64;
    gv_push_field(lua, field_at(sandbox, (uint32_t)position));
    return 1;
}

/// Slots hold names that the table of names keeps alive, so an address found
/// there is that name's.
static inline gv_member *slot_of(gv_sandbox *sandbox, const void *name) {
    return &sandbox->members[((uintptr_t)name >> 5) % GV_MEMBER_SLOTS];
}

static int read_unremembered_member(lua_State *lua) {
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &names_key);
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, -2) == LUA_TNIL) {
        lua_pushfstring(lua, "field in a %s called", gv_owner(lua)->record_type);
        return gv_raise_unknown(lua, lua_tostring(lua, -1), lua_gettop(lua) - 2, 2);
    }
    int position = (int)lua_tointeger(lua, -1);
    if (lua_rawlen(lua, 2) <= longest_interned) {
        const void *name = lua_topointer(lua, 2);
        *slot_of(gv_owner(lua), name) = (gv_member){name, position};
    }
    return push_member(lua, position);
}

static int read_member(lua_State *lua) {
    show_record_or_raise(lua);
    const void *name = lua_topointer(lua, 2);
    const gv_member *member = slot_of(gv_owner(lua), name);
    if (member->name == name && name != NULL) return push_member(lua, member->position);
    return read_unremembered_member(lua);
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
        if (lua_rawget(lua, -3) != LUA_TNIL || sandbox->field_count == gv_most_fields) {
            raise_bad_name(lua, word);
        }
        lua_pop(lua, 1);
        lua_pushinteger(lua, (lua_Integer)sandbox->field_count);
        lua_rawset(lua, -3);
        if (is_searchable) {
            sandbox->searchable[sandbox->searchable_count++] = (uint16_t)sandbox->field_count;
        }
        sandbox->field_count++;
    }
}

/// Records which fields of the table at the top print shows.
static void note_shown_fields(lua_State *lua, const gv_word *words, size_t word_count) {
    gv_sandbox *sandbox = gv_owner(lua);
    for (size_t index = 0; index < word_count; index++) {
        if (words[index].kind != gv_word_shown_field) continue;
        lua_pushlstring(lua, words[index].bytes, words[index].length);
        bool is_field = lua_rawget(lua, -2) != LUA_TNIL && lua_tointeger(lua, -1) >= 0;
        if (!is_field || sandbox->shown_count == gv_most_shown_fields) {
            raise_bad_name(lua, &words[index]);
        }
        sandbox->shown[sandbox->shown_count++] = (uint16_t)lua_tointeger(lua, -1);
        lua_pop(lua, 1);
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

void gv_add_records(lua_State *lua, const gv_word *words, size_t word_count) {
    note_record_type(lua, words, word_count);
    lua_newtable(lua);
    for (int index = 0; index < method_count; index++) {
        lua_pushinteger(lua, -1 - index);
        lua_setfield(lua, -2, methods[index].name);
    }
    add_fields(lua, words, word_count);
    note_shown_fields(lua, words, word_count);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &names_key);

    // All light userdata share one metatable. Names added first to a table of
    // the right size rarely collide.
    gv_push_record(lua, 0);
    lua_createtable(lua, 0, 4);
    lua_pushcfunction(lua, read_member);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, raise_read_only_record);
    lua_setfield(lua, -2, "__newindex");
    lua_pushstring(lua, gv_owner(lua)->record_type);
    lua_setfield(lua, -2, "__name");
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "__metatable");
    lua_setmetatable(lua, -2);
    lua_pop(lua, 1);
}
