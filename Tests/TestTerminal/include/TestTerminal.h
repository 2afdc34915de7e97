// A terminal with nobody at it.
//
// Why this exists: Swift is not shown the functions of C that make one.

#ifndef TESTTERMINAL_H
#define TESTTERMINAL_H

/// Opens a terminal. A program is given `theirs`, and what it shows is read from
/// the result, which never waits. -1 where the system gives none. The caller
/// closes both.
int test_terminal_open(int *_Nonnull theirs);

#endif
