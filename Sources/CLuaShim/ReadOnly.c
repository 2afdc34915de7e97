// Read-only values from the host: tables behind userdata, so that nothing
// bypasses the guard.

#include "Machine.h"

static const char read_only_type[] = "read-only table";

/// The names are those of the content and of fields with nil; nil if there are
/// none of the latter.
enum { content_value = 1, names_value = 2, values_of_a_table = names_value };

bool gv_push_content_of_read_only(lua_State *lua, int index) {
    if (luaL_testudata(lua, index, read_only_type) == NULL) return false;
    lua_getiuservalue(lua, index, content_value);
    return true;
}

bool gv_push_text_of_read_only(lua_State *lua, int index) {
    if (!gv_push_content_of_read_only(lua, index)) return false;
    lua_pushliteral(lua, "text");
    if (lua_rawget(lua, -2) != LUA_TSTRING) {
        lua_pop(lua, 2);
        return false;
    }
    lua_remove(lua, -2);
    return true;
}

/// An unknown name is an error; an index past the end is nil.
static int read_content(lua_State *lua) {
    lua_settop(lua, 2);
    lua_getiuservalue(lua, 1, content_value);
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, 3) != LUA_TNIL || lua_type(lua, 2) == LUA_TNUMBER) return 1;
    if (lua_getiuservalue(lua, 1, names_value) == LUA_TNIL) {
        return gv_raise_unknown(lua, "value called", 3, 2);
    }
    int names = lua_gettop(lua);
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, names) == LUA_TNIL) {
        return gv_raise_unknown(lua, "value called", names, 2);
    }
    lua_pushnil(lua);
    return 1;
}

static int length_of_content(lua_State *lua) {
    lua_getiuservalue(lua, 1, content_value);
    lua_pushinteger(lua, (lua_Integer)lua_rawlen(lua, -1));
    return 1;
}

static int raise_read_only(lua_State *lua) {
    return luaL_error(lua, "this table is read-only");
}

void gv_add_read_only_tables(lua_State *lua) {
    luaL_newmetatable(lua, read_only_type);
    lua_pushcfunction(lua, read_content);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, length_of_content);
    lua_setfield(lua, -2, "__len");
    lua_pushcfunction(lua, raise_read_only);
    lua_setfield(lua, -2, "__newindex");
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "__metatable");
    lua_pop(lua, 1);
}

static const gv_node *push_node(lua_State *lua, const gv_node *node, uint32_t depth);

/// The node after a value.
static const gv_node *node_after(const gv_node *node) {
    size_t parts = 1;
    for (; parts > 0; parts--, node++) {
        // A field is a name and a value.
        if (node->kind == gv_node_table) parts += node->count + 2 * (size_t)node->fields;
    }
    return node;
}

/// Gives the table on top the names of all its fields.
static void set_names(lua_State *lua, const gv_node *table) {
    const gv_node *node = table + 1;
    for (uint32_t index = 0; index < table->count; index++) node = node_after(node);
    lua_createtable(lua, 0, (int)table->fields);
    for (uint32_t index = 0; index < table->fields; index++) {
        lua_pushlstring(lua, node->value.text, node->length);
        lua_pushboolean(lua, true);
        lua_rawset(lua, -3);
        node = node_after(node + 1);
    }
    lua_setiuservalue(lua, -2, names_value);
}

static const gv_node *push_table(lua_State *lua, const gv_node *table, uint32_t depth) {
    const gv_node *node = table + 1;
    lua_newuserdatauv(lua, 0, values_of_a_table);
    lua_createtable(lua, (int)table->count, (int)table->fields);
    bool has_empty_names = false;
    for (uint32_t index = 1; index <= table->count; index++) {
        node = push_node(lua, node, depth + 1);
        lua_rawseti(lua, -2, (lua_Integer)index);
    }
    for (uint32_t index = 0; index < table->fields; index++) {
        lua_pushlstring(lua, node->value.text, node->length);
        has_empty_names = has_empty_names || node[1].kind == gv_node_nil;
        node = push_node(lua, node + 1, depth + 1);
        lua_rawset(lua, -3);
    }
    lua_setiuservalue(lua, -2, content_value);
    if (has_empty_names) set_names(lua, table);
    luaL_setmetatable(lua, read_only_type);
    return node;
}

/// Pushes the value that starts at the node, and returns the next node.
static const gv_node *push_node(lua_State *lua, const gv_node *node, uint32_t depth) {
    if (depth > gv_owner(lua)->limits.value_depth) {
        luaL_error(lua, "the value is nested deeper than %d",
                   (int)gv_owner(lua)->limits.value_depth);
    }
    luaL_checkstack(lua, 8, NULL);
    switch (node->kind) {
    case gv_node_boolean: lua_pushboolean(lua, node->value.boolean); break;
    case gv_node_integer: lua_pushinteger(lua, node->value.integer); break;
    case gv_node_number: lua_pushnumber(lua, node->value.number); break;
    case gv_node_text: lua_pushlstring(lua, node->value.text, node->length); break;
    case gv_node_table: return push_table(lua, node, depth);
    case gv_node_nil:
    case gv_node_function:
    case gv_node_constructed:
    case gv_node_declaration:
    case gv_node_decision:
    case gv_node_request:
    case gv_node_rows: lua_pushnil(lua); break;
    }
    return node + 1;
}

void gv_push_read_only(lua_State *lua, const gv_node *value) { push_node(lua, value, 1); }

/// Pushes the values of a list, and returns their number.
int gv_push_read_only_values(lua_State *lua, const gv_node *list) {
    luaL_checkstack(lua, (int)list->count + 8, NULL);
    const gv_node *node = list + 1;
    for (uint32_t index = 0; index < list->count; index++) node = push_node(lua, node, 1);
    return (int)list->count;
}

/// Pushes a value whose tables a script may change, and returns the next node.
static const gv_node *push_changeable(lua_State *lua, const gv_node *node) {
    if (node->kind != gv_node_table) return push_node(lua, node, 1);
    luaL_checkstack(lua, 8, NULL);
    lua_createtable(lua, (int)node->count, (int)node->fields);
    const gv_node *next = node + 1;
    for (uint32_t index = 1; index <= node->count; index++) {
        next = push_changeable(lua, next);
        lua_rawseti(lua, -2, (lua_Integer)index);
    }
    for (uint32_t index = 0; index < node->fields; index++) {
        lua_pushlstring(lua, next->value.text, next->length);
        next = push_changeable(lua, next + 1);
        lua_rawset(lua, -3);
    }
    return next;
}

void gv_push_changeable(lua_State *lua, const gv_node *value) { push_changeable(lua, value); }

/// A protected body: makes a value of the nodes in its argument.
int gv_make_read_only(lua_State *lua) {
    gv_owner(lua)->failure = gv_status_unusable;
    push_node(lua, lua_touserdata(lua, 1), 1);
    return 1;
}
