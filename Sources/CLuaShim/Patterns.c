// Matching of Lua's patterns. Lua's own matcher can take exponential time in C,
// where nothing can stop it; this one pays for each step from the script's
// budget, and finds the same.

#include "Patterns.h"

#include <string.h>

/// Lua's own limit, so that the same patterns are too complex.
enum { deepest = 200 };

static const char *match(gv_matching *matching, const char *place, const char *item);

// MARK: Items of more than a letter

static const char *match_most(
    gv_matching *matching, const char *place, const char *item, const char *item_end) {
    ptrdiff_t count = 0;
    while (gv_matches_letter(matching, place + count, item, item_end)) count++;
    for (; count >= 0; count--) {
        const char *end = match(matching, place + count, item_end + 1);
        if (end != NULL) return end;
    }
    return NULL;
}

static const char *match_fewest(
    gv_matching *matching, const char *place, const char *item, const char *item_end) {
    while (true) {
        const char *end = match(matching, place, item_end + 1);
        if (end != NULL) return end;
        if (!gv_matches_letter(matching, place, item, item_end)) return NULL;
        place++;
    }
}

/// The place after a text in balanced brackets, or null.
static const char *match_balanced(
    gv_matching *matching, const char *place, const char *brackets) {
    if (brackets + 1 >= gv_pattern_end(matching)) {
        luaL_error(matching->lua, "malformed pattern (missing arguments to '%%b')");
    }
    const char *end = gv_text_end(matching);
    if (place >= end || *place != brackets[0]) return NULL;
    ptrdiff_t depth = 1;
    for (place++; place < end; place++) {
        gv_count_step(matching);
        if (*place == brackets[1]) {
            if (--depth == 0) return place + 1;
        } else if (*place == brackets[0]) {
            depth++;
        }
    }
    return NULL;
}

/// Whether the place is where bytes of the set begin. The text's ends count as
/// bytes of zero.
static bool is_frontier(
    gv_matching *matching, const char *place, const char *set, const char *set_end) {
    unsigned char before = place == matching->text.bytes ? 0 : (unsigned char)place[-1];
    unsigned char after = place == gv_text_end(matching) ? 0 : (unsigned char)*place;
    return !gv_is_in_set(matching, before, set, set_end - 1)
        && gv_is_in_set(matching, after, set, set_end - 1);
}

static const char *open_capture(
    gv_matching *matching, const char *place, const char *rest, ptrdiff_t length) {
    if (matching->capture_count >= GV_MOST_CAPTURES) {
        luaL_error(matching->lua, "too many captures");
    }
    matching->captures[matching->capture_count++] = (gv_capture){place, length};
    const char *end = match(matching, place, rest);
    if (end == NULL) matching->capture_count--;
    return end;
}

static const char *close_capture(gv_matching *matching, const char *place, const char *rest) {
    int index = matching->capture_count - 1;
    while (index >= 0 && matching->captures[index].length != gv_capture_is_open) index--;
    if (index < 0) luaL_error(matching->lua, "invalid pattern capture");
    gv_capture *capture = &matching->captures[index];
    capture->length = place - capture->start;
    const char *end = match(matching, place, rest);
    if (end == NULL) capture->length = gv_capture_is_open;
    return end;
}

/// The place after a repetition of what an earlier capture caught, or null.
static const char *match_again(gv_matching *matching, const char *place, char digit) {
    int index = digit - '1';
    if (index < 0 || index >= matching->capture_count
        || matching->captures[index].length == gv_capture_is_open) {
        luaL_error(matching->lua, "invalid capture index %%%d", index + 1);
    }
    gv_capture capture = matching->captures[index];
    if (capture.length == gv_capture_is_position) return NULL;
    if (gv_text_end(matching) - place < capture.length) return NULL;
    matching->uncharged_steps += capture.length / 4;
    gv_count_step(matching);
    if (memcmp(capture.start, place, (size_t)capture.length) != 0) return NULL;
    return place + capture.length;
}

// MARK: The pattern

/// One letter item with what says how often. True where the match goes on at
/// the new place and item, false where it has its end.
static bool match_letter_item(
    gv_matching *matching, const char **place, const char **item, const char **end) {
    const char *item_end = gv_after_letter_item(matching, *item);
    // A text of Lua has a zero after its end.
    char suffix = item_end < gv_pattern_end(matching) ? *item_end : '\0';
    *end = NULL;
    if (suffix == '*') {
        *end = match_most(matching, *place, *item, item_end);
        return false;
    }
    if (suffix == '-') {
        *end = match_fewest(matching, *place, *item, item_end);
        return false;
    }
    bool is_there = gv_matches_letter(matching, *place, *item, item_end);
    if (suffix == '+') {
        if (is_there) *end = match_most(matching, *place + 1, *item, item_end);
        return false;
    }
    if (suffix == '?') {
        if (is_there) *end = match(matching, *place + 1, item_end + 1);
        *item = item_end + 1;
        return *end == NULL;
    }
    *place += 1;
    *item = item_end;
    return is_there;
}

/// One item that begins with the gv_escape and is no letter item. As above.
static bool match_escaped_item(
    gv_matching *matching, const char **place, const char **item, const char **end) {
    const char *rest = *item + 2;
    *end = NULL;
    switch ((*item)[1]) {
    case 'b':
        *place = match_balanced(matching, *place, rest);
        *item = rest + 2;
        return *place != NULL;
    case 'f': {
        if (rest >= gv_pattern_end(matching) || *rest != '[') {
            luaL_error(matching->lua, "missing '[' after '%%f' in pattern");
        }
        const char *set_end = gv_after_letter_item(matching, rest);
        *item = set_end;
        return is_frontier(matching, *place, rest, set_end);
    }
    default:
        if (!gv_is_digit((unsigned char)(*item)[1])) {
            return match_letter_item(matching, place, item, end);
        }
        *place = match_again(matching, *place, (*item)[1]);
        *item = rest;
        return *place != NULL;
    }
}

static const char *match_items(gv_matching *matching, const char *place, const char *item) {
    const char *end = NULL;
    while (item < gv_pattern_end(matching)) {
        bool goes_on;
        gv_count_step(matching);
        switch (*item) {
        case '(':
            if (item[1] == ')') {
                return open_capture(matching, place, item + 2, gv_capture_is_position);
            }
            return open_capture(matching, place, item + 1, gv_capture_is_open);
        case ')': return close_capture(matching, place, item + 1);
        case gv_escape: goes_on = match_escaped_item(matching, &place, &item, &end); break;
        case '$':
            if (item + 1 == gv_pattern_end(matching)) {
                return place == gv_text_end(matching) ? place : NULL;
            }
            goes_on = match_letter_item(matching, &place, &item, &end);
            break;
        default: goes_on = match_letter_item(matching, &place, &item, &end);
        }
        if (!goes_on) return end;
    }
    return place;
}

static const char *match(gv_matching *matching, const char *place, const char *item) {
    if (matching->depth == deepest) luaL_error(matching->lua, "pattern too complex");
    matching->depth++;
    const char *end = match_items(matching, place, item);
    matching->depth--;
    return end;
}

gv_matching gv_new_matching(lua_State *lua, gv_text text, gv_text pattern) {
    return (gv_matching){.lua = lua, .text = text, .pattern = pattern};
}

bool gv_match_at(gv_matching *matching, size_t offset, size_t *end) {
    matching->depth = 0;
    matching->capture_count = 0;
    const char *text = matching->text.bytes;
    const char *found = match(matching, text + offset, matching->pattern.bytes);
    if (found == NULL) return false;
    *end = (size_t)(found - text);
    return true;
}

void gv_finish_matching(gv_matching *matching) {
    gv_charge_steps(matching);
}

// MARK: Captures

void gv_push_capture(gv_matching *matching, int index, size_t start, size_t end) {
    lua_State *lua = matching->lua;
    const char *text = matching->text.bytes;
    if (index >= matching->capture_count) {
        if (index != 0) luaL_error(lua, "invalid capture index %%%d", index + 1);
        lua_pushlstring(lua, text + start, end - start);
        return;
    }
    gv_capture capture = matching->captures[index];
    if (capture.length == gv_capture_is_open) luaL_error(lua, "unfinished capture");
    if (capture.length == gv_capture_is_position) {
        lua_pushinteger(lua, capture.start - text + 1);
    } else {
        lua_pushlstring(lua, capture.start, (size_t)capture.length);
    }
}

int gv_push_captures(gv_matching *matching, size_t start, size_t end) {
    int count = matching->capture_count == 0 ? 1 : matching->capture_count;
    luaL_checkstack(matching->lua, count, "too many captures");
    for (int index = 0; index < count; index++) gv_push_capture(matching, index, start, end);
    return count;
}
