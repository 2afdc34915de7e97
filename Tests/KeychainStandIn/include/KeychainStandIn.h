/// A keychain for tests on a system without one: it keeps the contract that
/// Apple documents for file-based keychains.
///
/// Items are the process's, or those of the file KEYCHAIN_STAND_IN_FILE. How it
/// behaves is a matter of each thread, since each test has one; it begins as
/// KEYCHAIN_STAND_IN_LOCKED, KEYCHAIN_STAND_IN_BUILD and KEYCHAIN_STAND_IN_ANSWER
/// say, all of them numbers.

#ifndef KEYCHAIN_STAND_IN_H
#define KEYCHAIN_STAND_IN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What comes of a question to the person: to unlock the keychain, or to let a
/// build have what another one put there.
typedef enum {
    KEYCHAIN_STAND_IN_ALLOWS,
    KEYCHAIN_STAND_IN_CANCELS,
    KEYCHAIN_STAND_IN_DENIES,
    /// There is nobody to ask, as over SSH.
    KEYCHAIN_STAND_IN_IS_AWAY
} keychain_stand_in_person;

/// @param build which build of the program is asking.
void keychain_stand_in_behave(bool is_locked, int build, keychain_stand_in_person person);

/// Lets the next call fail with a status of the framework; 0 for none.
void keychain_stand_in_fail_next(int32_t status);

/// What this thread made and did not let go of.
int keychain_stand_in_objects(void);

/// How often a secret was let go of that was not overwritten before.
int keychain_stand_in_unwiped(void);

/// Whether there is an item of these three texts.
bool keychain_stand_in_has(const char *service, const char *account, const char *label);

#endif
