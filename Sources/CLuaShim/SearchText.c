// Plain search that takes an ASCII letter and its capital as the same.

#include "Machine.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The search counts places from the lowest byte of a word."
#endif

enum { bytes_for_a_step = 8, bytes_between_charges = 65536 };

static inline unsigned char fold(char letter) {
    unsigned char byte = (unsigned char)letter;
    return byte >= 'A' && byte <= 'Z' ? (unsigned char)(byte | 0x20) : byte;
}

/// The length of the common start of the text at `offset` and of the part.
static size_t matching_bytes(gv_text text, size_t offset, gv_text part) {
    size_t length = 0;
    while (length < part.length && fold(text.bytes[offset + length]) == fold(part.bytes[length])) {
        length++;
    }
    return length;
}

typedef uint64_t eight_bytes;

static inline eight_bytes eight_of(unsigned char byte) {
    return byte * UINT64_C(0x0101010101010101);
}

static inline eight_bytes load(const char *bytes) {
    eight_bytes loaded;
    memcpy(&loaded, bytes, sizeof loaded);
    return loaded;
}

/// Sets the highest bit of every byte that is zero, and perhaps of bytes above
/// one that is.
static inline eight_bytes zero_bytes(eight_bytes value) {
    return (value - eight_of(0x01)) & ~value & eight_of(0x80);
}

/// The places, as highest bits of bytes, at which the part may start among eight
/// in a row. Looks at its first and last letter; setting 0x20 takes letters and
/// capitals as the same, and some signs too.
static inline eight_bytes likely_places(
    const char *start, size_t part_length, eight_bytes first, eight_bytes last) {
    return zero_bytes(
        ((load(start) | eight_of(0x20)) ^ first)
        | ((load(start + part_length - 1) | eight_of(0x20)) ^ last));
}

static bool is_at_one_of_likely(
    gv_text text, size_t offset, gv_text part, eight_bytes places, int64_t *looked_at) {
    for (; places != 0; places &= places - 1) {
        size_t place = (size_t)__builtin_ctzll(places) / 8;
        size_t matching = matching_bytes(text, offset + place, part);
        if (matching == part.length) return true;
        *looked_at += (int64_t)matching;
    }
    return false;
}

static bool is_at_one_of(gv_text text, size_t offsets, gv_text part) {
    unsigned char first = fold(part.bytes[0]);
    for (size_t offset = 0; offset < offsets; offset++) {
        if (fold(text.bytes[offset]) != first) continue;
        if (matching_bytes(text, offset, part) == part.length) return true;
    }
    return false;
}

bool gv_text_contains(lua_State *lua, gv_text text, gv_text part) {
    if (part.length == 0) return true;
    if (part.length > text.length) return false;
    size_t offsets = text.length - part.length + 1;
    if (offsets < 8) {
        gv_charge(lua, (int64_t)(part.length * offsets) / bytes_for_a_step);
        return is_at_one_of(text, offsets, part);
    }
    eight_bytes first = eight_of((unsigned char)part.bytes[0] | 0x20);
    eight_bytes last = eight_of((unsigned char)part.bytes[part.length - 1] | 0x20);
    int64_t looked_at = 0;
    for (size_t offset = 0; offset < offsets; offset += 8) {
        // The last eight may be some of those before.
        size_t start = offset + 8 <= offsets ? offset : offsets - 8;
        eight_bytes places = likely_places(text.bytes + start, part.length, first, last);
        looked_at += 8;
        if (places != 0 && is_at_one_of_likely(text, start, part, places, &looked_at)) {
            gv_charge(lua, looked_at / bytes_for_a_step);
            return true;
        }
        if (looked_at >= bytes_between_charges) {
            gv_charge(lua, looked_at / bytes_for_a_step);
            looked_at = 0;
        }
    }
    gv_charge(lua, looked_at / bytes_for_a_step);
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
