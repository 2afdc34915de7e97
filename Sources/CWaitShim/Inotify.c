#define _GNU_SOURCE
#include "Signals.h"
#include "System.h"

#ifdef WAITS_BY_INOTIFY

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { FILES, SIGNALS, TIMER, BELL, SOURCES };

struct wait_shim {
    struct pollfd sources[SOURCES];
    sigset_t mask_before;
    /// The time that the timer is set to, so that it is set once.
    int64_t until;
    size_t filled, position;
    _Alignas(struct inotify_event) char changes[16 << 10];
};

bool wait_shim_is_here(void) { return true; }

bool wait_shim_names_files(void) { return true; }

void wait_shim_hold_signals(void) {
    sigset_t signals = wait_shim_told_signals();
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

wait_shim *wait_shim_open(void) {
    wait_shim *shim = calloc(1, sizeof *shim);
    if (shim == NULL) return NULL;
    sigset_t signals = wait_shim_told_signals();
    pthread_sigmask(SIG_BLOCK, &signals, &shim->mask_before);
    shim->sources[FILES].fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    shim->sources[SIGNALS].fd = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
    shim->sources[TIMER].fd = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    shim->sources[BELL].fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    shim->until = -1;
    for (int source = 0; source < SOURCES; source++) {
        shim->sources[source].events = POLLIN;
        if (shim->sources[source].fd < 0) {
            int error = errno;
            wait_shim_close(shim);
            errno = error;
            return NULL;
        }
    }
    return shim;
}

void wait_shim_close(wait_shim *shim) {
    for (int source = 0; source < SOURCES; source++) {
        if (shim->sources[source].fd >= 0) close(shim->sources[source].fd);
    }
    pthread_sigmask(SIG_SETMASK, &shim->mask_before, NULL);
    free(shim);
}

static uint32_t mask_of(wait_shim_watched watched) {
    uint32_t folder = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
    switch (watched) {
    case WAIT_SHIM_FOLDER: return folder;
    case WAIT_SHIM_FOLDER_EACH_WRITE: return folder | IN_MODIFY;
    case WAIT_SHIM_FILE: return IN_MODIFY | IN_DONT_FOLLOW;
    }
    return 0;
}

int wait_shim_watch(wait_shim *shim, const char *path, wait_shim_watched watched) {
    int number = inotify_add_watch(shim->sources[FILES].fd, path, mask_of(watched));
    return number < 0 ? -errno : number;
}

void wait_shim_forget(wait_shim *shim, int number) {
    inotify_rm_watch(shim->sources[FILES].fd, number);
}

void wait_shim_ring(wait_shim *shim) {
    uint64_t one = 1;
    // A bell that rings already, the only way to fail, is as good.
    ssize_t written = write(shim->sources[BELL].fd, &one, sizeof one);
    (void)written;
}

/// The timer tells when somebody sets the clock, so it is always set: without a
/// time to a day that never comes.
static int set_timer(wait_shim *shim, int64_t until) {
    if (shim->until == until) return 0;
    struct itimerspec time = {0};
    int64_t seconds = until / 1000;
    time.it_value.tv_sec = until == INT64_MAX ? INT32_MAX : seconds;
    time.it_value.tv_nsec = until == INT64_MAX ? 0 : (until - seconds * 1000) * 1000000;
    // All zeros would switch it off.
    if (time.it_value.tv_sec <= 0) time.it_value = (struct timespec){.tv_nsec = 1};
    int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
    if (timerfd_settime(shim->sources[TIMER].fd, flags, &time, NULL) != 0) return -errno;
    shim->until = until;
    return 0;
}

int wait_shim_wait(wait_shim *shim, int64_t until, int most_milliseconds) {
    int failure = set_timer(shim, until);
    if (failure < 0) return failure;
    if (poll(shim->sources, SOURCES, most_milliseconds) < 0) return errno == EINTR ? 0 : -errno;
    int reasons = 0;
    uint64_t count;
    if (shim->sources[FILES].revents != 0) reasons |= WAIT_SHIM_CHANGED;
    if (shim->sources[SIGNALS].revents != 0) reasons |= WAIT_SHIM_SIGNALLED;
    if (shim->sources[TIMER].revents != 0) {
        ssize_t size = read(shim->sources[TIMER].fd, &count, sizeof count);
        shim->until = -1;
        reasons |= size < 0 && errno == ECANCELED ? WAIT_SHIM_CLOCK_SET : WAIT_SHIM_REACHED;
    }
    if (shim->sources[BELL].revents != 0 &&
        read(shim->sources[BELL].fd, &count, sizeof count) == sizeof count) {
        reasons |= WAIT_SHIM_RUNG;
    }
    return reasons;
}

bool wait_shim_next_change(wait_shim *shim, int *number, const char **name) {
    if (shim->position >= shim->filled) {
        ssize_t size = read(shim->sources[FILES].fd, shim->changes, sizeof shim->changes);
        shim->filled = size > 0 ? (size_t)size : 0;
        shim->position = 0;
        if (shim->filled == 0) return false;
    }
    const struct inotify_event *event =
        (const struct inotify_event *)(shim->changes + shim->position);
    shim->position += sizeof *event + event->len;
    *number = (event->mask & IN_Q_OVERFLOW) != 0 ? -1 : event->wd;
    *name = event->len > 0 ? event->name : "";
    return true;
}

int wait_shim_next_signal(wait_shim *shim) {
    struct signalfd_siginfo info;
    ssize_t size = read(shim->sources[SIGNALS].fd, &info, sizeof info);
    return size == sizeof info ? (int)info.ssi_signo : 0;
}

#endif
