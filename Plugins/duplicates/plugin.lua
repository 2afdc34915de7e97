-- Charges that may have been made twice.

local days = require("ghostvault.days")
local words = require("ghostvault.words")

local function is_usual(tx, settings)
    local category = tx.category
    for _, usual in ipairs(settings.categories) do
        if category == usual then return true end
    end
    return words.has_any(tx, settings.usual)
end

local function account_of(tx)
    return tx.institution .. "|" .. tx.account .. "|" .. tx.currency
end

--- The same for charges that nothing but the day tells apart. The texts are
--- taken whole: two order or ticket numbers are two orders or tickets.
local function looks_of(tx)
    return account_of(tx) .. "|" .. tx.amount_minor .. "|" .. tx.payee:lower() .. "|"
        .. tx.description:lower()
end

--- What it was charged for, from one month to the next.
local function merchant_of(tx)
    return account_of(tx) .. "|" .. tx.payee:lower()
end

--- Groups of charges that look the same, with at most `days` from each to the
--- next. Only the last few days' charges are remembered at a time.
local function find_groups(view, settings)
    local groups = {}
    local recent, older = {}, {}
    local turn = ""
    for tx in view:each() do
        if tx.amount <= -settings.least and not tx.pending
            and (tx.class == nil or tx.class == "expense") then
            local day = tx.day
            if day > turn then
                older = (turn ~= "" and days.between(turn, day) <= settings.days) and recent or {}
                recent = {}
                turn = days.after(day, settings.days)
            end
            local looks = looks_of(tx)
            local group = recent[looks] or older[looks]
            if group ~= nil and days.between(group.last.day, day) <= settings.days then
                if group.second == nil then
                    group.second = tx
                    groups[#groups + 1] = group
                end
                group.last = tx
                recent[looks] = group
            else
                recent[looks] = { first = tx, last = tx }
            end
        end
    end
    return groups
end

--- The merchants at which equal charges are a habit: two contracts, two
--- tickets each time. They are those with two groups not too far apart.
local function find_habits(groups, settings)
    local last_day = {}
    local is_habit = {}
    for _, group in ipairs(groups) do
        local place = merchant_of(group.first)
        group.place = place
        local day = group.first.day
        if last_day[place] ~= nil
            and days.between(last_day[place], day) <= settings.habit_days then
            is_habit[place] = true
        end
        last_day[place] = day
    end
    return is_habit
end

--- Whether the same was charged shortly before or after as well, so that the
--- price is one often paid, or one of the two was paid back.
local function is_explained(view, group, settings)
    local first, second = group.first, group.second
    local earliest = days.after(first.day, -settings.apart)
    local latest = days.after(second.day, settings.apart)
    local function has_other(amount)
        for _, tx in ipairs(view:by_amount(amount)) do
            local day = tx.day
            if day >= earliest and day <= latest and tx ~= first and tx ~= second
                and (amount < 0 or day >= first.day) and merchant_of(tx) == group.place then
                return true
            end
        end
        return false
    end
    return has_other(first.amount_minor) or has_other(-first.amount_minor)
end

local function classify_all(view, ctx)
    local settings = ctx.settings
    local groups = find_groups(view, settings)
    local is_habit = find_habits(groups, settings)
    for _, group in ipairs(groups) do
        local first, second = group.first, group.second
        if not is_habit[group.place] and not is_usual(first, settings)
            and not is_explained(view, group, settings) then
            view:decide(second, { tags = { "possible-duplicate" } },
                "the same was charged as " .. first.id .. " on " .. first.day)
        end
    end
end

plugin {
    name = "duplicates",
    version = "1.0.0",
    summary = "Tags a charge that may have been made twice.",
    decides = { "tags" },
    settings = {
        days = {
            type = "integer",
            default = 1,
            at_least = 0,
            at_most = 7,
            help = "How many days may lie between the two charges.",
        },
        least = {
            type = "number",
            default = 10,
            at_least = 0.01,
            help = "Charges below this, in whole units of the currency, are not looked at.",
        },
        usual = {
            type = "texts",
            default = {
                "atm", "cash withdrawal", "check", "zelle", "venmo", "cash app", "paypal inst xfer",
                "vending", "laundry", "coin", "coffee", "starbucks", "dunkin", "espresso",
                "transit", "metro", "bus", "parking", "toll", "tolls", "lottery", "car wash",
                "gift card", "top up", "reload", "postage",
            },
            help = "Whole words of charges that are often made twice on purpose.",
        },
        categories = {
            type = "texts",
            default = { "transportation" },
            help = "Categories whose charges are often made twice on purpose.",
        },
        apart = {
            type = "integer",
            default = 20,
            at_least = 0,
            at_most = 366,
            help = "A third equal charge within so many days shows a price often paid, and an "
                .. "equal credit that one was paid back: neither is a duplicate.",
        },
        habit_days = {
            type = "integer",
            default = 400,
            at_least = 0,
            at_most = 3660,
            help = "Two charges at a merchant that were equal twice within so many days are a "
                .. "habit, such as two contracts.",
        },
    },
    classify_all = classify_all,
}
