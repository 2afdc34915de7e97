-- Trips: runs of days on which cards were used away from home, after a
-- booking; and the trips that the person names.

local days = require("ghostvault.days")
local words = require("ghostvault.words")
local places = map("places.csv")

-- A place is home as well where cards were used in one month of three.
local home_months, home_share = 3, 3

local booking, remote = "booking", "remote"

-- The name of a shop is at the beginning of a text.
local telling_words = 4

--- What the words of the settings stand for, by their first words: there are
--- many, and every purchase is asked about all of them.
local function read_words(settings)
    local by_first = {}
    local function add(list, kind)
        for _, item in ipairs(list) do
            local text = item:lower()
            local first = text:match("^%S+")
            by_first[first] = by_first[first] or {}
            table.insert(by_first[first], { text = text, kind = kind })
        end
    end
    add(settings.bookings, booking)
    add(settings.remote, remote)
    return by_first
end

--- The kind of the settings' words in the first words of a text, or nil.
local function kind_of(text, by_first)
    local count = 0
    for word in text:lower():gmatch("[^%s*#/,]+") do
        for _, item in ipairs(by_first[word] or {}) do
            if words.has(text:lower(), item.text) then return item.kind end
        end
        count = count + 1
        if count == telling_words then break end
    end
    return nil
end

--- Whether the word before a place is a telephone number or an address, as in
--- "NETFLIX.COM 866-579-7172 CA": then the place is an office, not a till.
local function is_remote_word(word)
    return word:find("%d%d%d") ~= nil or word:find("%.%a") ~= nil
end

--- The code of the state or country that a card's text ends with, nil where it
--- ends with none, and whether the shop is one by telephone or on the web.
local function place_of(tx)
    local parts = tx.description:trim():split(" ")
    local code, before = parts[#parts], parts[#parts - 1]
    if before == nil or #code < 2 or #code > 3 or not places:has(code) then
        return nil, is_remote_word(code)
    end
    return code:upper(), is_remote_word(before)
end

local function is_card_purchase(tx)
    return tx.amount_minor < 0 and not tx.pending
        and (tx.account_type == "credit" or tx.account_type == "checking")
        and (tx.class == nil or tx.class == "expense")
end

local function stated_home(codes)
    local home = {}
    for _, code in ipairs(codes) do home[code:upper()] = true end
    return home
end

--- The places in which a card was used in so many months that they are home,
--- and the place where it was used the most.
local function find_home(seen)
    local home = {}
    local purchases, months, last_month = {}, {}, {}
    local month_count, latest_month = 0, ""
    for _, one in ipairs(seen) do
        local place, month = one.place, one.day:sub(1, 7)
        purchases[place] = (purchases[place] or 0) + 1
        if last_month[place] ~= month then
            months[place] = (months[place] or 0) + 1
            last_month[place] = month
        end
        if latest_month ~= month then
            month_count = month_count + 1
            latest_month = month
        end
    end
    local most
    for place, count in pairs(purchases) do
        if most == nil or count > purchases[most] then most = place end
        if months[place] >= home_months and months[place] * home_share >= month_count then
            home[place] = true
        end
    end
    if most ~= nil then home[most] = true end
    return home
end

--- Purchases made on the spot, with their places, and the days of bookings.
local function look_around(view, by_first)
    local seen, bookings = {}, {}
    for tx in view:each() do
        if is_card_purchase(tx) then
            local kind = tx.category == "travel" and booking or kind_of(tx.payee, by_first)
            if kind == booking then
                local place = place_of(tx)
                bookings[#bookings + 1] = { day = tx.day, place = place }
            elseif kind == nil then
                local place, is_remote = place_of(tx)
                if place ~= nil and not is_remote then
                    seen[#seen + 1] = { day = tx.day, place = place, payee = tx.payee:lower() }
                end
            end
        end
    end
    return seen, bookings
end

--- Purchases away from home, in runs with few days between one and the next.
local function find_runs(seen, home, settings)
    local runs = {}
    local run
    for _, one in ipairs(seen) do
        if not home[one.place] then
            if run == nil or days.between(run.last, one.day) > settings.gap + 1 then
                run = { first = one.day, last = one.day, purchases = 0, payees = {}, shops = 0,
                    counts = {}, place = one.place }
                runs[#runs + 1] = run
            end
            run.last = one.day
            run.purchases = run.purchases + 1
            if not run.payees[one.payee] then
                run.payees[one.payee] = true
                run.shops = run.shops + 1
            end
            run.counts[one.place] = (run.counts[one.place] or 0) + 1
            if run.counts[one.place] > run.counts[run.place] then run.place = one.place end
        end
    end
    return runs
end

--- The first of the bookings, which are in order, on a day or after it.
local function first_from(bookings, day)
    local low, high = 1, #bookings + 1
    while low < high do
        local middle = (low + high) // 2
        if bookings[middle].day < day then low = middle + 1 else high = middle end
    end
    return low
end

local function is_booked(run, bookings, settings)
    local first = bookings[first_from(bookings, days.after(run.first, -settings.booked))]
    return first ~= nil and first.day <= days.after(run.last, settings.gap)
end

--- The days of a run, with those of hotels in its places that were charged
--- just before or after it.
local function with_hotels(run, bookings, settings)
    local first, last = run.first, run.last
    local latest = days.after(run.last, settings.gap)
    local index = first_from(bookings, days.after(run.first, -settings.gap))
    while bookings[index] ~= nil and bookings[index].day <= latest do
        local place, day = bookings[index].place, bookings[index].day
        if place ~= nil and run.counts[place] ~= nil then
            if day < first then first = day end
            if day > last then last = day end
        end
        index = index + 1
    end
    return first, last
end

local function is_trip(run, bookings, settings)
    local length = days.between(run.first, run.last) + 1
    return length >= 2 and length <= settings.longest and run.purchases >= settings.purchases
        and run.shops >= 2 and is_booked(run, bookings, settings)
end

local function is_day(text)
    return text:find("^%d%d%d%d%-%d%d%-%d%d$") ~= nil and days.after(text, 0) == text
end

--- The person's own trips: "lisbon=2025-03-07..2025-03-16".
local function named_trips(texts)
    local trips = {}
    for index, text in ipairs(texts) do
        local name, first, last = text:match("^%s*([%w-]+)%s*=%s*(%S+)%.%.(%S+)%s*$")
        if name == nil or not is_day(first) or not is_day(last) or last < first then
            error("the setting \"trips\" has \"" .. text .. "\"; write a trip as name=first "
                .. "day..last day, such as lisbon=2025-03-07..2025-03-16", 0)
        end
        trips[index] = {
            first = first, last = last, tag = "trip-" .. name:lower(), is_named = true,
            reason = "in your trip " .. name .. " of " .. first .. " to " .. last,
        }
    end
    return trips
end

local function overlaps(first, last, others)
    for _, other in ipairs(others) do
        if first <= other.last and other.first <= last then return true end
    end
    return false
end

local function add_found_trips(trips, runs, bookings, settings)
    local named = { table.unpack(trips) }
    local uses = {}
    for _, run in ipairs(runs) do
        local first, last = with_hotels(run, bookings, settings)
        if is_trip(run, bookings, settings) and not overlaps(first, last, named) then
            local month = first:sub(1, 7)
            uses[month] = (uses[month] or 0) + 1
            local number = uses[month] > 1 and "-" .. uses[month] or ""
            trips[#trips + 1] = {
                first = first, last = last, tag = "trip-" .. month .. number,
                reason = "within a trip of " .. first .. " to " .. last .. ", "
                    .. places:get(run.place),
            }
        end
    end
end

--- Whether a purchase within a trip's days was made on it. A text that tells
--- no place where the person was may be a subscription's, or a meal's at home.
local function belongs(tx, trip, home, by_first)
    local place, is_remote = place_of(tx)
    if place ~= nil and home[place] and not trip.is_named then return false end
    is_remote = is_remote or kind_of(tx.payee, by_first) == remote
    if place ~= nil and not is_remote then return true end
    local category = tx.category
    return category == "travel" or category == "transportation"
        or category == "dining" and not is_remote
end

local function classify_all(view, ctx)
    local settings = ctx.settings
    local by_first = read_words(settings)
    local trips = named_trips(settings.trips)
    local seen, bookings = look_around(view, by_first)
    local home = #settings.home > 0 and stated_home(settings.home) or find_home(seen)
    add_found_trips(trips, find_runs(seen, home, settings), bookings, settings)
    local taken = {}
    for _, trip in ipairs(trips) do
        for _, tx in ipairs(view:between(trip.first, trip.last)) do
            if not taken[tx.id] and is_card_purchase(tx) and belongs(tx, trip, home, by_first) then
                taken[tx.id] = true
                view:decide(tx, { tags = { trip.tag } }, trip.reason)
            end
        end
    end
end

plugin {
    name = "travel",
    version = "1.0.0",
    summary = "Tags what was spent on a trip, found by bookings and by places away from home.",
    decides = { "tags" },
    before = "processors",
    settings = {
        trips = {
            type = "texts",
            default = {},
            help = "Your own trips, each name=first day..last day, such as "
                .. "lisbon=2025-03-07..2025-03-16.",
        },
        home = {
            type = "texts",
            default = {},
            help = "The codes of the states or countries that are home, such as WI. Without any, "
                .. "those where your cards are used the most and in most months.",
        },
        gap = {
            type = "integer",
            default = 3,
            at_least = 0,
            at_most = 14,
            help = "How many days in a row of a trip may pass without a purchase away from home.",
        },
        purchases = {
            type = "integer",
            default = 3,
            at_least = 2,
            at_most = 100,
            help = "How many purchases away from home a trip has at least.",
        },
        booked = {
            type = "integer",
            default = 120,
            at_least = 0,
            at_most = 366,
            help = "How many days before a trip it may have been booked.",
        },
        longest = {
            type = "integer",
            default = 45,
            at_least = 2,
            at_most = 366,
            help = "A stay of more days is no trip.",
        },
        bookings = {
            type = "texts",
            default = {
                "albergo", "pensao", "pensão", "pension", "guesthouse", "ryokan", "hostal",
                "eurostar", "trenitalia", "italo", "renfe", "sncf", "deutsche bahn", "via rail",
                "norwegian air",
                "wizz air", "vueling", "ita airways", "rentalcars", "europcar",
            },
            help = "Words of bookings beside those of the category travel.",
        },
        remote = {
            type = "texts",
            default = {
                "doordash", "uber", "uber eats", "lyft", "grubhub", "instacart", "amazon", "amzn",
                "paypal", "google", "apple.com", "spotify", "netflix", "hulu", "steam", "etsy",
                "ebay", "microsoft", "adobe", "audible", "insurance", "tickets.com",
            },
            help = "Words of shops that name their own place, not yours.",
        },
    },
    classify_all = classify_all,
}
