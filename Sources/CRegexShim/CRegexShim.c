#include "CRegexShim.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// A bank's text has a few hundred bytes at most, and an honest pattern needs
// some thousand steps for it. A hostile text must not cost more than about a
// millisecond.
static const uint32_t match_limit = 100000;
static const uint32_t depth_limit = 10000;
static const uint32_t heap_limit_kibibytes = 4096;
static const size_t jit_stack_start = 32 * 1024;
static const size_t jit_stack_limit = 512 * 1024;

static const size_t pattern_length_limit = 10000;

struct cregex_pattern {
    /// NULL until a deferred pattern is matched, and for good if it can't be compiled.
    pcre2_code *code;
    /// Those of a deferred pattern.
    const uint8_t *bytes;
    size_t length;
    /// Whether it is compiled to machine code, which no thread may do while another matches.
    atomic_bool is_ready;
};

struct cregex_workspace {
    pcre2_match_context *context;
    pcre2_match_data *data;
    pcre2_jit_stack *stack;
};

static cregex_pattern *wrap(pcre2_code *code)
{
    cregex_pattern *pattern = calloc(1, sizeof *pattern);
    if (pattern == NULL) {
        pcre2_code_free(code);
        return NULL;
    }
    pattern->code = code;
    atomic_init(&pattern->is_ready, false);
    return pattern;
}

cregex_pattern *cregex_defer(const uint8_t *bytes, size_t length)
{
    cregex_pattern *pattern = wrap(NULL);
    if (pattern == NULL) return NULL;
    pattern->bytes = bytes;
    pattern->length = length;
    return pattern;
}

static pcre2_code *compile(
    const uint8_t *pattern, size_t length, int *code_of_error, PCRE2_SIZE *offset)
{
    // \C would match part of a character, and break UTF-8.
    uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_CASELESS | PCRE2_NEVER_BACKSLASH_C;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    if (context == NULL) return NULL;
    pcre2_set_max_pattern_length(context, pattern_length_limit);
    pcre2_code *code = pcre2_compile(
        pattern == NULL ? (PCRE2_SPTR) "" : pattern, length, options, code_of_error, offset,
        context);
    pcre2_compile_context_free(context);
    return code;
}

/// Compiling to machine code takes longer than parsing, and most patterns of the
/// shipped lists never meet a text that may match. So the first match does it.
static void make_ready(cregex_pattern *pattern)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    if (atomic_load_explicit(&pattern->is_ready, memory_order_acquire)) return;
    pthread_mutex_lock(&mutex);
    if (!atomic_load_explicit(&pattern->is_ready, memory_order_relaxed)) {
        if (pattern->code == NULL) {
            int code_of_error = 0;
            PCRE2_SIZE offset = 0;
            pattern->code =
                compile(pattern->bytes, pattern->length, &code_of_error, &offset);
        }
        // If machine code is not allowed, PCRE2 interprets instead.
        if (pattern->code != NULL) (void)pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
        atomic_store_explicit(&pattern->is_ready, true, memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
}

cregex_pattern *cregex_compile(const uint8_t *pattern, size_t length, cregex_error *error)
{
    int code_of_error = PCRE2_ERROR_NOMEMORY;
    PCRE2_SIZE offset = 0;
    cregex_pattern *compiled = NULL;

    pcre2_code *code = compile(pattern, length, &code_of_error, &offset);
    if (code != NULL) {
        code_of_error = PCRE2_ERROR_NOMEMORY;
        compiled = wrap(code);
    }
    if (compiled == NULL) {
        error->offset = offset <= length ? offset : length;
        error->message[0] = 0;
        (void)pcre2_get_error_message(
            code_of_error, (PCRE2_UCHAR *)error->message, sizeof error->message);
    }
    return compiled;
}

void cregex_pattern_free(cregex_pattern *pattern)
{
    if (pattern == NULL) return;
    pcre2_code_free(pattern->code);
    free(pattern);
}

cregex_workspace *cregex_workspace_create(void)
{
    cregex_workspace *workspace = calloc(1, sizeof *workspace);
    if (workspace == NULL) return NULL;
    workspace->context = pcre2_match_context_create(NULL);
    workspace->data = pcre2_match_data_create(1, NULL);
    if (workspace->context == NULL || workspace->data == NULL) {
        cregex_workspace_free(workspace);
        return NULL;
    }
    pcre2_set_match_limit(workspace->context, match_limit);
    pcre2_set_depth_limit(workspace->context, depth_limit);
    pcre2_set_heap_limit(workspace->context, heap_limit_kibibytes);
    // Without its own stack, compiled code uses 32 KiB of the thread's.
    workspace->stack = pcre2_jit_stack_create(jit_stack_start, jit_stack_limit, NULL);
    if (workspace->stack != NULL) {
        pcre2_jit_stack_assign(workspace->context, NULL, workspace->stack);
    }
    return workspace;
}

void cregex_workspace_limit(cregex_workspace *workspace, uint32_t steps)
{
    if (workspace != NULL) pcre2_set_match_limit(workspace->context, steps);
}

void cregex_workspace_free(cregex_workspace *workspace)
{
    if (workspace == NULL) return;
    pcre2_jit_stack_free(workspace->stack);
    pcre2_match_data_free(workspace->data);
    pcre2_match_context_free(workspace->context);
    free(workspace);
}

static cregex_answer match(
    const cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text,
    size_t length, uint32_t options)
{
    if (workspace == NULL || pattern->code == NULL) return CREGEX_GAVE_UP;
    int result = pcre2_match(
        pattern->code, text == NULL ? (PCRE2_SPTR) "" : text, length, 0,
        PCRE2_NO_UTF_CHECK | options, workspace->data, workspace->context);
    // 0 is a match with more groups than the result has room for.
    if (result >= 0) return CREGEX_MATCH;
    return result == PCRE2_ERROR_NOMATCH ? CREGEX_NO_MATCH : CREGEX_GAVE_UP;
}

cregex_answer cregex_match(
    cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text, size_t length)
{
    make_ready(pattern);
    return match(pattern, workspace, text, length, 0);
}

cregex_answer cregex_try(
    const cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text,
    size_t length)
{
    return match(pattern, workspace, text, length, PCRE2_NO_JIT);
}

size_t cregex_groups(const cregex_pattern *pattern, cregex_group *groups, size_t room)
{
    uint32_t count = 0;
    uint32_t size = 0;
    PCRE2_SPTR table = NULL;
    if (pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMECOUNT, &count) != 0
        || pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMEENTRYSIZE, &size) != 0
        || pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMETABLE, &table) != 0) {
        return 0;
    }
    // An entry is the number in two bytes, the higher first, and the name.
    for (uint32_t entry = 0; entry < count && entry < room; entry++) {
        const uint8_t *bytes = table + (size_t)entry * size;
        groups[entry].number = (uint32_t)bytes[0] << 8 | bytes[1];
        groups[entry].name = (const char *)bytes + 2;
    }
    return count;
}

cregex_answer cregex_find(
    cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text, size_t length,
    const cregex_group *groups, cregex_range *ranges, size_t count)
{
    make_ready(pattern);
    if (workspace == NULL || pattern->code == NULL) return CREGEX_GAVE_UP;
    pcre2_match_data *data = pcre2_match_data_create_from_pattern(pattern->code, NULL);
    if (data == NULL) return CREGEX_GAVE_UP;
    int result = pcre2_match(
        pattern->code, text == NULL ? (PCRE2_SPTR) "" : text, length, 0, PCRE2_NO_UTF_CHECK, data,
        workspace->context);
    const PCRE2_SIZE *found = pcre2_get_ovector_pointer(data);
    for (size_t place = 0; place < count; place++) {
        uint32_t number = groups[place].number;
        bool took_part = result > 0 && number < (uint32_t)result
            && found[2 * number] != PCRE2_UNSET && found[2 * number] <= found[2 * number + 1];
        ranges[place].start = took_part ? found[2 * number] : 0;
        ranges[place].end = took_part ? found[2 * number + 1] : 0;
    }
    pcre2_match_data_free(data);
    if (result >= 0) return CREGEX_MATCH;
    return result == PCRE2_ERROR_NOMATCH ? CREGEX_NO_MATCH : CREGEX_GAVE_UP;
}
