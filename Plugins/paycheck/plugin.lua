-- A paycheck that is several things at once: split by the shares that the
-- person states, so that each part counts under its own category.

local words = require("ghostvault.words")

--- "salary=0.8" as a part of a split; the last part takes what remains.
local function part_of(text, is_last)
    local category, share = text:match("^%s*([^=]-)%s*=%s*([%d.]+)%s*$")
    if is_last and category == nil then category = text:match("^%s*([^=]-)%s*$") end
    if category == nil or category == "" then
        error("the setting \"parts\" has \"" .. text .. "\"; write category=share such as "
            .. "salary=0.8, and the last one as a category alone", 0)
    end
    local number = share ~= nil and tonumber(share) or nil
    if share ~= nil and (number == nil or number <= 0 or number > 1) then
        error("the setting \"parts\" has \"" .. text .. "\"; a share is a number such as 0.8, "
            .. "above 0 and at most 1", 0)
    end
    return { category = category, share = number }
end

local function split_by(texts)
    if #texts < 2 then
        error("the setting \"parts\" needs two parts or more, such as salary=0.8, bonus", 0)
    end
    local parts = {}
    local sum = 0
    for index, text in ipairs(texts) do
        parts[index] = part_of(text, index == #texts)
        sum = sum + (parts[index].share or 0)
    end
    if sum > 1.0000001 then
        error("the shares in the setting \"parts\" come to more than 1, the whole paycheck", 0)
    end
    -- What the shares leave over by rounding is a part of the last one.
    parts[#parts].share = nil
    return parts
end

local function classify(tx, ctx)
    local settings = ctx.settings
    if #settings.employers == 0 or #settings.parts == 0 then return nil end
    if tx.amount_minor <= 0 or tx.amount < settings.least or tx.pending then return nil end
    if tx.account_type ~= "checking" and tx.account_type ~= "savings"
        and tx.account_type ~= "other" then
        return nil
    end
    if tx.class ~= nil and tx.class ~= "income" then return nil end
    if not words.has_any(tx, settings.employers) then return nil end
    local count = #settings.parts
    return { class = "income", splits = split_by(settings.parts) },
        "a paycheck, split into " .. count .. " parts by your shares"
end

plugin {
    name = "paycheck",
    version = "1.0.0",
    summary = "Splits a paycheck into parts such as salary and bonus, by shares that you state.",
    decides = { "class", "splits" },
    settings = {
        employers = {
            type = "texts",
            default = {},
            help = "Words in the texts of your paychecks, such as the employer's name; whole "
                .. "words, without case. Nothing is split while there are none.",
        },
        parts = {
            type = "texts",
            default = {},
            help = "The parts, each category=share of what arrives: other=0.8, healthcare=0.05, "
                .. "travel. The last part takes what remains, to the cent.",
        },
        least = {
            type = "number",
            default = 0,
            at_least = 0,
            help = "A smaller deposit of the employer's is left whole, such as expenses paid back.",
        },
    },
    classify = classify,
}
