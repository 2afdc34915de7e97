// The functions that Swift calls. Outside protected calls they use only Lua
// functions that cannot raise.

#include "Machine.h"

#include <stdlib.h>

static const char functions_key;

enum { kept_node_capacity = 256 };

void gv_push_functions(lua_State *lua) {
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &functions_key);
}

void gv_begin(gv_sandbox *sandbox, int64_t instructions) {
    lua_settop(sandbox->lua, gv_slots_kept);
    gv_forget_failure(sandbox);
    sandbox->node_count = 0;
    sandbox->nodes_before_value = 0;
    sandbox->nodes_complete = 0;
    sandbox->value_line = 0;
    if (sandbox->kept_texts != NULL) gv_forget_kept_texts(sandbox);
    if (sandbox->node_capacity > kept_node_capacity) {
        sandbox->nodes = gv_allocate(
            sandbox, sandbox->nodes, sandbox->node_capacity * sizeof *sandbox->nodes, 0);
        sandbox->node_capacity = 0;
    }
    gv_start_counting(sandbox, instructions);
}

gv_status gv_end(gv_sandbox *sandbox, int lua_status) {
    gv_status status = gv_finish(sandbox, lua_status);
    gv_note_steps(sandbox);
    sandbox->loading = false;
    sandbox->record_value = 0;
    sandbox->evaluating = false;
    sandbox->takes_requests = false;
    sandbox->keeps_state = false;
    sandbox->queries = NULL;
    sandbox->loading_chunk = -1;
    sandbox->record = NULL;
    sandbox->view = NULL;
    if (status == gv_status_memory) {
        // Leftovers of the script would disturb the next call.
        lua_settop(sandbox->lua, gv_slots_kept);
        lua_gc(sandbox->lua, LUA_GCCOLLECT);
    }
    return status;
}

typedef struct creation {
    const gv_word *words;
    size_t word_count;
} creation;

/// Returns the values of the permanent slots.
static int create_body(lua_State *lua) {
    const creation *wanted = lua_touserdata(lua, 1);
    gv_build_environment(lua);
    gv_add_vocabulary(lua, wanted->words, wanted->word_count);
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &functions_key);
    gv_add_read_only_tables(lua);
    gv_add_records(lua, wanted->words, wanted->word_count);
    gv_add_views(lua, wanted->words, wanted->word_count);
    lua_pushnil(lua);
    return 2;
}

gv_sandbox *gv_sandbox_create(
    gv_limits limits, const gv_word *words, size_t word_count, const gv_library *library,
    gv_status *status) {
    *status = gv_status_memory;
    gv_sandbox *sandbox = calloc(1, sizeof *sandbox);
    if (sandbox == NULL) return NULL;
    sandbox->limits = limits;
    sandbox->library = library;
    sandbox->loading_chunk = -1;
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
    *status = gv_end(sandbox, lua_pcall(lua, 1, 2, gv_slot_handler));
    return sandbox;
}

/// Returns the table of declarations, so that its strings stay alive.
static int load_body(lua_State *lua) {
    const gv_evaluation *wanted = lua_touserdata(lua, 1);
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->loading_chunk = gv_push_chunk(lua, wanted->source, wanted->chunk_name);
    if (sandbox->loading_chunk < 0) gv_raise_syntax(lua);
    gv_push_file_environment(lua);
    lua_setupvalue(lua, -2, 1);
    gv_start_declarations(lua);
    lua_call(lua, 0, 0);
    gv_push_finished_declarations(lua);
    gv_flatten_declarations(lua, lua_gettop(lua));
    if (sandbox->limits.freezes) gv_freeze(lua);
    return 1;
}

static void drop_functions_from(gv_sandbox *sandbox, uint32_t first) {
    for (uint32_t index = first; index < sandbox->function_count; index++) {
        // The entry exists, so writing to it needs no memory.
        lua_pushnil(sandbox->lua);
        lua_rawseti(sandbox->lua, gv_slot_functions, (lua_Integer)index + 1);
    }
    sandbox->function_count = first;
}

gv_status gv_sandbox_load(
    gv_sandbox *sandbox, gv_text source, gv_text chunk_name, gv_nodes *declarations) {
    lua_State *lua = sandbox->lua;
    gv_begin(sandbox, sandbox->limits.load_instructions);
    uint32_t functions_before = sandbox->function_count;
    gv_evaluation wanted = {source, chunk_name};
    sandbox->loading = true;
    lua_pushcfunction(lua, load_body);
    lua_pushlightuserdata(lua, &wanted);
    int lua_status = lua_pcall(lua, 1, 1, gv_slot_handler);
    if (lua_status != LUA_OK) drop_functions_from(sandbox, functions_before);
    gv_status status = gv_end(sandbox, lua_status);
    *declarations = (gv_nodes){sandbox->nodes, status == gv_status_ok ? sandbox->node_count : 0};
    return status;
}

static int64_t budget_for(const gv_limits *limits, const gv_view *view) {
    int64_t most = INT64_MAX - limits->load_instructions;
    if (view->count > 0 && limits->row_instructions > most / view->count) return INT64_MAX;
    return limits->load_instructions + limits->row_instructions * view->count;
}

static void show_view(gv_sandbox *sandbox, const gv_view *view, uint64_t value) {
    sandbox->view = view;
    sandbox->view_value = value;
    sandbox->record = view->record;
    // A row that no record has.
    gv_show_row(view->record, view->count);
}

gv_status gv_sandbox_evaluate(
    gv_sandbox *sandbox, gv_text source, gv_text chunk_name, const gv_view *view,
    gv_nodes *values, gv_nodes *requests) {
    lua_State *lua = sandbox->lua;
    const gv_limits *limits = &sandbox->limits;
    gv_begin(sandbox, view == NULL ? limits->load_instructions : budget_for(limits, view));
    if (view != NULL) {
        if (view->owner != sandbox->evaluated_view_owner) {
            sandbox->evaluated_view_owner = view->owner;
            sandbox->evaluated_view_value = gv_next_view_value(sandbox);
        }
        show_view(sandbox, view, sandbox->evaluated_view_value);
    }
    gv_evaluation wanted = {source, chunk_name};
    sandbox->evaluating = true;
    sandbox->takes_requests = true;
    lua_pushcfunction(lua, gv_evaluate_body);
    lua_pushlightuserdata(lua, &wanted);
    gv_status status = gv_end(sandbox, lua_pcall(lua, 1, 0, gv_slot_handler));
    size_t asked = status == gv_status_ok ? sandbox->nodes_complete : 0;
    size_t all = status == gv_status_ok ? sandbox->node_count : 0;
    *requests = (gv_nodes){sandbox->nodes, asked};
    *values = (gv_nodes){all > asked ? sandbox->nodes + asked : NULL, all - asked};
    return status;
}

/// Pushes the function; returns false if there is none.
static bool push_function(gv_sandbox *sandbox, uint32_t function) {
    if (function >= sandbox->function_count) return false;
    lua_rawgeti(sandbox->lua, gv_slot_functions, (lua_Integer)function + 1);
    return true;
}

/// Calls the function on the stack with the record and the context.
static int call_on_record(gv_sandbox *sandbox, gv_record *record, int results) {
    lua_State *lua = sandbox->lua;
    sandbox->record = record;
    sandbox->record_value = gv_next_record_value(sandbox);
    gv_push_record(lua, sandbox->record_value);
    if (sandbox->has_context) lua_pushvalue(lua, gv_slot_context);
    return lua_pcall(lua, sandbox->has_context ? 2 : 1, results, gv_slot_handler);
}

/// Converts the results on the stack, which stay there. They are plain, or are
/// decoded in a protected call of their own.
gv_status gv_end_with_results(
    gv_sandbox *sandbox, int lua_status, bool is_plain, int results, gv_nodes *result) {
    lua_State *lua = sandbox->lua;
    if (lua_status == LUA_OK && !is_plain) {
        lua_pushcfunction(lua, results == 1 ? gv_flatten_result : gv_flatten_answer);
        lua_insert(lua, -1 - results);
        lua_status = lua_pcall(lua, results, results, gv_slot_handler);
    }
    gv_status status = gv_end(sandbox, lua_status);
    if (is_plain) {
        *result = (gv_nodes){&sandbox->plain_result, 1};
    } else if (status == gv_status_ok) {
        *result = (gv_nodes){sandbox->nodes, sandbox->node_count};
    }
    return status;
}

gv_status gv_sandbox_call(
    gv_sandbox *sandbox, uint32_t function, gv_record *record, gv_nodes *result) {
    *result = (gv_nodes){NULL, 0};
    gv_begin(sandbox, sandbox->limits.call_instructions);
    if (!push_function(sandbox, function)) return gv_status_unknown_function;
    int lua_status = call_on_record(sandbox, record, 1);
    bool is_plain = lua_status == LUA_OK && gv_set_plain(sandbox->lua, &sandbox->plain_result);
    return gv_end_with_results(sandbox, lua_status, is_plain, 1, result);
}

gv_status gv_sandbox_answer(
    gv_sandbox *sandbox, uint32_t function, gv_record *record, gv_nodes *result) {
    *result = (gv_nodes){NULL, 0};
    gv_begin(sandbox, sandbox->limits.call_instructions);
    if (!push_function(sandbox, function)) return gv_status_unknown_function;
    int lua_status = call_on_record(sandbox, record, 2);
    bool is_plain = lua_status == LUA_OK && lua_isnil(sandbox->lua, -1);
    if (is_plain) {
        lua_pushvalue(sandbox->lua, -2);
        is_plain = gv_set_plain(sandbox->lua, &sandbox->plain_result);
        lua_settop(sandbox->lua, -2);
    }
    return gv_end_with_results(sandbox, lua_status, is_plain, 2, result);
}

/// Calls its first argument, a function, with the current view and its second
/// argument, the context.
static int decide_body(lua_State *lua) {
    gv_push_view(lua);
    lua_insert(lua, 2);
    lua_call(lua, lua_gettop(lua) - 1, 0);
    return 0;
}

gv_status gv_sandbox_decide(
    gv_sandbox *sandbox, uint32_t function, const gv_view *view, gv_nodes *decisions) {
    lua_State *lua = sandbox->lua;
    *decisions = (gv_nodes){NULL, 0};
    gv_begin(sandbox, budget_for(&sandbox->limits, view));
    lua_pushcfunction(lua, decide_body);
    if (!push_function(sandbox, function)) return gv_status_unknown_function;
    if (sandbox->has_context) lua_pushvalue(lua, gv_slot_context);
    show_view(sandbox, view, gv_next_view_value(sandbox));
    int lua_status = lua_pcall(lua, sandbox->has_context ? 2 : 1, 0, gv_slot_handler);
    gv_status status = gv_end(sandbox, lua_status);
    if (status == gv_status_ok) {
        *decisions = (gv_nodes){sandbox->nodes, sandbox->nodes_complete};
    }
    return status;
}

typedef struct telling {
    const gv_node *value;
    const gv_node *state;
    const gv_queries *queries;
} telling;

/// Adds what a function left in the state at the index.
static void flatten_state(lua_State *lua, int state) {
    gv_sandbox *sandbox = gv_owner(lua);
    lua_settop(lua, state);
    gv_begin_lasting_value(sandbox);
    sandbox->keeps_state = true;
    gv_flatten(lua, 1);
    sandbox->keeps_state = false;
    sandbox->failure = gv_status_runtime;
}

/// Calls its first argument, a function, with the value and the state of its
/// second, a telling, and with its third, the context.
static int tell_body(lua_State *lua) {
    enum { state_index = 1, value_index = 3, index_after_value };
    gv_sandbox *sandbox = gv_owner(lua);
    const telling *told = lua_touserdata(lua, 2);
    sandbox->failure = gv_status_unusable;
    if (told->state == NULL) {
        lua_pushnil(lua);
    } else {
        gv_push_changeable(lua, told->state);
    }
    lua_insert(lua, state_index);
    gv_push_read_only(lua, told->value);
    lua_replace(lua, value_index);
    if (told->state != NULL) {
        lua_pushvalue(lua, state_index);
        lua_insert(lua, index_after_value);
    }
    sandbox->failure = gv_status_runtime;
    sandbox->takes_requests = true;
    sandbox->queries = told->queries;
    lua_call(lua, lua_gettop(lua) - state_index - 1, 0);
    sandbox->queries = NULL;
    if (told->state != NULL) flatten_state(lua, state_index);
    return 0;
}

gv_status gv_sandbox_tell(
    gv_sandbox *sandbox, uint32_t function, const gv_node *value, const gv_node *state,
    const gv_queries *queries, gv_nodes *requests, gv_nodes *kept) {
    lua_State *lua = sandbox->lua;
    *requests = (gv_nodes){NULL, 0};
    *kept = (gv_nodes){NULL, 0};
    telling told = {value, state, queries};
    gv_begin(sandbox, sandbox->limits.call_instructions);
    lua_pushcfunction(lua, tell_body);
    if (!push_function(sandbox, function)) return gv_status_unknown_function;
    lua_pushlightuserdata(lua, &told);
    if (sandbox->has_context) lua_pushvalue(lua, gv_slot_context);
    int lua_status = lua_pcall(lua, sandbox->has_context ? 3 : 2, 0, gv_slot_handler);
    gv_status status = gv_end(sandbox, lua_status);
    if (status == gv_status_ok) {
        size_t asked = sandbox->nodes_complete;
        *requests = (gv_nodes){sandbox->nodes, asked};
        if (state != NULL) *kept = (gv_nodes){sandbox->nodes + asked, sandbox->node_count - asked};
    }
    return status;
}

gv_status gv_sandbox_set_context(gv_sandbox *sandbox, const gv_node *value) {
    lua_State *lua = sandbox->lua;
    gv_begin(sandbox, sandbox->limits.load_instructions);
    sandbox->has_context = false;
    if (value->kind == gv_node_nil) return gv_status_ok;
    lua_pushcfunction(lua, gv_make_read_only);
    lua_pushlightuserdata(lua, (void *)(uintptr_t)value);
    int lua_status = lua_pcall(lua, 1, 1, gv_slot_handler);
    if (lua_status == LUA_OK) {
        lua_replace(lua, gv_slot_context);
        sandbox->has_context = true;
    }
    return gv_end(sandbox, lua_status);
}

bool gv_sandbox_has_read(const gv_sandbox *sandbox, uint32_t field) {
    return (sandbox->read_fields[field / 64] >> field % 64 & 1) != 0;
}

gv_failure gv_sandbox_failure(const gv_sandbox *sandbox) {
    return (gv_failure){
        sandbox->message, sandbox->message_length, sandbox->traceback,
        sandbox->traceback_length, gv_chunk_name(sandbox, sandbox->chunk), sandbox->line,
    };
}

size_t gv_sandbox_bytes_in_use(const gv_sandbox *sandbox) {
    return sandbox->bytes_in_use;
}

size_t gv_sandbox_close(gv_sandbox *sandbox) {
    lua_close(sandbox->lua);
    gv_free_chunks(sandbox);
    gv_free_output(sandbox);
    gv_free_map_hits(sandbox);
    gv_allocate(sandbox, sandbox->nodes, sandbox->node_capacity * sizeof *sandbox->nodes, 0);
    gv_forget_kept_texts(sandbox);
    size_t never_returned = sandbox->bytes_in_use;
    free(sandbox);
    return never_returned;
}
