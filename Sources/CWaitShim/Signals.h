#ifndef SIGNALS_H
#define SIGNALS_H

#include <signal.h>

/// The signals that are told rather than ending the process.
static inline sigset_t wait_shim_told_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    return signals;
}

#endif
