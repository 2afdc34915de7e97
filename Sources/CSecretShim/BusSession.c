/* struct ucred */
#define _GNU_SOURCE

#include "BusSession.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char secret_service[] = "org.freedesktop.secrets";
static const char prompt_interface[] = "org.freedesktop.Secret.Prompt";

static uint64_t now(void)
{
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    return (uint64_t)moment.tv_sec * 1000000 + (uint64_t)moment.tv_nsec / 1000;
}

static void allow(bus_session *session, unsigned milliseconds)
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

static secret_shim_outcome outcome_of(int result)
{
    if (result >= 0) return SECRET_SHIM_DONE;
    switch (-result) {
    case ENOMEM: return SECRET_SHIM_OUT_OF_MEMORY;
    case ETIMEDOUT: return SECRET_SHIM_TIMED_OUT;
    case ENOTCONN:
    case ECONNRESET: return SECRET_SHIM_NO_BUS;
    default: return SECRET_SHIM_REFUSED;
    }
}

static secret_shim_outcome outcome_of_call(int result, const bus_error *error)
{
    static const struct {
        const char *name;
        secret_shim_outcome outcome;
    } known[] = {
        {"org.freedesktop.Secret.Error.IsLocked", SECRET_SHIM_LOCKED},
        {"org.freedesktop.Secret.Error.NoSuchObject", SECRET_SHIM_NOT_FOUND},
        {"org.freedesktop.DBus.Error.ServiceUnknown", SECRET_SHIM_NO_SERVICE},
        {"org.freedesktop.DBus.Error.NameHasNoOwner", SECRET_SHIM_NO_SERVICE},
    };
    static const char start_failed[] = "org.freedesktop.DBus.Error.Spawn.";
    if (result >= 0 || error->name == NULL) return outcome_of(result);
    for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
        if (strcmp(error->name, known[index].name) == 0) return known[index].outcome;
    }
    if (strncmp(error->name, start_failed, strlen(start_failed)) == 0) {
        return SECRET_SHIM_NO_SERVICE;
    }
    return outcome_of(result);
}

/* An address is a list; "unixexec" and TCP would take secrets elsewhere. */
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

/* libsystemd has a limit of its own for this, half a minute and more. */
static secret_shim_outcome wait_until_ready(bus_session *session)
{
    while (!is_over(session)) {
        int ready = session->library->is_ready(session->bus);
        if (ready < 0) return SECRET_SHIM_NO_BUS;
        if (ready > 0) return SECRET_SHIM_DONE;
        int processed = session->library->process(session->bus, NULL);
        if (processed == 0) processed = session->library->wait(session->bus, remaining(session));
        if (processed < 0 && processed != -EINTR) return SECRET_SHIM_NO_BUS;
    }
    return SECRET_SHIM_TIMED_OUT;
}

secret_shim_outcome open_session(bus_session *session, const secret_shim_service *service)
{
    *session = (bus_session){
        .answer_milliseconds = service->answer_milliseconds,
        .prompt_milliseconds = service->prompt_milliseconds,
    };
    if (!is_local(service->bus_address)) return SECRET_SHIM_NO_BUS;
    const bus_library *library = opened_bus_library();
    if (library == NULL) return SECRET_SHIM_LIBRARY_MISSING;
    session->library = library;
    allow(session, service->answer_milliseconds);

    if (library->new(&session->bus) < 0) return SECRET_SHIM_OUT_OF_MEMORY;
    bool started = library->set_address(session->bus, service->bus_address) >= 0
        && library->set_bus_client(session->bus, 1) >= 0
        && library->set_method_call_timeout(session->bus, remaining(session)) >= 0
        && library->start(session->bus) >= 0;
    if (!started || !is_of_this_user(library->get_fd(session->bus))) return SECRET_SHIM_NO_BUS;
    return wait_until_ready(session);
}

void close_session(bus_session *session)
{
    if (session->bus == NULL) return;
    session->library->close(session->bus);
    session->library->unref(session->bus);
    session->bus = NULL;
}

secret_shim_outcome begin_message(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **message)
{
    *message = NULL;
    return outcome_of(session->library->message_new_method_call(
        session->bus, message, secret_service, path, interface, member));
}

secret_shim_outcome send_message(
    bus_session *session, bus_message *message, int built, bus_message **answer)
{
    *answer = NULL;
    secret_shim_outcome outcome = outcome_of(built);
    if (outcome == SECRET_SHIM_DONE) {
        bus_error error = {NULL, NULL, 0};
        int result = session->library->call(
            session->bus, message, remaining(session), &error, answer);
        outcome = outcome_of_call(result, &error);
        session->library->error_free(&error);
    }
    session->library->message_unref(message);
    return outcome;
}

secret_shim_outcome ask(
    bus_session *session, const char *path, const char *interface, const char *member,
    bus_message **answer, const char *types, ...)
{
    *answer = NULL;
    bus_message *message;
    secret_shim_outcome outcome = begin_message(session, path, interface, member, &message);
    if (outcome != SECRET_SHIM_DONE) return outcome;
    va_list arguments;
    va_start(arguments, types);
    int built = session->library->message_append_variadic(message, types, arguments);
    va_end(arguments);
    return send_message(session, message, built, answer);
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
    while (!answer->completed && !is_over(session)) {
        int processed = session->library->process(session->bus, NULL);
        if (processed == 0) processed = session->library->wait(session->bus, remaining(session));
        if (processed < 0 && processed != -EINTR) return outcome_of(processed);
    }
    return answer->completed && !answer->dismissed ? SECRET_SHIM_DONE : SECRET_SHIM_LOCKED;
}

secret_shim_outcome answer_prompt(bus_session *session, const char *path)
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
        library->add_match(session->bus, &slot, rule, prompt_completed, &answer));
    if (outcome != SECRET_SHIM_DONE) return outcome;

    allow(session, session->prompt_milliseconds);
    bus_message *received;
    outcome = ask(session, path, prompt_interface, "Prompt", &received, "s", "");
    library->message_unref(received);
    if (outcome == SECRET_SHIM_DONE) outcome = wait_for_answer(session, &answer);
    allow(session, session->answer_milliseconds);
    /* A prompt that nobody answers must not stay on the screen. */
    if (!answer.completed) {
        (void)ask(session, path, prompt_interface, "Dismiss", &received, "");
        library->message_unref(received);
    }
    library->slot_unref(slot);
    return outcome;
}
