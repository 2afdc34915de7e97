#ifndef KQUEUE_STAND_IN_NOTIFY_H
#define KQUEUE_STAND_IN_NOTIFY_H

#include <stdint.h>

#define NOTIFY_STATUS_OK 0

uint32_t notify_register_file_descriptor(
    const char *name, int *descriptor, int flags, int *token);
uint32_t notify_cancel(int token);
/// Tells those that this thread registered: each test has a thread, and sets its own clock.
uint32_t notify_post(const char *name);

#endif
