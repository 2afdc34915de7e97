#include <notify.h>

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/// The ends of a pipe for each that is registered; a token is an index.
enum { MOST_TOKENS = 256 };
static int readers[MOST_TOKENS], writers[MOST_TOKENS];
static pthread_t threads[MOST_TOKENS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

uint32_t notify_register_file_descriptor(
    const char *name, int *descriptor, int flags, int *token) {
    (void)name, (void)flags;
    int ends[2];
    if (pipe(ends) != 0) return 1;
    pthread_mutex_lock(&lock);
    int free_token = 0;
    while (free_token < MOST_TOKENS && writers[free_token] != 0) free_token++;
    if (free_token == MOST_TOKENS) abort();
    readers[free_token] = ends[0];
    writers[free_token] = ends[1];
    threads[free_token] = pthread_self();
    pthread_mutex_unlock(&lock);
    *descriptor = ends[0];
    *token = free_token;
    return NOTIFY_STATUS_OK;
}

uint32_t notify_cancel(int token) {
    pthread_mutex_lock(&lock);
    close(readers[token]);
    close(writers[token]);
    writers[token] = 0;
    pthread_mutex_unlock(&lock);
    return NOTIFY_STATUS_OK;
}

uint32_t notify_post(const char *name) {
    (void)name;
    pthread_mutex_lock(&lock);
    for (int token = 0; token < MOST_TOKENS; token++) {
        if (writers[token] == 0 || !pthread_equal(threads[token], pthread_self())) continue;
        ssize_t written = write(writers[token], &token, sizeof token);
        (void)written;
    }
    pthread_mutex_unlock(&lock);
    return NOTIFY_STATUS_OK;
}
