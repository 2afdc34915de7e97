// Many calls in one protected call. Each call has the limits and arguments that
// it would have alone; only the overhead is shared.

#include "Machine.h"

/// The questions of one protected call.
typedef struct asking {
    const gv_question *questions;
    size_t count;
    gv_record *record;
    bool *answers;
    size_t asked;
    /// Why the remaining questions were not asked.
    enum { asked_all, had_another_answer, had_unknown_function } end;
} asking;

/// Each question has its own step limit, and its own value for the record.
static inline void start_question(gv_sandbox *sandbox, gv_record *record, uint32_t row) {
    gv_note_steps(sandbox);
    gv_forget_failure(sandbox);
    gv_start_counting(sandbox, sandbox->limits.call_instructions);
    gv_show_row(record, row);
    sandbox->record_value = gv_next_record_value(sandbox);
}

/// A protected body: stops at an answer that has to be decoded, and returns it.
static int ask_body(lua_State *lua) {
    enum { functions = 1, context, function, kept = function };
    // Popping each alone costs more. A C function has room for 20 values.
    enum { most_answers_on_stack = 12 };
    asking *wanted = lua_touserdata(lua, function);
    gv_sandbox *sandbox = gv_owner(lua);
    bool has_context = sandbox->has_context;
    uint32_t last_function = gv_no_function;
    int answers_on_stack = 0;
    while (wanted->asked < wanted->count) {
        const gv_question *question = &wanted->questions[wanted->asked++];
        if (question->function == gv_no_function) continue;
        if (question->function >= sandbox->function_count) {
            wanted->end = had_unknown_function;
            return 0;
        }
        if (question->function != last_function) {
            last_function = question->function;
            lua_rawgeti(lua, functions, (lua_Integer)last_function + 1);
            lua_replace(lua, function);
        }
        start_question(sandbox, wanted->record, question->row);
        lua_pushvalue(lua, function);
        gv_push_record(lua, sandbox->record_value);
        if (has_context) lua_pushvalue(lua, context);
        lua_call(lua, has_context ? 2 : 1, 1);
        bool is_true = lua_toboolean(lua, -1);
        if (is_true && !lua_isboolean(lua, -1)) {
            wanted->end = had_another_answer;
            return 1;
        }
        wanted->answers[wanted->asked - 1] = is_true;
        if (++answers_on_stack < most_answers_on_stack) continue;
        lua_settop(lua, kept);
        answers_on_stack = 0;
    }
    return 0;
}

gv_status gv_sandbox_ask(
    gv_sandbox *sandbox, const gv_question *questions, size_t count, gv_record *record,
    bool *answers, size_t *asked, gv_nodes *result) {
    lua_State *lua = sandbox->lua;
    *result = (gv_nodes){NULL, 0};
    gv_begin(sandbox, sandbox->limits.call_instructions);
    asking wanted = {questions, count, record, answers, 0, asked_all};
    sandbox->record = record;
    lua_pushcfunction(lua, ask_body);
    lua_pushvalue(lua, gv_slot_functions);
    lua_pushvalue(lua, gv_slot_context);
    lua_pushlightuserdata(lua, &wanted);
    int lua_status = lua_pcall(lua, 3, 1, gv_slot_handler);
    // Without memory for the first question, that is the one that failed.
    *asked = wanted.asked == 0 && lua_status != LUA_OK ? 1 : wanted.asked;
    if (wanted.end == had_unknown_function) {
        gv_end(sandbox, lua_status);
        return gv_status_unknown_function;
    }
    if (lua_status == LUA_OK && wanted.end == asked_all) return gv_end(sandbox, lua_status);
    bool is_plain = lua_status == LUA_OK && gv_set_plain(lua, &sandbox->plain_result);
    return gv_end_with_results(sandbox, lua_status, is_plain, 1, result);
}
