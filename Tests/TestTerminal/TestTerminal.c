#define _GNU_SOURCE

#include "TestTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#else
// In no header of the system.
int pthread_chdir_np(const char *path);
#endif

static int open_other_side(int ours) {
    if (grantpt(ours) != 0 || unlockpt(ours) != 0) return -1;
    if (fcntl(ours, F_SETFL, O_NONBLOCK) != 0 || fcntl(ours, F_SETFD, FD_CLOEXEC) != 0) return -1;
    const char *name = ptsname(ours);
    return name == NULL ? -1 : open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

int test_terminal_open(int *theirs) {
    int ours = posix_openpt(O_RDWR | O_NOCTTY);
    if (ours < 0) return -1;
    *theirs = open_other_side(ours);
    if (*theirs >= 0) return ours;
    close(ours);
    return -1;
}

int test_terminal_resize(int ours, unsigned short columns, unsigned short rows) {
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    return ioctl(ours, TIOCSWINSZ, &size);
}

int test_thread_folder(const char *path) {
#ifdef __linux__
    // On Linux the mask of new files' permissions becomes the thread's own as well.
    if (unshare(CLONE_FS) != 0) return errno;
    return chdir(path) == 0 ? 0 : errno;
#else
    return pthread_chdir_np(path) == 0 ? 0 : errno;
#endif
}
