#include "Wiping.h"

#include "CSecretShim.h"

#include <stdlib.h>

void wipe(void *bytes, size_t size)
{
    /* Volatile, or a compiler may leave out what nobody reads. */
    volatile unsigned char *byte = bytes;
    while (size > 0) {
        size--;
        byte[size] = 0;
    }
}

void secret_shim_free_wiped(void *secret, size_t size)
{
    if (secret == NULL) return;
    wipe(secret, size);
    free(secret);
}
