// The smallest items of a pattern: a letter, a class of letters or a set.

#include "Patterns.h"

enum { steps_for_an_instruction = 4 };

void gv_charge_steps(gv_matching *matching) {
    int64_t steps = matching->uncharged_steps;
    matching->uncharged_steps = 0;
    gv_charge(matching->lua, steps / steps_for_an_instruction + 1);
}

static bool is_between(unsigned char byte, char first, char last) {
    return byte >= (unsigned char)first && byte <= (unsigned char)last;
}

static bool is_letter(unsigned char byte) {
    return is_between(byte | 0x20, 'a', 'z') && byte < 0x80;
}

bool gv_is_digit(unsigned char byte) {
    return is_between(byte, '0', '9');
}

/// Whether the byte is in the class that the letter names. A letter that names
/// none stands for itself.
static bool is_in_class(unsigned char byte, unsigned char name) {
    bool is_in;
    switch (name | 0x20) {
    case 'a': is_in = is_letter(byte); break;
    case 'c': is_in = byte < 0x20 || byte == 0x7F; break;
    case 'd': is_in = gv_is_digit(byte); break;
    case 'g': is_in = is_between(byte, '!', '~'); break;
    case 'l': is_in = is_between(byte, 'a', 'z'); break;
    case 'p': is_in = is_between(byte, '!', '~') && !is_letter(byte) && !gv_is_digit(byte); break;
    case 's': is_in = byte == ' ' || is_between(byte, '\t', '\r'); break;
    case 'u': is_in = is_between(byte, 'A', 'Z'); break;
    case 'w': is_in = is_letter(byte) || gv_is_digit(byte); break;
    case 'x': is_in = gv_is_digit(byte) || is_between(byte | 0x20, 'a', 'f'); break;
    case 'z': is_in = byte == 0; break;
    default: return name == byte;
    }
    return is_between(name, 'A', 'Z') ? !is_in : is_in;
}

/// The place after the item that begins here: a letter, a class or a set.
const char *gv_after_letter_item(gv_matching *matching, const char *item) {
    const char *end = gv_pattern_end(matching);
    if (*item == gv_escape) {
        if (item + 1 == end) luaL_error(matching->lua, "malformed pattern (ends with '%%')");
        return item + 2;
    }
    if (*item != '[') return item + 1;
    const char *place = item + 1;
    if (*place == '^') place++;
    // The first bracket of a set closes nothing.
    bool is_first = true;
    while (is_first || *place != ']') {
        gv_count_step(matching);
        if (place >= end) luaL_error(matching->lua, "malformed pattern (missing ']')");
        bool is_escaped = *place == gv_escape;
        place++;
        if (is_escaped && place < end) place++;
        is_first = false;
    }
    return place + 1;
}

/// Whether the byte is in the set from its opening bracket to its closing one.
bool gv_is_in_set(
    gv_matching *matching, unsigned char byte, const char *open, const char *close) {
    const char *place = open + 1;
    bool result = true;
    if (*place == '^') {
        result = false;
        place++;
    }
    while (place < close) {
        gv_count_step(matching);
        if (*place == gv_escape) {
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

bool gv_matches_letter(
    gv_matching *matching, const char *place, const char *item, const char *item_end) {
    gv_count_step(matching);
    if (place >= gv_text_end(matching)) return false;
    unsigned char byte = (unsigned char)*place;
    switch (*item) {
    case '.': return true;
    case gv_escape: return is_in_class(byte, (unsigned char)item[1]);
    case '[': return gv_is_in_set(matching, byte, item, item_end - 1);
    default: return byte == (unsigned char)*item;
    }
}
