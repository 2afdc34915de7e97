#define _GNU_SOURCE

#include "TestTerminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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
