/* struct ucred */
#define _GNU_SOURCE

#include "CBusShim.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(void)
{
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    return (uint64_t)moment.tv_sec * 1000000 + (uint64_t)moment.tv_nsec / 1000;
}

void bus_allow(bus_session *session, unsigned milliseconds)
{
    session->deadline = now() + (uint64_t)milliseconds * 1000;
}

/* Never 0, which libsystemd takes for its own default. */
static uint64_t remaining(const bus_session *session)
{
    uint64_t moment = now();
    return moment < session->deadline ? session->deadline - moment : 1;
}

static bool is_over(const bus_session *session)
{
    return now() >= session->deadline;
}

bus_outcome bus_outcome_of(int result)
{
    if (result >= 0) return BUS_DONE;
    switch (-result) {
    case ENOMEM: return BUS_OUT_OF_MEMORY;
    case ETIMEDOUT: return BUS_TIMED_OUT;
    case ENOTCONN:
    case ECONNRESET: return BUS_NOT_REACHED;
    default: return BUS_REFUSED;
    }
}

static bus_outcome outcome_of_call(bus_session *session, int result, const bus_error *error)
{
    static const char *const missing[] = {
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    };
    static const char start_failed[] = "org.freedesktop.DBus.Error.Spawn.";
    session->error_name[0] = '\0';
    if (result >= 0 || error->name == NULL) return bus_outcome_of(result);
    (void)snprintf(session->error_name, sizeof session->error_name, "%s", error->name);
    for (size_t index = 0; index < sizeof missing / sizeof *missing; index++) {
        if (strcmp(error->name, missing[index]) == 0) return BUS_NO_SERVICE;
    }
    if (strncmp(error->name, start_failed, strlen(start_failed)) == 0) return BUS_NO_SERVICE;
    return bus_outcome_of(result);
}

/* An address is a list; "unixexec" and TCP would take what is said elsewhere. */
static bool is_local(const char *address)
{
    static const char socket_of_this_machine[] = "unix:";
    for (const char *entry = address; entry != NULL;) {
        if (strncmp(entry, socket_of_this_machine, strlen(socket_of_this_machine)) != 0) {
            return false;
        }
        entry = strchr(entry, ';');
        if (entry != NULL) entry++;
    }
    return true;
}

/* Another user may listen at a name that this user's bus has left. */
static bool is_of_this_user(int descriptor)
{
#ifdef __linux__
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
        && peer.uid == geteuid();
#else
    (void)descriptor;
    return false;
#endif
}

/* One step of whatever the bus has to do; negative where it failed. */
static int process(bus_session *session)
{
    int processed = session->library->process(session->bus, NULL);
    if (processed == 0) processed = session->library->wait(session->bus, remaining(session));
    return processed == -EINTR ? 0 : processed;
}

/* libsystemd has a limit of its own for this, half a minute and more. */
static bus_outcome wait_until_ready(bus_session *session)
{
    while (!is_over(session)) {
        int ready = session->library->is_ready(session->bus);
        if (ready < 0) return BUS_NOT_REACHED;
        if (ready > 0) return BUS_DONE;
        if (process(session) < 0) return BUS_NOT_REACHED;
    }
    return BUS_TIMED_OUT;
}

bus_outcome bus_open(
    bus_session *session, const char *address, const char *destination, unsigned milliseconds)
{
    *session = (bus_session){.destination = destination};
    if (!is_local(address)) return BUS_NOT_REACHED;
    const bus_library *library = opened_bus_library();
    if (library == NULL) return BUS_LIBRARY_MISSING;
    session->library = library;
    bus_allow(session, milliseconds);

    if (library->new(&session->bus) < 0) return BUS_OUT_OF_MEMORY;
    bool started = library->set_address(session->bus, address) >= 0
        && library->set_bus_client(session->bus, 1) >= 0
        && library->set_method_call_timeout(session->bus, remaining(session)) >= 0
        && library->start(session->bus) >= 0;
    if (!started || !is_of_this_user(library->get_fd(session->bus))) return BUS_NOT_REACHED;
    return wait_until_ready(session);
}

void bus_close(bus_session *session)
{
    if (session->bus == NULL) return;
    session->library->close(session->bus);
    session->library->unref(session->bus);
    session->bus = NULL;
}

bus_outcome bus_begin(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **message)
{
    *message = NULL;
    return bus_outcome_of(session->library->message_new_method_call(
        session->bus, message, session->destination, path, interface, member));
}

bus_outcome bus_send(
    bus_session *session, bus_message *message, int built, bus_message **answer)
{
    *answer = NULL;
    bus_outcome outcome = bus_outcome_of(built);
    if (outcome == BUS_DONE) {
        bus_error error = {NULL, NULL, 0};
        int result = session->library->call(
            session->bus, message, remaining(session), &error, answer);
        outcome = outcome_of_call(session, result, &error);
        session->library->error_free(&error);
    }
    session->library->message_unref(message);
    return outcome;
}

bus_outcome bus_ask(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **answer, const char *types, va_list arguments)
{
    *answer = NULL;
    bus_message *message;
    bus_outcome outcome = bus_begin(session, path, interface, member, &message);
    if (outcome != BUS_DONE) return outcome;
    int built = session->library->message_append_variadic(message, types, arguments);
    return bus_send(session, message, built, answer);
}

bus_outcome bus_wait_until(bus_session *session, const bool *has_come)
{
    while (!*has_come && !is_over(session)) {
        int processed = process(session);
        if (processed < 0) return bus_outcome_of(processed);
    }
    return *has_come ? BUS_DONE : BUS_TIMED_OUT;
}
