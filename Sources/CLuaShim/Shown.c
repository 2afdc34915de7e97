// Values that an evaluation leaves for a person to see, as nodes.

#include "Machine.h"

/// The rows of records that are shown of a list or view.
enum { most_shown_rows = 200 };

static void add_row(lua_State *lua, uint32_t row) {
    gv_node_at(lua, gv_add_node(lua, gv_node_integer))->value.integer = row;
}

/// Adds the records of a list that has nothing else. Returns false for another table.
static bool add_list_of_records(lua_State *lua, int table) {
    lua_Integer count = (lua_Integer)lua_rawlen(lua, table);
    if (count == 0) return false;
    lua_Integer entries = 0;
    lua_pushnil(lua);
    while (lua_next(lua, table)) {
        gv_charge(lua, 1);
        bool is_record = gv_is_record(lua, -1) && lua_isinteger(lua, -2);
        lua_pop(lua, 1);
        if (!is_record || ++entries > count) {
            lua_pop(lua, 1);
            return false;
        }
    }
    if (entries < count) return false;
    gv_node *node = gv_node_at(lua, gv_add_node(lua, gv_node_rows));
    node->length = (size_t)count;
    node->count = (uint32_t)(count < most_shown_rows ? count : most_shown_rows);
    for (lua_Integer index = 1; index <= count && index <= most_shown_rows; index++) {
        lua_rawgeti(lua, table, index);
        add_row(lua, gv_row_or_raise(lua, -1));
        lua_pop(lua, 1);
    }
    return true;
}

/// Adds the records of a record, a view or a list, or a value of an index; returns false for
/// anything else.
static bool add_shown(lua_State *lua, int index) {
    if (gv_owner(lua)->view == NULL) return false;
    if (gv_is_record(lua, index)) {
        gv_node *node = gv_node_at(lua, gv_add_node(lua, gv_node_rows));
        node->length = node->count = 1;
        add_row(lua, gv_row_or_raise(lua, index));
        return true;
    }
    if (gv_is_view(lua, index)) {
        gv_part part = gv_part_or_raise(lua, index);
        gv_node *node = gv_node_at(lua, gv_add_node(lua, gv_node_rows));
        node->length = part.count;
        uint32_t shown = part.count < most_shown_rows ? part.count : most_shown_rows;
        node->count = shown;
        for (uint32_t place = 0; place < shown; place++) add_row(lua, gv_row_of_part(part, place));
        return true;
    }
    if (lua_istable(lua, index)) return add_list_of_records(lua, index);
    if (!gv_push_content_of_read_only(lua, index)) return false;
    lua_pop(lua, 1);
    lua_pushvalue(lua, index);
    gv_flatten(lua, 1);
    lua_pop(lua, 1);
    return true;
}

static void add_rendering(lua_State *lua, int first, int last) {
    gv_push_rendering(lua, first, last);
    gv_flatten_text(lua);
    lua_pop(lua, 1);
}

/// Adds the values from the first index to the last for a person to see.
void gv_flatten_shown(lua_State *lua, int first, int last) {
    gv_sandbox *sandbox = gv_owner(lua);
    // Discards what the host was asked for while the script ran.
    gv_begin_lasting_value(sandbox);
    if (first > last) {
        sandbox->failure = gv_status_runtime;
        return;
    }
    bool is_plain = true;
    for (int index = first; index <= last; index++) {
        luaL_checkstack(lua, 8, NULL);
        sandbox->nodes_before_value = sandbox->node_count;
        if (add_shown(lua, index)) {
            is_plain = false;
        } else {
            add_rendering(lua, index, index);
        }
    }
    if (is_plain) {
        sandbox->node_count = sandbox->nodes_before_value = sandbox->nodes_complete;
        add_rendering(lua, first, last);
    }
    sandbox->failure = gv_status_runtime;
}
