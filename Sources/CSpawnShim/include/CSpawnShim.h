/// Starts a program that has nothing of this one but what it is given.
///
/// Why it exists: closing every other file and choosing the folder between fork
/// and exec are functions that Swift does not see on Linux.
///
/// When it can go: once it does, or Swift's own library starts programs with
/// all of this.

#ifndef CSPAWNSHIM_H
#define CSPAWNSHIM_H

#include <sys/types.h>

/// Starts a program in a process group of its own, with `/` as its folder, no
/// signal blocked or ignored, and no open file but the standard three, of which
/// the two outputs go nowhere.
///
/// @param path of the program; it is looked for nowhere else.
/// @param arguments and environment end with a null pointer. The first argument
///   is the program's own name.
/// @param input the file that becomes the standard input, or -1 for an empty
///   one. It stays open here.
/// @return 0, or an error's number where nothing was started.
int spawn_shim_start(
    const char *path, char *const arguments[], char *const environment[], int input,
    pid_t *process);

#endif
