// What the files of this target share. Not visible to Swift.
//
// Naming: a function with `raise` in its name, or with a lua_State parameter,
// may raise a Lua error and must run inside a protected call.

#ifndef MACHINE_H
#define MACHINE_H

#include "include/CLuaShim.h"

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif

#if LUA_VERSION_NUM != 504
#error "The sandbox needs Lua 5.4: in other versions a script can reach other things."
#endif

#define GV_MOST_INDEXES 32
#define GV_MEMBER_SLOTS 64
#define GV_NAME_BYTES 64
/// The maximum number of values that one call may return or pass on as `...`.
/// The interpreter doesn't count the copying of arguments.
#define GV_MOST_ARGUMENTS 250

/// The entries per declaration in the table of declarations: word, line, a
/// table of its values, and their number.
#define GV_DECLARATION_ENTRIES 4

/// The target of a record's name: a field from zero up, a method below.
typedef struct gv_member {
    /// The address of Lua's own string, compared but never dereferenced.
    const void *name;
    int position;
} gv_member;

typedef struct gv_index {
    gv_parameter parameters[2];
    gv_result result;
} gv_index;

/// A string that outlives its value.
typedef struct gv_kept_text {
    struct gv_kept_text *next;
    size_t used;
    size_t capacity;
    char bytes[];
} gv_kept_text;

/// A loaded source.
typedef struct gv_chunk {
    char *name;
    size_t size;
    /// The name in Lua's own messages, cut if it is long.
    char place[LUA_IDSIZE];
} gv_chunk;

/// A printed line, in the block of all lines.
typedef struct gv_printed_line {
    size_t start;
    size_t length;
    int chunk;
    int line;
} gv_printed_line;

typedef struct gv_output {
    char *bytes;
    size_t length;
    size_t capacity;
    gv_printed_line *lines;
    size_t line_count;
    size_t line_capacity;
    bool is_full;
} gv_output;

struct gv_sandbox {
    lua_State *lua;
    gv_limits limits;
    const gv_library *library;

    gv_chunk *chunks;
    size_t chunk_count;
    size_t chunk_capacity;
    gv_output output;
    /// The counts of each map of the library, or null before its first use.
    gv_map_hits **map_hits;

    size_t bytes_in_use;
    uint64_t allocations;
    bool text_was_too_long;
    /// Whether processor time stopped it, and the limit.
    bool took_too_long;
    int64_t nanoseconds_given;

    int64_t instructions_given;
    int64_t instructions_left;
    /// The steps of all finished calls; exact for those made while every step
    /// is counted.
    int64_t steps_taken;
    bool counts_every_step;
    int hook_interval;
    /// The thread's processor time, in nanoseconds, at which even a script with
    /// steps left is stopped.
    int64_t latest_time;
    /// Set once a limit is exceeded; then nothing in the script can continue.
    gv_status tripped;

    /// The variables that no call may change, and the place of the last
    /// instruction while they are compared.
    uint32_t watched_count;
    const char *last_source;
    int last_line;

    bool loading;
    bool evaluating;
    /// Whether a function runs that may make requests.
    bool takes_requests;
    /// Whether what a function left in its state is leaving Lua.
    bool keeps_state;
    /// Who answers the running function's queries, or null.
    const gv_queries *queries;
    /// The source being loaded, or -1.
    int loading_chunk;
    bool has_context;
    /// A count of calls, to detect records and views of earlier calls.
    uint64_t record_calls;
    uint64_t view_calls;
    /// The value that stands for the record of the running call, or zero.
    uint64_t record_value;
    /// The record whose fields are read: that of the running call, or the
    /// view's, which shows its rows in turn.
    gv_record *record;
    /// The view of the running call, or null, and the start of its values.
    const gv_view *view;
    uint64_t view_value;
    /// For the last evaluated view; the owner is only compared.
    uint64_t evaluated_view_value;
    const void *evaluated_view_owner;
    size_t field_count;
    size_t searchable_count;
    uint16_t searchable[gv_most_fields];
    size_t shown_count;
    uint16_t shown[gv_most_shown_fields];
    /// A bit for each field: whether a script has read it.
    uint64_t read_fields[gv_most_fields / 64];
    gv_member members[GV_MEMBER_SLOTS];
    uint32_t index_count;
    gv_index indexes[GV_MOST_INDEXES];
    char record_type[GV_NAME_BYTES];

    uint32_t function_count;
    /// The result of a call if it is one plain value.
    gv_node plain_result;
    gv_node *nodes;
    size_t node_count;
    size_t node_capacity;
    size_t nodes_before_value;
    /// The nodes of finished decisions and requests.
    size_t nodes_complete;
    gv_kept_text *kept_texts;

    /// The status of an error raised now.
    gv_status failure;
    /// The line of the declaration whose value is leaving Lua.
    int value_line;
    int line;
    /// The source of the line, or -1.
    int chunk;
    size_t message_length;
    size_t traceback_length;
    char message[1024];
    char traceback[2048];
};

/// The slots of the Lua stack that stay filled between calls.
enum { gv_slot_handler = 1, gv_slot_functions, gv_slot_context, gv_slots_kept = gv_slot_context };

/// Never raises.
static inline gv_sandbox *gv_owner(lua_State *lua) {
    return *(gv_sandbox **)lua_getextraspace(lua);
}

/// Records are light userdata, a number in place of a pointer, and the only
/// ones that a script can get. Never raises.
static inline bool gv_is_record(lua_State *lua, int index) {
    return lua_islightuserdata(lua, index);
}

// Memory.c
void *gv_allocate(void *owner, void *block, size_t old_size, size_t new_size);

// Limits.c
void gv_start_counting(gv_sandbox *sandbox, int64_t instructions);
void gv_stop_counting(gv_sandbox *sandbox);

/// Sets the steps of a call; the hook stays as it is.
static inline void gv_give_steps(gv_sandbox *sandbox, int64_t instructions) {
    sandbox->tripped = gv_status_ok;
    sandbox->instructions_given = instructions;
    sandbox->instructions_left = instructions;
    sandbox->latest_time = 0;
}

void gv_stop_at_next_instruction(gv_sandbox *sandbox);
int gv_raise_limit(lua_State *lua, gv_status limit);
void *gv_allocate_or_raise(lua_State *lua, void *block, size_t old_size, size_t new_size);

/// Charges work done in C to the script's steps.
static inline void gv_charge(lua_State *lua, int64_t steps) {
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->instructions_left -= steps;
    if (sandbox->instructions_left <= 0) gv_raise_limit(lua, gv_status_instructions);
}

int gv_raise_text_too_long(lua_State *lua);
int gv_pcall(lua_State *lua);

// Failure.c
int gv_handle_error(lua_State *lua);
void gv_note_place(lua_State *lua, gv_sandbox *sandbox);
int gv_line_of_caller(lua_State *lua);
bool gv_place_of_caller(lua_State *lua, int *chunk, int *line);
bool gv_innermost_place(lua_State *lua, int *chunk, int *line);

static inline void gv_forget_failure(gv_sandbox *sandbox) {
    sandbox->failure = gv_status_runtime;
    sandbox->text_was_too_long = false;
    sandbox->took_too_long = false;
    sandbox->line = 0;
    sandbox->chunk = -1;
    sandbox->message_length = 0;
    sandbox->traceback_length = 0;
}

gv_status gv_finish(gv_sandbox *sandbox, int lua_status);

// Chunks.c
int gv_chunk_of_source(const gv_sandbox *sandbox, const char *source);
int gv_chunk_at_start(const gv_sandbox *sandbox, gv_text message, size_t *place_length);
gv_text gv_chunk_name(const gv_sandbox *sandbox, int chunk);
int gv_push_chunk(lua_State *lua, gv_text source, gv_text name);
void gv_raise_syntax(lua_State *lua);
void gv_free_chunks(gv_sandbox *sandbox);

// Environment.c
void gv_build_environment(lua_State *lua);
void gv_push_host(lua_State *lua);
int gv_tostring(lua_State *lua);

// Globals.c
void gv_push_fresh_environment(lua_State *lua, int modules, int path);
void gv_push_file_environment(lua_State *lua);

// Modules.c
void gv_push_require(lua_State *lua, int modules, int path);
/// Pushes the modules that a source has loaded if the value is its require.
bool gv_push_loaded_modules(lua_State *lua, int index);

// MapKeys.c
/// Returns null if there is none.
const gv_map_entry *gv_find_map_entry(const gv_map *map, gv_text folded);

// Maps.c
void gv_add_maps(lua_State *lua, int host);
const gv_map *gv_as_map(lua_State *lua, int index);
/// The values of a row, one for each column of the map.
const gv_field *gv_as_map_row(lua_State *lua, int index, const gv_map **map);
bool gv_push_map_pairs(lua_State *lua, int index);
bool gv_is_map_iterator(lua_State *lua, int index);
void gv_free_map_hits(gv_sandbox *sandbox);

// Output.c
int gv_print(lua_State *lua);
void gv_free_output(gv_sandbox *sandbox);

// Evaluate.c, Rendering.c
typedef struct gv_evaluation {
    gv_text source;
    gv_text chunk_name;
} gv_evaluation;

int gv_evaluate_body(lua_State *lua);
void gv_push_rendering(lua_State *lua, int first, int last);

// Suggestion.c
int gv_raise_unknown(lua_State *lua, const char *what, int known_names, int name);
const char *gv_closest_name(lua_State *lua, int known_names, int name);

// Strings.c, SearchText.c, Tables.c
extern const luaL_Reg gv_string_functions[];
extern const luaL_Reg gv_table_functions[];
void gv_add_format(lua_State *lua, int lua_library, int library);
int gv_tonumber(lua_State *lua);

bool gv_text_contains(lua_State *lua, gv_text text, gv_text part);
bool gv_text_starts_with(lua_State *lua, gv_text text, gv_text part);
bool gv_text_ends_with(lua_State *lua, gv_text text, gv_text part);

// Keys.c
typedef struct gv_key {
    /// Null for an integer.
    const char *text;
    size_t length;
    lua_Integer integer;
} gv_key;

/// Pushes a block with the table's keys: integers in ascending order, then
/// strings by their bytes. Valid while the table keeps these keys.
const gv_key *gv_push_sorted_keys(lua_State *lua, int table, size_t *count);
void gv_push_key(lua_State *lua, const gv_key *key);
int gv_pairs(lua_State *lua);
int gv_next(lua_State *lua);
/// Whether it is the iterator that pairs gave for a table.
bool gv_is_pairs_iterator(lua_State *lua, int index);

// Record.c
void gv_push_field(lua_State *lua, const gv_field *field);
void gv_push_shown_record(lua_State *lua, int index);
void gv_add_records(lua_State *lua, const gv_word *words, size_t word_count);
uint64_t gv_next_view_value(gv_sandbox *sandbox);

/// The number of a call's own record is odd.
static inline uint64_t gv_next_record_value(gv_sandbox *sandbox) {
    return ++sandbox->record_calls << 1 | 1;
}

static inline void gv_push_record(lua_State *lua, uint64_t value) {
    lua_pushlightuserdata(lua, (void *)(uintptr_t)value);
}

void gv_push_row(lua_State *lua, uint32_t row);
uint32_t gv_row_or_raise(lua_State *lua, int index);

// Freeze.c
/// Makes everything that the sandbox's functions reach read-only.
void gv_freeze(lua_State *lua);
/// Pushes the content of a frozen table, or nothing. The content is never
/// written to.
bool gv_push_content_of_frozen(lua_State *lua, int index);

// Watch.c
/// Pushes the table of watched variables.
void gv_push_watched(lua_State *lua);
void gv_add_watched(lua_State *lua, int watched, int function, int upvalue, const char *name);
/// Raises if the last instruction changed a watched variable.
void gv_look_at_watched(lua_State *lua, lua_Debug *frame);
/// Whether a Lua function, or one that it makes, assigns to a variable outside.
bool gv_may_assign_outside(lua_State *lua, int function);

// View.c
void gv_add_views(lua_State *lua, const gv_word *words, size_t word_count);
void gv_push_view(lua_State *lua);
bool gv_is_view(lua_State *lua, int index);

/// Some of a view's records, or all.
typedef struct gv_part {
    uint32_t count;
    /// Ascending; null for all.
    const int32_t *rows;
} gv_part;

/// The records of the view at the index, which must be the current one.
gv_part gv_part_or_raise(lua_State *lua, int index);

static inline uint32_t gv_row_of_part(gv_part part, uint32_t position) {
    return part.rows == NULL ? position : (uint32_t)part.rows[position];
}

// ReadOnly.c
void gv_add_read_only_tables(lua_State *lua);
int gv_make_read_only(lua_State *lua);
void gv_push_read_only(lua_State *lua, const gv_node *value);
int gv_push_read_only_values(lua_State *lua, const gv_node *list);
void gv_push_changeable(lua_State *lua, const gv_node *value);
bool gv_push_content_of_read_only(lua_State *lua, int index);
/// Pushes the text of a read-only value that has one, to show for it.
bool gv_push_text_of_read_only(lua_State *lua, int index);

// Vocabulary.c
typedef struct gv_constructed {
    uint32_t constructor;
    int line;
    int count;
} gv_constructed;

void gv_add_vocabulary(lua_State *lua, const gv_word *words, size_t word_count);
const gv_constructed *gv_as_constructed(lua_State *lua, int index);
void gv_start_declarations(lua_State *lua);
/// The number of declarations so far; zero if no source is being loaded.
lua_Integer gv_count_declarations(lua_State *lua);
/// Pushes the table of the declarations since the start.
void gv_push_finished_declarations(lua_State *lua);

// Values.c
void gv_flatten_declarations(lua_State *lua, int declarations);
int gv_flatten_result(lua_State *lua);
int gv_flatten_answer(lua_State *lua);
void gv_flatten_decision(lua_State *lua, uint32_t row, int line);
void gv_flatten_request(lua_State *lua, uint32_t word);
/// Decodes the value at the index for the host, until the next value.
gv_nodes gv_flatten_argument(lua_State *lua, int index);
/// Adds a node and returns its position. A later one may move it.
uint32_t gv_add_node(lua_State *lua, gv_node_kind kind);
gv_node *gv_node_at(lua_State *lua, uint32_t position);
/// Begins a value that leaves while the script runs.
void gv_begin_lasting_value(gv_sandbox *sandbox);
/// Adds the string on top of the stack.
void gv_flatten_text(lua_State *lua);
/// Adds the value on top of the stack.
void gv_flatten(lua_State *lua, uint32_t depth);
void gv_forget_kept_texts(gv_sandbox *sandbox);
bool gv_set_plain(lua_State *lua, gv_node *node);

// Shown.c
void gv_flatten_shown(lua_State *lua, int first, int last);

// Sandbox.c
void gv_push_functions(lua_State *lua);
/// Begins a call with its steps; gv_end returns how it ended. Neither raises.
void gv_begin(gv_sandbox *sandbox, int64_t instructions);
gv_status gv_end(gv_sandbox *sandbox, int lua_status);
gv_status gv_end_with_results(
    gv_sandbox *sandbox, int lua_status, bool is_plain, int results, gv_nodes *result);

/// Adds the steps used since they were set.
static inline void gv_note_steps(gv_sandbox *sandbox) {
    sandbox->steps_taken += sandbox->instructions_given - sandbox->instructions_left;
}

#endif
