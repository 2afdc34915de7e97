#include "CPlatformShim.h"

#if defined(__APPLE__)

#include <malloc/malloc.h>

void platform_give_back_memory(void) { (void)malloc_zone_pressure_relief(NULL, 0); }

void platform_share_memory(void) {}

#elif defined(__GLIBC__)

#include <malloc.h>

void platform_give_back_memory(void) { (void)malloc_trim(0); }

void platform_share_memory(void) { (void)mallopt(M_ARENA_MAX, 2); }

#else

void platform_give_back_memory(void) {}

void platform_share_memory(void) {}

#endif
