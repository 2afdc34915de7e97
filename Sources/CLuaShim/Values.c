// Values on their way out of Lua, as nodes in preorder. Strings are not copied:
// the caller keeps the value on the Lua stack, and no script runs until the
// nodes are read. Only values that leave while a script runs are copied:
// decisions over a view, and requests.

#include "Machine.h"

#include <string.h>

enum { kept_block_bytes = 4096 - sizeof(gv_kept_text) };

uint32_t gv_add_node(lua_State *lua, gv_node_kind kind) {
    gv_sandbox *sandbox = gv_owner(lua);
    if (sandbox->takes_requests) gv_charge(lua, 1);
    if (sandbox->node_count - sandbox->nodes_before_value >= sandbox->limits.value_nodes) {
        luaL_error(lua, "the value has more than %d parts", (int)sandbox->limits.value_nodes);
    }
    if (sandbox->node_count == sandbox->node_capacity) {
        size_t capacity = sandbox->node_capacity * 2 + 16;
        gv_node *nodes = gv_allocate(
            sandbox, sandbox->nodes, sandbox->node_capacity * sizeof *nodes,
            capacity * sizeof *nodes);
        if (nodes == NULL) return (uint32_t)gv_raise_limit(lua, gv_status_memory);
        sandbox->nodes = nodes;
        sandbox->node_capacity = capacity;
    }
    sandbox->nodes[sandbox->node_count] = (gv_node){.kind = kind};
    return (uint32_t)sandbox->node_count++;
}

gv_node *gv_node_at(lua_State *lua, uint32_t position) {
    return &gv_owner(lua)->nodes[position];
}

/// Copies a string to memory that lasts until the next call.
static const char *keep_text(lua_State *lua, const char *bytes, size_t length) {
    gv_sandbox *sandbox = gv_owner(lua);
    gv_kept_text *block = sandbox->kept_texts;
    if (block == NULL || block->capacity - block->used < length) {
        size_t capacity = length > kept_block_bytes ? length : kept_block_bytes;
        block = gv_allocate(sandbox, NULL, 0, sizeof *block + capacity);
        if (block == NULL) {
            gv_raise_limit(lua, gv_status_memory);
            return NULL;
        }
        *block = (gv_kept_text){.next = sandbox->kept_texts, .capacity = capacity};
        sandbox->kept_texts = block;
    }
    char *kept = block->bytes + block->used;
    if (length > 0) memcpy(kept, bytes, length);
    block->used += length;
    return kept;
}

void gv_forget_kept_texts(gv_sandbox *sandbox) {
    while (sandbox->kept_texts != NULL) {
        gv_kept_text *block = sandbox->kept_texts;
        sandbox->kept_texts = block->next;
        gv_allocate(sandbox, block, sizeof *block + block->capacity, 0);
    }
}

static void add_text(lua_State *lua, const char *bytes, size_t length) {
    uint32_t position = gv_add_node(lua, gv_node_text);
    const gv_sandbox *sandbox = gv_owner(lua);
    bool goes_on = sandbox->view != NULL || sandbox->takes_requests;
    if (goes_on) bytes = keep_text(lua, bytes, length);
    gv_node *node = gv_node_at(lua, position);
    node->value.text = bytes;
    node->length = length;
}

/// Exports a row of a map as an ordinary table.
static bool flatten_row(lua_State *lua) {
    const gv_map *map = NULL;
    const gv_field *values = gv_as_map_row(lua, -1, &map);
    if (values == NULL) return false;
    uint32_t table = gv_add_node(lua, gv_node_table);
    for (size_t column = 0; column < map->column_count; column++) {
        if (values[column].kind == gv_field_nil) continue;
        gv_node *name = gv_node_at(lua, gv_add_node(lua, gv_node_text));
        name->value.text = map->columns[column].bytes;
        name->length = map->columns[column].length;
        gv_node_at(lua, table)->fields++;
        gv_node *value = gv_node_at(lua, gv_add_node(lua, gv_node_nil));
        switch (values[column].kind) {
        case gv_field_nil:
        case gv_field_texts: break;
        case gv_field_boolean:
            value->kind = gv_node_boolean;
            value->value.boolean = values[column].value.boolean;
            break;
        case gv_field_integer:
            value->kind = gv_node_integer;
            value->value.integer = values[column].value.integer;
            break;
        case gv_field_number:
            value->kind = gv_node_number;
            value->value.number = values[column].value.number;
            break;
        case gv_field_text:
            value->kind = gv_node_text;
            value->value.text = (const char *)values[column].value.text;
            value->length = values[column].length;
            break;
        }
    }
    return true;
}

/// Exports a map, by its name, as the argument of the word that opened it. Only a
/// declaration may have one.
static bool flatten_map(lua_State *lua) {
    const gv_map *map = gv_as_map(lua, -1);
    if (map == NULL) return false;
    const gv_sandbox *sandbox = gv_owner(lua);
    if (!sandbox->loading && !sandbox->evaluating) {
        luaL_error(lua, "a map cannot be used as a value");
    }
    gv_node *word = gv_node_at(lua, gv_add_node(lua, gv_node_constructed));
    word->index = GV_MAP_WORD;
    word->count = 1;
    gv_node *name = gv_node_at(lua, gv_add_node(lua, gv_node_text));
    name->value.text = map->name.bytes;
    name->length = map->name.length;
    return true;
}

void gv_flatten_text(lua_State *lua) {
    size_t length = 0;
    const char *bytes = lua_tolstring(lua, -1, &length);
    add_text(lua, bytes, length);
}

/// Sets the node if the value on top needs neither memory nor other nodes.
/// Never raises.
bool gv_set_plain(lua_State *lua, gv_node *node) {
    switch (lua_type(lua, -1)) {
    case LUA_TNIL: node->kind = gv_node_nil; return true;
    case LUA_TBOOLEAN:
        node->kind = gv_node_boolean;
        node->value.boolean = lua_toboolean(lua, -1);
        return true;
    case LUA_TNUMBER:
        if (lua_isinteger(lua, -1)) {
            node->kind = gv_node_integer;
            node->value.integer = lua_tointeger(lua, -1);
        } else {
            node->kind = gv_node_number;
            node->value.number = lua_tonumber(lua, -1);
        }
        return true;
    default: return false;
    }
}

static void flatten_table(lua_State *lua, uint32_t depth) {
    bool is_frozen = gv_push_content_of_frozen(lua, -1);
    int table = lua_gettop(lua);
    uint32_t node = gv_add_node(lua, gv_node_table);
    size_t count = 0;
    const gv_key *keys = gv_push_sorted_keys(lua, table, &count);
    for (size_t index = 0; index < count; index++) {
        const gv_key *key = &keys[index];
        if (key->text == NULL && key->integer != (lua_Integer)index + 1) {
            luaL_error(lua, "the whole numbers among a table's keys must be 1, 2, 3 and so on");
        }
        gv_push_key(lua, key);
        if (key->text != NULL) {
            add_text(lua, key->text, key->length);
            gv_node_at(lua, node)->fields++;
        } else {
            gv_node_at(lua, node)->count++;
        }
        lua_rawget(lua, table);
        gv_flatten(lua, depth + 1);
        lua_pop(lua, 1);
    }
    lua_pop(lua, is_frozen ? 2 : 1);
}

/// Functions are numbered in the order of the source, so two sandboxes number
/// those of one source alike.
static void flatten_function(lua_State *lua) {
    gv_sandbox *sandbox = gv_owner(lua);
    if (sandbox->evaluating) luaL_error(lua, "a function cannot stand here, only in a rule file");
    if (sandbox->keeps_state) luaL_error(lua, "a function cannot be kept in the state");
    if (sandbox->takes_requests) luaL_error(lua, "a function cannot be asked for");
    if (!sandbox->loading) luaL_error(lua, "a callback cannot return a function");
    uint32_t node = gv_add_node(lua, gv_node_function);
    lua_pushvalue(lua, -1);
    lua_Debug source;
    lua_getinfo(lua, ">S", &source);
    gv_node_at(lua, node)->line = source.linedefined > 0 ? source.linedefined : 0;
    gv_text chunk_name = gv_chunk_name(sandbox, gv_chunk_of_source(sandbox, source.source));
    gv_node_at(lua, node)->value.text = chunk_name.bytes;
    gv_node_at(lua, node)->length = chunk_name.length;
    gv_node_at(lua, node)->index = sandbox->function_count;
    gv_push_functions(lua);
    lua_pushvalue(lua, -2);
    lua_rawseti(lua, -2, (lua_Integer)sandbox->function_count + 1);
    lua_pop(lua, 1);
    sandbox->function_count++;
}

static void flatten_userdata(lua_State *lua, uint32_t depth) {
    const gv_constructed *value = gv_as_constructed(lua, -1);
    if (value == NULL) {
        if (gv_is_record(lua, -1)) {
            const char *type = gv_owner(lua)->record_type;
            luaL_error(lua, "a %s cannot leave its callback; its copy() can", type);
        }
        if (gv_is_view(lua, -1)) luaL_error(lua, "a view cannot leave its callback");
        if (gv_push_content_of_read_only(lua, -1)) {
            flatten_table(lua, depth);
            lua_pop(lua, 1);
            return;
        }
        if (flatten_row(lua)) return;
        if (flatten_map(lua)) return;
        luaL_error(lua, "a library cannot be used as a value");
        return;
    }
    gv_node *node = gv_node_at(lua, gv_add_node(lua, gv_node_constructed));
    node->index = value->constructor;
    node->line = value->line;
    node->count = (uint32_t)value->count;
    lua_getiuservalue(lua, -1, 1);
    int arguments = lua_gettop(lua);
    for (int index = 1; index <= value->count; index++) {
        lua_rawgeti(lua, arguments, index);
        gv_flatten(lua, depth + 1);
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
}

/// Adds the value on top and leaves it there.
void gv_flatten(lua_State *lua, uint32_t depth) {
    uint32_t deepest = gv_owner(lua)->limits.value_depth;
    if (depth > deepest) {
        luaL_error(lua, "the value is nested deeper than %d, or contains itself", (int)deepest);
    }
    luaL_checkstack(lua, 8, NULL);
    switch (lua_type(lua, -1)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER: gv_set_plain(lua, gv_node_at(lua, gv_add_node(lua, gv_node_nil))); break;
    case LUA_TSTRING: gv_flatten_text(lua); break;
    case LUA_TTABLE: flatten_table(lua, depth); break;
    case LUA_TFUNCTION: flatten_function(lua); break;
    default: flatten_userdata(lua, depth);
    }
}

/// Adds every entry of the table of declarations at the index.
void gv_flatten_declarations(lua_State *lua, int declarations) {
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->failure = gv_status_unusable;
    lua_Integer count = (lua_Integer)lua_rawlen(lua, declarations);
    for (lua_Integer entry = 1; entry <= count; entry += GV_DECLARATION_ENTRIES) {
        sandbox->nodes_before_value = sandbox->node_count;
        gv_node *node = gv_node_at(lua, gv_add_node(lua, gv_node_declaration));
        lua_rawgeti(lua, declarations, entry);
        node->index = (uint32_t)lua_tointeger(lua, -1);
        lua_rawgeti(lua, declarations, entry + 1);
        node->line = (int32_t)lua_tointeger(lua, -1);
        sandbox->value_line = node->line;
        lua_rawgeti(lua, declarations, entry + 2);
        lua_rawgeti(lua, declarations, entry + 3);
        lua_Integer values = lua_tointeger(lua, -1);
        lua_pop(lua, 1);
        node->count = (uint32_t)values;
        for (lua_Integer value = 1; value <= values; value++) {
            lua_rawgeti(lua, -1, value);
            gv_flatten(lua, 1);
            lua_pop(lua, 1);
        }
        lua_pop(lua, 3);
    }
    sandbox->value_line = 0;
    sandbox->failure = gv_status_runtime;
}

/// A protected body: adds its argument, and returns it to keep it alive.
int gv_flatten_result(lua_State *lua) {
    gv_owner(lua)->failure = gv_status_unusable;
    gv_flatten(lua, 1);
    return 1;
}

static void flatten_reason(lua_State *lua) {
    if (lua_type(lua, -1) != LUA_TSTRING && !lua_isnil(lua, -1)) {
        luaL_error(lua, "a reason is a text, not a %s", luaL_typename(lua, -1));
    }
    gv_flatten(lua, 1);
}

/// A protected body: adds its two arguments, and returns them.
int gv_flatten_answer(lua_State *lua) {
    gv_owner(lua)->failure = gv_status_unusable;
    lua_settop(lua, 2);
    lua_pushvalue(lua, 1);
    gv_flatten(lua, 1);
    lua_settop(lua, 2);
    flatten_reason(lua);
    return 2;
}

/// Begins a value that leaves while the script runs.
void gv_begin_lasting_value(gv_sandbox *sandbox) {
    sandbox->failure = gv_status_unusable;
    // Discards what an error, caught by the script, left unfinished.
    sandbox->node_count = sandbox->nodes_complete;
    sandbox->nodes_before_value = sandbox->node_count;
}

static void end_lasting_value(gv_sandbox *sandbox) {
    sandbox->nodes_complete = sandbox->node_count;
    sandbox->failure = gv_status_runtime;
}

/// Adds the decision in the third argument of the current function, with its
/// reason in the fourth.
void gv_flatten_decision(lua_State *lua, uint32_t row, int line) {
    gv_sandbox *sandbox = gv_owner(lua);
    gv_begin_lasting_value(sandbox);
    gv_node *node = gv_node_at(lua, gv_add_node(lua, gv_node_decision));
    node->index = row;
    node->line = line;
    lua_pushvalue(lua, 3);
    gv_flatten(lua, 1);
    lua_settop(lua, 4);
    flatten_reason(lua);
    end_lasting_value(sandbox);
}

/// Adds a word with the arguments of the current function.
void gv_flatten_request(lua_State *lua, uint32_t word) {
    enum { cost_of_a_request = 20 };
    gv_sandbox *sandbox = gv_owner(lua);
    int values = lua_gettop(lua);
    int chunk = -1;
    int line = 0;
    gv_innermost_place(lua, &chunk, &line);
    gv_charge(lua, cost_of_a_request);
    gv_begin_lasting_value(sandbox);
    gv_text chunk_name = gv_chunk_name(sandbox, chunk);
    gv_node *node = gv_node_at(lua, gv_add_node(lua, gv_node_request));
    node->index = word;
    node->line = line;
    node->count = (uint32_t)values;
    node->value.text = chunk_name.bytes;
    node->length = chunk_name.length;
    for (int index = 1; index <= values; index++) {
        lua_pushvalue(lua, index);
        gv_flatten(lua, 1);
        lua_settop(lua, values);
    }
    end_lasting_value(sandbox);
}

gv_nodes gv_flatten_argument(lua_State *lua, int index) {
    gv_sandbox *sandbox = gv_owner(lua);
    gv_begin_lasting_value(sandbox);
    lua_pushvalue(lua, index);
    gv_flatten(lua, 1);
    lua_pop(lua, 1);
    sandbox->failure = gv_status_runtime;
    size_t start = sandbox->nodes_complete;
    return (gv_nodes){sandbox->nodes + start, sandbox->node_count - start};
}
