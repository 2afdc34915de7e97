// The loaded sources, by the names that messages use for them.

#include "Machine.h"

#include <string.h>

enum { no_chunk = -1, longest_chunk_name = 1024 };

/// The source with Lua's description of it, or -1. Never raises.
int gv_chunk_of_source(const gv_sandbox *sandbox, const char *source) {
    if (source[0] != '@') return no_chunk;
    for (size_t index = 0; index < sandbox->chunk_count; index++) {
        if (strcmp(sandbox->chunks[index].name, source + 1) == 0) return (int)index;
    }
    return no_chunk;
}

/// The source at the start of a message, or -1. Never raises.
int gv_chunk_at_start(const gv_sandbox *sandbox, gv_text message, size_t *place_length) {
    int found = no_chunk;
    *place_length = 0;
    for (size_t index = 0; index < sandbox->chunk_count; index++) {
        const char *place = sandbox->chunks[index].place;
        size_t length = strlen(place);
        bool is_start = length < message.length && length >= *place_length
            && memcmp(message.bytes, place, length) == 0 && message.bytes[length] == ':';
        if (!is_start) continue;
        found = (int)index;
        *place_length = length;
    }
    return found;
}

gv_text gv_chunk_name(const gv_sandbox *sandbox, int chunk) {
    if (chunk == no_chunk) return (gv_text){"", 0};
    const char *name = sandbox->chunks[chunk].name;
    return (gv_text){name, strlen(name)};
}

/// Records the name that Lua's messages use for the source, which only Lua can tell.
static void note_place(lua_State *lua, gv_chunk *chunk, const char *source) {
    lua_Debug empty;
    if (luaL_loadbufferx(lua, "", 0, source, "t") != LUA_OK) lua_error(lua);
    lua_getinfo(lua, ">S", &empty);
    memcpy(chunk->place, empty.short_src, sizeof chunk->place);
}

static int add_chunk(lua_State *lua, const char *source) {
    gv_sandbox *sandbox = gv_owner(lua);
    int known = gv_chunk_of_source(sandbox, source);
    if (known != no_chunk) return known;
    gv_chunk chunk = {.size = strlen(source)};
    note_place(lua, &chunk, source);
    size_t held = sandbox->chunk_capacity * sizeof chunk;
    size_t wanted = (sandbox->chunk_count + 1) * sizeof chunk;
    sandbox->chunks = gv_allocate_or_raise(lua, sandbox->chunks, held, wanted);
    // An unfinished source does not count, and its slot is reused.
    sandbox->chunk_capacity = sandbox->chunk_count + 1;
    chunk.name = gv_allocate_or_raise(lua, NULL, 0, chunk.size);
    memcpy(chunk.name, source + 1, chunk.size);
    sandbox->chunks[sandbox->chunk_count] = chunk;
    return (int)sandbox->chunk_count++;
}

/// Loads a source and pushes its function; on failure, pushes Lua's message and
/// returns -1.
int gv_push_chunk(lua_State *lua, gv_text source, gv_text name) {
    lua_pushliteral(lua, "@");
    size_t length = name.length < longest_chunk_name ? name.length : longest_chunk_name;
    if (length == 0) {
        lua_pushliteral(lua, "script");
    } else {
        lua_pushlstring(lua, name.bytes, length);
    }
    lua_concat(lua, 2);
    const char *lua_name = lua_tostring(lua, -1);
    int chunk = add_chunk(lua, lua_name);
    const char *bytes = source.length == 0 ? "" : source.bytes;
    if (luaL_loadbufferx(lua, bytes, source.length, lua_name, "t") != LUA_OK) chunk = no_chunk;
    lua_remove(lua, -2);
    return chunk;
}

/// Raises the message on top as a syntax error of a source.
void gv_raise_syntax(lua_State *lua) {
    gv_owner(lua)->failure = gv_status_syntax;
    lua_error(lua);
}

void gv_free_chunks(gv_sandbox *sandbox) {
    for (size_t index = 0; index < sandbox->chunk_count; index++) {
        gv_allocate(sandbox, sandbox->chunks[index].name, sandbox->chunks[index].size, 0);
    }
    gv_allocate(sandbox, sandbox->chunks, sandbox->chunk_capacity * sizeof *sandbox->chunks, 0);
}
