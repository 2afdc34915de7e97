// Variables outside functions, watched so that no call changes them. Lua can't
// intercept an assignment, so a sandbox with a function that assigns to such a
// variable compares them after every instruction. Most have none.

#include "Machine.h"

#include <string.h>

static const char watched_key;

/// The entries for each variable: a function that has it, its number there, its
/// value and its name.
enum { entries = 4, of_function = 1, of_number, of_value, of_name };

void gv_push_watched(lua_State *lua) {
    if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &watched_key) != LUA_TNIL) return;
    lua_pop(lua, 1);
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &watched_key);
}

void gv_add_watched(lua_State *lua, int watched, int function, int upvalue, const char *name) {
    gv_sandbox *sandbox = gv_owner(lua);
    lua_Integer start = (lua_Integer)sandbox->watched_count * entries;
    lua_pushvalue(lua, function);
    lua_rawseti(lua, watched, start + of_function);
    lua_pushinteger(lua, upvalue);
    lua_rawseti(lua, watched, start + of_number);
    lua_getupvalue(lua, function, upvalue);
    lua_rawseti(lua, watched, start + of_value);
    lua_pushstring(lua, name);
    lua_rawseti(lua, watched, start + of_name);
    sandbox->watched_count++;
}

/// Whether the two values on top are the same.
static bool is_as_it_was(lua_State *lua) {
    if (lua_rawequal(lua, -1, -2)) return true;
    if (lua_type(lua, -1) != LUA_TNUMBER || lua_type(lua, -2) != LUA_TNUMBER) return false;
    lua_Number now = lua_tonumber(lua, -1);
    lua_Number before = lua_tonumber(lua, -2);
    return now != now && before != before;
}

static void raise_assigned(lua_State *lua, const char *name) {
    gv_sandbox *sandbox = gv_owner(lua);
    sandbox->failure = gv_status_kept_state;
    // The last instruction assigned it; the next may stand on another line.
    int chunk = sandbox->last_source == NULL
        ? -1 : gv_chunk_of_source(sandbox, sandbox->last_source);
    if (chunk >= 0) {
        lua_pushfstring(lua, "%s:%d: ", sandbox->chunks[chunk].place, sandbox->last_line);
    } else {
        lua_pushliteral(lua, "");
    }
    lua_pushfstring(
        lua,
        "a function can't set '%s', a variable outside it, because the result would depend on "
        "the order of the %ss",
        name, sandbox->record_type);
    lua_concat(lua, 2);
    lua_error(lua);
}

void gv_look_at_watched(lua_State *lua, lua_Debug *frame) {
    gv_sandbox *sandbox = gv_owner(lua);
    int top = lua_gettop(lua);
    luaL_checkstack(lua, 8, NULL);
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &watched_key);
    int watched = lua_gettop(lua);
    for (uint32_t index = 0; index < sandbox->watched_count; index++) {
        lua_Integer start = (lua_Integer)index * entries;
        lua_rawgeti(lua, watched, start + of_function);
        lua_rawgeti(lua, watched, start + of_number);
        int upvalue = (int)lua_tointeger(lua, -1);
        lua_rawgeti(lua, watched, start + of_value);
        lua_getupvalue(lua, watched + 1, upvalue);
        if (is_as_it_was(lua)) {
            lua_settop(lua, watched);
            continue;
        }
        lua_pop(lua, 1);
        lua_setupvalue(lua, watched + 1, upvalue);
        lua_rawgeti(lua, watched, start + of_name);
        raise_assigned(lua, lua_tostring(lua, -1));
    }
    lua_settop(lua, top);
    if (lua_getinfo(lua, "Sl", frame)) {
        sandbox->last_source = frame->source;
        sandbox->last_line = frame->currentline;
    }
}

// MARK: Which functions assign

/// The instruction of Lua 5.4 that assigns to a variable outside the function.
enum { assigning_instruction = 10, bits_of_instruction = 0x7F, bytes_of_instruction = 4 };

typedef struct dump {
    unsigned char *bytes;
    size_t length;
    size_t position;
    bool is_broken;
} dump;

static int count_bytes(lua_State *lua, const void *bytes, size_t length, void *data) {
    (void)lua;
    (void)bytes;
    ((dump *)data)->length += length;
    return 0;
}

static int copy_bytes(lua_State *lua, const void *bytes, size_t length, void *data) {
    (void)lua;
    dump *copy = data;
    memcpy(copy->bytes + copy->position, bytes, length);
    copy->position += length;
    return 0;
}

static void skip(dump *code, size_t length) {
    if (length > code->length - code->position) {
        code->is_broken = true;
        code->position = code->length;
    } else {
        code->position += length;
    }
}

static unsigned char next_byte(dump *code) {
    if (code->position >= code->length) {
        code->is_broken = true;
        return 0x80;
    }
    return code->bytes[code->position++];
}

static size_t next_size(dump *code) {
    size_t size = 0;
    unsigned char byte = 0;
    do {
        byte = next_byte(code);
        size = (size << 7) | (byte & 0x7F);
    } while ((byte & 0x80) == 0);
    return size;
}

static void skip_text(dump *code) {
    size_t size = next_size(code);
    if (size > 0) skip(code, size - 1);
}

static void skip_constant(dump *code) {
    enum { of_integer = LUA_TNUMBER, of_float = LUA_TNUMBER | 16, of_short = LUA_TSTRING,
           of_long = LUA_TSTRING | 16, of_true = LUA_TBOOLEAN | 16 };
    switch (next_byte(code)) {
    case of_integer: skip(code, sizeof(lua_Integer)); break;
    case of_float: skip(code, sizeof(lua_Number)); break;
    case of_short:
    case of_long: skip_text(code); break;
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case of_true: break;
    default: code->is_broken = true;
    }
}

/// Whether a function in a dump without debug information, or one inside it,
/// assigns to a variable outside itself.
static bool assigns_outside(dump *code) {
    enum { bytes_of_head = 3, bytes_of_upvalue = 3, parts_of_debug = 4 };
    bool assigns = false;
    skip_text(code);
    next_size(code);
    next_size(code);
    skip(code, bytes_of_head);
    for (size_t left = next_size(code); left > 0 && !code->is_broken; left--) {
        size_t start = code->position;
        skip(code, bytes_of_instruction);
        if (code->is_broken) break;
        uint32_t instruction = 0;
        memcpy(&instruction, code->bytes + start, sizeof instruction);
        if ((instruction & bits_of_instruction) == assigning_instruction) assigns = true;
    }
    for (size_t left = next_size(code); left > 0 && !code->is_broken; left--) skip_constant(code);
    size_t upvalues = next_size(code);
    skip(code, upvalues > code->length ? code->length : upvalues * bytes_of_upvalue);
    for (size_t left = next_size(code); left > 0 && !code->is_broken; left--) {
        assigns = assigns_outside(code) || assigns;
    }
    for (int part = 0; part < parts_of_debug; part++) {
        if (next_size(code) != 0) code->is_broken = true;
    }
    return assigns;
}

/// In doubt it may.
bool gv_may_assign_outside(lua_State *lua, int function) {
    enum { bytes_of_signature = 4, bytes_of_check = 6, bytes_for_a_step = 16 };
    function = lua_absindex(lua, function);
    dump code = {.bytes = NULL};
    lua_pushvalue(lua, function);
    lua_dump(lua, count_bytes, &code, true);
    gv_charge(lua, (int64_t)code.length / bytes_for_a_step + 1);
    code.bytes = lua_newuserdatauv(lua, code.length, 0);
    lua_insert(lua, -2);
    lua_dump(lua, copy_bytes, &code, true);
    code.position = 0;
    skip(&code, bytes_of_signature);
    bool is_known = next_byte(&code) == 0x54 && next_byte(&code) == 0;
    skip(&code, bytes_of_check);
    is_known = next_byte(&code) == bytes_of_instruction && is_known;
    is_known = next_byte(&code) == sizeof(lua_Integer) && is_known;
    is_known = next_byte(&code) == sizeof(lua_Number) && is_known;
    skip(&code, sizeof(lua_Integer) + sizeof(lua_Number) + 1);
    bool assigns = !is_known || assigns_outside(&code) || code.is_broken;
    lua_pop(lua, 2);
    return assigns;
}
