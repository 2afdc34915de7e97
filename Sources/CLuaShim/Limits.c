// The instruction count, and stopping a script for good at its limit.

#include "Machine.h"

#include <time.h>

enum { longest_interval = 1000, frames_looked_at = 8, cost_of_a_protected_call = 20 };

/// A step takes about ten nanoseconds.
enum { longest_step_in_nanoseconds = 500 };
static const int64_t shortest_patience_in_nanoseconds = 100000000;

static int64_t processor_time(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// A script can slow down single steps of Lua in ways that can't be counted,
/// such as comparing long strings or filling a table with colliding keys. Only
/// for such a script does time decide; all others run out of steps first.
static void raise_when_steps_are_slow(lua_State *lua) {
    gv_sandbox *sandbox = gv_owner(lua);
    int64_t time = processor_time();
    if (sandbox->latest_time == 0) {
        int64_t steps = sandbox->instructions_left;
        int64_t patience = steps > INT64_MAX / (2 * longest_step_in_nanoseconds)
            ? INT64_MAX / 2
            : steps * longest_step_in_nanoseconds;
        sandbox->nanoseconds_given = patience + shortest_patience_in_nanoseconds;
        sandbox->latest_time = time + sandbox->nanoseconds_given;
    } else if (time > sandbox->latest_time) {
        sandbox->took_too_long = true;
        gv_raise_limit(lua, gv_status_instructions);
    }
}

static void raise_on_many_arguments(lua_State *lua) {
    lua_Debug frame;
    for (int level = 0; level < frames_looked_at && lua_getstack(lua, level, &frame); level++) {
        if (lua_getlocal(lua, &frame, -(GV_MOST_ARGUMENTS + 6)) != NULL) {
            gv_raise_limit(lua, gv_status_instructions);
        }
    }
}

/// Whether every single step is looked at.
static bool is_stepwise(const gv_sandbox *sandbox) {
    return sandbox->counts_every_step || (sandbox->watched_count > 0 && !sandbox->loading);
}

static void count_instructions(lua_State *lua, lua_Debug *frame) {
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->instructions_left -= sandbox->hook_interval;
    if (sandbox->instructions_left <= 0) gv_raise_limit(lua, gv_status_instructions);
    if (sandbox->watched_count > 0 && !sandbox->loading) gv_look_at_watched(lua, frame);
    // Reading the clock costs more than a step.
    if (is_stepwise(sandbox) && sandbox->instructions_left % longest_interval != 0) return;
    raise_on_many_arguments(lua);
    raise_when_steps_are_slow(lua);
}

static void set_interval(gv_sandbox *sandbox, int interval) {
    sandbox->hook_interval = interval;
    lua_sethook(sandbox->lua, count_instructions, LUA_MASKCOUNT, interval);
}

static int interval_for(const gv_sandbox *sandbox, int64_t instructions) {
    int interval = is_stepwise(sandbox) ? 1 : longest_interval;
    return instructions < interval ? (int)instructions : interval;
}

/// Setting the hook also resets Lua's own count, so a call stops at the same
/// instruction regardless of earlier calls.
void gv_start_counting(gv_sandbox *sandbox, int64_t instructions) {
    gv_give_steps(sandbox, instructions);
    set_interval(sandbox, interval_for(sandbox, instructions));
}

void gv_stop_counting(gv_sandbox *sandbox) {
    sandbox->hook_interval = 0;
    lua_sethook(sandbox->lua, NULL, 0, 0);
}

void gv_sandbox_count_every_step(gv_sandbox *sandbox, bool counts) {
    sandbox->counts_every_step = counts;
}

int64_t gv_sandbox_steps_taken(const gv_sandbox *sandbox) { return sandbox->steps_taken; }

void gv_stop_at_next_instruction(gv_sandbox *sandbox) {
    if (sandbox->lua != NULL) set_interval(sandbox, 1);
}

/// From here on every instruction raises again, so a pcall in the script can't
/// continue.
int gv_raise_limit(lua_State *lua, gv_status limit) {
    gv_sandbox *sandbox = gv_owner(lua);
    if (sandbox->tripped == gv_status_ok) {
        sandbox->tripped = limit;
        gv_note_place(lua, sandbox);
    }
    gv_stop_at_next_instruction(sandbox);
    lua_pushnil(lua);
    return lua_error(lua);
}

/// Allocates for the sandbox itself, or raises. Only while a script runs.
void *gv_allocate_or_raise(lua_State *lua, void *block, size_t old_size, size_t new_size) {
    gv_sandbox *sandbox = gv_owner(lua);
    void *allocated = gv_allocate(sandbox, block, old_size, new_size);
    if (allocated == NULL) {
        lua_gc(lua, LUA_GCCOLLECT);
        allocated = gv_allocate(sandbox, block, old_size, new_size);
    }
    if (allocated == NULL) gv_raise_limit(lua, gv_status_memory);
    return allocated;
}

int gv_raise_text_too_long(lua_State *lua) {
    gv_owner(lua)->text_was_too_long = true;
    return gv_raise_limit(lua, gv_status_memory);
}

/// pcall for scripts, which can't catch an exceeded limit.
int gv_pcall(lua_State *lua) {
    luaL_checkany(lua, 1);
    gv_charge(lua, cost_of_a_protected_call);
    int status = lua_pcall(lua, lua_gettop(lua) - 1, LUA_MULTRET, 0);
    gv_sandbox *sandbox = gv_owner(lua);
    if (status == LUA_ERRMEM && sandbox->tripped == gv_status_ok) {
        return gv_raise_limit(lua, gv_status_memory);
    }
    if (sandbox->tripped != gv_status_ok) return gv_raise_limit(lua, sandbox->tripped);
    sandbox->failure = gv_status_runtime;
    lua_pushboolean(lua, status == LUA_OK);
    lua_insert(lua, 1);
    return lua_gettop(lua);
}
