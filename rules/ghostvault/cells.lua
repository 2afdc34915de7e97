-- Amounts and days as files of banks and shops write them.

local days = require("ghostvault.days")

local cells = {}

--- An amount such as "$1,234.56", "12,30 €" or "(4.10)" in the smallest unit; nil
--- for a text that is none. `decimals` is 2 if missing. Three digits behind the only
--- mark are thousands, unless an amount has three decimals.
function cells.minor(text, decimals)
    if text == nil then return nil end
    decimals = decimals or 2
    text = text:gsub("\u{2212}", "-")
    local digits, mark, fraction = text:match("([%d.,' ]*)([.,])(%d+)[^%d]*$")
    local other = mark == "." and "," or "."
    if digits == nil or #fraction == 3 and decimals ~= 3 and digits:find("%d")
        and not digits:find(other, 1, true) then
        digits, fraction = text:match("(%d[%d.,' ]*)[^%d]*$"), ""
    elseif digits:find(mark, 1, true) then
        -- The mark of the thousands stands before three digits.
        return nil
    end
    if digits == nil then return nil end
    -- Further decimals must be zeros.
    if fraction:find("[^0]", decimals + 1) then return nil end
    fraction = fraction:sub(1, decimals)
    local number = math.tointeger(tonumber((digits:gsub("%D", "")) .. fraction
        .. ("0"):rep(decimals - #fraction)))
    if number == nil then return nil end
    local isNegative = text:find("^%s*[-(]") or text:find("[-(]%s*[%d.,]") or text:find("%d%s*%-%s*$")
    return isNegative and -number or number
end

--- The same as a number: 1234.56.
function cells.amount(text, decimals)
    local minor = cells.minor(text, decimals)
    return minor and minor / 10 ^ (decimals or 2)
end

--- The day of a text such as "2025-03-09T10:00Z", or "03/09/2025" and "9.3.25" in
--- an order, "day-first" or "month-first"; nil for one that no calendar has.
function cells.day(text, order)
    if text == nil then return nil end
    local year, month, day = text:match("^(%d%d%d%d)[-/.](%d%d?)[-/.](%d%d?)")
    if year == nil then
        day, month, year = text:match("^(%d%d?)[-/.](%d%d?)[-/.](%d+)")
        if year == nil or #year ~= 2 and #year ~= 4 then return nil end
        if #year == 2 then year = (year < "70" and "20" or "19") .. year end
        if order == nil then
            error("say whether days or months come first in \"" .. text
                .. "\": \"day-first\" or \"month-first\"", 0)
        end
        if order == "month-first" then day, month = month, day end
    end
    local written = string.format("%04d-%02d-%02d", year, month, day)
    if days.text(days.number(written)) ~= written then return nil end
    return written
end

return cells
