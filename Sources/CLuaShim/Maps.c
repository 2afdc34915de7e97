// map: the library's tables, read in place. For each map a sandbox stores only
// how many records found each entry.

#include "Machine.h"

#include <string.h>

static const char maps_key;
static const char map_type[] = "map";
static const char row_type[] = "row";

enum { letters_for_an_instruction = 8, cost_of_a_look = 2, short_key_bytes = 256 };

typedef struct opened_map {
    const gv_map *map;
    gv_map_hits *hits;
} opened_map;

typedef struct map_row {
    const gv_map *map;
    const gv_field *values;
} map_row;

static bool is_same(gv_text text, gv_text other) {
    return text.length == other.length && memcmp(text.bytes, other.bytes, text.length) == 0;
}

/// Counts the record of the running call once, regardless of the number of
/// lookups. Calls on one record are consecutive. Lookups while a file is loaded
/// don't count.
static void note_hit(const gv_sandbox *sandbox, gv_map_hits *hits) {
    if (sandbox->record_value == 0) return;
    uint32_t next_row = sandbox->record->row + 1;
    if (hits->next_row == next_row) return;
    hits->next_row = next_row;
    hits->records++;
}

/// The entry for the key at the index, or null.
static const gv_map_entry *look_up(lua_State *lua, const opened_map *opened, int index) {
    if (lua_isnil(lua, index)) return NULL;
    int kind = lua_type(lua, index);
    if (kind != LUA_TSTRING && kind != LUA_TNUMBER) {
        luaL_error(lua, "the key of a map is a text, not a %s", lua_typename(lua, kind));
    }
    // Converts a number in place to its string.
    gv_text key;
    key.bytes = lua_tolstring(lua, index, &key.length);
    char short_key[short_key_bytes];
    char *folded = short_key;
    if (key.length > sizeof short_key) folded = lua_newuserdatauv(lua, key.length, 0);
    size_t length = gv_fold_map_key(key, folded);
    const gv_map *map = opened->map;
    const gv_map_entry *entry = gv_find_map_entry(map, (gv_text){folded, length});
    gv_charge(lua, cost_of_a_look + (int64_t)key.length / letters_for_an_instruction);
    if (entry == NULL) return NULL;
    note_hit(gv_owner(lua), &opened->hits[entry - map->entries]);
    return entry;
}

// MARK: Values

static void push_entry_value(lua_State *lua, const gv_map *map, const gv_map_entry *entry) {
    size_t position = (size_t)(entry - map->entries);
    const gv_field *values = map->values + position * map->column_count;
    if (map->column_count == 0) {
        lua_pushboolean(lua, true);
    } else if (map->column_count == 1) {
        gv_push_field(lua, values);
    } else {
        map_row *row = lua_newuserdatauv(lua, sizeof *row, 0);
        *row = (map_row){map, values};
        luaL_setmetatable(lua, row_type);
    }
}

static const opened_map *check_map(lua_State *lua) {
    const opened_map *opened = luaL_testudata(lua, 1, map_type);
    if (opened == NULL) {
        luaL_error(lua, "this method needs its map: write a colon before its name");
    }
    return opened;
}

static int push_value_for(lua_State *lua, const opened_map *opened, int key) {
    const gv_map_entry *entry = look_up(lua, opened, key);
    if (entry == NULL) {
        lua_pushnil(lua);
    } else {
        push_entry_value(lua, opened->map, entry);
    }
    return 1;
}

static int get(lua_State *lua) {
    const opened_map *opened = check_map(lua);
    lua_settop(lua, 2);
    return push_value_for(lua, opened, 2);
}

static int has(lua_State *lua) {
    const opened_map *opened = check_map(lua);
    lua_settop(lua, 2);
    lua_pushboolean(lua, look_up(lua, opened, 2) != NULL);
    return 1;
}

/// The upvalue is the table of methods, which hide equal keys.
static int read_map(lua_State *lua) {
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_settop(lua, 2);
    return push_value_for(lua, check_map(lua), 2);
}

static int count_entries(lua_State *lua) {
    lua_pushinteger(lua, (lua_Integer)check_map(lua)->map->entry_count);
    return 1;
}

static int raise_read_only_map(lua_State *lua) {
    return luaL_error(lua, "a map is read-only");
}

static int read_row(lua_State *lua) {
    const gv_map *map = NULL;
    const gv_field *values = gv_as_map_row(lua, 1, &map);
    if (lua_type(lua, 2) == LUA_TSTRING) {
        gv_text name;
        name.bytes = lua_tolstring(lua, 2, &name.length);
        gv_charge(lua, (int64_t)map->column_count / letters_for_an_instruction);
        for (size_t column = 0; column < map->column_count; column++) {
            if (!is_same(map->columns[column], name)) continue;
            gv_push_field(lua, &values[column]);
            return 1;
        }
    }
    lua_newtable(lua);
    int known_names = lua_gettop(lua);
    for (size_t column = 0; column < map->column_count; column++) {
        lua_pushlstring(lua, map->columns[column].bytes, map->columns[column].length);
        lua_pushboolean(lua, true);
        lua_rawset(lua, known_names);
    }
    return gv_raise_unknown(lua, "column in this map called", known_names, 2);
}

// MARK: Iteration

enum { walked_upvalue = 1, position_upvalue = 2 };

static size_t next_position(lua_State *lua, size_t steps) {
    lua_Integer position = lua_tointeger(lua, lua_upvalueindex(position_upvalue));
    lua_pushinteger(lua, position + (lua_Integer)steps);
    lua_replace(lua, lua_upvalueindex(position_upvalue));
    return (size_t)position;
}

static int next_entry(lua_State *lua) {
    const opened_map *opened = lua_touserdata(lua, lua_upvalueindex(walked_upvalue));
    size_t position = next_position(lua, 1);
    if (position >= opened->map->entry_count) return 0;
    const gv_map_entry *entry = &opened->map->entries[position];
    lua_pushlstring(lua, entry->key.bytes, entry->key.length);
    push_entry_value(lua, opened->map, entry);
    return 2;
}

static int next_column(lua_State *lua) {
    const map_row *row = lua_touserdata(lua, lua_upvalueindex(walked_upvalue));
    while (true) {
        size_t position = next_position(lua, 1);
        if (position >= row->map->column_count) return 0;
        if (row->values[position].kind == gv_field_nil) continue;
        gv_text name = row->map->columns[position];
        lua_pushlstring(lua, name.bytes, name.length);
        gv_push_field(lua, &row->values[position]);
        return 2;
    }
}

/// Pushes the iterator of the map or row at the index, or nothing.
bool gv_push_map_pairs(lua_State *lua, int index) {
    bool is_map = luaL_testudata(lua, index, map_type) != NULL;
    if (!is_map && luaL_testudata(lua, index, row_type) == NULL) return false;
    lua_pushvalue(lua, index);
    lua_pushinteger(lua, 0);
    lua_pushcclosure(lua, is_map ? next_entry : next_column, 2);
    return true;
}

bool gv_is_map_iterator(lua_State *lua, int index) {
    lua_CFunction function = lua_tocfunction(lua, index);
    return function == next_entry || function == next_column;
}

const gv_map *gv_as_map(lua_State *lua, int index) {
    const opened_map *opened = luaL_testudata(lua, index, map_type);
    return opened == NULL ? NULL : opened->map;
}

const gv_field *gv_as_map_row(lua_State *lua, int index, const gv_map **map) {
    const map_row *row = luaL_testudata(lua, index, row_type);
    if (row == NULL) return NULL;
    *map = row->map;
    return row->values;
}

// MARK: Opening

static gv_map_hits *hits_of(lua_State *lua, size_t map) {
    gv_sandbox *sandbox = gv_owner(lua);
    const gv_library *library = sandbox->library;
    if (sandbox->map_hits == NULL) {
        size_t size = library->map_count * sizeof *sandbox->map_hits;
        sandbox->map_hits = gv_allocate_or_raise(lua, NULL, 0, size);
        memset(sandbox->map_hits, 0, size);
    }
    if (sandbox->map_hits[map] == NULL) {
        // One more, so that an empty map has an address.
        size_t size = (library->maps[map].entry_count + 1) * sizeof(gv_map_hits);
        gv_charge(lua, (int64_t)size / 64);
        sandbox->map_hits[map] = gv_allocate_or_raise(lua, NULL, 0, size);
        memset(sandbox->map_hits[map], 0, size);
    }
    return sandbox->map_hits[map];
}

static void raise_if_broken(lua_State *lua, gv_text name) {
    const gv_library *library = gv_owner(lua)->library;
    for (size_t index = 0; index < library->broken_map_count; index++) {
        if (!is_same(library->broken_maps[index], name)) continue;
        lua_pushlstring(lua, library->folder.bytes, library->folder.length);
        luaL_error(
            lua, "the map '%s' has a mistake itself; fix %s%s first", name.bytes,
            lua_tostring(lua, -1), name.bytes);
    }
}

static int raise_unknown_map(lua_State *lua) {
    const gv_library *library = gv_owner(lua)->library;
    lua_newtable(lua);
    int known = lua_gettop(lua);
    for (size_t index = 0; index < library->map_count; index++) {
        lua_pushlstring(lua, library->maps[index].name.bytes, library->maps[index].name.length);
        lua_pushboolean(lua, true);
        lua_rawset(lua, known);
    }
    const char *closest = gv_closest_name(lua, known, 1);
    lua_pushlstring(lua, library->folder.bytes, library->folder.length);
    const char *folder = lua_tostring(lua, -1);
    const char *name = lua_tostring(lua, 1);
    if (closest == NULL) {
        return luaL_error(
            lua, "there is no map '%s'; maps are .csv and .toml files inside %s", name, folder);
    }
    return luaL_error(
        lua, "there is no map '%s' (did you mean '%s'?); maps are .csv and .toml files inside %s",
        name, closest, folder);
}

static int open_map(lua_State *lua) {
    luaL_checktype(lua, 1, LUA_TSTRING);
    lua_settop(lua, 1);
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &maps_key);
    lua_pushvalue(lua, 1);
    if (lua_rawget(lua, 2) != LUA_TNIL) return 1;
    lua_settop(lua, 2);
    gv_text name;
    name.bytes = lua_tolstring(lua, 1, &name.length);
    const gv_library *library = gv_owner(lua)->library;
    gv_charge(lua, (int64_t)library->map_count / letters_for_an_instruction);
    for (size_t index = 0; index < library->map_count; index++) {
        if (!is_same(library->maps[index].name, name)) continue;
        gv_map_hits *hits = hits_of(lua, index);
        opened_map *opened = lua_newuserdatauv(lua, sizeof *opened, 0);
        *opened = (opened_map){&library->maps[index], hits};
        luaL_setmetatable(lua, map_type);
        lua_pushvalue(lua, 1);
        lua_pushvalue(lua, -2);
        lua_rawset(lua, 2);
        return 1;
    }
    raise_if_broken(lua, name);
    return raise_unknown_map(lua);
}

static void add_type(lua_State *lua, const char *type, const luaL_Reg *functions) {
    luaL_newmetatable(lua, type);
    luaL_setfuncs(lua, functions, 0);
    lua_pushboolean(lua, false);
    lua_setfield(lua, -2, "__metatable");
}

void gv_add_maps(lua_State *lua, int host) {
    lua_newtable(lua);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &maps_key);

    static const luaL_Reg map_functions[] = {
        {"__len", count_entries}, {"__newindex", raise_read_only_map}, {NULL, NULL}};
    static const luaL_Reg methods[] = {{"get", get}, {"has", has}, {NULL, NULL}};
    add_type(lua, map_type, map_functions);
    luaL_newlib(lua, methods);
    lua_pushcclosure(lua, read_map, 1);
    lua_setfield(lua, -2, "__index");
    lua_pop(lua, 1);

    static const luaL_Reg row_functions[] = {
        {"__index", read_row}, {"__newindex", raise_read_only_map}, {NULL, NULL}};
    add_type(lua, row_type, row_functions);
    lua_pop(lua, 1);

    lua_pushcfunction(lua, open_map);
    lua_setfield(lua, host, "map");
}

const gv_map_hits *gv_sandbox_map_hits(const gv_sandbox *sandbox, size_t map) {
    return sandbox->map_hits == NULL ? NULL : sandbox->map_hits[map];
}

void gv_free_map_hits(gv_sandbox *sandbox) {
    if (sandbox->map_hits == NULL) return;
    const gv_library *library = sandbox->library;
    for (size_t index = 0; index < library->map_count; index++) {
        size_t size = (library->maps[index].entry_count + 1) * sizeof(gv_map_hits);
        if (sandbox->map_hits[index] == NULL) continue;
        gv_allocate(sandbox, sandbox->map_hits[index], size, 0);
    }
    gv_allocate(
        sandbox, sandbox->map_hits, library->map_count * sizeof *sandbox->map_hits, 0);
}
