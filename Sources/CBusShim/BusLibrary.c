#include "BusLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

/* Written once, under `open_once`, and only read afterwards. */
static bus_library library;
static bool library_is_open;
static pthread_once_t open_once = PTHREAD_ONCE_INIT;

static bool find(void *opened, const char *name, void *function)
{
    void *found = dlsym(opened, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static void open_library(void)
{
    void *opened = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (opened == NULL) return;

    const struct {
        const char *name;
        void *function;
    } needed[] = {
        {"sd_bus_new", &library.new},
        {"sd_bus_set_address", &library.set_address},
        {"sd_bus_set_bus_client", &library.set_bus_client},
        {"sd_bus_set_method_call_timeout", &library.set_method_call_timeout},
        {"sd_bus_start", &library.start},
        {"sd_bus_is_ready", &library.is_ready},
        {"sd_bus_get_fd", &library.get_fd},
        {"sd_bus_process", &library.process},
        {"sd_bus_wait", &library.wait},
        {"sd_bus_call", &library.call},
        {"sd_bus_add_match", &library.add_match},
        {"sd_bus_slot_unref", &library.slot_unref},
        {"sd_bus_close", &library.close},
        {"sd_bus_unref", &library.unref},
        {"sd_bus_error_free", &library.error_free},
        {"sd_bus_message_new_method_call", &library.message_new_method_call},
        {"sd_bus_message_append", &library.message_append},
        {"sd_bus_message_appendv", &library.message_append_variadic},
        {"sd_bus_message_append_array", &library.message_append_array},
        {"sd_bus_message_open_container", &library.message_open_container},
        {"sd_bus_message_close_container", &library.message_close_container},
        {"sd_bus_message_read", &library.message_read},
        {"sd_bus_message_read_array", &library.message_read_array},
        {"sd_bus_message_enter_container", &library.message_enter_container},
        {"sd_bus_message_exit_container", &library.message_exit_container},
        {"sd_bus_message_skip", &library.message_skip},
        {"sd_bus_message_unref", &library.message_unref},
    };
    for (size_t index = 0; index < sizeof needed / sizeof *needed; index++) {
        if (!find(opened, needed[index].name, needed[index].function)) return;
    }
    find(opened, "sd_bus_message_sensitive", &library.message_sensitive);
    library_is_open = true;
}

const bus_library *opened_bus_library(void)
{
    pthread_once(&open_once, open_library);
    return library_is_open ? &library : NULL;
}
