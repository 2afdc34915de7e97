/// Waiting for several things at once without looking at a clock in between.
///
/// Why it exists: Swift's Glibc module leaves out `timerfd` and `signalfd`, and
/// Foundation watches no files on Linux. One call sleeps until a file of a
/// watched folder changes, a signal comes, a time of the wall clock is reached
/// or set, or another thread rings: by inotify and its like on Linux, by kqueue on
/// macOS.
///
/// When it can go: once Foundation has all four.

#ifndef CWAITSHIM_H
#define CWAITSHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct wait_shim wait_shim;

/// Whether this system has what the functions below need. Where it has not,
/// `wait_shim_open` gives NULL and sets `ENOSYS`.
bool wait_shim_is_here(void);

/// Keeps signals that a shim tells from ending the process before one is opened, which
/// then tells them. To be called before threads are started. On macOS it does nothing:
/// kqueue does not tell what came before.
void wait_shim_hold_signals(void);

/// Opens one, and from then on keeps SIGINT, SIGTERM and SIGHUP from ending
/// the process: they are told by `wait_shim_wait`. To be called before other
/// threads are started, which take the thread's mask over.
///
/// @return NULL where the system refuses, which `errno` explains.
wait_shim *_Nullable wait_shim_open(void);

/// Closes it, and gives signals their old effect back.
void wait_shim_close(wait_shim *shim);

/// Whether changes have names. Where they have not, as on macOS, the system tells
/// of a folder only that its list of names is another one, and nothing of a file in
/// it that is written: each file is then to be watched as well.
bool wait_shim_names_files(void);

typedef enum {
    /// For files that were written and closed, made, renamed, removed.
    WAIT_SHIM_FOLDER,
    /// For each write to a file, too.
    WAIT_SHIM_FOLDER_EACH_WRITE,
    /// For each write to one file, whose changes have no name. Not for a link.
    WAIT_SHIM_FILE
} wait_shim_watched;

/// Watches a folder or a file. Where changes have names, watching one again is
/// harmless and gives the same number; elsewhere each time gives another.
///
/// @return its number, 0 or more, or a negative `errno`.
int wait_shim_watch(wait_shim *shim, const char *path, wait_shim_watched watched);

/// Watches no longer what has a number, which may then be given to something else.
/// Closing the shim does not do so everywhere.
void wait_shim_forget(wait_shim *shim, int number);

/// Ends the wait that is under way, or the next one. Any thread may call it.
void wait_shim_ring(wait_shim *shim);

typedef enum {
    WAIT_SHIM_CHANGED = 1,
    WAIT_SHIM_SIGNALLED = 2,
    WAIT_SHIM_REACHED = 4,
    /// Somebody set the wall clock.
    WAIT_SHIM_CLOCK_SET = 8,
    WAIT_SHIM_RUNG = 16
} wait_shim_reason;

/// Sleeps until there is a reason not to.
///
/// @param until milliseconds of the wall clock since 1970; INT64_MAX for no time.
/// @param most_milliseconds to sleep at all, by a clock that nobody sets; -1
///   for no limit.
/// @return `wait_shim_reason`s, 0 where the limit was reached or nothing is worth
///   telling, or a negative `errno`.
int wait_shim_wait(wait_shim *shim, int64_t until, int most_milliseconds);

/// The next change that the last wait was told of.
///
/// @param number set to that of the folder or the file; -1 where changes were lost.
/// @param name set to the file's name where changes have names, empty for the folder
///   itself. Lives until the next call.
/// @return false where there is none left.
bool wait_shim_next_change(wait_shim *shim, int *number, const char *_Nullable *_Nonnull name);

/// The next signal that the last wait was told of, or 0.
int wait_shim_next_signal(wait_shim *shim);

/// Gives memory that was freed, and that the allocator keeps for later, back to
/// the system. Swift's Glibc module leaves out `malloc_trim`.
void wait_shim_give_back_memory(void);

/// Lets all threads but the first take memory from one place, where the allocator
/// would give each its own. To be called before there are others.
void wait_shim_share_memory(void);

#pragma clang assume_nonnull end

#endif
