#include "System.h"

#if !defined(WAITS_BY_INOTIFY) && !defined(WAITS_BY_KQUEUE)

#include <errno.h>

bool wait_shim_is_here(void) { return false; }

void wait_shim_hold_signals(void) {}

bool wait_shim_names_files(void) { return false; }

wait_shim *wait_shim_open(void) {
    errno = ENOSYS;
    return NULL;
}

void wait_shim_close(wait_shim *shim) { (void)shim; }

int wait_shim_watch(wait_shim *shim, const char *path, wait_shim_watched watched) {
    (void)shim, (void)path, (void)watched;
    return -ENOSYS;
}

void wait_shim_forget(wait_shim *shim, int number) { (void)shim, (void)number; }

void wait_shim_ring(wait_shim *shim) { (void)shim; }

int wait_shim_wait(wait_shim *shim, int64_t until, int most_milliseconds) {
    (void)shim, (void)until, (void)most_milliseconds;
    return -ENOSYS;
}

bool wait_shim_next_change(wait_shim *shim, int *number, const char **name) {
    (void)shim, (void)number, (void)name;
    return false;
}

int wait_shim_next_signal(wait_shim *shim) {
    (void)shim;
    return 0;
}

#endif
