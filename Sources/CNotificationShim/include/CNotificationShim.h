/// Notifications on the user's desktop.
///
/// Why it exists: the desktop shows them for whoever asks over D-Bus, for which
/// CBusShim is. When it can go: with CBusShim.

#ifndef CNOTIFICATIONSHIM_H
#define CNOTIFICATIONSHIM_H

#include "CBusShim.h"

typedef struct {
    const char *title;
    /// For a desktop that shows the text as it is.
    const char *plain_text;
    /// The same text for one that reads it as markup.
    const char *escaped_text;
    /// Whether it stays until the person has seen it.
    bool is_urgent;
} notification_shim_notification;

/// Shows a notification. Blocks.
///
/// @param bus_address the session bus's address, as D-Bus writes it.
/// @param milliseconds for all of it.
bus_outcome notification_shim_show(
    const char *bus_address, unsigned milliseconds,
    const notification_shim_notification *notification);

#endif
