#ifndef C_REGEX_SHIM_H
#define C_REGEX_SHIM_H

#include <stddef.h>
#include <stdint.h>

// Why this shim exists: the names of PCRE2's functions and types are macros,
// chosen by PCRE2_CODE_UNIT_WIDTH, and Swift cannot import such macros. The
// shim also keeps the one set of options and limits with which this program
// compiles and matches.

/// A compiled regular expression. Several threads may match with it at once.
typedef struct cregex_pattern cregex_pattern;

/// What one thread needs while it matches: limits, stack and result. It serves
/// any number of patterns, one match after the other.
typedef struct cregex_workspace cregex_workspace;

typedef enum cregex_answer {
    CREGEX_NO_MATCH = 0,
    CREGEX_MATCH = 1,
    /// The match needed more steps or memory than a workspace allows.
    CREGEX_GAVE_UP = 2,
} cregex_answer;

typedef struct cregex_error {
    /// Bytes from the start of the pattern to where it went wrong.
    size_t offset;
    /// PCRE2's own words, ended by a zero.
    char message[160];
} cregex_error;

/// Compiles a pattern of UTF-8 that ignores case and knows Unicode's letters
/// and digits. Returns NULL and fills `error` where the pattern is no regular
/// expression.
cregex_pattern *cregex_compile(const uint8_t *pattern, size_t length, cregex_error *error);

void cregex_pattern_free(cregex_pattern *pattern);

/// Returns NULL where memory has run out.
cregex_workspace *cregex_workspace_create(void);

/// Sets how many steps one match may take, in place of the standard.
void cregex_workspace_limit(cregex_workspace *workspace, uint32_t steps);
void cregex_workspace_free(cregex_workspace *workspace);

/// Whether the pattern matches anywhere in the text.
///
/// The text must be valid UTF-8: it is not checked again. A workspace that is
/// NULL gives up.
cregex_answer cregex_match(
    cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text, size_t length);

/// The same without making machine code first, for a few short texts. No other thread may
/// match with the pattern meanwhile.
cregex_answer cregex_try(
    const cregex_pattern *pattern, cregex_workspace *workspace, const uint8_t *text,
    size_t length);

#endif
