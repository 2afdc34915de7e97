#include "CWaitShim.h"

#if defined(__APPLE__)

#include <malloc/malloc.h>

void wait_shim_give_back_memory(void) { (void)malloc_zone_pressure_relief(NULL, 0); }

void wait_shim_share_memory(void) {}

#elif defined(__GLIBC__)

#include <malloc.h>

void wait_shim_give_back_memory(void) { (void)malloc_trim(0); }

void wait_shim_share_memory(void) { (void)mallopt(M_ARENA_MAX, 2); }

#else

void wait_shim_give_back_memory(void) {}

void wait_shim_share_memory(void) {}

#endif
