#include "CNotificationShim.h"

#include <string.h>

static const char service[] = "org.freedesktop.Notifications";
static const char path[] = "/org/freedesktop/Notifications";

/* Whether the desktop reads a notification's text as markup. */
static bus_outcome find_markup(bus_session *session, bool *is_read)
{
    const bus_library *library = session->library;
    *is_read = false;
    bus_message *message;
    bus_message *answer;
    bus_outcome outcome = bus_begin(session, path, service, "GetCapabilities", &message);
    if (outcome != BUS_DONE) return outcome;
    outcome = bus_send(session, message, 0, &answer);
    if (outcome != BUS_DONE) return outcome;
    int read = library->message_enter_container(answer, 'a', "s");
    const char *capability = NULL;
    while (read > 0) {
        read = library->message_read(answer, "s", &capability);
        if (read > 0 && strcmp(capability, "body-markup") == 0) *is_read = true;
    }
    library->message_unref(answer);
    return bus_outcome_of(read);
}

static bus_outcome show(
    bus_session *session, const notification_shim_notification *notification, bool as_markup)
{
    const bus_library *library = session->library;
    bus_message *message;
    bus_message *answer;
    bus_outcome outcome = bus_begin(session, path, service, "Notify", &message);
    if (outcome != BUS_DONE) return outcome;
    const unsigned replaces_none = 0;
    const int no_actions = 0;
    const int one_hint = 1;
    const int urgency = notification->is_urgent ? 2 : 1;
    const int as_long_as_the_desktop_likes = -1;
    int built = library->message_append(
        message, "susssasa{sv}i", "GhostVault", replaces_none, "", notification->title,
        as_markup ? notification->escaped_text : notification->plain_text, no_actions, one_hint,
        "urgency", "y", urgency, as_long_as_the_desktop_likes);
    outcome = bus_send(session, message, built, &answer);
    library->message_unref(answer);
    return outcome;
}

bus_outcome notification_shim_show(
    const char *bus_address, unsigned milliseconds,
    const notification_shim_notification *notification)
{
    bus_session session;
    bool as_markup;
    bus_outcome outcome = bus_open(&session, bus_address, service, milliseconds);
    if (outcome == BUS_DONE) outcome = find_markup(&session, &as_markup);
    if (outcome == BUS_DONE) outcome = show(&session, notification, as_markup);
    bus_close(&session);
    return outcome;
}
