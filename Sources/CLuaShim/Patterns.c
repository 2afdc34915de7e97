// Matching of Lua's patterns. Lua's own matcher can take exponential time in C,
// where nothing can stop it; this one pays for each step from the script's
// budget, and finds the same.

#include "Patterns.h"

#include <string.h>

/// `deepest` is Lua's own limit, so that the same patterns are too complex.
enum { escape = '%', deepest = 200, steps_for_an_instruction = 4, steps_between_charges = 256 };

static const char *match(gv_matching *matching, const char *place, const char *item);

static void charge(gv_matching *matching) {
    int64_t steps = matching->uncharged_steps;
    matching->uncharged_steps = 0;
    gv_charge(matching->lua, steps / steps_for_an_instruction + 1);
}

static inline void step(gv_matching *matching) {
    if (++matching->uncharged_steps >= steps_between_charges) charge(matching);
}

static const char *text_end(const gv_matching *matching) {
    return matching->text.bytes + matching->text.length;
}

static const char *pattern_end(const gv_matching *matching) {
    return matching->pattern.bytes + matching->pattern.length;
}

// MARK: One letter

static bool is_between(unsigned char byte, char first, char last) {
    return byte >= (unsigned char)first && byte <= (unsigned char)last;
}

static bool is_letter(unsigned char byte) {
    return is_between(byte | 0x20, 'a', 'z') && byte < 0x80;
}

static bool is_digit(unsigned char byte) {
    return is_between(byte, '0', '9');
}

/// Whether the byte is in the class that the letter names. A letter that names
/// none stands for itself.
static bool is_in_class(unsigned char byte, unsigned char name) {
    bool is_in;
    switch (name | 0x20) {
    case 'a': is_in = is_letter(byte); break;
    case 'c': is_in = byte < 0x20 || byte == 0x7F; break;
    case 'd': is_in = is_digit(byte); break;
    case 'g': is_in = is_between(byte, '!', '~'); break;
    case 'l': is_in = is_between(byte, 'a', 'z'); break;
    case 'p': is_in = is_between(byte, '!', '~') && !is_letter(byte) && !is_digit(byte); break;
    case 's': is_in = byte == ' ' || is_between(byte, '\t', '\r'); break;
    case 'u': is_in = is_between(byte, 'A', 'Z'); break;
    case 'w': is_in = is_letter(byte) || is_digit(byte); break;
    case 'x': is_in = is_digit(byte) || is_between(byte | 0x20, 'a', 'f'); break;
    case 'z': is_in = byte == 0; break;
    default: return name == byte;
    }
    return is_between(name, 'A', 'Z') ? !is_in : is_in;
}

/// The place after the item that begins here: a letter, a class or a set.
static const char *after_letter_item(gv_matching *matching, const char *item) {
    const char *end = pattern_end(matching);
    if (*item == escape) {
        if (item + 1 == end) luaL_error(matching->lua, "malformed pattern (ends with '%%')");
        return item + 2;
    }
    if (*item != '[') return item + 1;
    const char *place = item + 1;
    if (*place == '^') place++;
    // The first bracket of a set closes nothing.
    bool is_first = true;
    while (is_first || *place != ']') {
        step(matching);
        if (place >= end) luaL_error(matching->lua, "malformed pattern (missing ']')");
        bool is_escaped = *place == escape;
        place++;
        if (is_escaped && place < end) place++;
        is_first = false;
    }
    return place + 1;
}

/// Whether the byte is in the set from its opening bracket to its closing one.
static bool is_in_set(
    gv_matching *matching, unsigned char byte, const char *open, const char *close) {
    const char *place = open + 1;
    bool result = true;
    if (*place == '^') {
        result = false;
        place++;
    }
    while (place < close) {
        step(matching);
        if (*place == escape) {
            if (is_in_class(byte, (unsigned char)place[1])) return result;
            place += 2;
        } else if (place[1] == '-' && place + 2 < close) {
            unsigned char first = (unsigned char)place[0];
            unsigned char last = (unsigned char)place[2];
            if (byte >= first && byte <= last) return result;
            place += 3;
        } else {
            if (byte == (unsigned char)*place) return result;
            place++;
        }
    }
    return !result;
}

static bool matches_letter(
    gv_matching *matching, const char *place, const char *item, const char *item_end) {
    step(matching);
    if (place >= text_end(matching)) return false;
    unsigned char byte = (unsigned char)*place;
    switch (*item) {
    case '.': return true;
    case escape: return is_in_class(byte, (unsigned char)item[1]);
    case '[': return is_in_set(matching, byte, item, item_end - 1);
    default: return byte == (unsigned char)*item;
    }
}

// MARK: Items of more than a letter

static const char *match_most(
    gv_matching *matching, const char *place, const char *item, const char *item_end) {
    ptrdiff_t count = 0;
    while (matches_letter(matching, place + count, item, item_end)) count++;
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
        if (!matches_letter(matching, place, item, item_end)) return NULL;
        place++;
    }
}

/// The place after a text in balanced brackets, or null.
static const char *match_balanced(
    gv_matching *matching, const char *place, const char *brackets) {
    if (brackets + 1 >= pattern_end(matching)) {
        luaL_error(matching->lua, "malformed pattern (missing arguments to '%%b')");
    }
    const char *end = text_end(matching);
    if (place >= end || *place != brackets[0]) return NULL;
    ptrdiff_t depth = 1;
    for (place++; place < end; place++) {
        step(matching);
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
    unsigned char after = place == text_end(matching) ? 0 : (unsigned char)*place;
    return !is_in_set(matching, before, set, set_end - 1)
        && is_in_set(matching, after, set, set_end - 1);
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
    if (text_end(matching) - place < capture.length) return NULL;
    matching->uncharged_steps += capture.length / 4;
    step(matching);
    if (memcmp(capture.start, place, (size_t)capture.length) != 0) return NULL;
    return place + capture.length;
}

// MARK: The pattern

/// One letter item with what says how often. True where the match goes on at
/// the new place and item, false where it has its end.
static bool match_letter_item(
    gv_matching *matching, const char **place, const char **item, const char **end) {
    const char *item_end = after_letter_item(matching, *item);
    // A text of Lua has a zero after its end.
    char suffix = item_end < pattern_end(matching) ? *item_end : '\0';
    *end = NULL;
    if (suffix == '*') {
        *end = match_most(matching, *place, *item, item_end);
        return false;
    }
    if (suffix == '-') {
        *end = match_fewest(matching, *place, *item, item_end);
        return false;
    }
    bool is_there = matches_letter(matching, *place, *item, item_end);
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

/// One item that begins with the escape and is no letter item. As above.
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
        if (rest >= pattern_end(matching) || *rest != '[') {
            luaL_error(matching->lua, "missing '[' after '%%f' in pattern");
        }
        const char *set_end = after_letter_item(matching, rest);
        *item = set_end;
        return is_frontier(matching, *place, rest, set_end);
    }
    default:
        if (!is_digit((unsigned char)(*item)[1])) {
            return match_letter_item(matching, place, item, end);
        }
        *place = match_again(matching, *place, (*item)[1]);
        *item = rest;
        return *place != NULL;
    }
}

static const char *match_items(gv_matching *matching, const char *place, const char *item) {
    const char *end = NULL;
    while (item < pattern_end(matching)) {
        bool goes_on;
        step(matching);
        switch (*item) {
        case '(':
            if (item[1] == ')') {
                return open_capture(matching, place, item + 2, gv_capture_is_position);
            }
            return open_capture(matching, place, item + 1, gv_capture_is_open);
        case ')': return close_capture(matching, place, item + 1);
        case escape: goes_on = match_escaped_item(matching, &place, &item, &end); break;
        case '$':
            if (item + 1 == pattern_end(matching)) {
                return place == text_end(matching) ? place : NULL;
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
    charge(matching);
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
