// The functions that Swift calls. Outside of a protected call they use only
// those functions of Lua that cannot raise.

#include "Machine.h"

#include <stdlib.h>

static const char functions_key;

enum { kept_node_capacity = 256 };

void gv_push_functions(lua_State *lua) {
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &functions_key);
}

static void start(gv_sandbox *sandbox, int64_t instructions) {
    lua_settop(sandbox->lua, gv_slots_kept);
    gv_forget_failure(sandbox);
    sandbox->node_count = 0;
    sandbox->nodes_before_value = 0;
    sandbox->value_line = 0;
    if (sandbox->node_capacity > kept_node_capacity) {
        sandbox->nodes = gv_allocate(
            sandbox, sandbox->nodes, sandbox->node_capacity * sizeof *sandbox->nodes, 0);
        sandbox->node_capacity = 0;
    }
    gv_start_counting(sandbox, instructions);
}

static gv_status finish(gv_sandbox *sandbox, int lua_status) {
    gv_status status = gv_finish(sandbox, lua_status);
    sandbox->loading = false;
    sandbox->record = NULL;
    if (status == gv_status_memory) {
        // What the script left behind would stand in the next call's way.
        lua_settop(sandbox->lua, gv_slots_kept);
        lua_gc(sandbox->lua, LUA_GCCOLLECT);
    }
    return status;
}

typedef struct creation {
    const gv_word *words;
    size_t word_count;
} creation;

/// Returns the values of the slots that stay filled.
static int create_body(lua_State *lua) {
    const creation *wanted = lua_touserdata(lua, 1);
    gv_build_environment(lua);
    gv_add_vocabulary(lua, wanted->words, wanted->word_count);
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &functions_key);
    gv_push_new_cursor(lua, wanted->words, wanted->word_count);
    return 2;
}

gv_sandbox *gv_sandbox_create(
    gv_limits limits, const gv_word *words, size_t word_count, gv_status *status) {
    *status = gv_status_memory;
    gv_sandbox *sandbox = calloc(1, sizeof *sandbox);
    if (sandbox == NULL) return NULL;
    sandbox->limits = limits;
    gv_forget_failure(sandbox);
    lua_State *lua = lua_newstate(gv_allocate, sandbox);
    if (lua == NULL) {
        free(sandbox);
        return NULL;
    }
    sandbox->lua = lua;
    *(gv_sandbox **)lua_getextraspace(lua) = sandbox;
    gv_start_counting(sandbox, limits.load_instructions);
    creation wanted = {words, word_count};
    lua_pushcfunction(lua, gv_handle_error);
    lua_pushcfunction(lua, create_body);
    lua_pushlightuserdata(lua, &wanted);
    *status = finish(sandbox, lua_pcall(lua, 1, 2, gv_slot_handler));
    return sandbox;
}

typedef struct source_text {
    const char *bytes;
    size_t length;
} source_text;

/// Returns the table of declarations, so that its texts stay alive.
static int load_body(lua_State *lua) {
    const source_text *source = lua_touserdata(lua, 1);
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->failure = gv_status_syntax;
    if (luaL_loadbufferx(lua, source->bytes, source->length, "=script", "t") != LUA_OK) {
        return lua_error(lua);
    }
    sandbox->failure = gv_status_runtime;
    gv_push_fresh_environment(lua);
    lua_setupvalue(lua, -2, 1);
    gv_start_declarations(lua);
    lua_call(lua, 0, 0);
    gv_push_finished_declarations(lua);
    gv_flatten_declarations(lua, lua_gettop(lua));
    return 1;
}

static void drop_functions_from(gv_sandbox *sandbox, uint32_t first) {
    for (uint32_t index = first; index < sandbox->function_count; index++) {
        // The entry exists, so that writing to it needs no memory.
        lua_pushnil(sandbox->lua);
        lua_rawseti(sandbox->lua, gv_slot_functions, (lua_Integer)index + 1);
    }
    sandbox->function_count = first;
}

gv_status gv_sandbox_load(
    gv_sandbox *sandbox, const uint8_t *source, size_t length, gv_nodes *declarations) {
    lua_State *lua = sandbox->lua;
    start(sandbox, sandbox->limits.load_instructions);
    uint32_t functions_before = sandbox->function_count;
    source_text text = {length == 0 ? "" : (const char *)source, length};
    sandbox->loading = true;
    lua_pushcfunction(lua, load_body);
    lua_pushlightuserdata(lua, &text);
    int lua_status = lua_pcall(lua, 1, 1, gv_slot_handler);
    if (lua_status != LUA_OK) drop_functions_from(sandbox, functions_before);
    gv_status status = finish(sandbox, lua_status);
    *declarations = (gv_nodes){sandbox->nodes, status == gv_status_ok ? sandbox->node_count : 0};
    return status;
}

gv_status gv_sandbox_call(
    gv_sandbox *sandbox, uint32_t function, const gv_field *record, gv_nodes *result) {
    lua_State *lua = sandbox->lua;
    *result = (gv_nodes){NULL, 0};
    start(sandbox, sandbox->limits.call_instructions);
    if (function >= sandbox->function_count) return gv_status_unknown_function;
    lua_rawgeti(lua, gv_slot_functions, (lua_Integer)function + 1);
    lua_pushvalue(lua, gv_slot_cursor);
    sandbox->record = record;
    int lua_status = lua_pcall(lua, 1, 1, gv_slot_handler);
    bool is_plain = lua_status == LUA_OK && gv_set_plain(lua, &sandbox->plain_result);
    if (lua_status == LUA_OK && !is_plain) {
        lua_pushcfunction(lua, gv_flatten_result);
        lua_insert(lua, -2);
        lua_status = lua_pcall(lua, 1, 1, gv_slot_handler);
    }
    gv_status status = finish(sandbox, lua_status);
    if (is_plain) {
        *result = (gv_nodes){&sandbox->plain_result, 1};
    } else if (status == gv_status_ok) {
        *result = (gv_nodes){sandbox->nodes, sandbox->node_count};
    }
    return status;
}

gv_failure gv_sandbox_failure(const gv_sandbox *sandbox) {
    return (gv_failure){
        sandbox->message, sandbox->message_length, sandbox->traceback,
        sandbox->traceback_length, sandbox->line,
    };
}

size_t gv_sandbox_bytes_in_use(const gv_sandbox *sandbox) {
    return sandbox->bytes_in_use;
}

size_t gv_sandbox_close(gv_sandbox *sandbox) {
    lua_close(sandbox->lua);
    gv_allocate(sandbox, sandbox->nodes, sandbox->node_capacity * sizeof *sandbox->nodes, 0);
    size_t never_returned = sandbox->bytes_in_use;
    free(sandbox);
    return never_returned;
}
