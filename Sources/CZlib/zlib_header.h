// Makes the system's zlib visible to Swift: approved files of plugins are kept
// compressed. It can go when Foundation offers compression on Linux.
#include <zlib.h>
