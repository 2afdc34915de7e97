// Makes the system's zlib visible to Swift: raw bank answers are kept
// compressed. It can go when Foundation offers compression on Linux.
#include <zlib.h>
