#ifndef WIPING_H
#define WIPING_H

#include <stddef.h>

void wipe(void *bytes, size_t size);

#endif
