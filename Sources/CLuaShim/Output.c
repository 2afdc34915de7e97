// print: into a bounded list of lines for the host.

#include "Machine.h"

#include <string.h>

enum { letters_for_an_instruction = 8, cost_of_a_line = 10 };

static const char left_out[] = "more was printed and is left out";

static void make_room(lua_State *lua, gv_output *output, size_t length) {
    if (output->length + length > output->capacity) {
        size_t capacity = (output->length + length) * 2;
        output->bytes = gv_allocate_or_raise(lua, output->bytes, output->capacity, capacity);
        output->capacity = capacity;
    }
    if (output->line_count == output->line_capacity) {
        size_t size = sizeof *output->lines;
        size_t capacity = output->line_capacity * 2 + 8;
        output->lines = gv_allocate_or_raise(
            lua, output->lines, output->line_capacity * size, capacity * size);
        output->line_capacity = capacity;
    }
}

static void add_line(lua_State *lua, const char *text, size_t length) {
    gv_output *output = &gv_owner(lua)->output;
    make_room(lua, output, length);
    gv_printed_line line = {.start = output->length, .length = length};
    gv_place_of_caller(lua, &line.chunk, &line.line);
    if (length > 0) memcpy(output->bytes + output->length, text, length);
    output->length += length;
    output->lines[output->line_count++] = line;
}

/// Pushes the argument as a string.
static void push_shown(lua_State *lua, int index) {
    if (gv_is_record(lua, index)) {
        gv_push_shown_record(lua, index);
        return;
    }
    lua_pushcfunction(lua, gv_tostring);
    lua_pushvalue(lua, index);
    lua_call(lua, 1, 1);
}

/// The arguments as strings, separated by tabs.
static void push_joined_arguments(lua_State *lua) {
    int count = lua_gettop(lua);
    luaL_checkstack(lua, 8, NULL);
    for (int index = 1; index <= count; index++) {
        push_shown(lua, index);
        lua_replace(lua, index);
    }
    luaL_Buffer buffer;
    luaL_buffinit(lua, &buffer);
    for (int index = 1; index <= count; index++) {
        size_t length = 0;
        const char *text = lua_tolstring(lua, index, &length);
        if (luaL_bufflen(&buffer) + length > gv_owner(lua)->limits.text_bytes) {
            gv_raise_text_too_long(lua);
        }
        if (index > 1) luaL_addchar(&buffer, '\t');
        luaL_addlstring(&buffer, text, length);
    }
    luaL_pushresult(&buffer);
}

int gv_print(lua_State *lua) {
    push_joined_arguments(lua);
    size_t length = 0;
    const char *text = lua_tolstring(lua, -1, &length);
    gv_charge(lua, cost_of_a_line + (int64_t)length / letters_for_an_instruction);
    gv_sandbox *sandbox = gv_owner(lua);
    gv_output *output = &sandbox->output;
    if (output->is_full) return 0;
    bool fits = output->line_count < sandbox->limits.output_lines
        && length <= sandbox->limits.output_bytes
        && output->length <= sandbox->limits.output_bytes - length;
    if (fits) {
        add_line(lua, text, length);
    } else {
        add_line(lua, left_out, sizeof left_out - 1);
        output->is_full = true;
    }
    return 0;
}

void gv_free_output(gv_sandbox *sandbox) {
    gv_output *output = &sandbox->output;
    gv_allocate(sandbox, output->bytes, output->capacity, 0);
    gv_allocate(sandbox, output->lines, output->line_capacity * sizeof *output->lines, 0);
    *output = (gv_output){.is_full = false};
}

size_t gv_sandbox_output_count(const gv_sandbox *sandbox) {
    return sandbox->output.line_count;
}

gv_output_line gv_sandbox_output_line(const gv_sandbox *sandbox, size_t index) {
    const gv_printed_line *line = &sandbox->output.lines[index];
    return (gv_output_line){
        .text = {line->length == 0 ? "" : sandbox->output.bytes + line->start, line->length},
        .chunk_name = gv_chunk_name(sandbox, line->chunk),
        .line = line->line,
    };
}

void gv_sandbox_forget_output(gv_sandbox *sandbox) {
    gv_free_output(sandbox);
}
