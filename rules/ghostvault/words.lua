-- Looking for words in the texts of banks.

local words = {}

--- Whether a text in small letters holds the words, not inside of longer ones.
function words.has(text, wanted)
    local start = 1
    while true do
        local first, last = text:find(wanted, start, true)
        if first == nil then return false end
        local is_start = first == 1 or not text:sub(first - 1, first - 1):find("%w")
        if is_start and not text:sub(last + 1, last + 1):find("%w") then return true end
        start = first + 1
    end
end

--- Whether a text of the transaction's holds one of the list's items as words,
--- without case.
function words.has_any(tx, list)
    local text = (tx.description .. "\n" .. tx.payee .. "\n" .. tx.memo):lower()
    for _, item in ipairs(list) do
        if words.has(text, item:lower()) then return true end
    end
    return false
end

return words
