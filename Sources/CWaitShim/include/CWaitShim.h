/// Waiting for several things at once without looking at a clock in between.
///
/// Why it exists: Swift's Glibc module leaves out `timerfd` and `signalfd`, and
/// Foundation watches no files on Linux. One call sleeps until a file of a
/// watched folder changes, a signal comes, a time of the wall clock is reached
/// or set, or another thread rings.
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

/// Opens one, and from then on keeps SIGINT, SIGTERM and SIGHUP from ending
/// the process: they are told by `wait_shim_wait`. To be called before other
/// threads are started, which take the thread's mask over.
///
/// @return NULL where the system refuses, which `errno` explains.
wait_shim *_Nullable wait_shim_open(void);

/// Closes it, and gives signals their old effect back.
void wait_shim_close(wait_shim *shim);

/// Watches a folder: for files that were written and closed, made, renamed,
/// removed. Watching one again is harmless and gives the same number.
///
/// @param each_write true to be told of each write to a file too.
/// @return the folder's number, or a negative `errno`.
int wait_shim_watch(wait_shim *shim, const char *folder, bool each_write);

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
/// @return `wait_shim_reason`s, 0 where the limit was reached, or a negative
///   `errno`.
int wait_shim_wait(wait_shim *shim, int64_t until, int most_milliseconds);

/// The next change that the last wait was told of.
///
/// @param folder set to the folder's number; -1 where changes were lost.
/// @param name set to the file's name, empty for the folder itself. Lives until
///   the next call.
/// @return false where there is none left.
bool wait_shim_next_change(wait_shim *shim, int *folder, const char *_Nullable *_Nonnull name);

/// The next signal that the last wait was told of, or 0.
int wait_shim_next_signal(wait_shim *shim);

#pragma clang assume_nonnull end

#endif
