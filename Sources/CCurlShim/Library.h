#ifndef GHOSTVAULT_CURL_LIBRARY_H
#define GHOSTVAULT_CURL_LIBRARY_H

/* Older versions of libcurl have only the option that newer ones deprecate. */
#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK

#include <curl/curl.h>
#include <stdbool.h>

#include "include/CCurlShim.h"

/* The functions of libcurl, which is loaded on first use. */
typedef struct {
    CURLcode (*global_init)(long);
    CURL *(*easy_init)(void);
    void (*easy_reset)(CURL *);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_perform)(CURL *);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    /* NULL before 7.66. */
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_cleanup)(CURLM *);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    void (*easy_cleanup)(CURL *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
} curl_library;

/* Written once, on loading, and only read afterwards. */
extern curl_library libcurl __attribute__((visibility("hidden")));

/* Loads libcurl if it is not yet loaded; callable on any thread. Returns whether it is, and
   otherwise sets why not. */
bool curl_shim_load_library(curl_shim_outcome *failure) __attribute__((visibility("hidden")));

/* Whether the process can open no further file, not even one that is there. */
bool curl_shim_has_too_many_files(void) __attribute__((visibility("hidden")));

#endif
