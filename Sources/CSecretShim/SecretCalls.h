/// Calls of the secret service over the session bus.

#ifndef SECRETCALLS_H
#define SECRETCALLS_H

#include "CBusShim.h"
#include "CSecretShim.h"

/// Connects. `bus_close` is due after every outcome.
secret_shim_outcome open_session(bus_session *session, const secret_shim_service *service);

/// Calls a function of the secret service and waits for the answer.
///
/// @param answer set to NULL unless the outcome is `SECRET_SHIM_DONE`; to be
///   let go of by `message_unref`.
/// @param types the arguments' types as D-Bus writes them; the arguments
///   follow.
secret_shim_outcome ask(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **answer, const char *types, ...);

/// Starts a message for `send_message`, where `ask` cannot say what is in it.
secret_shim_outcome begin_message(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **message);

/// Sends a message, lets go of it, and waits for the answer.
///
/// @param built the result of filling the message; where that failed, nothing
///   is sent.
secret_shim_outcome send_message(
    bus_session *session, bus_message *message, int built, bus_message **answer);

/// Shows a prompt and waits until the person has answered it.
///
/// @return `SECRET_SHIM_LOCKED` where the person, or the time, dismissed it.
secret_shim_outcome answer_prompt(
    bus_session *session, const secret_shim_service *service, const char *path);

#endif
