/* The secret service as freedesktop.org specifies it. Secrets cross the bus as
   they are ("plain"): its socket is open to this user alone, and whoever may
   listen there may ask the service for the secret as well. */

#include "SecretCalls.h"
#include "Wiping.h"

#include <stdlib.h>
#include <string.h>

static const char service_path[] = "/org/freedesktop/secrets";
static const char service_interface[] = "org.freedesktop.Secret.Service";
static const char collection_interface[] = "org.freedesktop.Secret.Collection";
static const char item_interface[] = "org.freedesktop.Secret.Item";
static const char no_object[] = "/";

/* The attributes that make a name. */
#define NAME_TYPES "a{ss}"
#define NAME_ARGUMENTS(name) \
    2, "application", (name)->application, "identifier", (name)->identifier

typedef struct {
    bus_session bus;
    const secret_shim_service *service;
    const secret_shim_name *name;
    /* The session of the service under which secrets are handed over. */
    char *session_path;
} request;

/* Keeps a copy of the answer's next object path. */
static secret_shim_outcome read_path(request *request, bus_message *answer, char **path)
{
    const char *text = NULL;
    *path = NULL;
    if (request->bus.library->message_read(answer, "o", &text) <= 0) return SECRET_SHIM_REFUSED;
    *path = strdup(text);
    return *path == NULL ? SECRET_SHIM_OUT_OF_MEMORY : SECRET_SHIM_DONE;
}

/* Shows the prompt that an answer names next, if it names one. */
static secret_shim_outcome read_prompt(request *request, bus_message *answer)
{
    const char *prompt = NULL;
    if (request->bus.library->message_read(answer, "o", &prompt) <= 0) return SECRET_SHIM_REFUSED;
    return strcmp(prompt, no_object) == 0
        ? SECRET_SHIM_DONE
        : answer_prompt(&request->bus, request->service, prompt);
}

static secret_shim_outcome open_request(
    request *request, const secret_shim_service *service, const secret_shim_name *name)
{
    request->service = service;
    request->name = name;
    request->session_path = NULL;
    secret_shim_outcome outcome = open_session(&request->bus, service);
    if (outcome != SECRET_SHIM_DONE) return outcome;

    bus_message *answer;
    outcome = ask(
        &request->bus, service_path, service_interface, "OpenSession", &answer,
        "sv", "plain", "s", "");
    if (outcome != SECRET_SHIM_DONE) return outcome;
    outcome = request->bus.library->message_skip(answer, "v") < 0
        ? SECRET_SHIM_REFUSED
        : read_path(request, answer, &request->session_path);
    request->bus.library->message_unref(answer);
    return outcome;
}

/* The service ends its session when the connection goes. */
static void close_request(request *request)
{
    free(request->session_path);
    request->session_path = NULL;
    bus_close(&request->bus);
}

static secret_shim_outcome find_default_keyring(request *request, char **keyring)
{
    *keyring = NULL;
    bus_message *answer;
    secret_shim_outcome outcome = ask(
        &request->bus, service_path, service_interface, "ReadAlias", &answer, "s", "default");
    if (outcome != SECRET_SHIM_DONE) return outcome;
    outcome = read_path(request, answer, keyring);
    request->bus.library->message_unref(answer);
    if (outcome != SECRET_SHIM_DONE || strcmp(*keyring, no_object) != 0) return outcome;
    free(*keyring);
    *keyring = NULL;
    return SECRET_SHIM_NO_KEYRING;
}

/* Unlocks a keyring or an item. */
static secret_shim_outcome unlock(request *request, const char *path)
{
    bus_message *answer;
    secret_shim_outcome outcome = ask(
        &request->bus, service_path, service_interface, "Unlock", &answer, "ao", 1, path);
    if (outcome != SECRET_SHIM_DONE) return outcome;
    outcome = request->bus.library->message_skip(answer, "ao") < 0
        ? SECRET_SHIM_REFUSED
        : read_prompt(request, answer);
    request->bus.library->message_unref(answer);
    return outcome;
}

static secret_shim_outcome unlock_default_keyring(request *request)
{
    char *keyring;
    secret_shim_outcome outcome = find_default_keyring(request, &keyring);
    if (outcome == SECRET_SHIM_DONE) outcome = unlock(request, keyring);
    free(keyring);
    return outcome;
}

/* Keeps a copy of the first path of the answer's next list. An empty list is
   read past. */
static secret_shim_outcome read_first_path(request *request, bus_message *answer, char **path)
{
    const bus_library *library = request->bus.library;
    const char *text = NULL;
    *path = NULL;
    if (library->message_enter_container(answer, 'a', "o") < 0) return SECRET_SHIM_REFUSED;
    int read = library->message_read(answer, "o", &text);
    if (read == 0) read = library->message_exit_container(answer);
    if (read < 0) return SECRET_SHIM_REFUSED;
    if (text == NULL) return SECRET_SHIM_DONE;
    *path = strdup(text);
    return *path == NULL ? SECRET_SHIM_OUT_OF_MEMORY : SECRET_SHIM_DONE;
}

/* An item of the name, unlocked ones first; NULL where there is none. */
static secret_shim_outcome search(request *request, char **item, bool *is_locked)
{
    *item = NULL;
    *is_locked = false;
    bus_message *answer;
    secret_shim_outcome outcome = ask(
        &request->bus, service_path, service_interface, "SearchItems", &answer,
        NAME_TYPES, NAME_ARGUMENTS(request->name));
    if (outcome != SECRET_SHIM_DONE) return outcome;
    outcome = read_first_path(request, answer, item);
    if (outcome == SECRET_SHIM_DONE && *item == NULL) {
        *is_locked = true;
        outcome = read_first_path(request, answer, item);
    }
    request->bus.library->message_unref(answer);
    return outcome;
}

/* The item of the name, unlocked. */
static secret_shim_outcome find_item(request *request, char **item)
{
    bool is_locked;
    secret_shim_outcome outcome = search(request, item, &is_locked);
    if (outcome != SECRET_SHIM_DONE) return outcome;
    if (*item == NULL) {
        /* Some services show nothing of a keyring that is locked. */
        outcome = unlock_default_keyring(request);
        if (outcome == SECRET_SHIM_NO_KEYRING) return SECRET_SHIM_NOT_FOUND;
        if (outcome == SECRET_SHIM_DONE) outcome = search(request, item, &is_locked);
        if (outcome != SECRET_SHIM_DONE) return outcome;
        if (*item == NULL) return SECRET_SHIM_NOT_FOUND;
    }
    return is_locked ? unlock(request, *item) : SECRET_SHIM_DONE;
}

/* A secret's fields are its session, the parameters of its encryption, its
   bytes, and their kind. */
static int append_secret(
    request *request, bus_message *message, const void *secret, size_t size)
{
    const bus_library *library = request->bus.library;
    int built = library->message_open_container(message, 'r', "oayays");
    if (built >= 0) built = library->message_append(message, "oay", request->session_path, 0);
    if (built >= 0) built = library->message_append_array(message, 'y', secret, size);
    if (built >= 0) built = library->message_append(message, "s", "text/plain; charset=utf8");
    return built < 0 ? built : library->message_close_container(message);
}

static secret_shim_outcome create_item(
    request *request, const char *keyring, const char *label, const void *secret, size_t size)
{
    const bus_library *library = request->bus.library;
    bus_message *message;
    bus_message *answer;
    secret_shim_outcome outcome = begin_message(
        &request->bus, keyring, collection_interface, "CreateItem", &message);
    if (outcome != SECRET_SHIM_DONE) return outcome;
    int built = library->message_sensitive == NULL ? 0 : library->message_sensitive(message);
    if (built >= 0) {
        built = library->message_append(
            message, "a{sv}", 2, "org.freedesktop.Secret.Item.Label", "s", label,
            "org.freedesktop.Secret.Item.Attributes", NAME_TYPES, NAME_ARGUMENTS(request->name));
    }
    if (built >= 0) built = append_secret(request, message, secret, size);
    const int replaces_its_like = 1;
    if (built >= 0) built = library->message_append(message, "b", replaces_its_like);
    outcome = send_message(&request->bus, message, built, &answer);
    if (outcome != SECRET_SHIM_DONE) return outcome;
    outcome = library->message_skip(answer, "o") < 0
        ? SECRET_SHIM_REFUSED
        : read_prompt(request, answer);
    library->message_unref(answer);
    return outcome;
}

static secret_shim_outcome read_secret(
    request *request, bus_message *answer, void **secret, size_t *size)
{
    const bus_library *library = request->bus.library;
    const void *bytes = NULL;
    size_t count = 0;
    bool understood = library->message_enter_container(answer, 'r', "oayays") > 0
        && library->message_skip(answer, "oay") >= 0
        && library->message_read_array(answer, 'y', &bytes, &count) >= 0;
    if (!understood) return SECRET_SHIM_REFUSED;
    /* One byte more, since a secret may be empty. */
    *secret = malloc(count + 1);
    if (*secret != NULL && count > 0) memcpy(*secret, bytes, count);
    if (*secret != NULL) *size = count;
    /* The bytes lie in the answer, which libsystemd frees as they are. */
    if (count > 0) wipe((void *)(uintptr_t)bytes, count);
    return *secret == NULL ? SECRET_SHIM_OUT_OF_MEMORY : SECRET_SHIM_DONE;
}

static secret_shim_outcome get_secret(
    request *request, const char *item, void **secret, size_t *size)
{
    bus_message *answer;
    secret_shim_outcome outcome = ask(
        &request->bus, item, item_interface, "GetSecret", &answer, "o", request->session_path);
    if (outcome != SECRET_SHIM_DONE) return outcome;
    outcome = read_secret(request, answer, secret, size);
    request->bus.library->message_unref(answer);
    return outcome;
}

static secret_shim_outcome delete_item(request *request, const char *item)
{
    bus_message *answer;
    secret_shim_outcome outcome = ask(
        &request->bus, item, item_interface, "Delete", &answer, "");
    if (outcome != SECRET_SHIM_DONE) return outcome;
    outcome = read_prompt(request, answer);
    request->bus.library->message_unref(answer);
    return outcome;
}

secret_shim_outcome secret_shim_store(
    const secret_shim_service *service, const secret_shim_name *name, const char *label,
    const void *secret, size_t size)
{
    request request;
    char *keyring = NULL;
    secret_shim_outcome outcome = open_request(&request, service, name);
    if (outcome == SECRET_SHIM_DONE) outcome = find_default_keyring(&request, &keyring);
    if (outcome == SECRET_SHIM_DONE) outcome = unlock(&request, keyring);
    if (outcome == SECRET_SHIM_DONE) {
        outcome = create_item(&request, keyring, label, secret, size);
    }
    free(keyring);
    close_request(&request);
    return outcome;
}

secret_shim_outcome secret_shim_look_up(
    const secret_shim_service *service, const secret_shim_name *name, void **secret, size_t *size)
{
    *secret = NULL;
    *size = 0;
    request request;
    char *item = NULL;
    secret_shim_outcome outcome = open_request(&request, service, name);
    if (outcome == SECRET_SHIM_DONE) outcome = find_item(&request, &item);
    if (outcome == SECRET_SHIM_DONE) outcome = get_secret(&request, item, secret, size);
    free(item);
    close_request(&request);
    return outcome;
}

secret_shim_outcome secret_shim_remove(
    const secret_shim_service *service, const secret_shim_name *name)
{
    request request;
    char *item = NULL;
    secret_shim_outcome outcome = open_request(&request, service, name);
    if (outcome == SECRET_SHIM_DONE) outcome = find_item(&request, &item);
    if (outcome == SECRET_SHIM_DONE) outcome = delete_item(&request, item);
    free(item);
    close_request(&request);
    return outcome;
}
