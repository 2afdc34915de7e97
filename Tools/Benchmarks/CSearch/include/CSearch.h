#ifndef C_SEARCH_H
#define C_SEARCH_H

#include <stddef.h>
#include <stdint.h>

// Why this exists: glibc hides `memmem` from Swift, since it is no part of
// standard C.

/// How many of several texts contain a pattern: one `memmem` for each.
///
/// `texts` holds them one after the other, and `ends` says where each ends.
size_t csearch_count(
    const uint8_t *texts, const size_t *ends, size_t count, const uint8_t *pattern,
    size_t pattern_length);

#endif
