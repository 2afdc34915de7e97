/* A disk that is full from some moment on, or that can't be written at all, for
 * files below one folder. Loaded before the program under test's libraries.
 *
 * A write that needs more room than its file has is counted, and so is a file or
 * folder that is made. From the number FULL_DISK_AFTER on all of them fail with
 * ENOSPC; what overwrites old bytes succeeds, as it does on most disks. The same
 * is so while there is a file FULL_DISK_WHILE, so that room can come back. With
 * FULL_DISK_READ_ONLY whatever would change anything fails with EROFS. The count
 * is written to FULL_DISK_COUNT when the program ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static atomic_long growths;

static const char *folder(void) { return getenv("FULL_DISK_FOLDER"); }
static int is_read_only(void) { return getenv("FULL_DISK_READ_ONLY") != NULL; }

static int lies_below(const char *path) {
    const char *top = folder();
    return top && path && strncmp(path, top, strlen(top)) == 0;
}

static int is_watched(int descriptor) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return lies_below(path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_full_after(long number) {
    const char *limit = getenv("FULL_DISK_AFTER");
    const char *sign = getenv("FULL_DISK_WHILE");
    return (limit && number >= atol(limit)) || (sign && REAL(access)(sign, F_OK) == 0);
}

/* 0 where there is room for one more growth. */
static int refuse_growth(void) {
    if (!is_full_after(atomic_fetch_add(&growths, 1))) return 0;
    errno = ENOSPC;
    return -1;
}

static int refuse_change(void) {
    if (!is_read_only()) return 0;
    errno = EROFS;
    return -1;
}

static int refuse_write(int descriptor, off_t end) {
    if (!is_watched(descriptor)) return 0;
    if (refuse_change()) return -1;
    struct stat status;
    if (fstat(descriptor, &status) == 0 && end <= status.st_size) return 0;
    return refuse_growth();
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    off_t place = lseek(descriptor, 0, SEEK_CUR);
    if (place >= 0 && refuse_write(descriptor, place + (off_t)count)) return -1;
    return REAL(write)(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (refuse_write(descriptor, offset + (off_t)count)) return -1;
    return REAL(pwrite)(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (refuse_write(descriptor, offset + (off_t)count)) return -1;
    return REAL(pwrite64)(descriptor, bytes, count, offset);
}

int ftruncate(int descriptor, off_t length) {
    if (refuse_write(descriptor, length)) return -1;
    return REAL(ftruncate)(descriptor, length);
}

int ftruncate64(int descriptor, off_t length) {
    if (refuse_write(descriptor, length)) return -1;
    return REAL(ftruncate64)(descriptor, length);
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    if (refuse_write(descriptor, offset + length)) return errno;
    return REAL(posix_fallocate)(descriptor, offset, length);
}

static int refuse_open(const char *path, int flags) {
    if (!lies_below(path)) return 0;
    int changes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
    if (!changes) return 0;
    struct stat status;
    int is_there = stat(path, &status) == 0;
    if (is_read_only()) {
        /* A missing file is what a read-only disk tells first. */
        if (!is_there && !(flags & O_CREAT)) return 0;
        return refuse_change();
    }
    return !is_there && (flags & O_CREAT) ? refuse_growth() : 0;
}

#define MODE_ARGUMENT \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list list; \
        va_start(list, flags); \
        mode = va_arg(list, mode_t); \
        va_end(list); \
    }

int open(const char *path, int flags, ...) {
    MODE_ARGUMENT
    if (refuse_open(path, flags)) return -1;
    return REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE_ARGUMENT
    if (refuse_open(path, flags)) return -1;
    return REAL(open64)(path, flags, mode);
}

int openat(int where, const char *path, int flags, ...) {
    MODE_ARGUMENT
    if (refuse_open(path, flags)) return -1;
    return REAL(openat)(where, path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
    struct stat status;
    if (lies_below(path) && stat(path, &status) != 0 && (refuse_change() || refuse_growth()))
        return -1;
    return REAL(mkdir)(path, mode);
}

int rename(const char *from, const char *to) {
    if (lies_below(to) && refuse_change()) return -1;
    return REAL(rename)(from, to);
}

int unlink(const char *path) {
    if (lies_below(path) && refuse_change()) return -1;
    return REAL(unlink)(path);
}

int chmod(const char *path, mode_t mode) {
    if (lies_below(path) && refuse_change()) return -1;
    return REAL(chmod)(path, mode);
}

int fchmod(int descriptor, mode_t mode) {
    if (is_watched(descriptor) && refuse_change()) return -1;
    return REAL(fchmod)(descriptor, mode);
}

int access(const char *path, int how) {
    if ((how & W_OK) && lies_below(path) && refuse_change()) return -1;
    return REAL(access)(path, how);
}

int statvfs(const char *path, struct statvfs *status) {
    int result = REAL(statvfs)(path, status);
    if (result == 0 && is_full_after(growths)) status->f_bavail = 0;
    return result;
}

int statvfs64(const char *path, struct statvfs64 *status) {
    int result = REAL(statvfs64)(path, status);
    if (result == 0 && is_full_after(growths)) status->f_bavail = 0;
    return result;
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("FULL_DISK_COUNT");
    if (!path) return;
    int descriptor = REAL(open)(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (descriptor < 0) return;
    dprintf(descriptor, "%ld\n", (long)growths);
    close(descriptor);
}
