#include "KeychainStandIn.h"

#include "Items.h"
#include "Objects.h"

#include <Security/Security.h>
#include <stdlib.h>
#include <string.h>

#define WORD(name) \
    static const struct stand_in_object object_of_##name; \
    const CFStringRef name = &object_of_##name;

WORD(kSecClass)
WORD(kSecClassGenericPassword)
WORD(kSecAttrService)
WORD(kSecAttrAccount)
WORD(kSecAttrLabel)
WORD(kSecValueData)
WORD(kSecReturnData)
WORD(kSecMatchLimit)
WORD(kSecMatchLimitOne)
WORD(kSecUseDataProtectionKeychain)

static _Thread_local struct {
    bool is_set, is_locked;
    int build;
    keychain_stand_in_person person;
    OSStatus next;
} behaviour;

static int number(const char *name) {
    const char *text = getenv(name);
    return text == NULL ? 0 : atoi(text);
}

void keychain_stand_in_behave(bool is_locked, int build, keychain_stand_in_person person) {
    behaviour.is_set = true;
    behaviour.is_locked = is_locked;
    behaviour.build = build;
    behaviour.person = person;
}

void keychain_stand_in_fail_next(int32_t status) { behaviour.next = status; }

// MARK: Asking the person

static OSStatus ask(void) {
    switch (behaviour.person) {
    case KEYCHAIN_STAND_IN_ALLOWS: return errSecSuccess;
    case KEYCHAIN_STAND_IN_CANCELS: return errSecUserCanceled;
    case KEYCHAIN_STAND_IN_DENIES: return errSecAuthFailed;
    case KEYCHAIN_STAND_IN_IS_AWAY: return errSecInteractionNotAllowed;
    }
    abort();
}

static OSStatus open_keychain(void) {
    if (!behaviour.is_set) {
        keychain_stand_in_behave(
            number("KEYCHAIN_STAND_IN_LOCKED") != 0, number("KEYCHAIN_STAND_IN_BUILD"),
            (keychain_stand_in_person)number("KEYCHAIN_STAND_IN_ANSWER"));
    }
    OSStatus next = behaviour.next;
    behaviour.next = errSecSuccess;
    if (next != errSecSuccess || !behaviour.is_locked) return next;
    OSStatus status = ask();
    if (status == errSecSuccess) behaviour.is_locked = false;
    return status;
}

/// A build that the person lets has it from then on.
static OSStatus open_item(struct item *item) {
    if (item->build == behaviour.build) return errSecSuccess;
    OSStatus status = ask();
    if (status == errSecSuccess) item->build = behaviour.build;
    return status;
}

// MARK: Reading dictionaries

static bool is_one_of(CFTypeRef key, const CFStringRef *keys) {
    for (; *keys != NULL; keys++) {
        if (key == *keys) return true;
    }
    return false;
}

/// The framework passes over much that it does not know. What is not known here
/// was not thought of, and a dictionary may not have it.
static bool has_only(CFDictionaryRef dictionary, const CFStringRef *keys) {
    for (int entry = 0; entry < dictionary->entries; entry++) {
        if (!is_one_of(dictionary->keys[entry], keys)) return false;
    }
    return true;
}

static struct bytes field_of(CFDictionaryRef dictionary, CFStringRef key, enum kind kind) {
    CFStringRef value = value_of(dictionary, key);
    if (value == NULL || value->kind != kind) return (struct bytes){NULL, 0};
    return (struct bytes){(unsigned char *)(uintptr_t)value->bytes, value->size};
}

/// What every dictionary that names an item must say. Without a word about the
/// data protection keychain both would be meant, and that one wants an entitlement.
static OSStatus check(CFDictionaryRef query, const CFStringRef *keys) {
    CFTypeRef other_keychain = value_of(query, kSecUseDataProtectionKeychain);
    if (other_keychain != kCFBooleanFalse) return errSecMissingEntitlement;
    if (value_of(query, kSecClass) != kSecClassGenericPassword || !has_only(query, keys)
        || field_of(query, kSecAttrService, STRING).start == NULL
        || field_of(query, kSecAttrAccount, STRING).start == NULL) {
        return errSecParam;
    }
    return errSecSuccess;
}

static struct item *find(CFDictionaryRef query) {
    struct bytes service = field_of(query, kSecAttrService, STRING);
    struct bytes account = field_of(query, kSecAttrAccount, STRING);
    return find_item(&service, &account);
}

static struct bytes copy(struct bytes bytes) {
    struct bytes copied = {malloc(bytes.size + 1), bytes.size};
    if (copied.start == NULL) abort();
    memcpy(copied.start, bytes.start, bytes.size);
    return copied;
}

static void set_field(
    struct item *item, int field, CFDictionaryRef dictionary, CFStringRef key, enum kind kind) {
    free(item->fields[field].start);
    item->fields[field] = copy(field_of(dictionary, key, kind));
}

// MARK: The framework's calls

#define NAMING_KEYS kSecClass, kSecUseDataProtectionKeychain, kSecAttrService, kSecAttrAccount

static OSStatus add(CFDictionaryRef attributes) {
    const CFStringRef keys[] = {NAMING_KEYS, kSecAttrLabel, kSecValueData, NULL};
    OSStatus status = check(attributes, keys);
    if (status != errSecSuccess) return status;
    if (field_of(attributes, kSecAttrLabel, STRING).start == NULL
        || field_of(attributes, kSecValueData, DATA).start == NULL) {
        return errSecParam;
    }
    status = open_keychain();
    if (status != errSecSuccess) return status;
    if (find(attributes) != NULL) return errSecDuplicateItem;
    struct item item = {.build = behaviour.build};
    set_field(&item, SERVICE, attributes, kSecAttrService, STRING);
    set_field(&item, ACCOUNT, attributes, kSecAttrAccount, STRING);
    set_field(&item, LABEL, attributes, kSecAttrLabel, STRING);
    set_field(&item, SECRET, attributes, kSecValueData, DATA);
    add_item(item);
    return errSecSuccess;
}

/// Opens the item that a dictionary names.
static OSStatus open_named(CFDictionaryRef query, struct item **item) {
    OSStatus status = open_keychain();
    if (status != errSecSuccess) return status;
    *item = find(query);
    return *item == NULL ? errSecItemNotFound : open_item(*item);
}

static OSStatus copy_matching(CFDictionaryRef query, CFTypeRef *result) {
    const CFStringRef keys[] = {NAMING_KEYS, kSecReturnData, kSecMatchLimit, NULL};
    struct item *item;
    OSStatus status = check(query, keys);
    if (status != errSecSuccess) return status;
    if (value_of(query, kSecReturnData) != kCFBooleanTrue
        || value_of(query, kSecMatchLimit) != kSecMatchLimitOne) {
        return errSecParam;
    }
    status = open_named(query, &item);
    if (status != errSecSuccess) return status;
    *result = new_secret(item->fields[SECRET].start, item->fields[SECRET].size);
    return errSecSuccess;
}

static OSStatus update(CFDictionaryRef query, CFDictionaryRef changes) {
    const CFStringRef keys[] = {NAMING_KEYS, NULL};
    const CFStringRef changing[] = {kSecAttrLabel, kSecValueData, NULL};
    struct item *item;
    OSStatus status = check(query, keys);
    if (status != errSecSuccess) return status;
    if (!has_only(changes, changing)) return errSecParam;
    status = open_named(query, &item);
    if (status != errSecSuccess) return status;
    set_field(item, LABEL, changes, kSecAttrLabel, STRING);
    set_field(item, SECRET, changes, kSecValueData, DATA);
    return errSecSuccess;
}

/// Whoever the keychain is open to may delete what he may not read.
static OSStatus delete(CFDictionaryRef query) {
    const CFStringRef keys[] = {NAMING_KEYS, NULL};
    OSStatus status = check(query, keys);
    if (status == errSecSuccess) status = open_keychain();
    if (status != errSecSuccess) return status;
    struct item *item = find(query);
    if (item == NULL) return errSecItemNotFound;
    remove_item(item);
    return errSecSuccess;
}

OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef *result) {
    // Nothing is given back that nobody asks for.
    if (result != NULL) return errSecParam;
    begin_items();
    OSStatus status = add(attributes);
    end_items(status == errSecSuccess);
    return status;
}

OSStatus SecItemCopyMatching(CFDictionaryRef query, CFTypeRef *result) {
    begin_items();
    OSStatus status = copy_matching(query, result);
    end_items(status == errSecSuccess);
    return status;
}

OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef changes) {
    begin_items();
    OSStatus status = update(query, changes);
    end_items(status == errSecSuccess);
    return status;
}

OSStatus SecItemDelete(CFDictionaryRef query) {
    begin_items();
    OSStatus status = delete(query);
    end_items(status == errSecSuccess);
    return status;
}

bool keychain_stand_in_has(const char *service, const char *account, const char *label) {
    struct bytes wanted[] = {
        {(unsigned char *)(uintptr_t)service, strlen(service)},
        {(unsigned char *)(uintptr_t)account, strlen(account)},
        {(unsigned char *)(uintptr_t)label, strlen(label)},
    };
    begin_items();
    struct item *item = find_item(&wanted[SERVICE], &wanted[ACCOUNT]);
    bool has = item != NULL && are_equal(&item->fields[LABEL], &wanted[LABEL]);
    end_items(false);
    return has;
}
