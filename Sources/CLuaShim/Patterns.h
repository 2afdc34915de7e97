// Lua's patterns, matched at a counted cost. Not visible to Swift.

#ifndef PATTERNS_H
#define PATTERNS_H

#include "Machine.h"

#define GV_MOST_CAPTURES 32

typedef struct gv_capture {
    const char *start;
    /// The bytes captured, or one of the two below.
    ptrdiff_t length;
} gv_capture;

/// Lengths of captures that captured no bytes.
enum { gv_capture_is_open = -1, gv_capture_is_position = -2 };

typedef struct gv_matching {
    lua_State *lua;
    gv_text text;
    gv_text pattern;
    int64_t uncharged_steps;
    int depth;
    int capture_count;
    gv_capture captures[GV_MOST_CAPTURES];
} gv_matching;

// PatternLetters.c
enum { gv_escape = '%', gv_steps_between_charges = 256 };

void gv_charge_steps(gv_matching *matching);

static inline void gv_count_step(gv_matching *matching) {
    if (++matching->uncharged_steps >= gv_steps_between_charges) gv_charge_steps(matching);
}

static inline const char *gv_text_end(const gv_matching *matching) {
    return matching->text.bytes + matching->text.length;
}

static inline const char *gv_pattern_end(const gv_matching *matching) {
    return matching->pattern.bytes + matching->pattern.length;
}

bool gv_is_digit(unsigned char byte);
/// The place after the item that begins here: a letter, a class or a set.
const char *gv_after_letter_item(gv_matching *matching, const char *item);
/// Whether the byte is in the set from its opening bracket to its closing one.
bool gv_is_in_set(
    gv_matching *matching, unsigned char byte, const char *open, const char *close);
bool gv_matches_letter(
    gv_matching *matching, const char *place, const char *item, const char *item_end);

// Patterns.c
/// Makes ready to match anywhere in the text. Both texts must stay alive.
gv_matching gv_new_matching(lua_State *lua, gv_text text, gv_text pattern);

/// The end of the match that begins at the offset, which is at most the text's
/// length; or false. Fills the captures.
bool gv_match_at(gv_matching *matching, size_t offset, size_t *end);

/// Charges what was not charged yet.
void gv_finish_matching(gv_matching *matching);

/// Pushes one capture, counted from zero. Without captures the first is the
/// whole match.
void gv_push_capture(gv_matching *matching, int index, size_t start, size_t end);

/// Pushes all captures, or the whole match when there are none.
int gv_push_captures(gv_matching *matching, size_t start, size_t end);

#endif
