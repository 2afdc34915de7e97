-- Money from a person that pays back a share of an earlier expense.

local days = require("ghostvault.days")
local words = require("ghostvault.words")
local topics = map("words.csv")

local least_name = 4

local money_of_merchants = { "refund", "refunded", "return", "reversal", "chargeback" }

--- Money from people counts as money back already; whose it is, is open.
local function is_open_deposit(tx)
    local kind = tx.account_type
    local is_from_somebody = tx.class == nil
        or tx.class == "expense" and not words.has_any(tx, money_of_merchants)
    return is_from_somebody and not tx.pending
        and (kind == "checking" or kind == "savings" or kind == "other")
end

local function set_of(list)
    local set = {}
    for _, item in ipairs(list) do set[item:lower()] = true end
    return set
end

--- What the words that came with a payment say it is for: the categories they
--- name, nil where they name none, and the words of the memo.
local function subject(tx)
    local categories
    local memo = {}
    for word in tx.memo:lower():gmatch("%w+") do memo[word] = true end
    for word in (tx.description .. " " .. tx.memo):lower():gmatch("%a+") do
        if topics:has(word) then
            categories = categories or {}
            -- A word without a category names something that is none.
            categories[topics:get(word) or ""] = true
        end
    end
    return categories, memo
end

local function is_merchant_named(expense, memo)
    local first = expense.payee:lower():match("^%w+")
    return first ~= nil and #first >= least_name and memo[first] == true
end

--- Into how many equal shares the expense goes for one of them to be the
--- payment, or nil. Shares of a cent's fraction are rounded up or down.
local function share(payment, expense, settings)
    local count = (expense + payment // 2) // payment
    if count > settings.people then return nil end
    local slack = count - 1 + expense * settings.tolerance / 100
    if math.abs(payment * count - expense) > slack then return nil end
    return count
end

local ranks = { named = 1, share = 2, named_share = 3 }

--- How well an expense explains a payment, and as which share.
local function evidence(payment, expense, left, settings)
    local amount = payment.tx.amount_minor
    if amount > left or expense.currency ~= payment.tx.currency then return nil end
    local is_named = is_merchant_named(expense, payment.memo)
        or payment.categories ~= nil and payment.categories[expense.category] == true
    if payment.categories ~= nil and not is_named then return nil end
    local count = share(amount, -expense.amount_minor, settings)
    if count ~= nil then return is_named and ranks.named_share or ranks.share, count end
    return is_named and ranks.named or nil
end

--- The best explained by evidence, then the nearest before the payment; none
--- where two are equally good on one day.
local function find_expense(payment, expenses, last, open, settings)
    local earliest = days.after(payment.tx.day, -settings.days)
    local best, best_rank, best_count
    local is_unique = true
    for index = last, 1, -1 do
        local expense = expenses[index]
        local day = expense.day
        if day < earliest then break end
        local left = open[expense.id] or -expense.amount_minor
        local rank, count = evidence(payment, expense, left, settings)
        if rank ~= nil then
            if best == nil or rank > best_rank then
                best, best_rank, best_count, is_unique = expense, rank, count, true
            elseif rank == best_rank and day == best.day then
                is_unique = false
            end
        end
    end
    if not is_unique then return nil end
    return best, best_count
end

local fractions = { "all", "half", "a third", "a quarter", "a fifth", "a sixth" }

local function reason(expense, count)
    local what = "purchase " .. expense.id .. " of " .. expense.day
    if count == nil then return "a part of " .. what .. ", which its text names" end
    return (fractions[count] or "1/" .. count) .. " of " .. what
end

local function classify_all(view, ctx)
    local settings = ctx.settings
    local is_shared = set_of(settings.categories)
    local payments = {}
    local expenses = {}
    for tx in view:each() do
        if tx.amount_minor > 0 then
            if is_open_deposit(tx) and words.has_any(tx, settings.services) then
                local categories, memo = subject(tx)
                payments[#payments + 1] = { tx = tx, categories = categories, memo = memo }
            end
        elseif not tx.pending and is_shared[tx.category or ""]
            and (tx.class == nil or tx.class == "expense") then
            expenses[#expenses + 1] = tx
        end
    end

    -- What of an expense nobody has paid back; all of it where nothing is said.
    local open = {}
    local last = 0
    for _, payment in ipairs(payments) do
        local tx = payment.tx
        while last < #expenses and expenses[last + 1].day <= tx.day do last = last + 1 end
        local expense, count = find_expense(payment, expenses, last, open, settings)
        if expense ~= nil then
            open[expense.id] = (open[expense.id] or -expense.amount_minor) - tx.amount_minor
            view:decide(tx, {
                class = "expense",
                category = expense.category,
                lens = expense.lens,
                tags = { "shared" },
            }, reason(expense, count))
        end
    end
end

plugin {
    name = "peer-payments",
    version = "1.0.0",
    summary = "Nets what people send you (Venmo, Zelle …) against the expense you shared.",
    decides = { "class", "category", "lens", "tags" },
    settings = {
        services = {
            type = "texts",
            default = { "venmo", "zelle", "cash app", "cashapp", "apple cash", "paypal" },
            help = "Whole words of the texts with which money from people arrives.",
        },
        categories = {
            type = "texts",
            default = { "dining", "groceries", "travel", "entertainment", "bills" },
            help = "The categories of expenses that you share.",
        },
        days = {
            type = "integer",
            default = 14,
            at_least = 0,
            at_most = 90,
            help = "How many days after the expense people pay their shares.",
        },
        people = {
            type = "integer",
            default = 6,
            at_least = 1,
            at_most = 20,
            help = "Into how many equal shares you split at most.",
        },
        tolerance = {
            type = "number",
            default = 0,
            at_least = 0,
            at_most = 10,
            help = "By how many percent of the expense the shares may miss it; at 0 a share must "
                .. "be right to the cent, which keeps other money from people out.",
        },
    },
    classify_all = classify_all,
}
