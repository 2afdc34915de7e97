-- The first charge at a new price, of what is charged regularly.

local days = require("ghostvault.days")

local periods = {}
for _, period in pairs(map("periods.csv")) do
    periods[#periods + 1] = {
        least = tonumber(period.least_days),
        most = tonumber(period.most_days),
        charges = tonumber(period.charges),
    }
end

local function period_between(first, last)
    local gap = days.between(first.day, last.day)
    for _, period in ipairs(periods) do
        if gap >= period.least and gap <= period.most then return period end
    end
    return nil
end

local function is_charge(tx)
    return tx.amount_minor < 0 and not tx.pending and (tx.class == nil or tx.class == "expense")
end

--- The charges of each merchant to each account, oldest first.
local function find_series(view)
    local series = {}
    local in_order = {}
    for tx in view:each() do
        if is_charge(tx) then
            local name = tx.payee:lower()
            local key = tx.institution .. "|" .. tx.account .. "|" .. tx.currency .. "|" .. name
            local charges = series[key]
            if charges == nil then
                charges = { name = name }
                series[key] = charges
                in_order[#in_order + 1] = charges
            end
            charges[#charges + 1] = tx
        end
    end
    return in_order
end

--- Whether so many charges up to this one were of one amount and regular.
local function is_settled(charges, index, period)
    for later = index, index - period.charges + 2, -1 do
        local before = charges[later - 1]
        if before == nil or before.amount_minor ~= charges[later].amount_minor
            or period_between(before, charges[later]) ~= period then
            return false
        end
    end
    return true
end

--- Whether what came after agrees: the new price again in time, or nothing yet.
local function is_upheld(charges, index, period, today)
    local charge, following = charges[index], charges[index + 1]
    if following == nil then return days.between(charge.day, today) <= period.most end
    return following.amount_minor == charge.amount_minor
        and period_between(charge, following) == period
end

local function is_step(old, new, settings)
    local change = math.abs(new - old) * 100
    return change >= settings.least * math.abs(old) and change <= settings.most * math.abs(old)
end

--- An amount as people write it, with the digits that its currency has.
local function written(tx)
    local units = math.floor(tx.amount_minor / tx.amount + 0.5)
    return string.format("%." .. (#tostring(units) - 1) .. "f", math.abs(tx.amount))
end

local function title(tx, name)
    if tx.payee ~= tx.description then return tx.payee end
    return name:sub(1, 1):upper() .. name:sub(2)
end

local function classify_all(view, ctx)
    for _, charges in ipairs(find_series(view)) do
        for index = 3, #charges do
            local old, new = charges[index - 1], charges[index]
            -- Most charges are no step; they cost two comparisons.
            if new.amount_minor ~= old.amount_minor
                and old.amount_minor == charges[index - 2].amount_minor then
                local period = period_between(old, new)
                if period ~= nil and is_settled(charges, index - 1, period)
                    and is_upheld(charges, index, period, ctx.today)
                    and is_step(old.amount_minor, new.amount_minor, ctx.settings) then
                    local rose = new.amount_minor < old.amount_minor
                    view:decide(new, { tags = { rose and "price-rise" or "price-drop" } },
                        title(new, charges.name) .. (rose and " rose" or " fell") .. " from "
                            .. written(old) .. " to " .. written(new))
                end
            end
        end
    end
end

plugin {
    name = "price-change",
    version = "1.0.0",
    summary = "Tags the first charge after the price of a subscription changed.",
    decides = { "tags" },
    settings = {
        least = {
            type = "number",
            default = 1,
            at_least = 0,
            at_most = 100,
            help = "Changes below so many percent are passed over, such as a tax by the cent.",
        },
        most = {
            type = "number",
            default = 100,
            at_least = 1,
            at_most = 10000,
            help = "A change above so many percent is taken for another product.",
        },
    },
    classify_all = classify_all,
}
