#include "Objects.h"

#include "KeychainStandIn.h"

#include <stdlib.h>
#include <string.h>

static const struct stand_in_object allocator_default, allocator_null, yes, no;

const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks = {1};
const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks = {1};
const CFAllocatorRef kCFAllocatorDefault = &allocator_default;
const CFAllocatorRef kCFAllocatorNull = &allocator_null;
const CFBooleanRef kCFBooleanTrue = &yes;
const CFBooleanRef kCFBooleanFalse = &no;

static _Thread_local int objects, unwiped;

int keychain_stand_in_objects(void) { return objects; }

int keychain_stand_in_unwiped(void) { return unwiped; }

static struct stand_in_object *new_object(enum kind kind) {
    struct stand_in_object *object = calloc(1, sizeof *object);
    if (object == NULL) abort();
    object->kind = kind;
    object->count = 1;
    objects++;
    return object;
}

static void retain(CFTypeRef reference) {
    struct stand_in_object *object = (struct stand_in_object *)(uintptr_t)reference;
    if (object->kind != CONSTANT) object->count++;
}

static void end(struct stand_in_object *object) {
    for (int entry = 0; entry < object->entries; entry++) {
        CFRelease(object->keys[entry]);
        CFRelease(object->values[entry]);
    }
    for (size_t index = 0; object->is_secret && index < object->size; index++) {
        if (object->bytes[index] == 0) continue;
        unwiped++;
        break;
    }
    if (object->owns_bytes) free((void *)(uintptr_t)object->bytes);
    free(object);
    objects--;
}

void CFRelease(CFTypeRef reference) {
    struct stand_in_object *object = (struct stand_in_object *)(uintptr_t)reference;
    // As the framework does with NULL, and with what is gone where one is lucky.
    if (object == NULL) abort();
    if (object->kind == CONSTANT) return;
    if (--object->count == 0) end(object);
}

static const UInt8 *copy(const void *bytes, size_t size) {
    UInt8 *copied = malloc(size + 1);
    if (copied == NULL) abort();
    memcpy(copied, bytes, size);
    copied[size] = 0;
    return copied;
}

CFStringRef CFStringCreateWithCString(
    CFAllocatorRef allocator, const char *text, CFStringEncoding encoding) {
    if (allocator != kCFAllocatorDefault || encoding != kCFStringEncodingUTF8) abort();
    struct stand_in_object *string = new_object(STRING);
    string->size = strlen(text);
    string->bytes = copy(text, string->size);
    string->owns_bytes = true;
    return string;
}

CFDataRef CFDataCreateWithBytesNoCopy(
    CFAllocatorRef allocator, const UInt8 *bytes, CFIndex length, CFAllocatorRef owner) {
    // Any other owner would free bytes that are the caller's.
    if (allocator != kCFAllocatorDefault || owner != kCFAllocatorNull) abort();
    struct stand_in_object *data = new_object(DATA);
    data->bytes = bytes;
    data->size = (size_t)length;
    return data;
}

CFDataRef new_secret(const UInt8 *bytes, size_t size) {
    struct stand_in_object *data = new_object(DATA);
    data->bytes = copy(bytes, size);
    data->size = size;
    data->owns_bytes = true;
    data->is_secret = true;
    return data;
}

const UInt8 *CFDataGetBytePtr(CFDataRef data) { return data->bytes; }

CFIndex CFDataGetLength(CFDataRef data) { return (CFIndex)data->size; }

CFTypeID CFDataGetTypeID(void) { return DATA; }

CFTypeID CFGetTypeID(CFTypeRef object) { return ((CFDataRef)object)->kind; }

CFMutableDictionaryRef CFDictionaryCreateMutable(
    CFAllocatorRef allocator, CFIndex capacity, const CFDictionaryKeyCallBacks *keys,
    const CFDictionaryValueCallBacks *values) {
    if (allocator != kCFAllocatorDefault || capacity != 0
        || keys != &kCFTypeDictionaryKeyCallBacks || values != &kCFTypeDictionaryValueCallBacks) {
        abort();
    }
    return new_object(DICTIONARY);
}

void CFDictionarySetValue(CFMutableDictionaryRef dictionary, const void *key, const void *value) {
    if (dictionary->entries == MOST_ENTRIES || value_of(dictionary, key) != NULL) abort();
    retain(key);
    retain(value);
    dictionary->keys[dictionary->entries] = key;
    dictionary->values[dictionary->entries++] = value;
}

CFTypeRef value_of(CFDictionaryRef dictionary, CFStringRef key) {
    for (int entry = 0; entry < dictionary->entries; entry++) {
        if (dictionary->keys[entry] == key) return dictionary->values[entry];
    }
    return NULL;
}
