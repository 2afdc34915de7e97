-- Money that a merchant gives back, matched to the purchase that it pays back.

local days = require("ghostvault.days")
local words = require("ghostvault.words")

--- Where a purchase and its refund meet: the same merchant and the same money
--- in the same account.
local function meeting_place(tx)
    return tx.institution .. "|" .. tx.account .. "|" .. tx.currency .. "|" .. tx.payee:lower()
end

--- Credits that may be money back, in order, and where their purchases will be.
local function find_credits(view, settings)
    local credits, places = {}, {}
    for tx in view:each() do
        if tx.amount_minor > 0 and not tx.pending and (tx.class == nil or tx.class == "expense")
            and not words.has_any(tx, settings.never) then
            local place = meeting_place(tx)
            places[place] = places[place] or {}
            credits[#credits + 1] = {
                tx = tx,
                day = tx.day,
                amount = tx.amount_minor,
                purchases = places[place],
                -- On a bank account a merchant may also pay wages or earnings.
                may_be_partial = tx.account_type == "credit" or words.has_any(tx, settings.words),
            }
        end
    end
    return credits, places
end

local function gather_purchases(view, places)
    for tx in view:each() do
        if tx.amount_minor < 0 and not tx.pending
            and (tx.class == nil or tx.class == "expense") then
            local purchases = places[meeting_place(tx)]
            if purchases ~= nil then purchases[#purchases + 1] = tx end
        end
    end
end

--- The purchase whose open amount is the closest and, of equal ones, the last.
local function closest(credit, open, earliest, is_possible)
    local found, found_open
    for index = #credit.purchases, 1, -1 do
        local purchase = credit.purchases[index]
        local day = purchase.day
        if day < earliest then break end
        if day <= credit.day then
            local left = open[purchase.id] or -purchase.amount_minor
            if is_possible(purchase, left) and (found == nil or left < found_open) then
                found, found_open = purchase, left
            end
        end
    end
    return found, found_open
end

local function decide(view, credit, purchase)
    local part = credit.amount == -purchase.amount_minor and "" or "a part of "
    view:decide(credit.tx, {
        class = "expense",
        category = purchase.category,
        lens = purchase.lens,
        tags = { "refund" },
    }, "pays back " .. part .. "purchase " .. purchase.id .. " of " .. purchase.day)
end

local function classify_all(view, ctx)
    local settings = ctx.settings
    local credits, places = find_credits(view, settings)
    if #credits == 0 then return end
    gather_purchases(view, places)

    -- What of a purchase has not been paid back; all of it where nothing is said.
    local open = {}
    local function settle(credit, is_possible)
        local earliest = days.after(credit.day, -settings.days)
        local purchase, left = closest(credit, open, earliest, is_possible)
        if purchase == nil then return false end
        open[purchase.id] = left - credit.amount
        decide(view, credit, purchase)
        return true
    end

    -- Whole purchases first: a part must not take what another credit pays
    -- back to the cent.
    local partial = {}
    for _, credit in ipairs(credits) do
        local function is_whole(_, left) return left == credit.amount end
        if not settle(credit, is_whole) and credit.may_be_partial then
            partial[#partial + 1] = credit
        end
    end
    for _, credit in ipairs(partial) do
        settle(credit, function(_, left) return left >= credit.amount end)
    end
end

plugin {
    name = "refunds",
    version = "1.0.0",
    summary = "Counts a merchant's refund as money back, in the category of its purchase.",
    decides = { "class", "category", "lens", "tags" },
    settings = {
        days = {
            type = "integer",
            default = 60,
            at_least = 1,
            at_most = 366,
            help = "How many days after a purchase its refund may come.",
        },
        words = {
            type = "texts",
            default = {
                "refund", "refunded", "return", "returned", "purchase return", "reversal",
                "reversed", "chargeback", "merchandise credit", "merchant credit",
                "price adjustment",
            },
            help = "Words that name money back. On a bank account a credit without one of them "
                .. "counts only where it pays back a purchase to the cent.",
        },
        never = {
            type = "texts",
            default = {
                "venmo", "zelle", "cash app", "cashapp", "apple cash", "paypal transfer",
                "inst xfer", "transfer", "xfer", "payroll", "salary", "wages", "direct dep",
                "direct deposit", "dir dep", "bonus", "deposit", "interest", "dividend",
                "cash back", "cashback", "reward", "rewards", "atm", "check", "payout",
            },
            help = "Words of credits that are never a merchant's refund.",
        },
    },
    classify_all = classify_all,
}
