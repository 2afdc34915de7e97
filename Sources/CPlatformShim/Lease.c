#define _GNU_SOURCE
#include "CPlatformShim.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool platform_is_being_written(const char *path)
{
#ifdef F_SETLEASE
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor < 0) return false;
    /* Nobody else may write where a lease for reading is given. It ends with the descriptor. */
    bool is_written = fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0 && errno == EAGAIN;
    close(descriptor);
    return is_written;
#else
    (void)path;
    return false;
#endif
}
