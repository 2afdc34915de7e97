#include "CShippedFiles.h"

// A file is listed twice: once to embed it and once to name it. A test holds
// this list against the folders.

static const unsigned char account_types[] = {
#embed "../../config/account-types.toml"
};
static const unsigned char card_payments[] = {
#embed "../../config/card-payments.toml"
};
static const unsigned char categories[] = {
#embed "../../config/categories.toml"
};
static const unsigned char category_map[] = {
#embed "../../config/category-map.toml"
};
static const unsigned char income_patterns[] = {
#embed "../../config/income-patterns.toml"
};
static const unsigned char movements[] = {
#embed "../../config/movements.toml"
};
static const unsigned char pipeline[] = {
#embed "../../config/pipeline.toml"
};
static const unsigned char transfers[] = {
#embed "../../config/transfers.toml"
};
static const unsigned char starter_rules[] = {
#embed "../../rules/10-starter.lua"
};

#define SHIPPED(path, bytes) {path, bytes, sizeof bytes}

static const gv_shipped_file files[] = {
    SHIPPED("config/account-types.toml", account_types),
    SHIPPED("config/card-payments.toml", card_payments),
    SHIPPED("config/categories.toml", categories),
    SHIPPED("config/category-map.toml", category_map),
    SHIPPED("config/income-patterns.toml", income_patterns),
    SHIPPED("config/movements.toml", movements),
    SHIPPED("config/pipeline.toml", pipeline),
    SHIPPED("config/transfers.toml", transfers),
    SHIPPED("rules/10-starter.lua", starter_rules),
};

size_t gv_shipped_file_count(void) { return sizeof files / sizeof files[0]; }

const gv_shipped_file *gv_shipped_file_at(size_t position) {
    return position < gv_shipped_file_count() ? &files[position] : NULL;
}
