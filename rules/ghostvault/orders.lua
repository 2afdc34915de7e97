-- The orders behind a shop's charges: a report of the shop beside the plugin,
-- joined with the transactions by amount and day, each with one at most.

local cells = require("ghostvault.cells")
local days = require("ghostvault.days")
local words = require("ghostvault.words")

local orders = {}

--- The name for the report's first column, which is the key of its map.
orders.first_column = "first column"

local most_note_bytes = 400

-- MARK: Reading a report

local function cell(key, row, column)
    if column == nil then return nil end
    if column == orders.first_column then return key end
    if type(row) == "string" then return row end
    return row[column]
end

--- The rows of a report that moved money.
local function items_of(report)
    local items = {}
    for key, row in pairs(report.rows) do
        local amount = cells.minor(cell(key, row, report.amount), report.decimals)
        local day = cells.day(cell(key, row, report.day), report.days)
        local is_kept = report.only == nil or report.only(row, key)
        if amount ~= nil and amount ~= 0 and day ~= nil and is_kept then
            if not report.signed then amount = report.refunds and math.abs(amount) or -amount end
            items[#items + 1] = {
                order = cell(key, row, report.order) or day,
                day = day,
                amount = amount,
                is_partly = report.partly ~= nil and report.partly(row, key),
                name = cell(key, row, report.item),
                category = cell(key, row, report.category),
            }
        end
    end
    return items
end

--- Charges that the report may stand for: what was sent on one day, a whole
--- order, a single row. The first one that a transaction has counts.
local function charges_of(items)
    local levels = { {}, {}, {} }
    local function add(level, key, item)
        local charges = levels[level]
        local charge = charges[key]
        if charge == nil then
            charge = { order = item.order, day = item.day, last = item.day, amount = 0, items = {} }
            charges[key] = charge
            charges[#charges + 1] = charge
        end
        charge.amount = charge.amount + item.amount
        if item.day < charge.day then charge.day = item.day end
        if item.day > charge.last then charge.last = item.day end
        charge.items[#charge.items + 1] = item
    end
    for number, item in ipairs(items) do
        local sign = item.amount < 0 and "-" or "+"
        add(1, sign .. item.day .. " " .. item.order, item)
        add(2, sign .. item.order, item)
        add(3, "row " .. number, item)
    end
    return levels
end

-- MARK: Joining

--- The day on which a transaction was made, as far as it is known.
local function made(tx) return tx.transacted_day or tx.day end

local function distance(charge, tx)
    local day = made(tx)
    if day < charge.day then return days.between(day, charge.day) end
    if day > charge.last then return days.between(charge.last, day) end
    return 0
end

local function is_free(charge)
    for _, item in ipairs(charge.items) do
        if item.joined then return false end
    end
    return true
end

--- The transactions of the shop with a charge's amount, near its days.
local function candidates_of(charge, view, report, taken)
    local found = {}
    for _, tx in ipairs(view:by_amount(charge.amount)) do
        if not taken[tx.id] and not tx.pending and distance(charge, tx) <= report.within
            and words.has_any(tx, report.texts) then
            found[#found + 1] = tx
        end
    end
    return found
end

--- Joins charges and transactions that are each other's nearest, none as near
--- beside them, until nothing is left that is clear.
local function join_clear(charges, view, report, taken, on_join)
    local isChanged = true
    while isChanged do
        isChanged = false
        local nearest, rivals = {}, {}
        for _, charge in ipairs(charges) do
            if is_free(charge) then
                local best, second
                for _, tx in ipairs(candidates_of(charge, view, report, taken)) do
                    local far = distance(charge, tx)
                    if best == nil or far < best.far then
                        best, second = { tx = tx, far = far }, best
                    elseif second == nil or far < second.far then
                        second = { tx = tx, far = far }
                    end
                    local known = rivals[tx.id]
                    if known == nil or far < known.far then
                        rivals[tx.id] = { charge = charge, far = far, isAlone = true }
                    elseif far == known.far then
                        known.isAlone = false
                    end
                end
                if best ~= nil then
                    nearest[#nearest + 1] = {
                        charge = charge, tx = best.tx,
                        isAlone = second == nil or second.far > best.far,
                    }
                end
            end
        end
        for _, pair in ipairs(nearest) do
            local rival = rivals[pair.tx.id]
            if pair.isAlone and rival.charge == pair.charge and rival.isAlone
                and is_free(pair.charge) and not taken[pair.tx.id] then
                taken[pair.tx.id] = true
                for _, item in ipairs(pair.charge.items) do item.joined = true end
                on_join(pair.charge, pair.tx)
                isChanged = true
            end
        end
    end
end

--- Joins charges of which a gift card paid a part: each with the only smaller
--- transaction near it that is nobody else's.
local function join_partly(charges, view, report, taken, on_join)
    local found, rivals = {}, {}
    for _, charge in ipairs(charges) do
        if is_free(charge) and charge.items[1].is_partly then
            local candidates = {}
            -- Nothing tells its amount, so it must at least not be charged before it was sent.
            for _, tx in ipairs(
                view:between(charge.day, days.after(charge.last, report.within))) do
                local amount = tx.amount_minor
                if not taken[tx.id] and not tx.pending and amount < 0 and amount > charge.amount
                    and words.has_any(tx, report.texts) then
                    candidates[#candidates + 1] = tx
                    rivals[tx.id] = (rivals[tx.id] or 0) + 1
                end
            end
            found[#found + 1] = { charge = charge, candidates = candidates }
        end
    end
    for _, pair in ipairs(found) do
        local tx = pair.candidates[1]
        if #pair.candidates == 1 and rivals[tx.id] == 1 then
            taken[tx.id] = true
            for _, item in ipairs(pair.charge.items) do item.joined = true end
            on_join(pair.charge, tx)
        end
    end
end

-- MARK: What is decided

local function text_of(minor, decimals)
    local sign = minor < 0 and "-" or ""
    local digits = string.format("%0" .. decimals + 1 .. "d", math.abs(minor))
    if decimals == 0 then return sign .. digits end
    return sign .. digits:sub(1, -decimals - 1) .. "." .. digits:sub(-decimals)
end

--- A text that fits a note, cut between letters.
local function cut(text, most)
    if #text <= most then return text end
    local last = utf8.offset(text, 0, most - 2)
    return text:sub(1, last - 1) .. "…"
end

--- The category of an item: its column's, or that of the longest word in it.
local function category_of(item, report)
    if item.category ~= nil then return item.category end
    local best
    local text = (item.name or ""):lower()
    for word, category in pairs(report.categories or {}) do
        if (best == nil or #word > #best.word) and words.has(text, word:lower()) then
            best = { word = word, category = category }
        end
    end
    return best and best.category or report.otherwise
end

--- The categories of a charge's items with their sums, in the report's order.
local function parts_of(charge, report)
    local parts, places = {}, {}
    for _, item in ipairs(charge.items) do
        local category = category_of(item, report)
        if category == nil then return {} end
        local place = places[category]
        if place == nil then
            place = #parts + 1
            places[category] = place
            parts[place] = { category = category, amount = 0, names = {} }
        end
        parts[place].amount = parts[place].amount + item.amount
        parts[place].names[#parts[place].names + 1] = item.name
    end
    return parts
end

local function names_of(charge)
    local names = {}
    for _, item in ipairs(charge.items) do names[#names + 1] = item.name end
    return table.concat(names, "; ")
end

local function decided(charge, tx, report)
    local is_whole = tx.amount_minor == charge.amount
    local set = { payee = report.payee, tags = report.tags }
    local names = names_of(charge)
    if names ~= "" then set.notes = cut(names, most_note_bytes) end
    local parts = parts_of(charge, report)
    if #parts == 1 then
        set.category = parts[1].category
    elseif #parts > 1 then
        set.splits = {}
        for number, part in ipairs(parts) do
            local names = table.concat(part.names, "; ")
            set.splits[number] = {
                category = part.category,
                note = names ~= "" and cut(names, most_note_bytes) or nil,
                amount = is_whole and number < #parts
                    and math.abs(part.amount) / 10 ^ (report.decimals or 2) or nil,
                share = not is_whole and number < #parts
                    and part.amount / charge.amount or nil,
            }
        end
    end
    return set
end

local function why(charge)
    local count = #charge.items
    return "order " .. charge.order .. " of " .. charge.day
        .. (count > 1 and ", " .. count .. " items" or "")
end

--- Prints the charges that no transaction has, or that several may be.
local function list_open(charges, view, report, taken)
    for _, charge in ipairs(charges) do
        if is_free(charge) then
            local count = #candidates_of(charge, view, report, taken)
            print((report.payee or report.texts[1]) .. ", " .. why(charge) .. ": "
                .. text_of(charge.amount, report.decimals or 2)
                .. (count == 0 and " has no transaction" or " may be several transactions"))
        end
    end
end

--- A `classify_all` that joins a shop's reports. Each is a table:
---   rows        the report: `map "orders.csv"`
---   texts       words of the shop in a transaction's texts: { "amazon", "amzn" }
---   day, amount, order, item, category
---               the headings of its columns; the last three may be missing
---   within      days between the report's day and the transaction's, 5 if missing
---   days        "day-first" or "month-first", for days such as 03/09/2025
---   signed      whether amounts have the account's sign; else they were spent
---   refunds     whether amounts came back
---   decimals    of the amounts, 2 if missing
---   only        a function of a row: whether it counts
---   partly      a function of a row: whether a gift card paid a part of it
---   payee, tags what every joined transaction gets
---   categories  a map of words in an item's name to categories
---   otherwise   the category of other items
function orders.join(...)
    local reports = {}
    for place, given in ipairs { ... } do
        for _, name in ipairs { "rows", "texts", "day", "amount" } do
            if given[name] == nil then error("the report needs \"" .. name .. "\"", 2) end
        end
        local report = { within = 5 }
        for name, value in pairs(given) do report[name] = value end
        reports[place] = report
    end
    return function(view)
        local taken = {}
        for _, report in ipairs(reports) do
            local levels = charges_of(items_of(report))
            local function on_join(charge, tx)
                if tx.class ~= "transfer" and tx.class ~= "ignore" then
                    view:decide(tx, decided(charge, tx, report), why(charge))
                end
            end
            for _, charges in ipairs(levels) do
                join_clear(charges, view, report, taken, on_join)
            end
            join_partly(levels[1], view, report, taken, on_join)
            list_open(levels[1], view, report, taken)
        end
    end
end

return orders
