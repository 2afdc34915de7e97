#define _GNU_SOURCE
#include <sys/event.h>
#undef close

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

enum { MOST_QUEUES = 256, MOST_VNODES = 512 };
/* In the order in which they are told. */
enum { FILES, SIGNALS, TIMER, BELL, DESCRIPTOR, SOURCES };

struct vnode {
    int descriptor, watch;
    uint32_t wanted, happened;
};

/// Its number is that of its inotify, so that there is nothing else to close.
struct queue {
    struct pollfd sources[SOURCES];
    sigset_t signals;
    struct vnode vnodes[MOST_VNODES];
    int count;
};

/// All below is done with the lock, but for sleeping.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct queue *queues[MOST_QUEUES];

static struct queue *find(int number) {
    for (int index = 0; index < MOST_QUEUES; index++) {
        if (queues[index] != NULL && queues[index]->sources[FILES].fd == number) {
            return queues[index];
        }
    }
    return NULL;
}

int kqueue(void) {
    struct queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL) return -1;
    sigemptyset(&queue->signals);
    queue->sources[FILES].fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    queue->sources[SIGNALS].fd = signalfd(-1, &queue->signals, SFD_NONBLOCK | SFD_CLOEXEC);
    queue->sources[TIMER].fd = -1;
    queue->sources[BELL].fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    queue->sources[DESCRIPTOR].fd = -1;
    for (int source = 0; source < SOURCES; source++) queue->sources[source].events = POLLIN;
    pthread_mutex_lock(&lock);
    bool has_room = false;
    for (int index = 0; index < MOST_QUEUES && !has_room; index++) {
        if (queues[index] != NULL) continue;
        queues[index] = queue;
        has_room = true;
    }
    pthread_mutex_unlock(&lock);
    if (!has_room) abort();
    return queue->sources[FILES].fd;
}

static void end(struct queue *queue) {
    for (int index = 0; index < MOST_QUEUES; index++) {
        if (queues[index] == queue) queues[index] = NULL;
    }
    for (int source = SIGNALS; source <= BELL; source++) {
        if (queue->sources[source].fd >= 0) close(queue->sources[source].fd);
    }
    free(queue);
}

/// Two descriptors of one file share a watch.
static void forget(struct queue *queue, int descriptor) {
    for (int index = 0; index < queue->count; index++) {
        if (queue->vnodes[index].descriptor != descriptor) continue;
        int watch = queue->vnodes[index].watch;
        queue->vnodes[index] = queue->vnodes[--queue->count];
        bool is_shared = false;
        for (int other = 0; other < queue->count; other++) {
            is_shared |= queue->vnodes[other].watch == watch;
        }
        if (!is_shared) inotify_rm_watch(queue->sources[FILES].fd, watch);
        return;
    }
}

int kqueue_stand_in_close(int descriptor) {
    pthread_mutex_lock(&lock);
    struct queue *queue = find(descriptor);
    if (queue != NULL) end(queue);
    for (int index = 0; index < MOST_QUEUES; index++) {
        if (queues[index] != NULL) forget(queues[index], descriptor);
    }
    int result = close(descriptor);
    pthread_mutex_unlock(&lock);
    return result;
}

static int add_vnode(struct queue *queue, int descriptor, uint32_t wanted) {
    if (queue->count == MOST_VNODES) abort();
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    // Of a folder the system tells that its names are others, and not which.
    int watch = inotify_add_watch(
        queue->sources[FILES].fd, path,
        IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
            | IN_DELETE_SELF | IN_MOVE_SELF);
    if (watch < 0) return -1;
    queue->vnodes[queue->count++] =
        (struct vnode){.descriptor = descriptor, .watch = watch, .wanted = wanted};
    return 0;
}

/// Set once: a clock that is set later changes nothing.
static int add_timer(struct queue *queue, int64_t until, uint32_t notes) {
    if (notes != (NOTE_ABSOLUTE | NOTE_MACH_CONTINUOUS_TIME)) abort();
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t nanoseconds = until * 1000000 - (now.tv_sec * INT64_C(1000000000) + now.tv_nsec);
    if (nanoseconds < 1) nanoseconds = 1;
    struct itimerspec time = {
        .it_value = {
            .tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
    if (queue->sources[TIMER].fd < 0) {
        queue->sources[TIMER].fd = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    }
    return timerfd_settime(queue->sources[TIMER].fd, 0, &time, NULL);
}

static int remove_timer(struct queue *queue) {
    if (queue->sources[TIMER].fd < 0) {
        errno = ENOENT;
        return -1;
    }
    int result = close(queue->sources[TIMER].fd);
    queue->sources[TIMER].fd = -1;
    return result;
}

static int apply(struct queue *queue, const struct kevent *change) {
    const uint64_t one = 1;
    switch (change->filter) {
    case EVFILT_VNODE: return add_vnode(queue, (int)change->ident, change->fflags);
    case EVFILT_TIMER:
        return change->flags == EV_DELETE ? remove_timer(queue)
                                          : add_timer(queue, change->data, change->fflags);
    case EVFILT_SIGNAL:
        sigaddset(&queue->signals, (int)change->ident);
        return signalfd(queue->sources[SIGNALS].fd, &queue->signals, 0) < 0 ? -1 : 0;
    case EVFILT_USER:
        if ((change->fflags & NOTE_TRIGGER) == 0) return 0;
        return write(queue->sources[BELL].fd, &one, sizeof one) == sizeof one ? 0 : -1;
    case EVFILT_READ: queue->sources[DESCRIPTOR].fd = (int)change->ident; return 0;
    default: abort();
    }
}

static uint32_t notes_of(const struct inotify_event *event) {
    uint32_t notes = 0;
    if (event->mask & (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)) notes |= NOTE_WRITE;
    // Of a file in a folder the folder's watch tells Linux alone.
    if (event->len == 0 && event->mask & IN_MODIFY) notes |= NOTE_WRITE;
    if (event->len == 0 && event->mask & IN_ATTRIB) notes |= NOTE_ATTRIB;
    if (event->mask & IN_DELETE_SELF) notes |= NOTE_DELETE;
    if (event->mask & IN_MOVE_SELF) notes |= NOTE_RENAME;
    return notes;
}

static void read_files(struct queue *queue) {
    _Alignas(struct inotify_event) char bytes[16 << 10];
    ssize_t size;
    while ((size = read(queue->sources[FILES].fd, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < size;) {
            const struct inotify_event *event = (const struct inotify_event *)(bytes + at);
            at += (ssize_t)(sizeof *event + event->len);
            for (int index = 0; index < queue->count; index++) {
                struct vnode *vnode = &queue->vnodes[index];
                if (vnode->watch == event->wd) {
                    vnode->happened |= notes_of(event) & vnode->wanted;
                }
            }
        }
    }
}

static int tell_vnodes(struct queue *queue, struct kevent *events, int count) {
    int filled = 0;
    for (int index = 0; index < queue->count && filled < count; index++) {
        struct vnode *vnode = &queue->vnodes[index];
        if (vnode->happened == 0) continue;
        EV_SET(
            &events[filled++], (uintptr_t)vnode->descriptor, EVFILT_VNODE, EV_CLEAR,
            vnode->happened, 0, NULL);
        vnode->happened = 0;
    }
    return filled;
}

/// A signal that was told stays with its thread.
static int tell_signals(struct queue *queue, struct kevent *events, int count) {
    sigset_t pending;
    sigpending(&pending);
    int filled = 0;
    for (int number = 1; number < 32 && filled < count; number++) {
        if (!sigismember(&pending, number) || !sigismember(&queue->signals, number)) continue;
        EV_SET(&events[filled++], (uintptr_t)number, EVFILT_SIGNAL, EV_CLEAR, 0, 1, NULL);
    }
    return filled;
}

static int tell(struct queue *queue, int source, struct kevent *events, int count) {
    uint64_t value;
    switch (source) {
    case FILES: return tell_vnodes(queue, events, count);
    case SIGNALS: return tell_signals(queue, events, count);
    default: break;
    }
    if (count == 0) return 0;
    switch (source) {
    case TIMER:
        remove_timer(queue);
        EV_SET(events, 1, EVFILT_TIMER, EV_ONESHOT, 0, 1, NULL);
        return 1;
    case BELL:
        if (read(queue->sources[BELL].fd, &value, sizeof value) < 0) return 0;
        EV_SET(events, 0, EVFILT_USER, EV_CLEAR, NOTE_TRIGGER, 0, NULL);
        return 1;
    default:
        EV_SET(
            events, (uintptr_t)queue->sources[DESCRIPTOR].fd, EVFILT_READ, 0, 0, sizeof(int),
            NULL);
        return 1;
    }
}

static bool has_told_all(const struct queue *queue) {
    for (int index = 0; index < queue->count; index++) {
        if (queue->vnodes[index].happened != 0) return false;
    }
    return true;
}

/// Sleeps until one of the sources has something, or the time is over.
static int sleep_until_ready(struct queue *queue, const struct timespec *longest) {
    const struct timespec none = {0};
    // What the last call had no room for.
    if (!has_told_all(queue)) longest = &none;
    pthread_mutex_unlock(&lock);
    int result = ppoll(queue->sources, SOURCES, longest, NULL);
    pthread_mutex_lock(&lock);
    return result;
}

static int take(struct queue *queue, struct kevent *events, int count) {
    if (queue->sources[FILES].revents != 0) read_files(queue);
    int filled = tell(queue, FILES, events, count);
    for (int source = SIGNALS; source < SOURCES; source++) {
        if (queue->sources[source].revents == 0) continue;
        filled += tell(queue, source, events + filled, count - filled);
    }
    return filled;
}

int kevent(
    int number, const struct kevent *changes, int change_count, struct kevent *events,
    int event_count, const struct timespec *longest) {
    pthread_mutex_lock(&lock);
    struct queue *queue = find(number);
    int result = queue == NULL ? -1 : 0;
    if (queue == NULL) errno = EBADF;
    for (int index = 0; index < change_count && result == 0; index++) {
        result = apply(queue, &changes[index]);
    }
    if (event_count > 0 && result == 0) {
        result = sleep_until_ready(queue, longest);
        if (result >= 0) result = take(queue, events, event_count);
    }
    pthread_mutex_unlock(&lock);
    return result;
}
