/// What this system waits by.

#ifndef SYSTEM_H
#define SYSTEM_H

#include "CWaitShim.h"

/* WAITS_BY_KQUEUE is also set by the tests, which bring a kqueue of their own to Linux. */
#if !defined(WAITS_BY_KQUEUE) && defined(__APPLE__)
#define WAITS_BY_KQUEUE
#elif !defined(WAITS_BY_KQUEUE) && defined(__linux__)
#define WAITS_BY_INOTIFY
#endif

#endif
