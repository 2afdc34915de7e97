/// One HTTPS request at a time through libcurl, for Swift.
///
/// Why it exists: `curl_easy_setopt` and `curl_easy_getinfo` are variadic, so
/// Swift can't call them. Loading libcurl takes several milliseconds, which a
/// command without requests should not pay. So the library is opened with the
/// first handle, and never linked.
///
/// When it can go: once Swift's own HTTP client is reliable on Linux and loads
/// as fast.

#ifndef CCURLSHIM_H
#define CCURLSHIM_H

#include <stdbool.h>
#include <stddef.h>

/// A connection pool of one thread: use it from one thread at a time.
typedef struct curl_shim_handle curl_shim_handle;

/// The outcome of a request.
typedef enum {
    CURL_SHIM_ANSWERED,
    CURL_SHIM_LIBRARY_MISSING,
    CURL_SHIM_TOO_MANY_FILES,
    CURL_SHIM_NAME_LOOKUP,
    CURL_SHIM_REFUSED,
    CURL_SHIM_TIMED_OUT,
    CURL_SHIM_UNTRUSTED_CERTIFICATE,
    CURL_SHIM_CERTIFICATE_FILE,
    CURL_SHIM_SECURE_CONNECTION,
    CURL_SHIM_CUT_OFF,
    CURL_SHIM_GARBLED,
    CURL_SHIM_TOO_LARGE,
    CURL_SHIM_HEADER_TOO_LARGE,
    CURL_SHIM_ENDED_EARLY,
    CURL_SHIM_OUT_OF_MEMORY,
    CURL_SHIM_OTHER
} curl_shim_outcome;

typedef struct {
    /// Milliseconds until the connection must be made; 0 for libcurl's default.
    long connect_milliseconds;
    /// Milliseconds for the whole request; 0 for no limit.
    long total_milliseconds;
    /// Seconds below `slowest_bytes_per_second` after which a request ends.
    long slow_seconds;
    long slowest_bytes_per_second;
    /// Bytes of the body after decompression.
    size_t body_bytes;
} curl_shim_limits;

typedef struct {
    /// libcurl's own code, for a report; 0 if there is none.
    int curl_code;
    /// Set even if the rest of the response was too large or missing; 0 if
    /// there is none.
    long status;
    /// Valid until the handle's next request.
    const unsigned char *body;
    size_t body_size;
    /// The absolute address of a redirect, or NULL. Valid until the handle's
    /// next request.
    const char *redirect_address;
    /// The delay in seconds that the server requests, or -1.
    long retry_after_seconds;
} curl_shim_answer;

/// Opens a handle, loading libcurl if it is not yet loaded.
///
/// @param failure set if there is no handle: libcurl is missing, could not be
///   loaded for lack of file descriptors, or memory has run out.
/// @return NULL on failure.
curl_shim_handle *curl_shim_open(curl_shim_outcome *failure);

void curl_shim_close(curl_shim_handle *handle);

/// Starts describing a request: an address without credentials, GET or an empty
/// POST. Certificates are verified, redirects are reported but not followed,
/// and `.netrc` is not read.
///
/// @param plain_loopback true to allow `http`; false allows `https` only.
void curl_shim_prepare(
    curl_shim_handle *handle, const char *address, bool post, bool plain_loopback);

/// Gives a POST a body. The type is copied; the body is not, and must live
/// until the request is sent.
///
/// @param type of the body, such as `application/json`.
void curl_shim_carry(
    curl_shim_handle *handle, const char *type, const unsigned char *body, size_t size);

/// Adds a header.
///
/// @param line such as `Name: value`, of visible ASCII and spaces.
void curl_shim_add_header(curl_shim_handle *handle, const char *line);

/// Ends the request early once `is_unwanted` returns true. The sending thread
/// calls it about twenty times a second; libcurl before 7.66 calls it once.
void curl_shim_end_when(
    curl_shim_handle *handle, bool (*is_unwanted)(void *context), void *context);

/// @param user and password for Basic authentication, or NULL for none.
void curl_shim_identify(
    curl_shim_handle *handle, const char *agent, const char *user, const char *password);

/// @param file and folder of trusted certificates, or NULL for libcurl's own.
void curl_shim_trust(curl_shim_handle *handle, const char *file, const char *folder);

/// @param proxy the address of a proxy, or NULL for none, regardless of the
///   environment.
/// @param except hosts without a proxy, in the format of `no_proxy`, or NULL.
void curl_shim_route(curl_shim_handle *handle, const char *proxy, const char *except);

void curl_shim_limit(curl_shim_handle *handle, curl_shim_limits limits);

/// Sends the described request.
curl_shim_outcome curl_shim_perform(curl_shim_handle *handle, curl_shim_answer *answer);

#endif
