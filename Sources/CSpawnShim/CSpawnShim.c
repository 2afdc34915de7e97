/* posix_spawn_file_actions_addclosefrom_np */
#define _GNU_SOURCE

#include "CSpawnShim.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

static int describe_files(posix_spawn_file_actions_t *files, int input)
{
    int error = input >= 0
        ? posix_spawn_file_actions_adddup2(files, input, STDIN_FILENO)
        : posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (int output = STDOUT_FILENO; output <= STDERR_FILENO && error == 0; output++) {
        error = posix_spawn_file_actions_addopen(files, output, "/dev/null", O_WRONLY, 0);
    }
#ifndef __APPLE__
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(files, STDERR_FILENO + 1);
#endif
    if (error == 0) error = posix_spawn_file_actions_addchdir_np(files, "/");
    return error;
}

static int describe_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    int error = posix_spawnattr_setflags(attributes, flags);
    if (error == 0) error = posix_spawnattr_setpgroup(attributes, 0);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0) error = posix_spawnattr_setsigdefault(attributes, &all);
    return error;
}

int spawn_shim_start(
    const char *path, char *const arguments[], char *const environment[], int input,
    pid_t *process)
{
    posix_spawn_file_actions_t files;
    int error = posix_spawn_file_actions_init(&files);
    if (error != 0) return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = describe_files(&files, input);
        if (error == 0) error = describe_signals(&attributes);
        if (error == 0) {
            error = posix_spawn(process, path, &files, &attributes, arguments, environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return error;
}
