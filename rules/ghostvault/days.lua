-- Days as numbers, so that they can be counted: days are texts such as
-- "2025-03-09", which compare as they are but can't be added to.

local days = {}

--- The days since 1970-01-01 of a day such as "2025-03-09".
function days.number(text)
    local year = tonumber(text:sub(1, 4))
    local month = tonumber(text:sub(6, 7))
    local day = tonumber(text:sub(9, 10))
    -- Years begin in March here, so that the leap day is the last.
    if month <= 2 then
        year = year - 1
        month = month + 12
    end
    local leap_days = year // 4 - year // 100 + year // 400
    return 365 * year + leap_days + (153 * (month - 3) + 2) // 5 + day - 719469
end

--- The day of a number that `number` gave.
function days.text(number)
    local shifted = number + 719468
    local era = shifted // 146097
    local of_era = shifted - era * 146097
    local year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    local of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    local shifted_month = (5 * of_year + 2) // 153
    local day = of_year - (153 * shifted_month + 2) // 5 + 1
    local month = shifted_month < 10 and shifted_month + 3 or shifted_month - 9
    local year = year_of_era + era * 400
    if month <= 2 then year = year + 1 end
    return string.format("%04d-%02d-%02d", year, month, day)
end

--- The day that lies `count` days after another, or before it.
function days.after(text, count)
    return days.text(days.number(text) + count)
end

--- How many days lie between two days; 0 for the same day.
function days.between(first, last)
    return days.number(last) - days.number(first)
end

return days
