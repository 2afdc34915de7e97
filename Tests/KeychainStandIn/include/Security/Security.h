/// As much of the Security framework as Sources/CSecretShim calls.

#ifndef KEYCHAIN_STAND_IN_SECURITY_H
#define KEYCHAIN_STAND_IN_SECURITY_H

#include <CoreFoundation/CoreFoundation.h>

enum {
    errSecSuccess = 0,
    errSecParam = -50,
    errSecAllocate = -108,
    errSecUserCanceled = -128,
    errSecInvalidOwnerEdit = -25244,
    errSecNoAccessForItem = -25243,
    errSecNotAvailable = -25291,
    errSecAuthFailed = -25293,
    errSecNoSuchKeychain = -25294,
    errSecDuplicateItem = -25299,
    errSecItemNotFound = -25300,
    errSecNoDefaultKeychain = -25307,
    errSecInteractionNotAllowed = -25308,
    errSecInteractionRequired = -25315,
    errSecMissingEntitlement = -34018,
};

extern const CFStringRef kSecClass;
extern const CFStringRef kSecClassGenericPassword;
extern const CFStringRef kSecAttrService;
extern const CFStringRef kSecAttrAccount;
extern const CFStringRef kSecAttrLabel;
extern const CFStringRef kSecValueData;
extern const CFStringRef kSecReturnData;
extern const CFStringRef kSecMatchLimit;
extern const CFStringRef kSecMatchLimitOne;
extern const CFStringRef kSecUseDataProtectionKeychain;

OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef *result);
OSStatus SecItemCopyMatching(CFDictionaryRef query, CFTypeRef *result);
OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef changes);
OSStatus SecItemDelete(CFDictionaryRef query);

#endif
