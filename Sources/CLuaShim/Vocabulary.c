// The host's own words. A declaration records its arguments while a file is
// loaded, a request while a function runs, and a query is answered at once. A
// constructor wraps its arguments, so that the host knows which word was used, and
// where.

#include "Machine.h"

#include <assert.h>

static const char declarations_key;
static const char constructed_type[] = "constructed";

enum { number_upvalue = 1, name_upvalue = 2, most_values_upvalue = 3 };

static const char *name_of_word(lua_State *lua) {
    return lua_tostring(lua, lua_upvalueindex(name_upvalue));
}

static void check_values(lua_State *lua) {
    int most = (int)lua_tointeger(lua, lua_upvalueindex(most_values_upvalue));
    int count = lua_gettop(lua);
    bool has_none = count == 0 || lua_isnil(lua, 1);
    if (most == 1 && (count != 1 || has_none)) {
        luaL_error(lua, "'%s' takes one value", name_of_word(lua));
    }
    if (has_none) luaL_error(lua, "'%s' needs a value", name_of_word(lua));
    if (count > most) luaL_error(lua, "'%s' takes at most %d values", name_of_word(lua), most);
    luaL_checkstack(lua, 8, NULL);
}

static int declare(lua_State *lua) {
    if (!gv_owner(lua)->loading) {
        return luaL_error(lua, "'%s' can only be used while the file is read", name_of_word(lua));
    }
    check_values(lua);
    int values = lua_gettop(lua);
    int declarations = values + 1;
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &declarations_key);
    lua_Integer count = (lua_Integer)lua_rawlen(lua, declarations);
    static_assert(GV_DECLARATION_ENTRIES == 4, "word, line, values and their number");
    lua_pushvalue(lua, lua_upvalueindex(number_upvalue));
    lua_rawseti(lua, declarations, count + 1);
    lua_pushinteger(lua, gv_line_of_caller(lua));
    lua_rawseti(lua, declarations, count + 2);
    lua_createtable(lua, values, 0);
    for (int index = 1; index <= values; index++) {
        lua_pushvalue(lua, index);
        lua_rawseti(lua, -2, index);
    }
    lua_rawseti(lua, declarations, count + 3);
    lua_pushinteger(lua, values);
    lua_rawseti(lua, declarations, count + 4);
    return 0;
}

static int request(lua_State *lua) {
    if (!gv_owner(lua)->takes_requests) {
        return luaL_error(
            lua, "'%s' only works in a function that handles an event or a file",
            name_of_word(lua));
    }
    check_values(lua);
    gv_flatten_request(lua, (uint32_t)lua_tointeger(lua, lua_upvalueindex(number_upvalue)));
    return 0;
}

static int query(lua_State *lua) {
    enum { cost_of_a_query = 1000 };
    gv_sandbox *sandbox = gv_owner(lua);
    if (sandbox->queries == NULL) {
        return luaL_error(
            lua, "'%s' only works in a function that handles an event or a file",
            name_of_word(lua));
    }
    check_values(lua);
    uint32_t word = (uint32_t)lua_tointeger(lua, lua_upvalueindex(number_upvalue));
    gv_nodes value = gv_flatten_argument(lua, 1);
    gv_charge(lua, cost_of_a_query);
    gv_found found = sandbox->queries->answer(sandbox->queries->owner, word, value);
    if (found.problem.bytes != NULL) {
        lua_pushlstring(lua, found.problem.bytes, found.problem.length);
        return luaL_error(lua, "%s", lua_tostring(lua, -1));
    }
    return found.value == NULL ? 0 : gv_push_read_only_values(lua, found.value);
}

static int construct(lua_State *lua) {
    int count = lua_gettop(lua);
    if (count > GV_MOST_ARGUMENTS) {
        return luaL_error(
            lua, "'%s' takes at most %d values", name_of_word(lua), GV_MOST_ARGUMENTS);
    }
    luaL_checkstack(lua, 4, NULL);
    gv_constructed *value = lua_newuserdatauv(lua, sizeof *value, 1);
    value->constructor = (uint32_t)lua_tointeger(lua, lua_upvalueindex(number_upvalue));
    value->line = gv_line_of_caller(lua);
    value->count = count;
    lua_createtable(lua, count, 0);
    for (int index = 1; index <= count; index++) {
        lua_pushvalue(lua, index);
        lua_rawseti(lua, -2, index);
    }
    lua_setiuservalue(lua, -2, 1);
    luaL_setmetatable(lua, constructed_type);
    return 1;
}

/// The value at the index if a constructor made it, or null.
const gv_constructed *gv_as_constructed(lua_State *lua, int index) {
    return luaL_testudata(lua, index, constructed_type);
}

/// Adds a word to the host table on top.
static void add_word(
    lua_State *lua, const gv_word *word, lua_Integer number, lua_CFunction function) {
    int host = lua_gettop(lua);
    const char *name = lua_pushlstring(lua, word->bytes, word->length);
    lua_pushvalue(lua, -1);
    if (lua_rawget(lua, host) != LUA_TNIL) {
        gv_owner(lua)->failure = gv_status_setup;
        luaL_error(lua, "the word '%s' has two meanings", name);
    }
    lua_pop(lua, 1);
    lua_pushinteger(lua, number);
    lua_pushvalue(lua, -2);
    lua_pushinteger(lua, word->most_values);
    lua_pushcclosure(lua, function, most_values_upvalue);
    lua_rawset(lua, host);
}

void gv_add_vocabulary(lua_State *lua, const gv_word *words, size_t word_count) {
    luaL_newmetatable(lua, constructed_type);
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "__metatable");
    lua_pop(lua, 1);

    gv_push_host(lua);
    lua_Integer declarations = 0;
    lua_Integer constructors = 0;
    lua_Integer requests = 0;
    lua_Integer queries = 0;
    for (size_t index = 0; index < word_count; index++) {
        const gv_word *word = &words[index];
        if (word->kind == gv_word_declaration) add_word(lua, word, declarations++, declare);
        if (word->kind == gv_word_constructor) add_word(lua, word, constructors++, construct);
        if (word->kind == gv_word_request) add_word(lua, word, requests++, request);
        if (word->kind == gv_word_query) add_word(lua, word, queries++, query);
    }
    lua_pop(lua, 1);
}

void gv_start_declarations(lua_State *lua) {
    lua_newtable(lua);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &declarations_key);
}

lua_Integer gv_count_declarations(lua_State *lua) {
    bool is_loading = lua_rawgetp(lua, LUA_REGISTRYINDEX, &declarations_key) == LUA_TTABLE;
    lua_Integer entries = is_loading ? (lua_Integer)lua_rawlen(lua, -1) : 0;
    lua_pop(lua, 1);
    return entries / GV_DECLARATION_ENTRIES;
}

void gv_push_finished_declarations(lua_State *lua) {
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &declarations_key);
    lua_pushnil(lua);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &declarations_key);
}
