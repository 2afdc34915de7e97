#define _GNU_SOURCE
#include "CSearch.h"

#include <string.h>

size_t csearch_count(
    const uint8_t *texts, const size_t *ends, size_t count, const uint8_t *pattern,
    size_t pattern_length)
{
    size_t found = 0;
    size_t start = 0;
    for (size_t text = 0; text < count; text++) {
        if (memmem(texts + start, ends[text] - start, pattern, pattern_length) != NULL) found++;
        start = ends[text];
    }
    return found;
}
