#include "LineEditor.h"

#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#include <xlocale.h>
#endif

typedef char *next_word(const char *, int);
typedef char **complete(const char *, int, int);
typedef int key_function(int, int);
/// Older libraries pass a text and a number that nothing is in.
typedef int hook(const char *, int);

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
    int (*add_key)(const char *, key_function *, int);
    int (*set_option)(char *);
    hook **before_input;
    int *is_done;
    /// The line that is edited; null in a library that does not tell it.
    char **line_buffer;
} editor_library;

static editor_library library;
static bool is_open;
/// The locale of the lines, whose texts are in UTF-8; none where the system
/// has no such locale, and lines are then in ASCII.
static locale_t line_locale;
static gv_completer *completer;
static void *completer_owner;
/// The words for the last question, each ended by a line feed; null if there are none.
static char *completion_words;

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

static bool is_utf8(locale_t locale) {
    return strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
}

/// The person's own locale, or where that is another encoding or "C", one that
/// takes what the rest of the program reads and writes: UTF-8.
static locale_t open_locale(void) {
    static const char *const names[] = {"", "C.UTF-8", "UTF-8", "en_US.UTF-8"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        locale_t locale = newlocale(LC_CTYPE_MASK, names[index], (locale_t)0);
        if (locale == (locale_t)0) continue;
        if (is_utf8(locale)) return locale;
        freelocale(locale);
    }
    return (locale_t)0;
}

/// libedit takes characters apart by the locale of the thread that asks. Only it
/// is to see this one: by the locale Lua decides what a letter is.
static locale_t enter_line_locale(void) {
    return line_locale == (locale_t)0 ? (locale_t)0 : uselocale(line_locale);
}

static void leave_line_locale(locale_t earlier) {
    if (earlier != (locale_t)0) uselocale(earlier);
}

static bool is_ascii(const char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text > 127) return false;
    }
    return true;
}

/// libedit asks for one match after another, and frees each.
static char *next_match(const char *start, int state) {
    (void)start;
    static const char *next;
    if (state == 0) next = completion_words;
    if (next == NULL || *next == '\0') return NULL;
    size_t length = strcspn(next, "\n");
    char *match = strndup(next, length);
    next += length + (next[length] == '\n');
    return match;
}

/// The bytes of so many characters of UTF-8.
static size_t bytes_of(const char *text, size_t characters) {
    size_t bytes = 0;
    while (text[bytes] != '\0') {
        bool is_start = ((unsigned char)text[bytes] & 0xC0) != 0x80;
        if (is_start && characters-- == 0) break;
        bytes++;
    }
    return bytes;
}

/// - end: the cursor, in characters.
static char **matches(const char *text, int start, int end) {
    (void)start;
    // Not file names where no word fits.
    *library.attempted_completion_over = 1;
    free(completion_words);
    completion_words = NULL;
    if (completer == NULL) return NULL;
    const char *line = library.line_buffer == NULL ? NULL : *library.line_buffer;
    size_t length = line == NULL || end < 0 ? 0 : bytes_of(line, (size_t)end);
    size_t word = strlen(text);
    bool is_known = length >= word && memcmp(line + length - word, text, word) == 0;
    char *before = is_known ? strndup(line, length) : strdup(text);
    if (before == NULL) return NULL;
    completion_words = completer(completer_owner, before, strlen(before) - word);
    free(before);
    return completion_words == NULL ? NULL : library.completion_matches(text, next_match);
}

static bool is_interrupted;

static int give_up_line(int count, int key) {
    (void)count;
    (void)key;
    is_interrupted = true;
    *library.is_done = 1;
    return 0;
}

/// Lets Control-C be a key while a line is read. libedit would look for its signal only while it waits for a
/// key: one that came between two keys is noticed at the next, which is lost with what follows.
static int take_interrupt_key(const char *text, int number) {
    (void)text;
    (void)number;
    static bool is_bound;
    if (!is_bound) is_bound = library.add_key("give-up-line", give_up_line, 'C' & 0x1F) == 0;
    // libedit gives the terminal its own modes again before each line.
    char option[] = "setty -d -isig";
    library.set_option(option);
    return 0;
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
        && find(opened, "rl_completion_append_character", &library.completion_append_character)
        && find(opened, "rl_add_defun", &library.add_key)
        && find(opened, "rl_parse_and_bind", &library.set_option)
        && find(opened, "rl_pre_input_hook", &library.before_input)
        && find(opened, "rl_done", &library.is_done);
    if (!is_open) return false;
    library.line_buffer = dlsym(opened, "rl_line_buffer");
    *library.attempted_completion = matches;
    *library.before_input = take_interrupt_key;
    // A name after a dot or a colon is completed by itself.
    *library.word_break_characters = " \t\n\"'`@$><=;|&{}()[].:,+-*/#~^%";
    *library.completion_append_character = '\0';
    line_locale = open_locale();
    return true;
}

void gv_line_editor_set_completer(gv_completer *new_completer, void *owner) {
    completer = new_completer;
    completer_owner = owner;
}

char *gv_line_editor_read(const char *prompt, bool *was_interrupted) {
    *was_interrupted = false;
    if (!is_open) return NULL;
    is_interrupted = false;
    // libedit follows a null pointer where a prompt is none in its locale.
    bool is_shown = line_locale != (locale_t)0 || is_ascii(prompt);
    locale_t earlier = enter_line_locale();
    char *line = library.read_line(is_shown ? prompt : "> ");
    leave_line_locale(earlier);
    *library.is_done = 0;
    if (is_interrupted) {
        free(line);
        line = NULL;
        *was_interrupted = true;
    }
    return line;
}

void gv_line_editor_remember(const char *line) {
    if (!is_open) return;
    locale_t earlier = enter_line_locale();
    library.add_history(line);
    leave_line_locale(earlier);
}

bool gv_line_editor_load_history(const char *path) {
    if (!is_open) return false;
    locale_t earlier = enter_line_locale();
    bool is_loaded = library.read_history(path) == 0;
    leave_line_locale(earlier);
    return is_loaded;
}

bool gv_line_editor_save_history(const char *path, int most_lines) {
    if (!is_open) return false;
    locale_t earlier = enter_line_locale();
    library.stifle_history(most_lines);
    bool is_saved = library.write_history(path) == 0;
    leave_line_locale(earlier);
    return is_saved;
}
