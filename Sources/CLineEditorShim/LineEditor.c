#include "CLineEditorShim.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef char *next_word(const char *, int);
typedef char **complete(const char *, int, int);

typedef struct {
    char *(*read_line)(const char *);
    int (*add_history)(const char *);
    void (*stifle_history)(int);
    int (*read_history)(const char *);
    int (*write_history)(const char *);
    char **(*completion_matches)(const char *, next_word *);
    complete **attempted_completion;
    int *attempted_completion_over;
    const char **word_break_characters;
    int *completion_append_character;
} editor_library;

static editor_library library;
static bool is_open;
static const char *const *completion_words;
static size_t completion_word_count;

static void *open_library(void) {
#ifdef __APPLE__
    static const char *const names[] = {"/usr/lib/libedit.3.dylib", "libedit.dylib"};
#else
    static const char *const names[] = {"libedit.so.2", "libedit.so.0"};
#endif
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *opened = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (opened != NULL) return opened;
    }
    return NULL;
}

static bool find(void *opened, const char *name, void *symbol) {
    void *found = dlsym(opened, name);
    memcpy(symbol, &found, sizeof found);
    return found != NULL;
}

/// libedit asks for one match after another, and frees each.
static char *next_match(const char *start, int state) {
    static size_t next;
    if (state == 0) next = 0;
    size_t length = strlen(start);
    while (next < completion_word_count) {
        const char *word = completion_words[next++];
        if (strncmp(word, start, length) == 0) return strdup(word);
    }
    return NULL;
}

static char **matches(const char *text, int start, int end) {
    (void)start;
    (void)end;
    // Not file names where no word fits.
    *library.attempted_completion_over = 1;
    return library.completion_matches(text, next_match);
}

bool gv_line_editor_open(void) {
    if (is_open) return true;
    void *opened = open_library();
    if (opened == NULL) return false;
    is_open = find(opened, "readline", &library.read_line)
        && find(opened, "add_history", &library.add_history)
        && find(opened, "stifle_history", &library.stifle_history)
        && find(opened, "read_history", &library.read_history)
        && find(opened, "write_history", &library.write_history)
        && find(opened, "rl_completion_matches", &library.completion_matches)
        && find(opened, "rl_attempted_completion_function", &library.attempted_completion)
        && find(opened, "rl_attempted_completion_over", &library.attempted_completion_over)
        && find(opened, "rl_basic_word_break_characters", &library.word_break_characters)
        && find(opened, "rl_completion_append_character", &library.completion_append_character);
    if (!is_open) return false;
    *library.attempted_completion = matches;
    // A name after a dot or a colon is completed by itself.
    *library.word_break_characters = " \t\n\"'`@$><=;|&{}()[].:,+-*/#~^%";
    *library.completion_append_character = '\0';
    return true;
}

void gv_line_editor_set_words(const char *const *words, size_t count) {
    completion_words = words;
    completion_word_count = count;
}

char *gv_line_editor_read(const char *prompt) {
    return is_open ? library.read_line(prompt) : NULL;
}

void gv_line_editor_remember(const char *line) {
    if (is_open) library.add_history(line);
}

bool gv_line_editor_load_history(const char *path) {
    return is_open && library.read_history(path) == 0;
}

bool gv_line_editor_save_history(const char *path, int most_lines) {
    if (!is_open) return false;
    library.stifle_history(most_lines);
    return library.write_history(path) == 0;
}
