#include "CWaitShim.h"

#if defined(__APPLE__)

#include <malloc/malloc.h>

void wait_shim_give_back_memory(void) { (void)malloc_zone_pressure_relief(NULL, 0); }

#elif defined(__GLIBC__)

#include <malloc.h>

void wait_shim_give_back_memory(void) { (void)malloc_trim(0); }

#else

void wait_shim_give_back_memory(void) {}

#endif
