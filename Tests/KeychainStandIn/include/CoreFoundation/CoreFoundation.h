/// As much of CoreFoundation as Sources/CSecretShim calls.

#ifndef KEYCHAIN_STAND_IN_COREFOUNDATION_H
#define KEYCHAIN_STAND_IN_COREFOUNDATION_H

#include <stdint.h>

// Swift's Foundation has functions of these names on Linux, too.
#define kCFTypeDictionaryKeyCallBacks keychain_stand_in_kCFTypeDictionaryKeyCallBacks
#define kCFTypeDictionaryValueCallBacks keychain_stand_in_kCFTypeDictionaryValueCallBacks
#define kCFAllocatorDefault keychain_stand_in_kCFAllocatorDefault
#define kCFAllocatorNull keychain_stand_in_kCFAllocatorNull
#define kCFBooleanTrue keychain_stand_in_kCFBooleanTrue
#define kCFBooleanFalse keychain_stand_in_kCFBooleanFalse
#define CFStringCreateWithCString keychain_stand_in_CFStringCreateWithCString
#define CFDataCreateWithBytesNoCopy keychain_stand_in_CFDataCreateWithBytesNoCopy
#define CFDataGetBytePtr keychain_stand_in_CFDataGetBytePtr
#define CFDataGetLength keychain_stand_in_CFDataGetLength
#define CFDataGetTypeID keychain_stand_in_CFDataGetTypeID
#define CFGetTypeID keychain_stand_in_CFGetTypeID
#define CFDictionaryCreateMutable keychain_stand_in_CFDictionaryCreateMutable
#define CFDictionarySetValue keychain_stand_in_CFDictionarySetValue
#define CFRelease keychain_stand_in_CFRelease

typedef uint8_t UInt8;
typedef int32_t OSStatus;
typedef unsigned char Boolean;
typedef long CFIndex;
typedef unsigned long CFTypeID;
typedef uint32_t CFStringEncoding;

typedef const void *CFTypeRef;
typedef const struct stand_in_object *CFAllocatorRef;
typedef const struct stand_in_object *CFStringRef;
typedef const struct stand_in_object *CFDataRef;
typedef const struct stand_in_object *CFBooleanRef;
typedef const struct stand_in_object *CFDictionaryRef;
typedef struct stand_in_object *CFMutableDictionaryRef;

/// Only these two kinds are there: objects are counted, by the dictionary too.
typedef struct {
    int counts_objects;
} CFDictionaryKeyCallBacks, CFDictionaryValueCallBacks;

extern const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks;
extern const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks;
extern const CFAllocatorRef kCFAllocatorDefault;
extern const CFAllocatorRef kCFAllocatorNull;
extern const CFBooleanRef kCFBooleanTrue;
extern const CFBooleanRef kCFBooleanFalse;

enum { kCFStringEncodingUTF8 = 0x08000100 };

CFStringRef CFStringCreateWithCString(
    CFAllocatorRef allocator, const char *text, CFStringEncoding encoding);
CFDataRef CFDataCreateWithBytesNoCopy(
    CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length, CFAllocatorRef owner);
const UInt8 *CFDataGetBytePtr(CFDataRef data);
CFIndex CFDataGetLength(CFDataRef data);
CFTypeID CFDataGetTypeID(void);
CFTypeID CFGetTypeID(CFTypeRef object);
CFMutableDictionaryRef CFDictionaryCreateMutable(
    CFAllocatorRef allocator, CFIndex capacity, const CFDictionaryKeyCallBacks *keys,
    const CFDictionaryValueCallBacks *values);
void CFDictionarySetValue(CFMutableDictionaryRef dictionary, const void *key, const void *value);
void CFRelease(CFTypeRef object);

#endif
