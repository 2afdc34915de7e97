/// Something on a session bus that takes notifications as a desktop does, and
/// remembers the last one.

#ifndef TESTDESKTOP_H
#define TESTDESKTOP_H

#include <stdbool.h>

typedef struct test_desktop test_desktop;

typedef enum {
    /// Shows a text as it is.
    TEST_DESKTOP_PLAIN,
    /// Reads a text as markup.
    TEST_DESKTOP_MARKUP,
    /// Answers every notification with an error.
    TEST_DESKTOP_REFUSING
} test_desktop_kind;

/// Comes onto the bus and answers there by a thread of its own.
///
/// @return NULL where it can't.
test_desktop *test_desktop_start(const char *bus_address, test_desktop_kind kind);

/// Ends the thread and leaves the bus.
void test_desktop_stop(test_desktop *desktop);

/// What the last notification had; empty before the first one. Lives until the
/// next notification.
const char *test_desktop_title(test_desktop *desktop);
const char *test_desktop_text(test_desktop *desktop);
const char *test_desktop_application(test_desktop *desktop);
/// 0 for low, 1 for normal, 2 for critical; -1 where it had none.
int test_desktop_urgency(test_desktop *desktop);

#endif
