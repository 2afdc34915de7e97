// Making a text of Lua's costs more than all else of reading one, and rules read
// the same texts again and again. So the latest are kept, in the first upvalue
// of the function that reads them, and found by where the host has them.

#include "Columns.h"

#include <string.h>

static bool is_worth_keeping(const gv_field *field) {
    enum { longest_kept = 256 };
    return field->length > 0 && field->length <= longest_kept;
}

static void push_kept(lua_State *lua, size_t slot) {
    lua_rawgeti(lua, lua_upvalueindex(1), (lua_Integer)slot + 1);
}

/// Keeps the text on top.
static void keep(lua_State *lua, size_t slot, gv_text_place place) {
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, lua_upvalueindex(1), (lua_Integer)slot + 1);
    gv_owner(lua)->texts[slot] = place;
}

static bool is_on_top(lua_State *lua, const gv_field *field) {
    size_t length = 0;
    const char *text = lua_tolstring(lua, -1, &length);
    return length == field->length && memcmp(text, field->value.text, length) == 0;
}

/// Pushes a text. The bytes of one that is kept are compared where the host may
/// have others there by now.
static void push_text_by_place(lua_State *lua, const gv_field *field) {
    enum { slot_bits = 10 };
    if (!is_worth_keeping(field)) {
        gv_push_field(lua, field);
        return;
    }
    gv_sandbox *sandbox = gv_owner(lua);
    gv_text_place place = {field->value.text, field->length, sandbox->text_era};
    uint64_t mixed = (uint64_t)(uintptr_t)place.start * UINT64_C(0x9e3779b97f4a7c15);
    size_t slot = (size_t)(mixed >> (64 - slot_bits)) % GV_TEXT_SLOTS;
    gv_text_place *known = &sandbox->texts[slot];
    if (known->start == place.start && known->number == place.number) {
        push_kept(lua, slot);
        if (place.era != 0 && known->era == place.era) return;
        if (is_on_top(lua, field)) {
            known->era = place.era;
            return;
        }
        lua_settop(lua, -2);
    }
    gv_push_field(lua, field);
    keep(lua, slot, place);
}

/// Pushes a text of a column, while texts last. It is known by its number, so
/// that neither its bytes nor where they end are looked at.
static void push_text_by_number(lua_State *lua, const gv_column *column, uint32_t number) {
    gv_sandbox *sandbox = gv_owner(lua);
    gv_text_place place = {column->ends, number, sandbox->text_era};
    size_t slot = number % GV_TEXT_SLOTS;
    const gv_text_place *known = &sandbox->texts[slot];
    if (known->start == place.start && known->number == number && known->era == place.era) {
        push_kept(lua, slot);
        return;
    }
    gv_field field = gv_text_of_column(column, number);
    gv_push_field(lua, &field);
    if (field.kind == gv_field_text && is_worth_keeping(&field)) keep(lua, slot, place);
}

/// Pushes a field; a text, as one that may be known.
void gv_push_known_field(lua_State *lua, const gv_field *field) {
    if (field->kind == gv_field_text) {
        push_text_by_place(lua, field);
    } else {
        gv_push_field(lua, field);
    }
}

/// Pushes the field that a column has for a row.
void gv_push_of_column(lua_State *lua, const gv_column *column, uint32_t row) {
    double quotient = 0;
    if (row >= column->row_count) {
        lua_pushnil(lua);
    } else if (column->kind == gv_column_quotients && gv_quotient_at(column, row, &quotient)) {
        lua_pushnumber(lua, quotient);
    } else if (column->kind == gv_column_texts && gv_owner(lua)->text_era != 0) {
        push_text_by_number(lua, column, gv_text_number_at(column, row));
    } else {
        gv_field field = gv_field_of_column(column, row);
        gv_push_known_field(lua, &field);
    }
}
