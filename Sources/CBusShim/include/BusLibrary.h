/// The part of libsystemd's D-Bus client that is used here.
///
/// Declared here, so that a build needs no headers of it. The functions are as
/// `sd-bus.h` has had them since systemd 240 (2018); the library keeps its
/// interface under the name `libsystemd.so.0`, and whatever it makes is only
/// ever pointed at. `bus_error` is its `sd_bus_error`, the one type whose
/// fields are seen.

#ifndef BUSLIBRARY_H
#define BUSLIBRARY_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bus bus;
typedef struct bus_message bus_message;
typedef struct bus_slot bus_slot;

typedef struct {
    const char *name;
    const char *message;
    int needs_freeing;
} bus_error;

typedef int (*bus_handler)(bus_message *message, void *context, bus_error *error);

/// Each function returns a negative `errno` where it fails, unless it returns
/// nothing or the object that it let go of.
typedef struct {
    int (*new)(bus **);
    int (*set_address)(bus *, const char *);
    int (*set_bus_client)(bus *, int);
    int (*set_method_call_timeout)(bus *, uint64_t microseconds);
    int (*start)(bus *);
    int (*is_ready)(bus *);
    int (*get_fd)(bus *);
    int (*process)(bus *, bus_message **);
    int (*wait)(bus *, uint64_t microseconds);
    int (*call)(bus *, bus_message *, uint64_t microseconds, bus_error *, bus_message **);
    int (*add_match)(bus *, bus_slot **, const char *rule, bus_handler, void *context);
    bus_slot *(*slot_unref)(bus_slot *);
    void (*close)(bus *);
    bus *(*unref)(bus *);
    void (*error_free)(bus_error *);
    int (*message_new_method_call)(
        bus *, bus_message **, const char *destination, const char *path, const char *interface,
        const char *member);
    int (*message_append)(bus_message *, const char *types, ...);
    int (*message_append_variadic)(bus_message *, const char *types, va_list);
    int (*message_append_array)(bus_message *, char type, const void *, size_t);
    int (*message_open_container)(bus_message *, char type, const char *contents);
    int (*message_close_container)(bus_message *);
    int (*message_read)(bus_message *, const char *types, ...);
    int (*message_read_array)(bus_message *, char type, const void **, size_t *);
    int (*message_enter_container)(bus_message *, char type, const char *contents);
    int (*message_exit_container)(bus_message *);
    int (*message_skip)(bus_message *, const char *types);
    bus_message *(*message_unref)(bus_message *);
    /// NULL before systemd 245.
    int (*message_sensitive)(bus_message *);
} bus_library;

/// The library, opened at the first call; NULL where it is missing or older.
const bus_library *opened_bus_library(void);

#endif
