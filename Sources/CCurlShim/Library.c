#include "Library.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

curl_library libcurl;
static bool is_loaded;
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static void *open_library(void)
{
#ifdef __APPLE__
    static const char *const names[] = {"/usr/lib/libcurl.4.dylib", "libcurl.4.dylib"};
#else
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#endif
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *opened = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (opened != NULL) return opened;
    }
    return NULL;
}

static bool find(void *opened, const char *name, void *function)
{
    void *found = dlsym(opened, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

bool curl_shim_has_too_many_files(void)
{
    int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return errno == EMFILE || errno == ENFILE;
    close(descriptor);
    return false;
}

static void load(void)
{
    void *opened = open_library();
    if (opened == NULL) return;
    /* It is optional. */
    find(opened, "curl_multi_poll", &libcurl.multi_poll);
    is_loaded = find(opened, "curl_global_init", &libcurl.global_init)
        && find(opened, "curl_easy_init", &libcurl.easy_init)
        && find(opened, "curl_easy_reset", &libcurl.easy_reset)
        && find(opened, "curl_easy_setopt", &libcurl.easy_setopt)
        && find(opened, "curl_easy_perform", &libcurl.easy_perform)
        && find(opened, "curl_multi_init", &libcurl.multi_init)
        && find(opened, "curl_multi_add_handle", &libcurl.multi_add_handle)
        && find(opened, "curl_multi_perform", &libcurl.multi_perform)
        && find(opened, "curl_multi_info_read", &libcurl.multi_info_read)
        && find(opened, "curl_multi_remove_handle", &libcurl.multi_remove_handle)
        && find(opened, "curl_multi_cleanup", &libcurl.multi_cleanup)
        && find(opened, "curl_easy_getinfo", &libcurl.easy_getinfo)
        && find(opened, "curl_easy_cleanup", &libcurl.easy_cleanup)
        && find(opened, "curl_slist_append", &libcurl.slist_append)
        && find(opened, "curl_slist_free_all", &libcurl.slist_free_all)
        && libcurl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool curl_shim_load_library(curl_shim_outcome *failure)
{
    pthread_mutex_lock(&loading);
    /* A program that runs for long may lack descriptors, or the library, only once. */
    if (!is_loaded) load();
    bool loaded = is_loaded;
    pthread_mutex_unlock(&loading);
    if (!loaded) {
        *failure = curl_shim_has_too_many_files() ? CURL_SHIM_TOO_MANY_FILES
                                                  : CURL_SHIM_LIBRARY_MISSING;
    }
    return loaded;
}
