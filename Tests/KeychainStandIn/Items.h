#ifndef KEYCHAIN_STAND_IN_ITEMS_H
#define KEYCHAIN_STAND_IN_ITEMS_H

#include <stdbool.h>
#include <stddef.h>

enum { SERVICE, ACCOUNT, LABEL, SECRET, FIELDS };

struct bytes {
    unsigned char *start;
    size_t size;
};

struct item {
    struct bytes fields[FIELDS];
    /// Which build of the program put it there.
    int build;
};

/// Waits for other threads and processes; the items are as they left them.
void begin_items(void);

/// Lets others go on. The items are theirs to find where they were changed.
void end_items(bool were_changed);

/// NULL where there is none. Lasts until an item is added or removed.
struct item *find_item(const struct bytes *service, const struct bytes *account);

/// Takes the item's fields.
void add_item(struct item item);

void remove_item(struct item *item);

bool are_equal(const struct bytes *one, const struct bytes *other);

#endif
