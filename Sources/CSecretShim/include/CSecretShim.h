/// What keeping a secret needs and Swift cannot reach.
///
/// Why it exists: the desktop's secret service speaks D-Bus, for which CBusShim
/// is, and `prctl` is variadic. The Keychain's functions take dictionaries of
/// untyped objects, and are tried on Linux as they are written here.
///
/// When it can go: with CBusShim, but for `prctl` and the Keychain.

#ifndef CSECRETSHIM_H
#define CSECRETSHIM_H

#include <stdbool.h>
#include <stddef.h>

/// What became of a request to the secret service or the Keychain.
typedef enum {
    SECRET_SHIM_DONE,
    /// No libsystemd can be loaded, or it is too old.
    SECRET_SHIM_LIBRARY_MISSING,
    /// Nothing of this user listens at the bus's address, or the address is
    /// not of this machine.
    SECRET_SHIM_NO_BUS,
    /// Nobody on the bus keeps secrets.
    SECRET_SHIM_NO_SERVICE,
    /// The service has no default keyring to keep them in.
    SECRET_SHIM_NO_KEYRING,
    /// The keyring is locked, and was not unlocked.
    SECRET_SHIM_LOCKED,
    SECRET_SHIM_TIMED_OUT,
    /// No secret has this name.
    SECRET_SHIM_NOT_FOUND,
    /// The service answered with another error, or not as it should.
    SECRET_SHIM_REFUSED,
    SECRET_SHIM_OUT_OF_MEMORY,
    /// The person did not answer the Keychain's question, but closed it.
    SECRET_SHIM_CANCELLED,
    /// The person refused, or the password was wrong.
    SECRET_SHIM_DENIED,
    /// The Keychain would have to ask, where it can ask nobody.
    SECRET_SHIM_UNATTENDED
} secret_shim_outcome;

typedef struct {
    /// The session bus's address, as D-Bus writes it. Only sockets of this
    /// machine are connected to.
    const char *bus_address;
    /// Milliseconds for everything but a prompt.
    unsigned answer_milliseconds;
    /// Milliseconds for a person to unlock the keyring in a prompt.
    unsigned prompt_milliseconds;
} secret_shim_service;

/// What a secret is found by.
typedef struct {
    /// The program that keeps it.
    const char *application;
    /// Tells it from the program's other secrets.
    const char *identifier;
} secret_shim_name;

/// Keeps a secret in the default keyring, in place of one of the same name.
/// Blocks.
///
/// @param label what a keyring manager shows; no secret.
secret_shim_outcome secret_shim_store(
    const secret_shim_service *service, const secret_shim_name *name, const char *label,
    const void *secret, size_t size);

/// Looks a secret up. Blocks.
///
/// @param secret set to a copy of the bytes, for `secret_shim_free_wiped`,
///   where the outcome is `SECRET_SHIM_DONE`; else to NULL.
secret_shim_outcome secret_shim_look_up(
    const secret_shim_service *service, const secret_shim_name *name, void **secret, size_t *size);

/// Removes a secret. Blocks.
secret_shim_outcome secret_shim_remove(
    const secret_shim_service *service, const secret_shim_name *name);

/// Whether this system has a Keychain. Without, those below give
/// `SECRET_SHIM_NO_SERVICE`.
bool secret_shim_has_keychain(void);

/// Keeps a secret in the default keychain, in place of one of the same name.
/// Blocks while macOS asks the person, as do those below.
///
/// @param label what Keychain Access shows; no secret.
secret_shim_outcome secret_shim_keychain_store(
    const secret_shim_name *name, const char *label, const void *secret, size_t size);

/// Looks a secret up.
///
/// @param secret as of `secret_shim_look_up`.
secret_shim_outcome secret_shim_keychain_look_up(
    const secret_shim_name *name, void **secret, size_t *size);

secret_shim_outcome secret_shim_keychain_remove(const secret_shim_name *name);

/// Overwrites a secret and frees it.
void secret_shim_free_wiped(void *secret, size_t size);

/// Asks the kernel to write no core file of this process. On Linux its memory
/// is also closed to the other processes of the same user, root's excepted.
void secret_shim_forbid_core_files(void);

#endif
