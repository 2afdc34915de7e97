#include "Signals.h"
#include "System.h"

#ifdef WAITS_BY_KQUEUE

#include <errno.h>
#include <fcntl.h>
#include <notify.h>
#include <notify_keys.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/event.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/// More wait for the next call.
enum { MOST_EVENTS = 64 };

/// The bell and the timer have an identity each in their filter.
enum { BELL, TIMER };

struct wait_shim {
    int queue;
    /// Told when somebody sets the wall clock; -1 where the system tells nobody.
    int clock_news;
    int clock_token;
    sigset_t mask_before;
    /// Signals that came and were not told yet.
    sigset_t signals;
    /// The time that the timer is set to, so that it is set once.
    int64_t until;
    int filled, position;
    struct kevent events[MOST_EVENTS];
};

static const int told[] = {SIGINT, SIGTERM, SIGHUP};
enum { TOLD = sizeof told / sizeof *told };

bool wait_shim_is_here(void) { return true; }

void wait_shim_hold_signals(void) {}

bool wait_shim_names_files(void) { return false; }

static int change(
    const wait_shim *shim, uintptr_t identity, int16_t filter, uint16_t flags, uint32_t notes,
    intptr_t data) {
    struct kevent event;
    EV_SET(&event, identity, filter, flags, notes, data, NULL);
    return kevent(shim->queue, &event, 1, NULL, 0, NULL) < 0 ? -errno : 0;
}

/// Each file that is watched is an open one, and launchd allows a process 256.
static void allow_more_open_files(void) {
    const rlim_t enough = 4096;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= enough) return;
    limit.rlim_cur = limit.rlim_max < enough ? limit.rlim_max : enough;
    // Without, fewer files can be watched, which is said of the first that can't.
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// A timer of kqueue does not follow a clock that is set.
static int hear_of_clock(wait_shim *shim) {
    if (notify_register_file_descriptor(
            kNotifyClockSet, &shim->clock_news, 0, &shim->clock_token) != NOTIFY_STATUS_OK) {
        // As in a sandbox. What was due is done at the next waking.
        shim->clock_news = -1;
        return 0;
    }
    return change(shim, (uintptr_t)shim->clock_news, EVFILT_READ, EV_ADD, 0, 0);
}

static int add_sources(wait_shim *shim) {
    if (shim->queue < 0 || fcntl(shim->queue, F_SETFD, FD_CLOEXEC) < 0) return -errno;
    int failure = change(shim, BELL, EVFILT_USER, EV_ADD | EV_CLEAR, 0, 0);
    for (int index = 0; index < TOLD && failure == 0; index++) {
        failure = change(shim, (uintptr_t)told[index], EVFILT_SIGNAL, EV_ADD | EV_CLEAR, 0, 0);
    }
    return failure < 0 ? failure : hear_of_clock(shim);
}

wait_shim *wait_shim_open(void) {
    wait_shim *shim = calloc(1, sizeof *shim);
    if (shim == NULL) return NULL;
    sigset_t signals = wait_shim_told_signals();
    pthread_sigmask(SIG_BLOCK, &signals, &shim->mask_before);
    sigemptyset(&shim->signals);
    shim->until = INT64_MAX;
    shim->clock_news = -1;
    shim->queue = kqueue();
    int failure = add_sources(shim);
    if (failure < 0) {
        wait_shim_close(shim);
        errno = -failure;
        return NULL;
    }
    allow_more_open_files();
    return shim;
}

void wait_shim_close(wait_shim *shim) {
    if (shim->clock_news >= 0) notify_cancel(shim->clock_token);
    if (shim->queue >= 0) close(shim->queue);
    pthread_sigmask(SIG_SETMASK, &shim->mask_before, NULL);
    free(shim);
}

int wait_shim_watch(wait_shim *shim, const char *path, wait_shim_watched watched) {
    bool is_file = watched == WAIT_SHIM_FILE;
    int flags = O_EVTONLY | O_CLOEXEC | O_NONBLOCK | (is_file ? O_NOFOLLOW : O_DIRECTORY);
    int number = open(path, flags);
    if (number < 0) return -errno;
    uint32_t notes = is_file
        // Emptying a file counts as changing its attributes.
        ? NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB
        : NOTE_WRITE | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE;
    int failure = change(shim, (uintptr_t)number, EVFILT_VNODE, EV_ADD | EV_CLEAR, notes, 0);
    if (failure < 0) close(number);
    return failure < 0 ? failure : number;
}

void wait_shim_forget(wait_shim *shim, int number) {
    (void)shim;
    // Which takes it out of the queue.
    close(number);
}

void wait_shim_ring(wait_shim *shim) {
    // It was added, so that nothing can fail.
    change(shim, BELL, EVFILT_USER, 0, NOTE_TRIGGER, 0);
}

/// A timer without an end counts in nanoseconds.
static const int64_t longest_until = INT64_MAX / 1000000;

/// The time that passes while the machine sleeps counts, too.
static int set_timer(wait_shim *shim, int64_t until) {
    if (until > longest_until) until = INT64_MAX;
    if (shim->until == until) return 0;
    int failure;
    if (until == INT64_MAX) {
        failure = change(shim, TIMER, EVFILT_TIMER, EV_DELETE, 0, 0);
        if (failure == -ENOENT) failure = 0;
    } else {
        // Milliseconds, unless told otherwise.
        uint32_t notes = NOTE_ABSOLUTE | NOTE_MACH_CONTINUOUS_TIME;
        failure = change(
            shim, TIMER, EVFILT_TIMER, EV_ADD | EV_ONESHOT, notes, until > 0 ? until : 0);
    }
    if (failure == 0) shim->until = until;
    return failure;
}

static bool is_reached(int64_t until) {
    struct timeval now;
    gettimeofday(&now, NULL);
    return (int64_t)now.tv_sec * 1000 + now.tv_usec / 1000 >= until;
}

/// A signal that is blocked stays with the thread until it is taken; and one that a
/// thread sends itself is told by no queue.
static void take_blocked_signals(wait_shim *shim) {
    sigset_t pending;
    if (sigpending(&pending) != 0) return;
    for (int index = 0; index < TOLD; index++) {
        if (!sigismember(&pending, told[index])) continue;
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, told[index]);
        int number;
        if (sigwait(&one, &number) == 0) sigaddset(&shim->signals, number);
    }
}

static bool has_signals(const wait_shim *shim) {
    for (int index = 0; index < TOLD; index++) {
        if (sigismember(&shim->signals, told[index])) return true;
    }
    return false;
}

static int reason_of(wait_shim *shim, const struct kevent *event) {
    switch (event->filter) {
    case EVFILT_VNODE: return WAIT_SHIM_CHANGED;
    case EVFILT_SIGNAL: sigaddset(&shim->signals, (int)event->ident); return 0;
    case EVFILT_USER: return WAIT_SHIM_RUNG;
    case EVFILT_TIMER: {
        // A clock that went slower, or back, is waited for anew.
        bool is_over = is_reached(shim->until);
        shim->until = INT64_MAX;
        return is_over ? WAIT_SHIM_REACHED : 0;
    }
    case EVFILT_READ: {
        int token;
        ssize_t size = read(shim->clock_news, &token, sizeof token);
        (void)size;
        set_timer(shim, INT64_MAX);
        return WAIT_SHIM_CLOCK_SET;
    }
    default: return 0;
    }
}

int wait_shim_wait(wait_shim *shim, int64_t until, int most_milliseconds) {
    int failure = set_timer(shim, until);
    if (failure < 0) return failure;
    take_blocked_signals(shim);
    if (has_signals(shim)) most_milliseconds = 0;
    struct timespec longest = {
        .tv_sec = most_milliseconds / 1000, .tv_nsec = most_milliseconds % 1000 * 1000000};
    shim->filled = shim->position = 0;
    int count = kevent(
        shim->queue, NULL, 0, shim->events, MOST_EVENTS, most_milliseconds < 0 ? NULL : &longest);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    shim->filled = count;
    int reasons = 0;
    for (int index = 0; index < count; index++) {
        reasons |= reason_of(shim, &shim->events[index]);
    }
    take_blocked_signals(shim);
    return has_signals(shim) ? reasons | WAIT_SHIM_SIGNALLED : reasons;
}

bool wait_shim_next_change(wait_shim *shim, int *number, const char **name) {
    while (shim->position < shim->filled) {
        const struct kevent *event = &shim->events[shim->position++];
        if (event->filter != EVFILT_VNODE) continue;
        *number = (int)event->ident;
        *name = "";
        return true;
    }
    return false;
}

int wait_shim_next_signal(wait_shim *shim) {
    for (int index = 0; index < TOLD; index++) {
        if (!sigismember(&shim->signals, told[index])) continue;
        sigdelset(&shim->signals, told[index]);
        return told[index];
    }
    return 0;
}

#endif
