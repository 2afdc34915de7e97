// A sandbox for small Lua programs, safe to call from Swift.
//
// Why this exists: Lua reports errors with longjmp, and a longjmp over a Swift
// frame leaks its objects and can corrupt Swift's exclusivity records. So Swift
// never sees a lua_State. Everything in Lua that can raise runs in a protected
// call inside this target, and only plain C structs cross over. Lua calls Swift
// through the two functions of a gv_view, which return before anything here
// raises.
//
// It can go when Swift can stop a longjmp at a frame, or when rules are no
// longer Lua programs.

#ifndef CLUASHIM_H
#define CLUASHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GV_CLOSED_ENUM __attribute__((enum_extensibility(closed)))

#pragma clang assume_nonnull begin

enum { gv_most_fields = 256 };

/// One Lua state with its limits. Used by one thread at a time.
typedef struct gv_sandbox gv_sandbox;

/// The outcome of a call into the sandbox.
typedef enum GV_CLOSED_ENUM gv_status {
    gv_status_ok,
    /// The source is not valid Lua.
    gv_status_syntax,
    /// The script raised an error, or used an unknown name or field.
    gv_status_runtime,
    /// The script exceeded its memory, or the length of a string.
    gv_status_memory,
    /// The script exceeded its steps.
    gv_status_instructions,
    /// A value can't leave Lua: too deep, too large, or of the wrong type.
    gv_status_unusable,
    /// The words passed to gv_sandbox_create contradict each other.
    gv_status_setup,
    /// No function has this number.
    gv_status_unknown_function,
    /// A function tried to change something outside it, which is frozen.
    gv_status_kept_state,
} gv_status;

/// The limits of a script. All are greater than zero, except that of
/// allocations, where zero means never.
typedef struct gv_limits {
    size_t memory_bytes;
    size_t text_bytes;
    size_t source_bytes;
    int64_t load_instructions;
    int64_t call_instructions;
    uint32_t value_depth;
    uint32_t value_nodes;
    /// Added to load_instructions for each record of a view, per call.
    int64_t row_instructions;
    /// Lines and bytes that scripts may print before the host takes them.
    uint32_t output_lines;
    size_t output_bytes;
    /// For tests: this allocation and all later ones fail. The first is 1.
    uint64_t fail_allocation_at;
    /// Whether functions can't change what their source made when it was loaded.
    bool freezes;
} gv_limits;

/// A borrowed string. Bytes may be null if the length is zero.
typedef struct gv_text {
    const char *_Nullable bytes;
    size_t length;
} gv_text;

typedef enum GV_CLOSED_ENUM gv_word_kind {
    /// The name of a record's type, for messages. Exactly one.
    gv_word_record_type,
    gv_word_field,
    /// A field that tx:contains and similar methods search.
    gv_word_searchable_field,
    /// A field that print shows of a record, listed after all fields.
    gv_word_shown_field,
    gv_word_declaration,
    gv_word_constructor,
    /// A request, usable while a function handles a value.
    gv_word_request,
    /// A question to the host, usable like a request. It takes one value.
    gv_word_query,
    /// A method of views that the host answers.
    gv_word_index,
} gv_word_kind;

/// The maximum number of fields that print shows of a record.
enum { gv_most_shown_fields = 8 };

typedef enum GV_CLOSED_ENUM gv_parameter {
    gv_parameter_none,
    gv_parameter_text,
    gv_parameter_integer,
    /// Any value but a function. An index has at most one of these.
    gv_parameter_value,
} gv_parameter;

/// What a script gets from an index.
typedef enum GV_CLOSED_ENUM gv_result {
    /// A list of records.
    gv_result_records,
    /// A view of the records.
    gv_result_view,
    /// A read-only value.
    gv_result_value,
} gv_result;

/// A name that the host gives to scripts. Words of a kind are numbered from
/// zero in their order; both kinds of field together.
typedef struct gv_word {
    gv_word_kind kind;
    const char *_Nullable bytes;
    size_t length;
    /// The maximum number of values of a declaration or request.
    uint32_t most_values;
    /// The parameters and the result of an index.
    gv_parameter first;
    gv_parameter second;
    gv_result result;
} gv_word;

typedef enum GV_CLOSED_ENUM gv_field_kind {
    gv_field_nil,
    gv_field_boolean,
    gv_field_integer,
    gv_field_number,
    gv_field_text,
    /// A list of strings.
    gv_field_texts,
} gv_field_kind;

typedef union gv_field_value {
    bool boolean;
    int64_t integer;
    double number;
    const uint8_t *_Nullable text;
    const struct gv_field *_Nullable texts;
} gv_field_value;

/// One field of a record. Strings are borrowed for the call.
typedef struct gv_field {
    gv_field_value value;
    /// The bytes of a string, or the number of strings.
    uint32_t length;
    gv_field_kind kind;
} gv_field;

/// The fields of one row of a host's table, each filled on first use.
typedef struct gv_record {
    gv_field *fields;
    /// Fills a field; null if all are filled. It must not call the sandbox.
    void (*_Nullable fill)(void *owner, uint32_t row, uint32_t field);
    void *_Nullable owner;
    uint32_t row;
    /// A bit for each field: whether it has this row's value.
    uint64_t filled[gv_most_fields / 64];
} gv_record;

/// The number of no function.
static const uint32_t gv_no_function = UINT32_MAX;

/// Whether a function returns true for one row.
typedef struct gv_question {
    uint32_t function;
    uint32_t row;
    /// For the host; unused here.
    uint32_t mark;
} gv_question;

typedef enum GV_CLOSED_ENUM gv_node_kind {
    gv_node_nil,
    gv_node_boolean,
    gv_node_integer,
    gv_node_number,
    gv_node_text,
    /// Followed by `count` elements, then by `fields` pairs of string and value.
    gv_node_table,
    gv_node_function,
    /// Followed by `count` arguments.
    gv_node_constructed,
    /// Followed by `count` declared values. Only at the top of a load's result.
    gv_node_declaration,
    /// Followed by the decided value and its reason, a string or nil. Only at
    /// the top of the result of a call on a view.
    gv_node_decision,
    /// Followed by `count` values. Only at the top of the result of a handler or
    /// an evaluation.
    gv_node_request,
    /// Records: their number is `length`, and the first `count` rows follow as
    /// integers. Only at the top of the result of an evaluation.
    gv_node_rows,
} gv_node_kind;

/// The ``gv_node.index`` of a constructed value that is a map; its argument is the name.
enum { GV_MAP_WORD = UINT16_MAX };

typedef union gv_node_value {
    bool boolean;
    int64_t integer;
    double number;
    const char *_Nullable text;
} gv_node_value;

/// One node of an exported value; a value is its nodes in preorder.
typedef struct gv_node {
    gv_node_value value;
    /// The length of a string in bytes. The string of a function or request is
    /// the name of its source.
    size_t length;
    gv_node_kind kind;
    /// The number of the function, constructor, declaration, request or record.
    uint32_t index;
    uint32_t count;
    uint32_t fields;
    /// The line in the source, or zero if there is none.
    int32_t line;
} gv_node;

/// A source that scripts can load by its name.
typedef struct gv_module {
    gv_text name;
    gv_text source;
    /// The name of the source in errors.
    gv_text chunk_name;
} gv_module;

/// An entry of a map. Its values are adjacent in the map's list.
typedef struct gv_map_entry {
    gv_text key;
    /// The folded key.
    gv_text folded_key;
} gv_map_entry;

/// A read-only lookup table for scripts.
typedef struct gv_map {
    gv_text name;
    const gv_text *columns;
    size_t column_count;
    const gv_map_entry *entries;
    size_t entry_count;
    /// For each entry one value for each column.
    const gv_field *values;
    /// The positions of all entries by folded key; for equal keys, the first
    /// entry comes first.
    const uint32_t *order;
} gv_map;

/// The sources and maps that scripts can name beside the host's words. Borrowed
/// while the sandbox lives; many sandboxes may share it.
typedef struct gv_library {
    const gv_module *modules;
    size_t module_count;
    const gv_map *maps;
    size_t map_count;
    /// The names of unreadable maps; asking for one is an error.
    const gv_text *broken_maps;
    size_t broken_map_count;
    /// The folder for a person's files, for messages.
    gv_text folder;
} gv_library;

/// A line that a script printed, borrowed until the next call.
typedef struct gv_output_line {
    gv_text text;
    gv_text chunk_name;
    int32_t line;
} gv_output_line;

/// Nodes, borrowed until the next call into the sandbox.
typedef struct gv_nodes {
    const gv_node *_Nullable first;
    size_t count;
} gv_nodes;

/// Positions of records, borrowed until the next request.
typedef struct gv_rows {
    const int32_t *_Nullable first;
    size_t count;
} gv_rows;

/// What an index of a view is asked.
typedef struct gv_search {
    uint32_t index;
    /// The records to look among, in ascending order; null for all.
    const gv_rows *_Nullable among;
    /// As many as the index has parameters; one that takes any value is nil here.
    gv_field arguments[2];
    /// The argument that may be any value.
    gv_nodes value;
} gv_search;

/// The answer of an index: what its result says, or a problem.
typedef struct gv_found {
    /// All below the view's `count`, and ascending for a view.
    gv_rows rows;
    const gv_node *_Nullable value;
    /// Null bytes if there is none.
    gv_text problem;
} gv_found;

/// Many records for one function. Its callbacks run while Lua runs, and must
/// not call the sandbox.
typedef struct gv_view {
    void *owner;
    uint32_t count;
    gv_record *record;
    gv_found (*find)(void *owner, const gv_search *search);
} gv_view;

/// Who answers the query words of a function. Its callback runs while Lua runs, and
/// must not call the sandbox.
typedef struct gv_queries {
    void *owner;
    /// The answer's value is a list: what the word returns.
    gv_found (*answer)(void *owner, uint32_t word, gv_nodes value);
} gv_queries;

/// The error of the last call, borrowed until the next.
typedef struct gv_failure {
    const char *message;
    size_t message_length;
    const char *traceback;
    size_t traceback_length;
    /// The name of the source, or an empty string if unknown.
    gv_text chunk_name;
    /// The line in the source, or zero if unknown.
    int32_t line;
} gv_failure;

/// Creates a sandbox. Returns null only without memory for its first bytes.
/// With any other bad status, the result has a failure and must be closed.
gv_sandbox *_Nullable gv_sandbox_create(
    gv_limits limits, const gv_word *words, size_t word_count, const gv_library *library,
    gv_status *status);

/// Runs a source and returns its declarations.
gv_status gv_sandbox_load(
    gv_sandbox *sandbox, gv_text source, gv_text chunk_name, gv_nodes *declarations);

/// Runs an expression or statements and returns their values: records as their
/// rows, values that a view's index made as they are, and others as a readable
/// string. If there are only others, they are one string. The requests come
/// beside them. With a view, the name `view` stands for it; its records stay
/// usable in later evaluations over a view of the same owner.
gv_status gv_sandbox_evaluate(
    gv_sandbox *sandbox, gv_text source, gv_text chunk_name, const gv_view *_Nullable view,
    gv_nodes *values, gv_nodes *requests);

/// Shows a record with no field filled.
void gv_show_row(gv_record *record, uint32_t row);

/// The field of the row that a record shows.
gv_field gv_field_of_record(gv_record *record, uint32_t position);

/// Calls a function of a loaded source on a record, which has as many fields as
/// the sandbox was created with.
gv_status gv_sandbox_call(
    gv_sandbox *sandbox, uint32_t function, gv_record *record, gv_nodes *result);

/// Asks questions in order, each a call like gv_sandbox_call, and writes which
/// were answered with true; nil counts as false. Skips those without a function
/// and leaves their answers as they are. Stops after the first that fails or
/// has another answer, which is then the result; otherwise the result is empty.
/// `asked` counts the questions asked.
gv_status gv_sandbox_ask(
    gv_sandbox *sandbox, const gv_question *questions, size_t count, gv_record *record,
    bool *answers, size_t *asked, gv_nodes *result);

/// Calls a function like gv_sandbox_call. The result is its first value,
/// followed by its second, a string, if it returned one.
gv_status gv_sandbox_answer(
    gv_sandbox *sandbox, uint32_t function, gv_record *record, gv_nodes *result);

/// Calls a function of a loaded source on a view, and returns its decisions.
gv_status gv_sandbox_decide(
    gv_sandbox *sandbox, uint32_t function, const gv_view *view,
    gv_nodes *decisions);

/// Calls a function of a loaded source on a read-only value, made of the nodes
/// as in gv_sandbox_set_context, and returns its requests. With a state, a table,
/// the function gets it next and may change it; `kept` is what it left there.
gv_status gv_sandbox_tell(
    gv_sandbox *sandbox, uint32_t function, const gv_node *value,
    const gv_node *_Nullable state, const gv_queries *_Nullable queries, gv_nodes *requests,
    gv_nodes *kept);

/// Makes a read-only value of the nodes of booleans, numbers, strings and
/// tables. A name with nil is known, and reads as nil. Functions get it as
/// their last argument from now on; none if it is nil.
gv_status gv_sandbox_set_context(gv_sandbox *sandbox, const gv_node *value);

gv_failure gv_sandbox_failure(const gv_sandbox *sandbox);

/// The number of lines printed since gv_sandbox_forget_output.
size_t gv_sandbox_output_count(const gv_sandbox *sandbox);
gv_output_line gv_sandbox_output_line(const gv_sandbox *sandbox, size_t index);
void gv_sandbox_forget_output(gv_sandbox *sandbox);

/// How often an entry of a map was found.
typedef struct gv_map_hits {
    /// The number of records that found it.
    uint32_t records;
    /// The row after that of the last of them; zero before the first.
    uint32_t next_row;
} gv_map_hits;

/// The hits of each entry of a map; null until a script asks for the map. A
/// record with consecutive calls is counted once.
const gv_map_hits *_Nullable gv_sandbox_map_hits(const gv_sandbox *sandbox, size_t map);

/// Folds a key for comparison: ASCII letters to lowercase, white space trimmed
/// and collapsed to one space. Returns its length, which is at most that of the
/// key.
size_t gv_fold_map_key(gv_text key, char *folded);

/// Compares two folded keys like `memcmp`.
int gv_compare_map_keys(gv_text one, gv_text other);

/// Whether a script has read a field, or copied a record, since the sandbox was
/// created.
bool gv_sandbox_has_read(const gv_sandbox *sandbox, uint32_t field);

/// Whether calls count every single step from now on, which makes them many
/// times slower, or in thousands.
void gv_sandbox_count_every_step(gv_sandbox *sandbox, bool counts);

/// The steps of all finished calls. In thousands for calls that did not count
/// every step.
int64_t gv_sandbox_steps_taken(const gv_sandbox *sandbox);

/// The sandbox's current memory in bytes.
size_t gv_sandbox_bytes_in_use(const gv_sandbox *sandbox);

/// Frees the sandbox. Returns the bytes that were allocated and never freed,
/// which is zero.
size_t gv_sandbox_close(gv_sandbox *sandbox);

#pragma clang assume_nonnull end

#endif
