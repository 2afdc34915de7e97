#include "CCurlShim.h"
#include "Library.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* CURLOPT_PROTOCOLS_STR, which headers before 7.85 lack. */
static const CURLoption protocols_as_text = (CURLoption)(CURLOPTTYPE_STRINGPOINT + 318);

struct curl_shim_handle {
    CURL *easy;
    struct curl_slist *headers;
    unsigned char *body;
    size_t size;
    size_t capacity;
    size_t limit;
    /* The delay in seconds that the newest response requests, or -1. */
    long retry_after;
    bool exceeded;
    size_t header_size;
    bool header_exceeded;
    bool out_of_memory;
    bool too_many_files;
    bool (*is_unwanted)(void *);
    void *is_unwanted_context;
    /* The error of the first rejected option, or CURLE_OK. */
    CURLcode preparation;
};

curl_shim_handle *curl_shim_open(curl_shim_outcome *failure)
{
    if (!curl_shim_load_library(failure)) return NULL;

    *failure = CURL_SHIM_OUT_OF_MEMORY;
    curl_shim_handle *handle = calloc(1, sizeof *handle);
    if (handle == NULL) return NULL;
    handle->easy = libcurl.easy_init();
    if (handle->easy == NULL) {
        free(handle);
        return NULL;
    }
    return handle;
}

void curl_shim_close(curl_shim_handle *handle)
{
    if (handle == NULL) return;
    libcurl.easy_cleanup(handle->easy);
    libcurl.slist_free_all(handle->headers);
    free(handle->body);
    free(handle);
}

static void set_number(curl_shim_handle *handle, CURLoption option, long value)
{
    if (handle->preparation != CURLE_OK) return;
    handle->preparation = libcurl.easy_setopt(handle->easy, option, value);
}

static void set_pointer(curl_shim_handle *handle, CURLoption option, const void *value)
{
    if (handle->preparation != CURLE_OK) return;
    handle->preparation = libcurl.easy_setopt(handle->easy, option, value);
}

static void allow_protocols(curl_shim_handle *handle, bool plain)
{
    if (handle->preparation != CURLE_OK) return;
    CURLcode known = libcurl.easy_setopt(
        handle->easy, protocols_as_text, plain ? "http,https" : "https");
    if (known == CURLE_UNKNOWN_OPTION) {
        long mask = plain ? CURLPROTO_HTTP | CURLPROTO_HTTPS : CURLPROTO_HTTPS;
        known = libcurl.easy_setopt(handle->easy, CURLOPT_PROTOCOLS, mask);
    }
    handle->preparation = known;
}

static bool reserve(curl_shim_handle *handle, size_t needed)
{
    if (needed <= handle->capacity) return true;
    size_t doubled = handle->capacity < 8192 ? 16384 : handle->capacity * 2;
    size_t capacity = doubled < needed ? needed : doubled;
    unsigned char *grown = realloc(handle->body, capacity);
    if (grown == NULL) return false;
    handle->body = grown;
    handle->capacity = capacity;
    return true;
}

/* Returning fewer bytes than received ends the request. */
static size_t receive(char *bytes, size_t one, size_t count, void *context)
{
    (void)one;
    curl_shim_handle *handle = context;
    if (count > handle->limit - handle->size) {
        handle->exceeded = true;
        return 0;
    }
    if (!reserve(handle, handle->size + count)) {
        handle->out_of_memory = true;
        return 0;
    }
    if (count > 0) memcpy(handle->body + handle->size, bytes, count);
    handle->size += count;
    return count;
}

/* libcurl's own limit is about the same, with an error that says something else. */
static const size_t most_bytes_of_header = 256 * 1024;

/* libcurl treats a number beyond 63 bits as none. */
static size_t receive_header(char *bytes, size_t one, size_t count, void *context)
{
    static const char name[] = "retry-after:";
    static const size_t length = sizeof name - 1;
    (void)one;
    curl_shim_handle *handle = context;
    handle->header_size += count;
    if (handle->header_size > most_bytes_of_header) {
        handle->header_exceeded = true;
        return 0;
    }
    if (count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) handle->retry_after = -1;
    if (count <= length || strncasecmp(bytes, name, length) != 0) return count;
    size_t place = length;
    while (place < count && (bytes[place] == ' ' || bytes[place] == '\t')) place++;
    size_t start = place;
    long seconds = 0;
    for (; place < count && bytes[place] >= '0' && bytes[place] <= '9'; place++) {
        int digit = bytes[place] - '0';
        seconds = seconds > (LONG_MAX - digit) / 10 ? LONG_MAX : seconds * 10 + digit;
    }
    bool is_number = place > start
        && (place == count || bytes[place] == '\r' || bytes[place] == '\n' || bytes[place] == ' ');
    if (is_number && seconds > 0) handle->retry_after = seconds;
    return count;
}

void curl_shim_prepare(
    curl_shim_handle *handle, const char *address, bool post, bool plain_loopback)
{
    libcurl.easy_reset(handle->easy);
    libcurl.slist_free_all(handle->headers);
    handle->headers = NULL;
    handle->size = 0;
    handle->limit = 0;
    handle->retry_after = -1;
    handle->exceeded = false;
    handle->header_size = 0;
    handle->header_exceeded = false;
    handle->out_of_memory = false;
    handle->too_many_files = false;
    handle->is_unwanted = NULL;
    handle->preparation = CURLE_OK;

    allow_protocols(handle, plain_loopback);
    set_pointer(handle, CURLOPT_URL, address);
    set_number(handle, CURLOPT_NOSIGNAL, 1L);
    set_number(handle, CURLOPT_NETRC, CURL_NETRC_IGNORED);
    set_number(handle, CURLOPT_FOLLOWLOCATION, 0L);
    set_number(handle, CURLOPT_SSL_VERIFYPEER, 1L);
    set_number(handle, CURLOPT_SSL_VERIFYHOST, 2L);
    set_number(handle, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
    set_pointer(handle, CURLOPT_ACCEPT_ENCODING, "gzip");
    set_pointer(handle, CURLOPT_WRITEDATA, handle);
    if (handle->preparation == CURLE_OK)
        handle->preparation = libcurl.easy_setopt(handle->easy, CURLOPT_WRITEFUNCTION, receive);
    set_pointer(handle, CURLOPT_HEADERDATA, handle);
    if (handle->preparation == CURLE_OK)
        handle->preparation =
            libcurl.easy_setopt(handle->easy, CURLOPT_HEADERFUNCTION, receive_header);
    if (post) {
        /* An empty body has no type, but libcurl would send one. */
        curl_shim_add_header(handle, "Content-Type:");
        set_number(handle, CURLOPT_POST, 1L);
        set_number(handle, CURLOPT_POSTFIELDSIZE, 0L);
        set_pointer(handle, CURLOPT_POSTFIELDS, "");
    }
}

void curl_shim_add_header(curl_shim_handle *handle, const char *line)
{
    struct curl_slist *longer = libcurl.slist_append(handle->headers, line);
    if (longer == NULL) {
        handle->preparation = CURLE_OUT_OF_MEMORY;
        return;
    }
    handle->headers = longer;
    set_pointer(handle, CURLOPT_HTTPHEADER, longer);
}

void curl_shim_carry(
    curl_shim_handle *handle, const char *type, const unsigned char *body, size_t size)
{
    static const char name[] = "Content-Type: ";
    char *line = malloc(sizeof name + strlen(type));
    if (line == NULL) {
        handle->preparation = CURLE_OUT_OF_MEMORY;
        return;
    }
    strcpy(line, name);
    strcat(line, type);
    /* In place of the header without a type. */
    libcurl.slist_free_all(handle->headers);
    handle->headers = NULL;
    curl_shim_add_header(handle, line);
    free(line);
    /* Otherwise libcurl waits a second for permission to send a long body. */
    curl_shim_add_header(handle, "Expect:");
    if (handle->preparation == CURLE_OK)
        handle->preparation = libcurl.easy_setopt(
            handle->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
    /* Without a body libcurl would read standard input. */
    set_pointer(handle, CURLOPT_POSTFIELDS, body == NULL ? (const unsigned char *)"" : body);
}

static int ask_whether_unwanted(
    void *context, curl_off_t all_down, curl_off_t down, curl_off_t all_up, curl_off_t up)
{
    (void)all_down, (void)down, (void)all_up, (void)up;
    curl_shim_handle *handle = context;
    return handle->is_unwanted(handle->is_unwanted_context) ? 1 : 0;
}

void curl_shim_end_when(
    curl_shim_handle *handle, bool (*is_unwanted)(void *context), void *context)
{
    handle->is_unwanted = is_unwanted;
    handle->is_unwanted_context = context;
    set_number(handle, CURLOPT_NOPROGRESS, 0L);
    set_pointer(handle, CURLOPT_XFERINFODATA, handle);
    if (handle->preparation == CURLE_OK)
        handle->preparation = libcurl.easy_setopt(
            handle->easy, CURLOPT_XFERINFOFUNCTION, ask_whether_unwanted);
}

void curl_shim_identify(
    curl_shim_handle *handle, const char *agent, const char *user, const char *password)
{
    set_pointer(handle, CURLOPT_USERAGENT, agent);
    if (user == NULL) return;
    set_number(handle, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
    set_pointer(handle, CURLOPT_USERNAME, user);
    set_pointer(handle, CURLOPT_PASSWORD, password == NULL ? "" : password);
}

void curl_shim_trust(curl_shim_handle *handle, const char *file, const char *folder)
{
    if (file != NULL) set_pointer(handle, CURLOPT_CAINFO, file);
    if (folder != NULL) set_pointer(handle, CURLOPT_CAPATH, folder);
}

void curl_shim_route(curl_shim_handle *handle, const char *proxy, const char *except)
{
    /* An empty string means none; with NULL, libcurl reads the environment. */
    set_pointer(handle, CURLOPT_PROXY, proxy == NULL ? "" : proxy);
    set_pointer(handle, CURLOPT_NOPROXY, except == NULL ? "" : except);
}

void curl_shim_limit(curl_shim_handle *handle, curl_shim_limits limits)
{
    handle->limit = limits.body_bytes;
    set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, limits.connect_milliseconds);
    set_number(handle, CURLOPT_TIMEOUT_MS, limits.total_milliseconds);
    set_number(handle, CURLOPT_LOW_SPEED_TIME, limits.slow_seconds);
    set_number(handle, CURLOPT_LOW_SPEED_LIMIT, limits.slowest_bytes_per_second);
}

static curl_shim_outcome outcome_of(CURLcode code)
{
    switch (code) {
    case CURLE_OK:
        return CURL_SHIM_ANSWERED;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return CURL_SHIM_NAME_LOOKUP;
    case CURLE_COULDNT_CONNECT:
        return CURL_SHIM_REFUSED;
    case CURLE_OPERATION_TIMEDOUT:
        return CURL_SHIM_TIMED_OUT;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ISSUER_ERROR:
        return CURL_SHIM_UNTRUSTED_CERTIFICATE;
    case CURLE_SSL_CACERT_BADFILE:
        return CURL_SHIM_CERTIFICATE_FILE;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_USE_SSL_FAILED:
        return CURL_SHIM_SECURE_CONNECTION;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        return CURL_SHIM_CUT_OFF;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_BAD_CONTENT_ENCODING:
        return CURL_SHIM_GARBLED;
    case CURLE_FILESIZE_EXCEEDED:
        return CURL_SHIM_TOO_LARGE;
    case CURLE_ABORTED_BY_CALLBACK:
        return CURL_SHIM_ENDED_EARLY;
    case CURLE_OUT_OF_MEMORY:
        return CURL_SHIM_OUT_OF_MEMORY;
    default:
        return CURL_SHIM_OTHER;
    }
}

static void read_answer(curl_shim_handle *handle, curl_shim_answer *answer)
{
    char *redirect = NULL;
    curl_off_t wait = 0;
    libcurl.easy_getinfo(handle->easy, CURLINFO_RESPONSE_CODE, &answer->status);
    libcurl.easy_getinfo(handle->easy, CURLINFO_REDIRECT_URL, &redirect);
    libcurl.easy_getinfo(handle->easy, CURLINFO_RETRY_AFTER, &wait);
    answer->redirect_address = redirect;
    /* libcurl parses dates, too. */
    answer->retry_after_seconds = handle->retry_after > 0 ? handle->retry_after
        : wait > 0                                        ? (long)wait
                                                          : -1;
    answer->body = handle->body;
    answer->body_size = handle->size;
}

/* The result of the finished transfer. */
static CURLcode result_of(CURLM *multi)
{
    int left = 0;
    CURLMsg *message;
    while ((message = libcurl.multi_info_read(multi, &left)) != NULL)
        if (message->msg == CURLMSG_DONE) return message->data.result;
    return CURLE_FAILED_INIT;
}

/* The processor time of this thread in seconds. */
static double computing_time(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Like easy_perform, but calls `is_unwanted` often. easy_perform does so only once a
   second while nothing arrives. */
static CURLcode perform_asking(curl_shim_handle *handle)
{
    static const int most_milliseconds = 50;
    /* A server can send for ever what is neither header nor body, such as a chunk's extensions. */
    static const double most_seconds_without_body = 2;
    size_t body_size = 0;
    double begun = computing_time();
    CURLM *multi = libcurl.multi_init();
    if (multi == NULL) return CURLE_OUT_OF_MEMORY;
    int running = 1;
    CURLMcode code = libcurl.multi_add_handle(multi, handle->easy);
    bool ended_early = false;
    bool is_garbled = false;
    while (code == CURLM_OK && running > 0) {
        ended_early = handle->is_unwanted != NULL
            && handle->is_unwanted(handle->is_unwanted_context);
        if (ended_early) break;
        code = libcurl.multi_perform(multi, &running);
        if (handle->size != body_size) {
            body_size = handle->size;
            begun = computing_time();
        } else if (computing_time() - begun > most_seconds_without_body) {
            is_garbled = true;
            break;
        }
        if (code == CURLM_OK && running > 0)
            code = libcurl.multi_poll(multi, NULL, 0, most_milliseconds, NULL);
    }
    CURLcode result = ended_early ? CURLE_ABORTED_BY_CALLBACK
        : is_garbled              ? CURLE_WEIRD_SERVER_REPLY
        : code == CURLM_OK            ? result_of(multi)
        : code == CURLM_OUT_OF_MEMORY ? CURLE_OUT_OF_MEMORY
                                      : CURLE_FAILED_INIT;
    /* Looked at while libcurl has its files open. */
    handle->too_many_files =
        (result == CURLE_COULDNT_CONNECT || result == CURLE_COULDNT_RESOLVE_HOST)
        && curl_shim_has_too_many_files();
    libcurl.multi_remove_handle(multi, handle->easy);
    libcurl.multi_cleanup(multi);
    return result;
}

static CURLcode perform(curl_shim_handle *handle)
{
    return libcurl.multi_poll != NULL ? perform_asking(handle) : libcurl.easy_perform(handle->easy);
}

curl_shim_outcome curl_shim_perform(curl_shim_handle *handle, curl_shim_answer *answer)
{
    *answer = (curl_shim_answer){.retry_after_seconds = -1};
    CURLcode code = handle->preparation;
    bool prepared = code == CURLE_OK;
    if (prepared) code = perform(handle);
    answer->curl_code = (int)code;
    if (handle->exceeded) {
        libcurl.easy_getinfo(handle->easy, CURLINFO_RESPONSE_CODE, &answer->status);
        return CURL_SHIM_TOO_LARGE;
    }
    if (handle->out_of_memory) return CURL_SHIM_OUT_OF_MEMORY;
    if (handle->too_many_files) return CURL_SHIM_TOO_MANY_FILES;
    /* A line of a header without end is an error of memory, or too large, before it has ended. */
    static const CURLcode too_large = (CURLcode)100;
    if (handle->header_exceeded
        || (prepared && handle->size == 0 && (code == CURLE_OUT_OF_MEMORY || code == too_large)))
        return CURL_SHIM_HEADER_TOO_LARGE;
    /* A rejected option never counts as the server's fault. */
    if (!prepared) return code == CURLE_OUT_OF_MEMORY ? CURL_SHIM_OUT_OF_MEMORY : CURL_SHIM_OTHER;
    if (code == CURLE_OK)
        read_answer(handle, answer);
    else
        libcurl.easy_getinfo(handle->easy, CURLINFO_RESPONSE_CODE, &answer->status);
    return outcome_of(code);
}
