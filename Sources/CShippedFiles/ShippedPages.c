#include "CShippedFiles.h"

// The pages of docs/ that users read. A test holds this list against the folder.

static const unsigned char asking[] = {
#embed "../../docs/asking.md"
};
static const unsigned char automation[] = {
#embed "../../docs/automation.md"
};
static const unsigned char by_hand[] = {
#embed "../../docs/by-hand.md"
};
static const unsigned char commands[] = {
#embed "../../docs/commands.md"
};
static const unsigned char coming_from[] = {
#embed "../../docs/coming-from.md"
};
static const unsigned char configuration[] = {
#embed "../../docs/configuration.md"
};
static const unsigned char cookbook[] = {
#embed "../../docs/cookbook.md"
};
static const unsigned char exit_codes[] = {
#embed "../../docs/exit-codes.md"
};
static const unsigned char export_page[] = {
#embed "../../docs/export.md"
};
static const unsigned char import_page[] = {
#embed "../../docs/import.md"
};
static const unsigned char installing[] = {
#embed "../../docs/installing.md"
};
static const unsigned char json[] = {
#embed "../../docs/json.md"
};
static const unsigned char letter[] = {
#embed "../../docs/letter.md"
};
static const unsigned char lua_reference[] = {
#embed "../../docs/lua-reference.md"
};
static const unsigned char mcp[] = {
#embed "../../docs/mcp.md"
};
static const unsigned char planning[] = {
#embed "../../docs/planning.md"
};
static const unsigned char plugins[] = {
#embed "../../docs/plugins.md"
};
static const unsigned char privacy[] = {
#embed "../../docs/privacy.md"
};
static const unsigned char rules[] = {
#embed "../../docs/rules.md"
};
static const unsigned char sandbox[] = {
#embed "../../docs/sandbox.md"
};
static const unsigned char service[] = {
#embed "../../docs/service.md"
};
static const unsigned char simplefin[] = {
#embed "../../docs/simplefin.md"
};
static const unsigned char sql[] = {
#embed "../../docs/sql.md"
};
static const unsigned char vault[] = {
#embed "../../docs/vault.md"
};
static const unsigned char watch[] = {
#embed "../../docs/watch.md"
};
static const unsigned char web[] = {
#embed "../../docs/web.md"
};
static const unsigned char writing_rules[] = {
#embed "../../docs/writing-rules.md"
};

#define PAGE(path, bytes) {path, bytes, sizeof bytes}

static const gv_shipped_file pages[] = {
    PAGE("docs/asking.md", asking),
    PAGE("docs/automation.md", automation),
    PAGE("docs/by-hand.md", by_hand),
    PAGE("docs/coming-from.md", coming_from),
    PAGE("docs/commands.md", commands),
    PAGE("docs/configuration.md", configuration),
    PAGE("docs/cookbook.md", cookbook),
    PAGE("docs/exit-codes.md", exit_codes),
    PAGE("docs/export.md", export_page),
    PAGE("docs/import.md", import_page),
    PAGE("docs/installing.md", installing),
    PAGE("docs/json.md", json),
    PAGE("docs/letter.md", letter),
    PAGE("docs/lua-reference.md", lua_reference),
    PAGE("docs/mcp.md", mcp),
    PAGE("docs/planning.md", planning),
    PAGE("docs/plugins.md", plugins),
    PAGE("docs/privacy.md", privacy),
    PAGE("docs/rules.md", rules),
    PAGE("docs/sandbox.md", sandbox),
    PAGE("docs/service.md", service),
    PAGE("docs/simplefin.md", simplefin),
    PAGE("docs/sql.md", sql),
    PAGE("docs/vault.md", vault),
    PAGE("docs/watch.md", watch),
    PAGE("docs/web.md", web),
    PAGE("docs/writing-rules.md", writing_rules),
};

size_t gv_shipped_page_count(void) { return sizeof pages / sizeof pages[0]; }

const gv_shipped_file *gv_shipped_page_at(size_t position) {
    return position < gv_shipped_page_count() ? &pages[position] : NULL;
}
