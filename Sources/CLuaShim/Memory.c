// The allocator. It counts a script's memory and refuses more than the limit.
// It charges large blocks as instructions, since the interpreter doesn't count
// copying.

#include "Machine.h"

#include <stdlib.h>

enum { uncharged_bytes = 4096, uncharged_text_bytes = 256, bytes_for_an_instruction = 16 };

/// More than Lua's overhead per string.
enum { text_header_bytes = 64 };

static void charge_bytes(gv_sandbox *sandbox, size_t bytes) {
    sandbox->instructions_left -= (int64_t)(bytes / bytes_for_an_instruction);
    if (sandbox->instructions_left <= 0) gv_stop_at_next_instruction(sandbox);
}

static bool is_refused(gv_sandbox *sandbox, bool is_text, size_t held, size_t wanted) {
    if (is_text && wanted > sandbox->limits.text_bytes + text_header_bytes) {
        sandbox->text_was_too_long = true;
        return true;
    }
    uint64_t failing = sandbox->limits.fail_allocation_at;
    if (failing != 0 && ++sandbox->allocations >= failing) return true;
    size_t others = sandbox->bytes_in_use - held;
    size_t limit = sandbox->limits.memory_bytes;
    return others > limit || wanted > limit - others;
}

void *gv_allocate(void *owner, void *block, size_t old_size, size_t new_size) {
    gv_sandbox *sandbox = owner;
    size_t held = block == NULL ? 0 : old_size;
    if (new_size == 0) {
        free(block);
        sandbox->bytes_in_use -= held;
        return NULL;
    }
    bool grows = new_size > held;
    if (grows) {
        // For a new object, Lua passes its type in place of the old size.
        bool is_text = block == NULL && old_size == LUA_TSTRING;
        if (is_refused(sandbox, is_text, held, new_size)) {
            // Lua now runs a full garbage collection and retries.
            charge_bytes(sandbox, sandbox->bytes_in_use);
            return NULL;
        }
        bool is_copied = new_size > uncharged_bytes || (is_text && new_size > uncharged_text_bytes);
        if (is_copied) charge_bytes(sandbox, new_size);
    }
    void *moved = realloc(block, new_size);
    if (moved == NULL) {
        // Lua does not expect shrinking to fail.
        return grows ? NULL : block;
    }
    sandbox->bytes_in_use += new_size;
    sandbox->bytes_in_use -= held;
    return moved;
}
