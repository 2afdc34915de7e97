/// Starts a program that has nothing of this one but what it is given, and
/// confines a process.
///
/// Why it exists: closing every other file and choosing the folder between fork
/// and exec are functions that Swift does not see on Linux, and neither are a
/// filter of system calls and the sandbox of macOS.
///
/// When it can go: once it does, or Swift's own library starts programs with
/// all of this.

#ifndef CSPAWNSHIM_H
#define CSPAWNSHIM_H

#include <stddef.h>
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

/// Takes from this process, for good, all but computing and its standard input,
/// which it may read and write: no file, socket, process or program, no code
/// made while it runs, and no more memory than some bytes beyond what it has.
/// What is forbidden ends the process by a signal.
///
/// Where the system counts no memory against a limit (macOS), none is set.
///
/// @return 0, or an error's number where the process is not confined.
int spawn_shim_confine(size_t memory_bytes);

/// Has the process ended by a signal once it has computed for some seconds more.
/// Each call replaces the one before.
void spawn_shim_end_after(int seconds);

#endif
