-- What a merchant is called, without what differs from one charge to the
-- next: "SQ *BLUE HERON COFFEE #12" and "Blue Heron Coffee 03/14" are one.

local processors = map("ghostvault/processors.csv")
local noise = map("ghostvault/noise.csv")

local merchant = {}

local most_words = 3
local most_remembered = 10000

--- "PAYPAL *ETSY INC" without the service that the money went through.
local function without_processor(text)
    local star = text:find("*", 1, true)
    if star == nil or star > 12 then return text end
    if not processors:has(text:sub(1, star - 1)) then return text end
    return text:sub(star + 1)
end

--- The words that name a merchant, in small letters, or nil where there are
--- none. Numbers end a name, unless it begins with them; so do addresses.
function merchant.name(text)
    local words = {}
    for word in without_processor(text:lower()):gmatch("[^%s*#]+") do
        if #words == 0 then
            if word:find("%a") and not noise:has(word) then
                words[1] = word:ends_with(".com") and word:sub(1, -5) or word
            end
        elseif word:find("%d") or word:find("%.%a") then
            break
        elseif not noise:has(word) then
            words[#words + 1] = word
            if #words == most_words then break end
        end
    end
    local name = table.concat(words, " ")
    if #name < 3 then return nil end
    return name
end

--- A function as `name` that remembers the texts it was asked about: banks
--- send the same ones again and again.
function merchant.reader()
    local remembered, count = {}, 0
    return function(text)
        local name = remembered[text]
        if name == nil then
            name = merchant.name(text) or false
            if count == most_remembered then remembered, count = {}, 0 end
            remembered[text] = name
            count = count + 1
        end
        return name or nil
    end
end

return merchant
