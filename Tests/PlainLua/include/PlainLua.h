// Lua as it comes, for tests that compare the sandbox's libraries with it. Only
// the tests' own scripts run here: nothing is taken away and nothing is limited.

#ifndef PLAINLUA_H
#define PLAINLUA_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// Runs a source and copies the text that it returns, or the message of its
/// error, cut to the capacity. Returns the length of the copy.
size_t plain_lua_text(const char *source, size_t length, char *text, size_t capacity);

#pragma clang assume_nonnull end

#endif
