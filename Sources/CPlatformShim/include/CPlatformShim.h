/// What Swift does not see of the operating system.
///
/// Why it exists: Swift's Glibc module leaves out `timerfd`, `signalfd`, `prctl`,
/// `malloc_trim` and the spawn actions that close every other file and choose the
/// folder; and neither filters of system calls nor macOS's sandbox have a Swift form.
///
/// When it can go: when Swift's own library starts and confines programs, and
/// Foundation watches files on Linux.

#ifndef CPLATFORMSHIM_H
#define CPLATFORMSHIM_H

#include "LineEditor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// MARK: Programs

/// The standard files of a started program; -1 for an empty input, or an output that
/// is discarded. They stay open here.
typedef struct {
    int input, output, errors;
    /// Whether the program stays in this process's group, so that it can ask at the terminal.
    int shares_group;
} platform_files;

/// Starts a program, in a process group of its own unless it shares this one, with `/` as its folder, no signal
/// blocked or ignored, and no open file but the standard three.
///
/// @param path of the program; PATH is not searched.
/// @param arguments and environment end with a null pointer. The first argument is the
///   program's own name.
/// @return 0, or an `errno` if nothing was started.
int platform_start_program(
    const char *path, char *_Nullable const *_Nonnull arguments,
    char *_Nullable const *_Nonnull environment, platform_files files, pid_t *process);

/// Takes everything from this process, for good, but computing and its standard input,
/// which it may read and write: no file, socket, process or program, no code made at run
/// time, and no more memory than some bytes beyond what it has. A forbidden call ends
/// the process by a signal.
///
/// macOS counts no memory against a limit, so none is set there.
///
/// @return 0, or an `errno` if the process is not confined.
int platform_confine(size_t memory_bytes);

/// Ends the process by a signal after some more seconds of computing. Each call replaces
/// the one before.
void platform_end_after(int seconds);

/// Asks the system for no core file of this process, whose memory holds secrets. On
/// Linux this also keeps the user's other processes from reading its memory.
void platform_forbid_core_files(void);

// MARK: Memory

/// Gives freed memory that the allocator caches back to the system.
void platform_give_back_memory(void);

/// Lets all threads but the first share one arena of memory. Call it before other
/// threads exist.
void platform_share_memory(void);

/// Whether a program has an ordinary file open to write to it. False for files of other users,
/// and on systems that have no leases.
bool platform_is_being_written(const char *path);

// MARK: Waiting

#ifdef __linux__

/// Inotify, a signal file, a timer and an event file, waited for by one poll.
typedef struct platform_waiter platform_waiter;

/// Opens one, and from then on keeps SIGINT, SIGTERM and SIGHUP from ending the process:
/// `platform_wait` reports them. Call it before other threads are started, which inherit
/// the thread's signal mask.
///
/// @return NULL if the system refuses; `errno` tells why.
platform_waiter *_Nullable platform_open_waiter(void);

/// Closes it and restores the thread's signal mask.
void platform_close_waiter(platform_waiter *waiter);

/// Watches a folder's files: written and closed, made, renamed, removed. Watching it
/// again is harmless and gives the same number.
///
/// @param each_write whether to report each write to a file as well.
/// @return the folder's number, 0 or more, or a negative `errno`.
int platform_watch(platform_waiter *waiter, const char *path, bool each_write);

/// Ends the wait that is under way, or the next one. Any thread may call it.
void platform_wake(platform_waiter *waiter);

typedef enum {
    PLATFORM_CHANGED = 1,
    PLATFORM_SIGNALLED = 2,
    PLATFORM_REACHED = 4,
    /// Somebody set the wall clock.
    PLATFORM_CLOCK_SET = 8,
    PLATFORM_WOKEN = 16
} platform_reason;

/// Sleeps until there is a reason not to.
///
/// @param until milliseconds of the wall clock since 1970; INT64_MAX for no time.
/// @param most_milliseconds longest sleep, by the monotonic clock; -1 for no limit.
/// @return a sum of `platform_reason`s, 0 at the limit, or a negative `errno`.
int platform_wait(platform_waiter *waiter, int64_t until, int most_milliseconds);

/// The next change that the last wait reported.
///
/// @param number set to the folder's; -1 if changes were lost.
/// @param name set to the file's, empty for the folder itself. Lives until the next call.
/// @return false if there is none left.
bool platform_next_change(
    platform_waiter *waiter, int *number, const char *_Nullable *_Nonnull name);

/// The next signal that the last wait reported, or 0.
int platform_next_signal(platform_waiter *waiter);

#endif

#pragma clang assume_nonnull end

#endif
