// Counting instructions, and stopping a script for good when they are used up.

#include "Machine.h"

enum { longest_interval = 1000, frames_looked_at = 8, cost_of_a_protected_call = 20 };

static void raise_on_many_arguments(lua_State *lua) {
    lua_Debug frame;
    for (int level = 0; level < frames_looked_at && lua_getstack(lua, level, &frame); level++) {
        if (lua_getlocal(lua, &frame, -(GV_MOST_ARGUMENTS + 6)) != NULL) {
            gv_raise_limit(lua, gv_status_instructions);
        }
    }
}

static void count_instructions(lua_State *lua, lua_Debug *frame) {
    (void)frame;
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->instructions_left -= sandbox->hook_interval;
    if (sandbox->instructions_left <= 0) gv_raise_limit(lua, gv_status_instructions);
    raise_on_many_arguments(lua);
}

static void set_interval(gv_sandbox *sandbox, int interval) {
    sandbox->hook_interval = interval;
    lua_sethook(sandbox->lua, count_instructions, LUA_MASKCOUNT, interval);
}

/// Setting the hook anew also resets Lua's own count, so that a call stops at
/// the same instruction whatever ran before it.
void gv_start_counting(gv_sandbox *sandbox, int64_t instructions) {
    sandbox->tripped = gv_status_ok;
    sandbox->instructions_given = instructions;
    sandbox->instructions_left = instructions;
    set_interval(sandbox, instructions < longest_interval ? (int)instructions : longest_interval);
}

void gv_stop_at_next_instruction(gv_sandbox *sandbox) {
    if (sandbox->lua != NULL) set_interval(sandbox, 1);
}

/// Takes steps of work done in C from the script's budget.
void gv_charge(lua_State *lua, int64_t steps) {
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->instructions_left -= steps;
    if (sandbox->instructions_left <= 0) gv_raise_limit(lua, gv_status_instructions);
}

/// From here on every instruction raises again, so that a pcall in the script
/// cannot go on.
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

int gv_raise_text_too_long(lua_State *lua) {
    gv_owner(lua)->text_was_too_long = true;
    return gv_raise_limit(lua, gv_status_memory);
}

/// pcall as scripts know it, but a passed limit is not theirs to catch.
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
