// Plain search that ignores the case of ASCII letters.

#include "Machine.h"

enum { bytes_for_a_step = 8, bytes_between_charges = 65536 };

static inline unsigned char fold(char letter) {
    unsigned char byte = (unsigned char)letter;
    return byte >= 'A' && byte <= 'Z' ? (unsigned char)(byte | 0x20) : byte;
}

/// The length of the common prefix of the text at `offset` and the part.
static size_t matching_bytes(gv_text text, size_t offset, gv_text part) {
    size_t length = 0;
    while (length < part.length && fold(text.bytes[offset + length]) == fold(part.bytes[length])) {
        length++;
    }
    return length;
}

bool gv_text_contains(lua_State *lua, gv_text text, gv_text part) {
    if (part.length == 0) return true;
    size_t looked_at = 0;
    for (size_t offset = 0; offset + part.length <= text.length; offset++) {
        size_t matching = matching_bytes(text, offset, part);
        if (matching == part.length) return true;
        looked_at += matching + 1;
        if (looked_at < bytes_between_charges) continue;
        gv_charge(lua, (int64_t)(looked_at / bytes_for_a_step));
        looked_at = 0;
    }
    gv_charge(lua, (int64_t)(looked_at / bytes_for_a_step));
    return false;
}

bool gv_text_starts_with(lua_State *lua, gv_text text, gv_text part) {
    if (part.length > text.length) return false;
    gv_charge(lua, (int64_t)part.length / bytes_for_a_step);
    return matching_bytes(text, 0, part) == part.length;
}

bool gv_text_ends_with(lua_State *lua, gv_text text, gv_text part) {
    if (part.length > text.length) return false;
    gv_charge(lua, (int64_t)part.length / bytes_for_a_step);
    return matching_bytes(text, text.length - part.length, part) == part.length;
}
