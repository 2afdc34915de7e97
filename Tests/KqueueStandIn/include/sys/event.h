/// As much of macOS's kqueue as the program uses, over what Linux has, so that the
/// code for macOS can be run on Linux. It is as strict as the system it stands in
/// for where that was known; `docs/decisions/026` says where it can't be.

#ifndef KQUEUE_STAND_IN_EVENT_H
#define KQUEUE_STAND_IN_EVENT_H

#include <fcntl.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

enum {
    EVFILT_READ = -1,
    EVFILT_VNODE = -4,
    EVFILT_SIGNAL = -6,
    EVFILT_TIMER = -7,
    EVFILT_USER = -10
};

enum { EV_ADD = 0x1, EV_DELETE = 0x2, EV_ONESHOT = 0x10, EV_CLEAR = 0x20 };

enum {
    NOTE_TRIGGER = 0x01000000,
    NOTE_DELETE = 0x1,
    NOTE_WRITE = 0x2,
    NOTE_EXTEND = 0x4,
    NOTE_ATTRIB = 0x8,
    NOTE_RENAME = 0x20,
    NOTE_REVOKE = 0x40,
    NOTE_ABSOLUTE = 0x8,
    NOTE_MACH_CONTINUOUS_TIME = 0x80
};

struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *udata;
};

#define EV_SET(event, identity, filters, how, notes, value, user)                                \
    (*(event) = (struct kevent){.ident = (identity), .filter = (filters), .flags = (how),        \
                                .fflags = (notes), .data = (value), .udata = (user)})

int kqueue(void);
int kevent(
    int queue, const struct kevent *changes, int change_count, struct kevent *events,
    int event_count, const struct timespec *longest);

#define O_EVTONLY O_RDONLY

/// A descriptor that is closed leaves the queue, which Linux does not tell.
int kqueue_stand_in_close(int descriptor);
#define close kqueue_stand_in_close

#endif
