#include "CShippedFiles.h"

// Written by `make words`. A test holds it against config/.
static const _Alignas(16) unsigned char words[] = {
#embed "words.table"
};

gv_shipped_table gv_shipped_words(void)
{
    return (gv_shipped_table){words, sizeof words};
}
