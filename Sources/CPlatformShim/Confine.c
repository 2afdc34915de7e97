/* RUSAGE and seccomp names */
#define _GNU_SOURCE

#include "CPlatformShim.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#ifdef __APPLE__
#include <sandbox.h>
#endif

static int limit(int resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return errno;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
    struct rlimit limit = {most, most};
    return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

#ifdef __linux__

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#else
#error "The system calls that a confined process may make are listed for x86_64 and aarch64."
#endif

#define FIELD(name) (uint32_t)offsetof(struct seccomp_data, name)
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define PASS BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define END BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
/* Passes a call by its number. */
#define MAY(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), PASS
/* Passes a call whose argument of that place, below 2^32, has none of some bits. */
#define MAY_WITHOUT(call, place, bits) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(FIELD(args[place])), \
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), PASS, END

/* Passes a call whose argument of that place is a number, which the kernel takes as 32 bits. */
#define MAY_WITH(call, place, number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), LOAD(FIELD(args[place])), \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), PASS, END

/* What libraries look at on their way, and can do without. */
#define MUST_FAIL(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

/* Ends the process at any call but those that computing, memory and its open files need: one
   socket, which is connected, and two that lead nowhere. */
static int forbid_calls(void)
{
    struct sock_filter filter[] = {
        LOAD(FIELD(arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0),
        END,
        LOAD(FIELD(nr)),
        MAY(read), MAY(write), MAY(sendto),
        MAY(brk), MAY(munmap), MAY(mremap), MAY(madvise), MAY(futex), MAY(setitimer),
        MAY(exit), MAY(exit_group), MAY(rt_sigreturn), MAY(rt_sigprocmask), MAY(restart_syscall),
        MAY(clock_gettime), MAY(getrandom), MAY(sched_yield), MAY(getpid), MAY(gettid),
        /* By abort(), to itself. */
        MAY_WITH(tgkill, 0, (uint32_t)getpid()),
        MAY_WITHOUT(mmap, 2, PROT_EXEC),
        MAY_WITHOUT(mprotect, 2, PROT_EXEC),
        MUST_FAIL(newfstatat), MUST_FAIL(fstat), MUST_FAIL(sysinfo),
        END,
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return errno;
    return 0;
}

/* The bytes of address space that the process has now; 0 where that is not known. */
static rlim_t size_of_this_process(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) return 0;
    unsigned long pages = 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static int limit_memory(size_t bytes)
{
    rlim_t now = size_of_this_process();
    return now == 0 ? ENOTSUP : limit(RLIMIT_AS, now + bytes);
}

static int forbid_rest(void)
{
#ifdef M_ARENA_MAX
    /* Where memory is out, malloc would ask the system for the number of processors. */
    mallopt(M_ARENA_MAX, 1);
#endif
    int error = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno;
    return error != 0 ? error : forbid_calls();
}

#else

/* The system counts no address space against a limit. */
static int limit_memory(size_t bytes)
{
    (void)bytes;
    return 0;
}

static int forbid_rest(void)
{
#ifdef __APPLE__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
    char *message = NULL;
    if (sandbox_init(kSBXProfilePureComputation, SANDBOX_NAMED, &message) == 0) return 0;
    sandbox_free_error(message);
    return EPERM;
#pragma clang diagnostic pop
#else
    return ENOTSUP;
#endif
}

#endif

int platform_confine(size_t memory_bytes)
{
    int error = limit_memory(memory_bytes);
    if (error == 0) error = limit(RLIMIT_CORE, 0);
    if (error == 0) error = limit(RLIMIT_FSIZE, 0);
    if (error == 0) error = limit(RLIMIT_NPROC, 0);
    if (error == 0) error = limit(RLIMIT_NOFILE, 0);
    return error != 0 ? error : forbid_rest();
}

void platform_end_after(int seconds)
{
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

void platform_forbid_core_files(void)
{
    /* Best effort: a system that allows neither is no reason not to run. The hard limit
       stays, so that a program which this one starts may have core files of its own. */
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0) {
        limit.rlim_cur = 0;
        (void)setrlimit(RLIMIT_CORE, &limit);
    }
#ifdef __linux__
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}
