// Finds the functions that end by themselves, because each of their
// instructions runs once at most.
//
// Such a function has no loop and no upvalue, and makes no function. Without
// those it can name no function of Lua to call: what it is given, and what the
// host's functions return to it, holds none. So all that it calls is C, which
// charges for its own work.
//
// Lua tells what a function is made of only as the bytes that luac would write.
// They come from Lua's own compiler, never from a script. Where they look
// different from what is known here, a function counts as one that loops.

#include "Machine.h"

#include <string.h>

enum { most_instructions = 1000 };

/// A beginning of what luac would write, long enough for what is looked at.
typedef struct writing {
    unsigned char bytes[128 + most_instructions * 4];
    size_t length;
    size_t position;
} writing;

static int write_bytes(lua_State *lua, const void *bytes, size_t length, void *owner) {
    (void)lua;
    writing *written = owner;
    size_t room = sizeof written->bytes - written->length;
    if (length > room) length = room;
    memcpy(written->bytes + written->length, bytes, length);
    written->length += length;
    return 0;
}

static bool skip(writing *written, size_t length) {
    if (length > written->length - written->position) return false;
    written->position += length;
    return true;
}

/// Reads seven bits of a number from each byte, the highest first, up to the
/// byte that is marked as the last.
static bool read_number(writing *written, size_t *number) {
    *number = 0;
    while (written->position < written->length) {
        unsigned char byte = written->bytes[written->position++];
        if (*number > most_instructions * 1000) return false;
        *number = *number << 7 | (byte & 0x7f);
        if ((byte & 0x80) != 0) return true;
    }
    return false;
}

/// Reads up to the instructions of a function without upvalues.
static bool read_beginning(writing *written, size_t *count) {
    static const unsigned char start[] = {
        0x1b, 'L', 'u', 'a', 0x54, 0, 0x19, 0x93, '\r', '\n', 0x1a, '\n',
        4, sizeof(lua_Integer), sizeof(lua_Number), };
    size_t source = 0;
    size_t line = 0;
    if (written->length < sizeof start || memcmp(written->bytes, start, sizeof start) != 0) {
        return false;
    }
    size_t upvalues = sizeof start + sizeof(lua_Integer) + sizeof(lua_Number);
    return skip(written, upvalues) && skip(written, 1) && written->bytes[upvalues] == 0
        && read_number(written, &source) && source == 0 && read_number(written, &line)
        && read_number(written, &line)
        // Parameters, varargs and registers.
        && skip(written, 3) && read_number(written, count) && *count < most_instructions
        && *count * 4 <= written->length - written->position;
}

/// The order in which Lua 5.4 numbers its instructions; those between are like
/// their neighbours.
enum {
    concatenate = 53,
    jump = 56,
    equal = 57,
    return_one = 72,
    set_list = 78,
    extra_argument = 82,
};

static bool runs_forward(uint32_t instruction) {
    static const uint32_t jump_by_nothing = (1u << 24) - 1;
    uint32_t operation = instruction & 0x7f;
    return operation <= concatenate || (operation >= equal && operation <= return_one)
        || operation == set_list || operation == extra_argument
        || (operation == jump && instruction >> 7 >= jump_by_nothing);
}

/// How many instructions the function on top has, or zero where it may loop.
static uint16_t length_of_forward_function(lua_State *lua) {
    writing written;
    written.length = 0;
    written.position = 0;
    size_t count = 0;
    if (lua_iscfunction(lua, -1) || lua_dump(lua, write_bytes, &written, true) != 0
        || !read_beginning(&written, &count)) {
        return 0;
    }
    for (size_t index = 0; index < count; index++) {
        uint32_t instruction = 0;
        memcpy(&instruction, written.bytes + written.position + index * 4, 4);
        if (!runs_forward(instruction)) return 0;
    }
    return (uint16_t)count;
}

/// Notes what the function on top is, under its number.
void gv_note_length(lua_State *lua, uint32_t function) {
    gv_sandbox *sandbox = gv_owner(lua);
    if (function >= sandbox->length_capacity) {
        size_t capacity = sandbox->length_capacity * 2 + 16;
        sandbox->lengths = gv_allocate_or_raise(
            lua, sandbox->lengths, sandbox->length_capacity * sizeof *sandbox->lengths,
            capacity * sizeof *sandbox->lengths);
        sandbox->length_capacity = capacity;
    }
    sandbox->lengths[function] = length_of_forward_function(lua);
}

void gv_free_lengths(gv_sandbox *sandbox) {
    gv_allocate(
        sandbox, sandbox->lengths, sandbox->length_capacity * sizeof *sandbox->lengths, 0);
}
