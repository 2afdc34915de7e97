#include "Items.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { MOST_ITEMS = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item items[MOST_ITEMS];
static int count;
/// The file that other processes share; NULL where there is none.
static FILE *file;

bool are_equal(const struct bytes *one, const struct bytes *other) {
    return one->size == other->size && memcmp(one->start, other->start, one->size) == 0;
}

static void free_fields(struct item *item) {
    for (int field = 0; field < FIELDS; field++) free(item->fields[field].start);
}

static struct bytes read_bytes(size_t size) {
    struct bytes bytes = {malloc(size + 1), size};
    if (bytes.start == NULL || fread(bytes.start, 1, size, file) != size) abort();
    return bytes;
}

static void read_items(void) {
    while (count > 0) free_fields(&items[--count]);
    struct item item;
    size_t sizes[FIELDS];
    rewind(file);
    while (fscanf(
               file, "%d %zu %zu %zu %zu", &item.build, &sizes[SERVICE], &sizes[ACCOUNT],
               &sizes[LABEL], &sizes[SECRET]) == 1 + FIELDS
           && fgetc(file) == '\n') {
        for (int field = 0; field < FIELDS; field++) item.fields[field] = read_bytes(sizes[field]);
        items[count++] = item;
    }
}

static void write_items(void) {
    rewind(file);
    if (ftruncate(fileno(file), 0) != 0) abort();
    for (int index = 0; index < count; index++) {
        const struct bytes *fields = items[index].fields;
        // What begins with a space would be read from there.
        fprintf(
            file, "%d %zu %zu %zu %zu\n", items[index].build, fields[SERVICE].size,
            fields[ACCOUNT].size, fields[LABEL].size, fields[SECRET].size);
        for (int field = 0; field < FIELDS; field++) {
            fwrite(fields[field].start, 1, fields[field].size, file);
        }
    }
}

void begin_items(void) {
    pthread_mutex_lock(&lock);
    const char *path = getenv("KEYCHAIN_STAND_IN_FILE");
    if (path == NULL) return;
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    file = descriptor < 0 ? NULL : fdopen(descriptor, "r+");
    if (file == NULL || flock(descriptor, LOCK_EX) != 0) abort();
    read_items();
}

void end_items(bool were_changed) {
    if (file != NULL) {
        if (were_changed) write_items();
        fclose(file);
        file = NULL;
    }
    pthread_mutex_unlock(&lock);
}

struct item *find_item(const struct bytes *service, const struct bytes *account) {
    for (int index = 0; index < count; index++) {
        if (are_equal(&items[index].fields[SERVICE], service)
            && are_equal(&items[index].fields[ACCOUNT], account)) {
            return &items[index];
        }
    }
    return NULL;
}

void add_item(struct item item) {
    if (count == MOST_ITEMS) abort();
    items[count++] = item;
}

void remove_item(struct item *item) {
    free_fields(item);
    *item = items[--count];
}
