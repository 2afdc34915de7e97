#include "SecretCalls.h"

#include <stdio.h>
#include <string.h>

static const char secret_service[] = "org.freedesktop.secrets";
static const char prompt_interface[] = "org.freedesktop.Secret.Prompt";

static secret_shim_outcome outcome_of(const bus_session *session, bus_outcome outcome)
{
    switch (outcome) {
    case BUS_DONE: return SECRET_SHIM_DONE;
    case BUS_LIBRARY_MISSING: return SECRET_SHIM_LIBRARY_MISSING;
    case BUS_NOT_REACHED: return SECRET_SHIM_NO_BUS;
    case BUS_NO_SERVICE: return SECRET_SHIM_NO_SERVICE;
    case BUS_TIMED_OUT: return SECRET_SHIM_TIMED_OUT;
    case BUS_OUT_OF_MEMORY: return SECRET_SHIM_OUT_OF_MEMORY;
    case BUS_REFUSED: break;
    }
    if (strcmp(session->error_name, "org.freedesktop.Secret.Error.IsLocked") == 0) {
        return SECRET_SHIM_LOCKED;
    }
    if (strcmp(session->error_name, "org.freedesktop.Secret.Error.NoSuchObject") == 0) {
        return SECRET_SHIM_NOT_FOUND;
    }
    return SECRET_SHIM_REFUSED;
}

secret_shim_outcome open_session(bus_session *session, const secret_shim_service *service)
{
    return outcome_of(
        session,
        bus_open(session, service->bus_address, secret_service, service->answer_milliseconds));
}

secret_shim_outcome begin_message(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **message)
{
    return outcome_of(session, bus_begin(session, path, interface, member, message));
}

secret_shim_outcome send_message(
    bus_session *session, bus_message *message, int built, bus_message **answer)
{
    return outcome_of(session, bus_send(session, message, built, answer));
}

secret_shim_outcome ask(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **answer, const char *types, ...)
{
    va_list arguments;
    va_start(arguments, types);
    bus_outcome outcome = bus_ask(session, path, interface, member, answer, types, arguments);
    va_end(arguments);
    return outcome_of(session, outcome);
}

typedef struct {
    const bus_library *library;
    bool completed;
    bool dismissed;
} prompt_answer;

static int prompt_completed(bus_message *message, void *context, bus_error *error)
{
    (void)error;
    prompt_answer *answer = context;
    int dismissed = 1;
    answer->completed = true;
    answer->dismissed =
        answer->library->message_read(message, "b", &dismissed) < 0 || dismissed != 0;
    return 0;
}

static secret_shim_outcome wait_for_answer(bus_session *session, const prompt_answer *answer)
{
    bus_outcome waited = bus_wait_until(session, &answer->completed);
    if (waited == BUS_TIMED_OUT) return SECRET_SHIM_LOCKED;
    if (waited != BUS_DONE) return outcome_of(session, waited);
    return answer->dismissed ? SECRET_SHIM_LOCKED : SECRET_SHIM_DONE;
}

secret_shim_outcome answer_prompt(
    bus_session *session, const secret_shim_service *service, const char *path)
{
    char rule[512];
    int length = snprintf(
        rule, sizeof rule, "type='signal',interface='%s',member='Completed',path='%s'",
        prompt_interface, path);
    if (length < 0 || (size_t)length >= sizeof rule) return SECRET_SHIM_REFUSED;

    const bus_library *library = session->library;
    prompt_answer answer = {.library = library};
    bus_slot *slot = NULL;
    secret_shim_outcome outcome = outcome_of(
        session,
        bus_outcome_of(library->add_match(session->bus, &slot, rule, prompt_completed, &answer)));
    if (outcome != SECRET_SHIM_DONE) return outcome;

    bus_allow(session, service->prompt_milliseconds);
    bus_message *received;
    outcome = ask(session, path, prompt_interface, "Prompt", &received, "s", "");
    library->message_unref(received);
    if (outcome == SECRET_SHIM_DONE) outcome = wait_for_answer(session, &answer);
    bus_allow(session, service->answer_milliseconds);
    /* A prompt that nobody answers must not stay on the screen. */
    if (!answer.completed) {
        (void)ask(session, path, prompt_interface, "Dismiss", &received, "");
        library->message_unref(received);
    }
    library->slot_unref(slot);
    return outcome;
}
