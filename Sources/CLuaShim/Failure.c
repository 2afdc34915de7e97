// The message and place of an error, kept in the sandbox's own memory: at a
// memory limit, Lua has no room for them.

#include "Machine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { most_frames = 20 };

static size_t append(char *buffer, size_t size, size_t used, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int added = vsnprintf(buffer + used, size - used, format, arguments);
    va_end(arguments);
    if (added < 0) return used;
    size_t total = used + (size_t)added;
    return total < size ? total : size - 1;
}

static void say(gv_sandbox *sandbox, const char *message, size_t length) {
    size_t room = sizeof sandbox->message;
    sandbox->message_length = length < room ? length : room;
    memcpy(sandbox->message, message, sandbox->message_length);
}

static bool is_in_script(lua_State *lua, lua_Debug *frame) {
    return lua_getinfo(lua, "Sln", frame) && frame->currentline > 0;
}

/// The innermost source and line of the script. Allocates nothing.
bool gv_innermost_place(lua_State *lua, int *chunk, int *line) {
    lua_Debug frame;
    *chunk = -1;
    *line = 0;
    for (int level = 0; lua_getstack(lua, level, &frame); level++) {
        if (!is_in_script(lua, &frame)) continue;
        *chunk = gv_chunk_of_source(gv_owner(lua), frame.source);
        *line = frame.currentline;
        return true;
    }
    return false;
}

static void note_line(lua_State *lua, gv_sandbox *sandbox) {
    gv_innermost_place(lua, &sandbox->chunk, &sandbox->line);
}

/// Records the call stack, innermost call first; nothing if it is only the
/// failing line. Names a file only if it is not that of the failure. Allocates
/// nothing.
static void note_calls(lua_State *lua, gv_sandbox *sandbox) {
    lua_Debug frame;
    char *traceback = sandbox->traceback;
    size_t size = sizeof sandbox->traceback;
    size_t used = 0;
    int noted = 0;
    for (int level = 0; noted < most_frames && lua_getstack(lua, level, &frame); level++) {
        if (!is_in_script(lua, &frame)) continue;
        int chunk = gv_chunk_of_source(sandbox, frame.source);
        used = append(
            traceback, size, used, "%sline %d", noted == 0 ? "" : "\n", frame.currentline);
        if (chunk >= 0 && chunk != sandbox->chunk) {
            used = append(traceback, size, used, " of %s", sandbox->chunks[chunk].name);
        }
        if (frame.name != NULL) used = append(traceback, size, used, ", in %s", frame.name);
        noted++;
    }
    sandbox->traceback_length = noted > 1 ? used : 0;
}

/// Records the innermost line of the script and its call stack. Allocates nothing.
void gv_note_place(lua_State *lua, gv_sandbox *sandbox) {
    note_line(lua, sandbox);
    note_calls(lua, sandbox);
}

/// The source and line that called the running C function.
bool gv_place_of_caller(lua_State *lua, int *chunk, int *line) {
    lua_Debug frame;
    *chunk = -1;
    *line = 0;
    if (!lua_getstack(lua, 1, &frame) || !is_in_script(lua, &frame)) return false;
    *chunk = gv_chunk_of_source(gv_owner(lua), frame.source);
    *line = frame.currentline;
    return true;
}

/// The line that called the running C function. While a file is loaded, the
/// line in that file, even if one of its modules made the call.
int gv_line_of_caller(lua_State *lua) {
    int loading_chunk = gv_owner(lua)->loading_chunk;
    lua_Debug frame;
    int innermost = 0;
    for (int level = 1; lua_getstack(lua, level, &frame); level++) {
        if (!is_in_script(lua, &frame)) continue;
        if (innermost == 0) innermost = frame.currentline;
        if (loading_chunk < 0) break;
        if (gv_chunk_of_source(gv_owner(lua), frame.source) == loading_chunk) {
            return frame.currentline;
        }
    }
    return innermost;
}

/// Removes the "rules.lua:12: " from the start of a Lua message, and keeps the place.
static void say_without_place(gv_sandbox *sandbox, const char *message, size_t length) {
    size_t position = 0;
    int chunk = gv_chunk_at_start(sandbox, (gv_text){message, length}, &position);
    if (chunk >= 0) {
        int line = 0;
        position++;
        while (position < length && message[position] >= '0' && message[position] <= '9'
               && line < 100000000) {
            line = line * 10 + (message[position] - '0');
            position++;
        }
        if (line > 0 && position + 1 < length && memcmp(message + position, ": ", 2) == 0) {
            sandbox->line = line;
            sandbox->chunk = chunk;
            say(sandbox, message + position + 2, length - position - 2);
            return;
        }
    }
    say(sandbox, message, length);
}

static void say_object(lua_State *lua, gv_sandbox *sandbox, int index) {
    // An error may be any value. Only a string is read, as converting others
    // could run the script again.
    if (lua_type(lua, index) == LUA_TSTRING) {
        size_t length = 0;
        const char *message = lua_tolstring(lua, index, &length);
        say_without_place(sandbox, message, length);
        return;
    }
    sandbox->message_length = append(
        sandbox->message, sizeof sandbox->message, 0, "the script raised a %s instead of a text",
        luaL_typename(lua, index));
}

/// The message handler of every protected call. It sees the stack before it is
/// unwound.
int gv_handle_error(lua_State *lua) {
    gv_sandbox *sandbox = gv_owner(lua);
    if (sandbox->tripped == gv_status_ok) {
        note_line(lua, sandbox);
        say_object(lua, sandbox, 1);
        if (sandbox->failure == gv_status_unusable && sandbox->value_line > 0) {
            sandbox->line = sandbox->value_line;
            sandbox->chunk = sandbox->loading_chunk;
        }
        note_calls(lua, sandbox);
    }
    return 1;
}

static void say_limit(gv_sandbox *sandbox, gv_status limit) {
    char *message = sandbox->message;
    size_t size = sizeof sandbox->message;
    if (limit == gv_status_instructions && sandbox->took_too_long) {
        sandbox->message_length = append(
            message, size, 0,
            "the script took more than %" PRId64 " milliseconds of the processor's time",
            sandbox->nanoseconds_given / 1000000);
    } else if (limit == gv_status_instructions) {
        sandbox->message_length = append(
            message, size, 0, "the script took more than %" PRId64 " steps",
            sandbox->instructions_given);
    } else if (sandbox->text_was_too_long) {
        sandbox->message_length = append(
            message, size, 0, "the script made a text longer than %zu bytes",
            sandbox->limits.text_bytes);
    } else {
        sandbox->message_length = append(
            message, size, 0, "the script needed more than %zu bytes of memory",
            sandbox->limits.memory_bytes);
    }
}

/// Converts the result of a protected call to a status and a message.
gv_status gv_finish(gv_sandbox *sandbox, int lua_status) {
    if (lua_status == LUA_OK) return gv_status_ok;
    gv_status status = sandbox->tripped;
    if (status == gv_status_ok && lua_status == LUA_ERRMEM) status = gv_status_memory;
    if (status != gv_status_ok) {
        say_limit(sandbox, status);
        return status;
    }
    if (sandbox->message_length == 0) say_object(sandbox->lua, sandbox, -1);
    return sandbox->failure;
}
