// Makes the system's Expat visible to Swift: statements in XML are read with it.
#include <expat.h>
