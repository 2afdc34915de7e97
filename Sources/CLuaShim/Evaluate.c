// Evaluation of lines that a person types, with names that persist.

#include "Machine.h"

static const char environment_key;

static void push_environment(lua_State *lua) {
    if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &environment_key) != LUA_TNIL) return;
    lua_pop(lua, 1);
    gv_push_file_environment(lua);
    lua_pushvalue(lua, -1);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &environment_key);
}

/// Gives the environment on top the name `view`, bypassing the guard for
/// assignments by scripts.
static void set_view(lua_State *lua) {
    lua_getmetatable(lua, -1);
    lua_getfield(lua, -1, "__index");
    lua_pushliteral(lua, "view");
    gv_push_view(lua);
    lua_rawset(lua, -3);
    lua_pop(lua, 2);
}

/// Pushes the source as an expression with its values, or else as statements.
static void push_function(lua_State *lua, const gv_evaluation *wanted) {
    lua_pushliteral(lua, "return ");
    lua_pushlstring(lua, wanted->source.bytes, wanted->source.length);
    lua_concat(lua, 2);
    gv_text expression;
    expression.bytes = lua_tolstring(lua, -1, &expression.length);
    bool is_expression = gv_push_chunk(lua, expression, wanted->chunk_name) >= 0;
    lua_remove(lua, -2);
    if (is_expression) return;
    lua_pop(lua, 1);
    if (gv_push_chunk(lua, wanted->source, wanted->chunk_name) < 0) gv_raise_syntax(lua);
}

/// A protected body: adds the values for a person to see.
int gv_evaluate_body(lua_State *lua) {
    const gv_evaluation *wanted = lua_touserdata(lua, 1);
    lua_settop(lua, 0);
    push_function(lua, wanted);
    push_environment(lua);
    if (gv_owner(lua)->view != NULL) set_view(lua);
    lua_setupvalue(lua, -2, 1);
    lua_call(lua, 0, LUA_MULTRET);
    gv_flatten_shown(lua, 1, lua_gettop(lua));
    return 0;
}
