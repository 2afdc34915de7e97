// The files of config/, rules/, Plugins/ and docs/ inside the program, so that one binary is all
// there is to install.
//
// Why C: Swift has no way to embed a file but as a list of numbers in source.
// It can go when Swift has one.
#ifndef GHOSTVAULT_SHIPPED_FILES_H
#define GHOSTVAULT_SHIPPED_FILES_H

#include <stddef.h>

typedef struct {
    const char *path;  // from the top of the repository, "config/pipeline.toml"
    const unsigned char *bytes;
    size_t count;
} gv_shipped_file;

size_t gv_shipped_file_count(void);

// NULL past the last.
const gv_shipped_file *gv_shipped_file_at(size_t position);

// The modules of rules/ghostvault/ for every Lua file, with paths below rules/. They are no rule
// files, and a vault doesn't have them as files.
size_t gv_shipped_module_count(void);

// NULL past the last.
const gv_shipped_file *gv_shipped_module_at(size_t position);

// The pages of docs/, which are only read.
size_t gv_shipped_page_count(void);

// NULL past the last.
const gv_shipped_file *gv_shipped_page_at(size_t position);

// A table of config/places/, which is searched in place and never laid out as a file.
typedef struct {
    const unsigned char *bytes;
    size_t count;
} gv_shipped_table;

gv_shipped_table gv_shipped_brands(void);
gv_shipped_table gv_shipped_phrases(void);
gv_shipped_table gv_shipped_kinds(void);
gv_shipped_table gv_shipped_brand_words(void);

// What is compiled of config/, to be used in place. It begins at a multiple of 16.
gv_shipped_table gv_shipped_words(void);

#endif
