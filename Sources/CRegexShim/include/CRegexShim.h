#ifndef C_REGEX_SHIM_H
#define C_REGEX_SHIM_H

#include <stddef.h>
#include <stdint.h>

// Why this shim exists: the names of PCRE2's functions and types are macros,
// selected by PCRE2_CODE_UNIT_WIDTH, and Swift can't import such macros. The
// shim also holds this program's single set of options and limits.

/// A compiled regular expression. Several threads may match with it at once.
typedef struct cregex_pattern cregex_pattern;

/// The memory of one matching thread: limits, stack and result. It works with
/// any number of patterns, one match at a time.
typedef struct cregex_workspace cregex_workspace;

typedef enum cregex_answer {
    CREGEX_NO_MATCH = 0,
    CREGEX_MATCH = 1,
    /// The match needed more steps or memory than a workspace allows.
    CREGEX_GAVE_UP = 2,
} cregex_answer;

typedef struct cregex_error {
    /// The error's offset in the pattern, in bytes.
    size_t offset;
    /// PCRE2's own message, terminated by a zero.
    char message[160];
} cregex_error;

/// Compiles a UTF-8 pattern, ignoring case, with Unicode's letters and digits.
/// Returns NULL and fills `error` if the pattern is not a regular expression.
cregex_pattern *cregex_compile(const uint8_t *pattern, size_t length, cregex_error *error);

/// A pattern that has compiled before, and is compiled when it is first matched. The bytes
/// must last as long as it does. Returns NULL if memory has run out.
cregex_pattern *cregex_defer(const uint8_t *pattern, size_t length);

void cregex_pattern_free(cregex_pattern *pattern);

/// Returns NULL if memory has run out.
cregex_workspace *cregex_workspace_create(void);

/// Sets the maximum number of steps of one match, in place of the default.
void cregex_workspace_limit(cregex_workspace *workspace, uint32_t steps);
void cregex_workspace_free(cregex_workspace *workspace);

/// Whether the pattern matches anywhere in the text.
///
/// The text must be valid UTF-8, which is not checked. With a NULL workspace it
/// gives up.
cregex_answer cregex_match(
    cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text, size_t length);

/// The same without compiling to machine code first, for a few short texts. No
/// other thread may match with the pattern meanwhile.
cregex_answer cregex_try(
    const cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text,
    size_t length);

/// A named group of a pattern.
typedef struct cregex_group {
    /// Terminated by a zero; it lives as long as the pattern.
    const char *name;
    uint32_t number;
} cregex_group;

/// Fills in the pattern's named groups, as many as there is room for.
///
/// Returns how many it has.
size_t cregex_groups(const cregex_pattern *pattern, cregex_group *groups, size_t room);

/// The bytes of a text that a group matched.
typedef struct cregex_range {
    size_t start;
    size_t end;
} cregex_range;

/// Finds the first match, and what some groups matched in it. A group that took no part is empty.
cregex_answer cregex_find(
    cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text, size_t length,
    const cregex_group *groups, cregex_range *ranges, size_t count);

#endif
