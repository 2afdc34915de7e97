/* Generic passwords of the default keychain, which is open from login to logout.

   Each call says that it is not about the data protection keychain: without, it
   would reach both, and that one is closed to programs without an entitlement,
   which no program that is built here can have. What is in a file-based keychain
   does not go to iCloud, and is given only to the build that put it there, or to
   whom the person lets. */

#include "CSecretShim.h"
#include "Wiping.h"

/* KEEPS_IN_KEYCHAIN is also set by the tests, which bring a keychain to Linux. */
#if defined(__APPLE__) && !defined(KEEPS_IN_KEYCHAIN)
#define KEEPS_IN_KEYCHAIN
#endif

#ifdef KEEPS_IN_KEYCHAIN

#include <CoreFoundation/CoreFoundation.h>
#include <Security/Security.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool secret_shim_has_keychain(void) { return true; }

static secret_shim_outcome outcome_of(OSStatus status)
{
    switch (status) {
    case errSecSuccess: return SECRET_SHIM_DONE;
    case errSecItemNotFound: return SECRET_SHIM_NOT_FOUND;
    case errSecUserCanceled: return SECRET_SHIM_CANCELLED;
    /* The last two are told to a build that is not the one which put it there. */
    case errSecAuthFailed:
    case errSecNoAccessForItem:
    case errSecInvalidOwnerEdit: return SECRET_SHIM_DENIED;
    case errSecInteractionNotAllowed:
    case errSecInteractionRequired: return SECRET_SHIM_UNATTENDED;
    case errSecNoDefaultKeychain:
    case errSecNoSuchKeychain: return SECRET_SHIM_NO_KEYRING;
    case errSecNotAvailable: return SECRET_SHIM_NO_SERVICE;
    case errSecAllocate: return SECRET_SHIM_OUT_OF_MEMORY;
    default: return SECRET_SHIM_REFUSED;
    }
}

static CFMutableDictionaryRef new_dictionary(void)
{
    const CFIndex without_limit = 0;
    return CFDictionaryCreateMutable(
        kCFAllocatorDefault, without_limit, &kCFTypeDictionaryKeyCallBacks,
        &kCFTypeDictionaryValueCallBacks);
}

/* Gives a value to a dictionary; false where there is none, for lack of memory. */
static bool hand_over(CFMutableDictionaryRef dictionary, CFStringRef key, CFTypeRef value)
{
    if (value == NULL) return false;
    CFDictionarySetValue(dictionary, key, value);
    CFRelease(value);
    return true;
}

static bool set_text(CFMutableDictionaryRef dictionary, CFStringRef key, const char *text)
{
    return hand_over(
        dictionary, key,
        CFStringCreateWithCString(kCFAllocatorDefault, text, kCFStringEncodingUTF8));
}

/* The bytes stay where they are: nothing here has to wipe a copy. */
static bool set_secret(CFMutableDictionaryRef dictionary, const void *secret, size_t size)
{
    const UInt8 *bytes = size > 0 ? secret : (const UInt8 *)"";
    return hand_over(
        dictionary, kSecValueData,
        CFDataCreateWithBytesNoCopy(
            kCFAllocatorDefault, bytes, (CFIndex)size, kCFAllocatorNull));
}

/* What an item of the name is found by; NULL for lack of memory. */
static CFMutableDictionaryRef new_query(const secret_shim_name *name)
{
    CFMutableDictionaryRef query = new_dictionary();
    if (query == NULL) return NULL;
    CFDictionarySetValue(query, kSecClass, kSecClassGenericPassword);
    CFDictionarySetValue(query, kSecUseDataProtectionKeychain, kCFBooleanFalse);
    if (set_text(query, kSecAttrService, name->application)
        && set_text(query, kSecAttrAccount, name->identifier)) {
        return query;
    }
    CFRelease(query);
    return NULL;
}

static bool set_contents(
    CFMutableDictionaryRef dictionary, const char *label, const void *secret, size_t size)
{
    return set_text(dictionary, kSecAttrLabel, label) && set_secret(dictionary, secret, size);
}

static secret_shim_outcome replace(
    const secret_shim_name *name, const char *label, const void *secret, size_t size)
{
    secret_shim_outcome outcome = SECRET_SHIM_OUT_OF_MEMORY;
    CFMutableDictionaryRef query = new_query(name);
    CFMutableDictionaryRef changes = new_dictionary();
    if (query != NULL && changes != NULL && set_contents(changes, label, secret, size)) {
        outcome = outcome_of(SecItemUpdate(query, changes));
    }
    if (changes != NULL) CFRelease(changes);
    if (query != NULL) CFRelease(query);
    return outcome;
}

secret_shim_outcome secret_shim_keychain_store(
    const secret_shim_name *name, const char *label, const void *secret, size_t size)
{
    CFMutableDictionaryRef item = new_query(name);
    if (item == NULL) return SECRET_SHIM_OUT_OF_MEMORY;
    OSStatus status = set_contents(item, label, secret, size)
        ? SecItemAdd(item, NULL) : errSecAllocate;
    CFRelease(item);
    return status == errSecDuplicateItem
        ? replace(name, label, secret, size) : outcome_of(status);
}

static secret_shim_outcome copy_bytes(CFTypeRef found, void **secret, size_t *size)
{
    if (found == NULL || CFGetTypeID(found) != CFDataGetTypeID()) return SECRET_SHIM_REFUSED;
    const UInt8 *bytes = CFDataGetBytePtr(found);
    size_t count = (size_t)CFDataGetLength(found);
    /* One byte more, since a secret may be empty. */
    *secret = malloc(count + 1);
    if (*secret != NULL && count > 0) memcpy(*secret, bytes, count);
    if (*secret != NULL) *size = count;
    /* They are this call's own, and freed as they are. */
    if (count > 0) wipe((void *)(uintptr_t)bytes, count);
    return *secret == NULL ? SECRET_SHIM_OUT_OF_MEMORY : SECRET_SHIM_DONE;
}

secret_shim_outcome secret_shim_keychain_look_up(
    const secret_shim_name *name, void **secret, size_t *size)
{
    *secret = NULL;
    *size = 0;
    CFMutableDictionaryRef query = new_query(name);
    if (query == NULL) return SECRET_SHIM_OUT_OF_MEMORY;
    CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
    CFDictionarySetValue(query, kSecMatchLimit, kSecMatchLimitOne);
    CFTypeRef found = NULL;
    secret_shim_outcome outcome = outcome_of(SecItemCopyMatching(query, &found));
    if (outcome == SECRET_SHIM_DONE) outcome = copy_bytes(found, secret, size);
    if (found != NULL) CFRelease(found);
    CFRelease(query);
    return outcome;
}

secret_shim_outcome secret_shim_keychain_remove(const secret_shim_name *name)
{
    CFMutableDictionaryRef query = new_query(name);
    if (query == NULL) return SECRET_SHIM_OUT_OF_MEMORY;
    secret_shim_outcome outcome = outcome_of(SecItemDelete(query));
    CFRelease(query);
    return outcome;
}

#else

bool secret_shim_has_keychain(void) { return false; }

secret_shim_outcome secret_shim_keychain_store(
    const secret_shim_name *name, const char *label, const void *secret, size_t size)
{
    (void)name;
    (void)label;
    (void)secret;
    (void)size;
    return SECRET_SHIM_NO_SERVICE;
}

secret_shim_outcome secret_shim_keychain_look_up(
    const secret_shim_name *name, void **secret, size_t *size)
{
    (void)name;
    *secret = NULL;
    *size = 0;
    return SECRET_SHIM_NO_SERVICE;
}

secret_shim_outcome secret_shim_keychain_remove(const secret_shim_name *name)
{
    (void)name;
    return SECRET_SHIM_NO_SERVICE;
}

#endif
