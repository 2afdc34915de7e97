#include "CShippedFiles.h"

// A file is listed twice: once to embed it and once to name it. A test holds
// these lists against the folders.

static const unsigned char account_types[] = {
#embed "../../config/account-types.toml"
};
static const unsigned char ask[] = {
#embed "../../config/ask.toml"
};
static const unsigned char automation[] = {
#embed "../../config/automation.toml"
};
static const unsigned char budgets[] = {
#embed "../../config/budgets.toml"
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
static const unsigned char dashboard[] = {
#embed "../../config/dashboard.toml"
};
static const unsigned char lens[] = {
#embed "../../config/lens.toml"
};
static const unsigned char merchants_ca[] = {
#embed "../../config/merchants-ca.txt"
};
static const unsigned char merchants_de[] = {
#embed "../../config/merchants-de.txt"
};
static const unsigned char merchants_uk[] = {
#embed "../../config/merchants-uk.txt"
};
static const unsigned char merchants_us[] = {
#embed "../../config/merchants-us.txt"
};
static const unsigned char money_back[] = {
#embed "../../config/money-back.toml"
};
static const unsigned char moving_in[] = {
#embed "../../config/moving-in.toml"
};
static const unsigned char movements[] = {
#embed "../../config/movements.toml"
};
static const unsigned char payees[] = {
#embed "../../config/payees.toml"
};
static const unsigned char pipeline[] = {
#embed "../../config/pipeline.toml"
};
static const unsigned char places[] = {
#embed "../../config/places.toml"
};
static const unsigned char plan[] = {
#embed "../../config/plan.toml"
};
static const unsigned char processors[] = {
#embed "../../config/processors.toml"
};
static const unsigned char rates[] = {
#embed "../../config/rates.toml"
};
static const unsigned char recurring[] = {
#embed "../../config/recurring.toml"
};
static const unsigned char transfers[] = {
#embed "../../config/transfers.toml"
};
static const unsigned char views[] = {
#embed "../../config/views.toml"
};
static const unsigned char weak_words[] = {
#embed "../../config/weak-words.toml"
};
static const unsigned char duplicates_README_md[] = {
#embed "../../Plugins/duplicates/README.md"
};
static const unsigned char duplicates_plugin_lua[] = {
#embed "../../Plugins/duplicates/plugin.lua"
};
static const unsigned char duplicates_tests_lua[] = {
#embed "../../Plugins/duplicates/tests.lua"
};
static const unsigned char marketplace_README_md[] = {
#embed "../../Plugins/marketplace/README.md"
};
static const unsigned char marketplace_marketplaces_csv[] = {
#embed "../../Plugins/marketplace/marketplaces.csv"
};
static const unsigned char marketplace_plugin_lua[] = {
#embed "../../Plugins/marketplace/plugin.lua"
};
static const unsigned char marketplace_services_csv[] = {
#embed "../../Plugins/marketplace/services.csv"
};
static const unsigned char marketplace_shops_csv[] = {
#embed "../../Plugins/marketplace/shops.csv"
};
static const unsigned char marketplace_tests_lua[] = {
#embed "../../Plugins/marketplace/tests.lua"
};
static const unsigned char paycheck_README_md[] = {
#embed "../../Plugins/paycheck/README.md"
};
static const unsigned char paycheck_plugin_lua[] = {
#embed "../../Plugins/paycheck/plugin.lua"
};
static const unsigned char paycheck_tests_lua[] = {
#embed "../../Plugins/paycheck/tests.lua"
};
static const unsigned char peer_payments_README_md[] = {
#embed "../../Plugins/peer-payments/README.md"
};
static const unsigned char peer_payments_plugin_lua[] = {
#embed "../../Plugins/peer-payments/plugin.lua"
};
static const unsigned char peer_payments_tests_lua[] = {
#embed "../../Plugins/peer-payments/tests.lua"
};
static const unsigned char peer_payments_words_csv[] = {
#embed "../../Plugins/peer-payments/words.csv"
};
static const unsigned char price_change_README_md[] = {
#embed "../../Plugins/price-change/README.md"
};
static const unsigned char price_change_periods_csv[] = {
#embed "../../Plugins/price-change/periods.csv"
};
static const unsigned char price_change_plugin_lua[] = {
#embed "../../Plugins/price-change/plugin.lua"
};
static const unsigned char price_change_tests_lua[] = {
#embed "../../Plugins/price-change/tests.lua"
};
static const unsigned char travel_README_md[] = {
#embed "../../Plugins/travel/README.md"
};
static const unsigned char travel_places_csv[] = {
#embed "../../Plugins/travel/places.csv"
};
static const unsigned char travel_plugin_lua[] = {
#embed "../../Plugins/travel/plugin.lua"
};
static const unsigned char travel_tests_lua[] = {
#embed "../../Plugins/travel/tests.lua"
};
static const unsigned char starter_rules[] = {
#embed "../../rules/10-starter.lua"
};
static const unsigned char cells_module[] = {
#embed "../../rules/ghostvault/cells.lua"
};
static const unsigned char days_module[] = {
#embed "../../rules/ghostvault/days.lua"
};
static const unsigned char orders_module[] = {
#embed "../../rules/ghostvault/orders.lua"
};
static const unsigned char words_module[] = {
#embed "../../rules/ghostvault/words.lua"
};

#define SHIPPED(path, bytes) {path, bytes, sizeof bytes}

static const gv_shipped_file files[] = {
    SHIPPED("config/account-types.toml", account_types),
    SHIPPED("config/ask.toml", ask),
    SHIPPED("config/automation.toml", automation),
    SHIPPED("config/budgets.toml", budgets),
    SHIPPED("config/card-payments.toml", card_payments),
    SHIPPED("config/categories.toml", categories),
    SHIPPED("config/category-map.toml", category_map),
    SHIPPED("config/income-patterns.toml", income_patterns),
    SHIPPED("config/dashboard.toml", dashboard),
    SHIPPED("config/lens.toml", lens),
    SHIPPED("config/merchants-ca.txt", merchants_ca),
    SHIPPED("config/merchants-de.txt", merchants_de),
    SHIPPED("config/merchants-uk.txt", merchants_uk),
    SHIPPED("config/merchants-us.txt", merchants_us),
    SHIPPED("config/money-back.toml", money_back),
    SHIPPED("config/movements.toml", movements),
    SHIPPED("config/moving-in.toml", moving_in),
    SHIPPED("config/payees.toml", payees),
    SHIPPED("config/pipeline.toml", pipeline),
    SHIPPED("config/places.toml", places),
    SHIPPED("config/plan.toml", plan),
    SHIPPED("config/processors.toml", processors),
    SHIPPED("config/rates.toml", rates),
    SHIPPED("config/recurring.toml", recurring),
    SHIPPED("config/transfers.toml", transfers),
    SHIPPED("config/views.toml", views),
    SHIPPED("config/weak-words.toml", weak_words),
    SHIPPED("Plugins/duplicates/README.md", duplicates_README_md),
    SHIPPED("Plugins/duplicates/plugin.lua", duplicates_plugin_lua),
    SHIPPED("Plugins/duplicates/tests.lua", duplicates_tests_lua),
    SHIPPED("Plugins/marketplace/README.md", marketplace_README_md),
    SHIPPED("Plugins/marketplace/marketplaces.csv", marketplace_marketplaces_csv),
    SHIPPED("Plugins/marketplace/plugin.lua", marketplace_plugin_lua),
    SHIPPED("Plugins/marketplace/services.csv", marketplace_services_csv),
    SHIPPED("Plugins/marketplace/shops.csv", marketplace_shops_csv),
    SHIPPED("Plugins/marketplace/tests.lua", marketplace_tests_lua),
    SHIPPED("Plugins/paycheck/README.md", paycheck_README_md),
    SHIPPED("Plugins/paycheck/plugin.lua", paycheck_plugin_lua),
    SHIPPED("Plugins/paycheck/tests.lua", paycheck_tests_lua),
    SHIPPED("Plugins/peer-payments/README.md", peer_payments_README_md),
    SHIPPED("Plugins/peer-payments/plugin.lua", peer_payments_plugin_lua),
    SHIPPED("Plugins/peer-payments/tests.lua", peer_payments_tests_lua),
    SHIPPED("Plugins/peer-payments/words.csv", peer_payments_words_csv),
    SHIPPED("Plugins/price-change/README.md", price_change_README_md),
    SHIPPED("Plugins/price-change/periods.csv", price_change_periods_csv),
    SHIPPED("Plugins/price-change/plugin.lua", price_change_plugin_lua),
    SHIPPED("Plugins/price-change/tests.lua", price_change_tests_lua),
    SHIPPED("Plugins/travel/README.md", travel_README_md),
    SHIPPED("Plugins/travel/places.csv", travel_places_csv),
    SHIPPED("Plugins/travel/plugin.lua", travel_plugin_lua),
    SHIPPED("Plugins/travel/tests.lua", travel_tests_lua),
    SHIPPED("rules/10-starter.lua", starter_rules),
};

size_t gv_shipped_file_count(void) { return sizeof files / sizeof files[0]; }

const gv_shipped_file *gv_shipped_file_at(size_t position) {
    return position < gv_shipped_file_count() ? &files[position] : NULL;
}

static const gv_shipped_file modules[] = {
    SHIPPED("ghostvault/cells.lua", cells_module),
    SHIPPED("ghostvault/days.lua", days_module),
    SHIPPED("ghostvault/orders.lua", orders_module),
    SHIPPED("ghostvault/words.lua", words_module),
};

size_t gv_shipped_module_count(void) { return sizeof modules / sizeof modules[0]; }

const gv_shipped_file *gv_shipped_module_at(size_t position) {
    return position < gv_shipped_module_count() ? &modules[position] : NULL;
}
