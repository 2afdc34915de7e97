#include "CSecretShim.h"

#include <sys/resource.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

void secret_shim_forbid_core_files(void)
{
    /* Best effort: a system that allows neither is no reason not to run. The
       hard limit stays, so that a program which this one starts may ask for
       core files of its own. */
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        (void)setrlimit(RLIMIT_CORE, &limit);
    }
#ifdef __linux__
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}
