/// A connection to the user's session bus for one request, with a time by which
/// every wait ends.
///
/// Why it exists: the desktop's services speak D-Bus, and the functions of
/// libsystemd that speak it are variadic, out of Swift's reach. The library is
/// opened when a service is first asked and never linked, so that no other
/// command pays for it, and none fails where it is missing.
///
/// When it can go: once there is a D-Bus library for Swift that is as well
/// kept.

#ifndef CBUSSHIM_H
#define CBUSSHIM_H

#include "BusLibrary.h"

/// What became of a request to a service.
typedef enum {
    BUS_DONE,
    /// No libsystemd can be loaded, or it is too old.
    BUS_LIBRARY_MISSING,
    /// Nothing of this user listens at the bus's address, or the address is
    /// not of this machine.
    BUS_NOT_REACHED,
    /// Nobody on the bus has the service's name.
    BUS_NO_SERVICE,
    BUS_TIMED_OUT,
    /// The service answered with another error, which `error_name` tells, or
    /// not as it should.
    BUS_REFUSED,
    BUS_OUT_OF_MEMORY
} bus_outcome;

typedef struct {
    const bus_library *library;
    bus *bus;
    /// The service's name.
    const char *destination;
    /// Microseconds of the monotonic clock.
    uint64_t deadline;
    /// The D-Bus name of the last error that was answered, or empty.
    char error_name[128];
} bus_session;

/// Connects. `bus_close` is due after every outcome.
///
/// @param address as D-Bus writes it. Only sockets of this machine and this
///   user are connected to.
/// @param destination the service's name; it must outlive the session.
/// @param milliseconds for connecting and all that is asked then, unless
///   `bus_allow` says otherwise.
bus_outcome bus_open(
    bus_session *session, const char *address, const char *destination, unsigned milliseconds);

void bus_close(bus_session *session);

/// Lets everything from now on take so long in all.
void bus_allow(bus_session *session, unsigned milliseconds);

/// Calls a function of the service and waits for the answer.
///
/// @param answer set to NULL unless the outcome is `BUS_DONE`; to be let go of
///   by `message_unref`.
/// @param types the arguments' types as D-Bus writes them.
bus_outcome bus_ask(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **answer, const char *types, va_list arguments);

/// Starts a message for `bus_send`, where `bus_ask` cannot say what is in it.
bus_outcome bus_begin(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **message);

/// Sends a message, lets go of it, and waits for the answer.
///
/// @param built the result of filling the message; where that failed, nothing
///   is sent.
bus_outcome bus_send(
    bus_session *session, bus_message *message, int built, bus_message **answer);

/// Takes in what comes over the bus until something has come about, or the
/// time is over, which is `BUS_TIMED_OUT`.
///
/// @param has_come set by a handler of `add_match`.
bus_outcome bus_wait_until(bus_session *session, const bool *has_come);

/// What a failed function of the library means.
bus_outcome bus_outcome_of(int result);

#endif
