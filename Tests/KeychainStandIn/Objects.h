#ifndef KEYCHAIN_STAND_IN_OBJECTS_H
#define KEYCHAIN_STAND_IN_OBJECTS_H

#include <CoreFoundation/CoreFoundation.h>
#include <stdbool.h>
#include <stddef.h>

enum kind { CONSTANT, STRING, DATA, DICTIONARY };
enum { MOST_ENTRIES = 16 };

struct stand_in_object {
    enum kind kind;
    int count;
    /// Of a string and of data. Some data is another's.
    const UInt8 *bytes;
    size_t size;
    bool owns_bytes;
    /// Whether they are to be overwritten before they are let go of.
    bool is_secret;
    /// Of a dictionary.
    int entries;
    CFTypeRef keys[MOST_ENTRIES], values[MOST_ENTRIES];
};

/// NULL where the dictionary has no such key.
CFTypeRef value_of(CFDictionaryRef dictionary, CFStringRef key);

/// A copy that is to be overwritten before it is let go of.
CFDataRef new_secret(const UInt8 *bytes, size_t size);

#endif
