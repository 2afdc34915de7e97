// The keys of maps: folding, comparison and search.

#include "Machine.h"

#include <string.h>

static bool is_space(char letter) {
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

size_t gv_fold_map_key(gv_text key, char *folded) {
    size_t length = 0;
    bool is_after_space = false;
    for (size_t index = 0; index < key.length; index++) {
        char letter = key.bytes[index];
        if (is_space(letter)) {
            is_after_space = length > 0;
            continue;
        }
        if (is_after_space) folded[length++] = ' ';
        is_after_space = false;
        folded[length++] = letter >= 'A' && letter <= 'Z' ? (char)(letter | 0x20) : letter;
    }
    return length;
}

int gv_compare_map_keys(gv_text one, gv_text other) {
    size_t length = one.length < other.length ? one.length : other.length;
    int order = memcmp(one.bytes, other.bytes, length);
    if (order != 0) return order;
    return one.length < other.length ? -1 : one.length > other.length;
}

/// Binary search: unlike a hash table, no choice of keys makes it slow.
const gv_map_entry *gv_find_map_entry(const gv_map *map, gv_text folded) {
    size_t first = 0;
    size_t end = map->entry_count;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        gv_text key = map->entries[map->order[middle]].folded_key;
        if (gv_compare_map_keys(key, folded) < 0) first = middle + 1;
        else end = middle;
    }
    if (first == map->entry_count) return NULL;
    const gv_map_entry *entry = &map->entries[map->order[first]];
    return gv_compare_map_keys(entry->folded_key, folded) == 0 ? entry : NULL;
}
