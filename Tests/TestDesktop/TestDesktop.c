#include "TestDesktop.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;

/* libsystemd's functions, by the names that it gives them. */
typedef struct {
    int (*new)(sd_bus **);
    int (*set_address)(sd_bus *, const char *);
    int (*set_bus_client)(sd_bus *, int);
    int (*start)(sd_bus *);
    int (*request_name)(sd_bus *, const char *, uint64_t);
    int (*process)(sd_bus *, sd_bus_message **);
    int (*wait)(sd_bus *, uint64_t);
    int (*is_method_call)(sd_bus_message *, const char *, const char *);
    int (*read)(sd_bus_message *, const char *, ...);
    int (*skip)(sd_bus_message *, const char *);
    int (*enter)(sd_bus_message *, char, const char *);
    int (*leave)(sd_bus_message *);
    int (*reply)(sd_bus_message *, const char *, ...);
    int (*reply_errno)(sd_bus_message *, int, const void *);
    sd_bus_message *(*message_unref)(sd_bus_message *);
    sd_bus *(*flush_close_unref)(sd_bus *);
} bus_functions;

struct test_desktop {
    bus_functions call;
    sd_bus *bus;
    test_desktop_kind kind;
    pthread_t thread;
    atomic_bool is_over;
    pthread_mutex_t lock;
    char *title;
    char *text;
    char *application;
    int urgency;
};

static const char interface[] = "org.freedesktop.Notifications";

static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static bool find_all(void *library, bus_functions *call)
{
    return find(library, "sd_bus_new", &call->new)
        && find(library, "sd_bus_set_address", &call->set_address)
        && find(library, "sd_bus_set_bus_client", &call->set_bus_client)
        && find(library, "sd_bus_start", &call->start)
        && find(library, "sd_bus_request_name", &call->request_name)
        && find(library, "sd_bus_process", &call->process)
        && find(library, "sd_bus_wait", &call->wait)
        && find(library, "sd_bus_message_is_method_call", &call->is_method_call)
        && find(library, "sd_bus_message_read", &call->read)
        && find(library, "sd_bus_message_skip", &call->skip)
        && find(library, "sd_bus_message_enter_container", &call->enter)
        && find(library, "sd_bus_message_exit_container", &call->leave)
        && find(library, "sd_bus_reply_method_return", &call->reply)
        && find(library, "sd_bus_reply_method_errno", &call->reply_errno)
        && find(library, "sd_bus_message_unref", &call->message_unref)
        && find(library, "sd_bus_flush_close_unref", &call->flush_close_unref);
}

static void keep(char **place, const char *text)
{
    free(*place);
    *place = strdup(text);
}

static int read_urgency(test_desktop *desktop, sd_bus_message *message)
{
    int urgency = -1;
    if (desktop->call.enter(message, 'a', "{sv}") < 0) return -1;
    while (desktop->call.enter(message, 'e', "sv") > 0) {
        const char *name = "";
        desktop->call.read(message, "s", &name);
        if (strcmp(name, "urgency") == 0) {
            uint8_t value = 0;
            if (desktop->call.read(message, "v", "y", &value) > 0) urgency = value;
        } else {
            desktop->call.skip(message, "v");
        }
        desktop->call.leave(message);
    }
    desktop->call.leave(message);
    return urgency;
}

static void take(test_desktop *desktop, sd_bus_message *message)
{
    const char *application = "", *icon = "", *title = "", *text = "";
    uint32_t replaced = 0;
    desktop->call.read(message, "susss", &application, &replaced, &icon, &title, &text);
    desktop->call.skip(message, "as");
    pthread_mutex_lock(&desktop->lock);
    keep(&desktop->application, application);
    keep(&desktop->title, title);
    keep(&desktop->text, text);
    desktop->urgency = read_urgency(desktop, message);
    pthread_mutex_unlock(&desktop->lock);
}

static void answer(test_desktop *desktop, sd_bus_message *message)
{
    if (desktop->call.is_method_call(message, interface, "GetCapabilities") > 0) {
        if (desktop->kind == TEST_DESKTOP_MARKUP) {
            desktop->call.reply(message, "as", 3, "body", "body-markup", "actions");
        } else {
            desktop->call.reply(message, "as", 1, "body");
        }
    } else if (desktop->call.is_method_call(message, interface, "Notify") > 0) {
        if (desktop->kind == TEST_DESKTOP_REFUSING) {
            desktop->call.reply_errno(message, 22, NULL);
            return;
        }
        take(desktop, message);
        desktop->call.reply(message, "u", (uint32_t)1);
    }
}

static void *serve(void *context)
{
    test_desktop *desktop = context;
    while (!atomic_load(&desktop->is_over)) {
        sd_bus_message *message = NULL;
        int processed = desktop->call.process(desktop->bus, &message);
        if (processed < 0) return NULL;
        if (message != NULL) {
            answer(desktop, message);
            desktop->call.message_unref(message);
        }
        const uint64_t microseconds = 20000;
        if (processed == 0) desktop->call.wait(desktop->bus, microseconds);
    }
    return NULL;
}

test_desktop *test_desktop_start(const char *bus_address, test_desktop_kind kind)
{
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    test_desktop *desktop = calloc(1, sizeof *desktop);
    if (library == NULL || desktop == NULL || !find_all(library, &desktop->call)) {
        free(desktop);
        return NULL;
    }
    desktop->kind = kind;
    desktop->urgency = -1;
    keep(&desktop->title, "");
    keep(&desktop->text, "");
    keep(&desktop->application, "");
    pthread_mutex_init(&desktop->lock, NULL);
    bool is_there = desktop->call.new(&desktop->bus) >= 0
        && desktop->call.set_address(desktop->bus, bus_address) >= 0
        && desktop->call.set_bus_client(desktop->bus, 1) >= 0
        && desktop->call.start(desktop->bus) >= 0
        && desktop->call.request_name(desktop->bus, interface, 0) >= 0
        && pthread_create(&desktop->thread, NULL, serve, desktop) == 0;
    if (is_there) return desktop;
    desktop->call.flush_close_unref(desktop->bus);
    free(desktop);
    return NULL;
}

void test_desktop_stop(test_desktop *desktop)
{
    atomic_store(&desktop->is_over, true);
    pthread_join(desktop->thread, NULL);
    desktop->call.flush_close_unref(desktop->bus);
    free(desktop->title);
    free(desktop->text);
    free(desktop->application);
    free(desktop);
}

static const char *kept(test_desktop *desktop, char *const *text)
{
    pthread_mutex_lock(&desktop->lock);
    const char *kept = *text;
    pthread_mutex_unlock(&desktop->lock);
    return kept;
}

const char *test_desktop_title(test_desktop *desktop) { return kept(desktop, &desktop->title); }

const char *test_desktop_text(test_desktop *desktop) { return kept(desktop, &desktop->text); }

const char *test_desktop_application(test_desktop *desktop)
{
    return kept(desktop, &desktop->application);
}

int test_desktop_urgency(test_desktop *desktop)
{
    pthread_mutex_lock(&desktop->lock);
    int urgency = desktop->urgency;
    pthread_mutex_unlock(&desktop->lock);
    return urgency;
}
