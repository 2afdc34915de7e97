#define _GNU_SOURCE
#include "CPlatformShim.h"

#ifdef __linux__

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

enum { FILES, SIGNALS, TIMER, WAKE, SOURCES };

struct platform_waiter {
    struct pollfd sources[SOURCES];
    sigset_t mask_before;
    /// The time that the timer is set to, so that it is set once.
    int64_t until;
    size_t filled, position;
    _Alignas(struct inotify_event) char changes[16 << 10];
};

platform_waiter *platform_open_waiter(void) {
    platform_waiter *waiter = calloc(1, sizeof *waiter);
    if (waiter == NULL) return NULL;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, &waiter->mask_before);
    waiter->sources[FILES].fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    waiter->sources[SIGNALS].fd = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
    waiter->sources[TIMER].fd = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    waiter->sources[WAKE].fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    waiter->until = -1;
    for (int source = 0; source < SOURCES; source++) {
        waiter->sources[source].events = POLLIN;
        if (waiter->sources[source].fd < 0) {
            int error = errno;
            platform_close_waiter(waiter);
            errno = error;
            return NULL;
        }
    }
    return waiter;
}

void platform_close_waiter(platform_waiter *waiter) {
    for (int source = 0; source < SOURCES; source++) {
        if (waiter->sources[source].fd >= 0) close(waiter->sources[source].fd);
    }
    pthread_sigmask(SIG_SETMASK, &waiter->mask_before, NULL);
    free(waiter);
}

int platform_watch(platform_waiter *waiter, const char *path, bool each_write) {
    uint32_t mask = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
    int number = inotify_add_watch(
        waiter->sources[FILES].fd, path, each_write ? mask | IN_MODIFY : mask);
    return number < 0 ? -errno : number;
}

void platform_wake(platform_waiter *waiter) {
    uint64_t one = 1;
    // It fails only if the event file is full, which wakes as well.
    ssize_t written = write(waiter->sources[WAKE].fd, &one, sizeof one);
    (void)written;
}

/// The timer tells when somebody sets the clock, so it is always set: without a
/// time to a day that never comes.
static int set_timer(platform_waiter *waiter, int64_t until) {
    if (waiter->until == until) return 0;
    struct itimerspec time = {0};
    int64_t seconds = until / 1000;
    time.it_value.tv_sec = until == INT64_MAX ? INT32_MAX : seconds;
    time.it_value.tv_nsec = until == INT64_MAX ? 0 : (until - seconds * 1000) * 1000000;
    // All zeros would switch it off.
    if (time.it_value.tv_sec <= 0) time.it_value = (struct timespec){.tv_nsec = 1};
    int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
    if (timerfd_settime(waiter->sources[TIMER].fd, flags, &time, NULL) != 0) return -errno;
    waiter->until = until;
    return 0;
}

int platform_wait(platform_waiter *waiter, int64_t until, int most_milliseconds) {
    int failure = set_timer(waiter, until);
    if (failure < 0) return failure;
    if (poll(waiter->sources, SOURCES, most_milliseconds) < 0) return errno == EINTR ? 0 : -errno;
    int reasons = 0;
    uint64_t count;
    if (waiter->sources[FILES].revents != 0) reasons |= PLATFORM_CHANGED;
    if (waiter->sources[SIGNALS].revents != 0) reasons |= PLATFORM_SIGNALLED;
    if (waiter->sources[TIMER].revents != 0) {
        ssize_t size = read(waiter->sources[TIMER].fd, &count, sizeof count);
        waiter->until = -1;
        reasons |= size < 0 && errno == ECANCELED ? PLATFORM_CLOCK_SET : PLATFORM_REACHED;
    }
    if (waiter->sources[WAKE].revents != 0 &&
        read(waiter->sources[WAKE].fd, &count, sizeof count) == sizeof count) {
        reasons |= PLATFORM_WOKEN;
    }
    return reasons;
}

bool platform_next_change(platform_waiter *waiter, int *number, const char **name) {
    if (waiter->position >= waiter->filled) {
        ssize_t size = read(waiter->sources[FILES].fd, waiter->changes, sizeof waiter->changes);
        waiter->filled = size > 0 ? (size_t)size : 0;
        waiter->position = 0;
        if (waiter->filled == 0) return false;
    }
    const struct inotify_event *event =
        (const struct inotify_event *)(waiter->changes + waiter->position);
    waiter->position += sizeof *event + event->len;
    *number = (event->mask & IN_Q_OVERFLOW) != 0 ? -1 : event->wd;
    *name = event->len > 0 ? event->name : "";
    return true;
}

int platform_next_signal(platform_waiter *waiter) {
    struct signalfd_siginfo info;
    ssize_t size = read(waiter->sources[SIGNALS].fd, &info, sizeof info);
    return size == sizeof info ? (int)info.ssi_signo : 0;
}

#endif
