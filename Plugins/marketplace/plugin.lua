-- The shop or the kind behind an order on a marketplace or through a payment
-- service, by the beginnings of texts:
--   marketplaces.csv  what the text itself begins with
--   services.csv      payment services, behind which a shop is named
--   shops.csv         the shops behind them

local marketplaces = map("marketplaces.csv")
local services = map("services.csv")
local shops = map("shops.csv")

local most_words = 5

--- The first words of every beginning: most texts begin with none of them.
local first_words = {}
for _, beginnings in ipairs { marketplaces, services } do
    for beginning in pairs(beginnings) do
        first_words[beginning:lower():match("^%S+")] = true
    end
end

--- The words of a text in small letters; stars, colons and such part words
--- too, as in "PAYPAL *STEAM GAMES".
local function words_of(text)
    local words = {}
    for word in text:lower():gmatch("[^%s*:#]+") do
        words[#words + 1] = word
        if #words == 2 * most_words then break end
    end
    return words
end

--- What the most words in a row that a map knows stand for, and how many.
local function longest(known, words, from)
    local last = math.min(#words, from + most_words - 1)
    for to = last, from, -1 do
        local beginning = table.concat(words, " ", from, to)
        if known:has(beginning) then return known:get(beginning), to - from + 1 end
    end
    return nil, 0
end

--- The shop that words name, behind a payment service or as a marketplace.
local function shop_named(words, from)
    local marketplace, marketplace_words = longest(marketplaces, words, from)
    local shop, shop_words = longest(shops, words, from)
    if shop_words > marketplace_words then return shop end
    return marketplace
end

--- The shop behind a text, and whether the text begins with a service.
local function shop_in(text)
    local first = text:match("[^%s*:#]+")
    if first == nil or not first_words[first:lower()] then return nil, false end
    local words = words_of(text)
    local _, service_words = longest(services, words, 1)
    local shop = longest(marketplaces, words, 1)
    if shop == nil and service_words > 0 then shop = shop_named(words, service_words + 1) end
    return shop, service_words > 0
end

local function classify(tx)
    local class = tx.class
    if tx.pending or class == "transfer" or class == "ignore" or class == "income" then
        return nil
    end
    local shop, is_service = shop_in(tx.description)
    if shop == nil and is_service and tx.memo ~= "" then
        shop = shop_in(tx.memo) or shop_named(words_of(tx.memo), 1)
    end
    if shop == nil then return nil end
    -- A name that is there already needs nobody to say it again.
    local payee
    if tx.payee:lower() ~= shop.payee:lower() then payee = shop.payee end
    -- What a marketplace pays out to a seller is no spending.
    local category
    if tx.amount_minor < 0 or class == "expense" then category = shop.category end
    if payee == nil and category == nil then return nil end
    return { payee = payee, category = category }, "the text names " .. shop.payee
end

plugin {
    name = "marketplace",
    version = "1.0.0",
    summary = "Finds the shop or kind behind orders on Amazon, PayPal, eBay and the like.",
    decides = { "payee", "category" },
    before = "category map",
    classify = classify,
}
