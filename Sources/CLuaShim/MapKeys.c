// The keys of maps: how they are compared, and the hash table that finds them.

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

/// FNV-1a.
static uint64_t hash_of(gv_text folded) {
    uint64_t hash = 14695981039346656037u;
    for (size_t index = 0; index < folded.length; index++) {
        hash = (hash ^ (unsigned char)folded.bytes[index]) * 1099511628211u;
    }
    return hash ^ (hash >> 32);
}

/// The slot that holds the key or where it belongs.
size_t gv_find_map_slot(
    const gv_map *map, const uint32_t *slots, gv_text folded, int64_t *looks) {
    size_t last = map->slot_count - 1;
    size_t slot = (size_t)hash_of(folded) & last;
    for (; slots[slot] != 0; slot = (slot + 1) & last) {
        gv_text key = map->entries[slots[slot] - 1].folded_key;
        *looks += 1;
        if (key.length == folded.length && memcmp(key.bytes, folded.bytes, key.length) == 0) break;
    }
    return slot;
}

void gv_fill_map_slots(const gv_map *map, uint32_t *slots) {
    int64_t looks = 0;
    for (size_t index = 0; index < map->entry_count; index++) {
        size_t slot = gv_find_map_slot(map, slots, map->entries[index].folded_key, &looks);
        if (slots[slot] == 0) slots[slot] = (uint32_t)index + 1;
    }
}
