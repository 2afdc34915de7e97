/* posix_spawn_file_actions_addclosefrom_np */
#define _GNU_SOURCE

#include "CPlatformShim.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

static int describe_file(
    posix_spawn_file_actions_t *actions, int given, int standard, int flags)
{
    return given >= 0
        ? posix_spawn_file_actions_adddup2(actions, given, standard)
        : posix_spawn_file_actions_addopen(actions, standard, "/dev/null", flags, 0);
}

static int describe_files(posix_spawn_file_actions_t *actions, platform_files files)
{
    int error = describe_file(actions, files.input, STDIN_FILENO, O_RDONLY);
    if (error == 0) error = describe_file(actions, files.output, STDOUT_FILENO, O_WRONLY);
    if (error == 0) error = describe_file(actions, files.errors, STDERR_FILENO, O_WRONLY);
#ifndef __APPLE__
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
    if (error == 0) error = posix_spawn_file_actions_addchdir_np(actions, "/");
    return error;
}

static int describe_signals(posix_spawnattr_t *attributes, int shares_group)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (!shares_group) flags |= POSIX_SPAWN_SETPGROUP;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    int error = posix_spawnattr_setflags(attributes, flags);
    if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
    return error;
}

int platform_start_program(
    const char *path, char *const *arguments, char *const *environment, platform_files files,
    pid_t *process)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = describe_files(&actions, files);
        if (error == 0) error = describe_signals(&attributes, files.shares_group);
        if (error == 0) {
            error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
