// A line of text from a terminal, with editing, history and completion, by
// libedit.
//
// Why this exists: libedit is opened when a prompt is first shown, so that no
// other command pays for loading it and the program runs where it is missing;
// and its completion calls back, which stays on this side. It can go when the
// prompt goes.

#ifndef LINEEDITOR_H
#define LINEEDITOR_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// Opens libedit. False where the system has none. Not to be called by two
/// threads at a time, like all functions here.
bool gv_line_editor_open(void);

/// The words that may stand in place of the last one of a line, which begins at a byte of it: each
/// ends in a line feed. Null if there are none; else the caller frees it.
typedef char *_Nullable gv_completer(void *_Nullable owner, const char *line, size_t start);

/// Sets who is asked when Tab is pressed, with the line up to the cursor. Where the library does not
/// tell the line, that is its last word.
void gv_line_editor_set_completer(gv_completer *_Nullable completer, void *_Nullable owner);

/// Reads one line of UTF-8 without its end, or null at the end of input. The
/// caller frees it. Where the system has no locale of UTF-8, lines are in ASCII,
/// and so is the prompt. At Control-C, null, and `was_interrupted` is true.
char *_Nullable gv_line_editor_read(const char *prompt, bool *was_interrupted);

void gv_line_editor_remember(const char *line);

/// Reads and writes the remembered lines. False where the file can't be used.
bool gv_line_editor_load_history(const char *path);
bool gv_line_editor_save_history(const char *path, int most_lines);

#pragma clang assume_nonnull end

#endif
