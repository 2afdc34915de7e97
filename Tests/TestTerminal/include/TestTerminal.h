// A terminal with nobody at it, and a working folder of one thread.
//
// Why this exists: Swift is not shown the functions of C for them.

#ifndef TESTTERMINAL_H
#define TESTTERMINAL_H

/// Opens a terminal. A program is given `theirs`, and what it shows is read from
/// the result, which never waits. -1 where the system gives none. The caller
/// closes both.
int test_terminal_open(int *_Nonnull theirs);

/// Gives the terminal's window another size, of which the programs in it are told by a signal.
/// -1 where the system refuses.
int test_terminal_resize(int ours, unsigned short columns, unsigned short rows);

/// Gives the calling thread a working folder of its own. Those of other threads stay.
/// An error number, or 0.
int test_thread_folder(const char *_Nonnull path);

#endif
