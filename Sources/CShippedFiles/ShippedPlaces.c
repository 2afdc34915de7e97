#include "CShippedFiles.h"

static const unsigned char brands[] = {
#embed "../../config/places/brands.tsv"
};
static const unsigned char phrases[] = {
#embed "../../config/places/phrases.tsv"
};
static const unsigned char kinds[] = {
#embed "../../config/places/kinds.tsv"
};
static const unsigned char shared_words[] = {
#embed "../../config/places/words.tsv"
};

gv_shipped_table gv_shipped_brands(void) { return (gv_shipped_table){brands, sizeof brands}; }

gv_shipped_table gv_shipped_phrases(void) { return (gv_shipped_table){phrases, sizeof phrases}; }

gv_shipped_table gv_shipped_kinds(void) { return (gv_shipped_table){kinds, sizeof kinds}; }

gv_shipped_table gv_shipped_brand_words(void) {
    return (gv_shipped_table){shared_words, sizeof shared_words};
}
