local function card(day, description, gets, more)
    local sample = more or {}
    sample.day = day
    sample.description = description
    sample.gets = gets
    sample.account = sample.account or "Visa"
    sample.account_type = sample.account_type or "credit"
    sample.amount = sample.amount or -30
    return sample
end

--- Ordinary days at home, then the purchases of a test.
local function at_home_and(samples)
    local all = {
        card("2025-04-10", "PICK N SAVE #412 MADISON WI"),
        card("2025-04-20", "TST* GRAZE MADISON WI"),
        card("2025-05-10", "PICK N SAVE #412 MADISON WI"),
        card("2025-05-20", "TST* GRAZE MADISON WI"),
        card("2025-06-10", "PICK N SAVE #412 MADISON WI"),
        card("2025-06-20", "TST* GRAZE MADISON WI"),
        card("2025-08-10", "PICK N SAVE #412 MADISON WI"),
        card("2025-09-20", "TST* GRAZE MADISON WI"),
    }
    for _, sample in ipairs(samples) do all[#all + 1] = sample end
    return all
end

local july = { tags = { "trip-2025-07" } }
local none = { tags = {} }

test {
    name = "days abroad after a booking are a trip",
    transactions = at_home_and {
        card("2025-04-12", "DELTA AIR 0062345678901 ATLANTA GA", none),
        card("2025-07-03", "TRATTORIA DA MARIO ROMA ITA", july),
        card("2025-07-04", "SUMUP *GELATERIA FASSI ROMA ITA", july),
        card("2025-07-07", "MERCATO CENTRALE ROMA ITA", july),
        card("2025-07-07", "HOTEL FONTANA ROMA ITA", july),
    },
}

test {
    name = "a taxi or a hotel without a place belongs to it, a subscription does not",
    transactions = at_home_and {
        card("2025-07-03", "HOTEL FONTANA", july),
        card("2025-07-03", "TRATTORIA DA MARIO ROMA ITA", july),
        card("2025-07-04", "YELLOW CAB 221", july),
        card("2025-07-04", "NETFLIX.COM 866-579-7172 CA", none),
        card("2025-07-05", "VERIZON WRLS P1234 800-922-0204 FL", none),
        card("2025-07-05", "GELATERIA FASSI ROMA ITA", july),
        card("2025-07-06", "MERCATO CENTRALE ROMA ITA", july),
    },
}

test {
    name = "what the family spends at home meanwhile does not",
    transactions = at_home_and {
        card("2025-07-03", "HOTEL FONTANA ROMA ITA", july),
        card("2025-07-03", "TRATTORIA DA MARIO ROMA ITA", july),
        card("2025-07-04", "GELATERIA FASSI ROMA ITA", july),
        card("2025-07-05", "PICK N SAVE #412 MADISON WI", none),
        card("2025-07-05", "CITY OF MADISON PARKING 608-266-4761 WI", none),
        card("2025-07-05", "DD *DOORDASH NOODLESCO 855-973-1040 CA", none),
        card("2025-07-06", "MERCATO CENTRALE ROMA ITA", july),
    },
}

test {
    name = "a hotel of the place that is charged after the last meal belongs to it",
    transactions = at_home_and {
        card("2025-07-03", "TRATTORIA DA MARIO ROMA ITA", july),
        card("2025-07-04", "GELATERIA FASSI ROMA ITA", july),
        card("2025-07-05", "MERCATO CENTRALE ROMA ITA", july),
        card("2025-07-07", "HOTEL FONTANA ROMA ITA", july),
        card("2025-07-07", "SUMUP *TAXI AEROPORTO", july),
        card("2025-07-08", "DELTA AIR 0062345678901 ATLANTA GA", none),
    },
}

test {
    name = "another state is away as well",
    transactions = at_home_and {
        card("2025-07-03", "HAMPTON INN DULUTH MN", july),
        card("2025-07-03", "DULUTH GRILL DULUTH MN", july),
        card("2025-07-04", "HOLIDAY GAS DULUTH MN", july),
        card("2025-07-05", "SUPERIOR GENERAL STORE GRAND MARAIS MN", july),
    },
}

test {
    name = "without a booking there is no trip",
    transactions = at_home_and {
        card("2025-07-03", "DULUTH GRILL DULUTH MN", none),
        card("2025-07-04", "HOLIDAY GAS DULUTH MN", none),
        card("2025-07-05", "SUPERIOR GENERAL STORE GRAND MARAIS MN", none),
    },
}

test {
    name = "a booking too long before is none",
    settings = { booked = 30 },
    transactions = at_home_and {
        card("2025-06-02", "DELTA AIR 0062345678901 ATLANTA GA", none),
        card("2025-07-03", "DULUTH GRILL DULUTH MN", none),
        card("2025-07-04", "HOLIDAY GAS DULUTH MN", none),
        card("2025-07-05", "SUPERIOR GENERAL STORE GRAND MARAIS MN", none),
        card("2025-08-03", "DELTA AIR 0062345678901 ATLANTA GA", none),
        card("2025-09-02", "DULUTH GRILL DULUTH MN", { tags = { "trip-2025-09" } }),
        card("2025-09-03", "HOLIDAY GAS DULUTH MN", { tags = { "trip-2025-09" } }),
        card("2025-09-04", "SUPERIOR GENERAL STORE GRAND MARAIS MN", { tags = { "trip-2025-09" } }),
    },
}

test {
    name = "one day across the border is no trip, nor are two purchases",
    transactions = at_home_and {
        card("2025-07-01", "EXPEDIA 800-397-3342 WA", none),
        card("2025-07-03", "DULUTH GRILL DULUTH MN", none),
        card("2025-07-03", "HOLIDAY GAS DULUTH MN", none),
        card("2025-07-03", "SUPERIOR GENERAL STORE DULUTH MN", none),
        card("2025-07-20", "DULUTH GRILL DULUTH MN", none),
        card("2025-07-21", "HOLIDAY GAS DULUTH MN", none),
    },
}

test {
    name = "one shop across the border is no trip",
    transactions = at_home_and {
        card("2025-07-01", "EXPEDIA 800-397-3342 WA", none),
        card("2025-07-03", "HOLIDAY GAS DULUTH MN", none),
        card("2025-07-04", "HOLIDAY GAS DULUTH MN", none),
        card("2025-07-05", "HOLIDAY GAS DULUTH MN", none),
    },
}

test {
    name = "shops on the web are not where one was",
    transactions = at_home_and {
        card("2025-07-01", "EXPEDIA 800-397-3342 WA", none),
        card("2025-07-03", "AMAZON.COM*AB1CD SEATTLE WA", none),
        card("2025-07-04", "DOORDASH*LAO LAAN XANG SAN FRANCISCO CA", none),
        card("2025-07-05", "Spotify USA P012AB New York NY", none),
        card("2025-07-05", "TARGET.COM * 800-591-3869 MN", none),
        card("2025-07-05", "LAMP SHOP 510-555-0101 MN", none),
        card("2025-07-06", "BOOK CLUB BOOKCLUB.COM MN", none),
    },
}

test {
    name = "a few days between two purchases are one trip, more are two",
    settings = { gap = 2 },
    transactions = at_home_and {
        card("2025-06-30", "EXPEDIA 800-397-3342 WA"),
        card("2025-07-01", "DULUTH GRILL DULUTH MN", july),
        card("2025-07-04", "HOLIDAY GAS DULUTH MN", july),
        card("2025-07-04", "CANAL PARK BOOKS DULUTH MN", july),
        card("2025-07-08", "DULUTH GRILL DULUTH MN", { tags = { "trip-2025-07-2" } }),
        card("2025-07-09", "HOLIDAY GAS DULUTH MN", { tags = { "trip-2025-07-2" } }),
        card("2025-07-10", "CANAL PARK BOOKS DULUTH MN", { tags = { "trip-2025-07-2" } }),
    },
}

test {
    name = "a place of many months is home too",
    transactions = at_home_and {
        card("2025-04-15", "IKEA SCHAUMBURG IL", none),
        card("2025-05-15", "IKEA SCHAUMBURG IL", none),
        card("2025-06-15", "IKEA SCHAUMBURG IL", none), card("2025-07-01", "HYATT CHICAGO", none),
        card("2025-07-02", "LOU PIZZA CHICAGO IL", none),
        card("2025-07-03", "BOOK NOOK CHICAGO IL", none),
        card("2025-07-04", "CTA CHICAGO IL", none),
    },
}

test {
    name = "a stay longer than the longest is a move, not a trip",
    settings = { longest = 4 },
    transactions = at_home_and {
        card("2025-07-01", "HAMPTON INN DULUTH MN", none),
        card("2025-07-01", "DULUTH GRILL DULUTH MN", none),
        card("2025-07-03", "HOLIDAY GAS DULUTH MN", none),
        card("2025-07-05", "CANAL PARK BOOKS DULUTH MN", none),
    },
}

test {
    name = "a trip with a name has that name, and needs neither booking nor place",
    settings = { trips = { "Lisbon=2025-07-02..2025-07-05", "cabin=2025-06-20..2025-06-21" } },
    transactions = at_home_and {
        card("2025-06-20", "TST* THE LODGE MADISON WI", { tags = { "trip-cabin" } }),
        card("2025-06-21", "NETFLIX.COM 866-579-7172 CA", none),
        card("2025-07-01", "TASCA DO ZE LISBOA PRT", none),
        card("2025-07-02", "TASCA DO ZE LISBOA PRT", { tags = { "trip-lisbon" } }),
        card("2025-07-03", "PASTELARIA SOL BELEM PRT", { tags = { "trip-lisbon" } }),
        card("2025-07-05", "PENSAO AURORA LISBOA PRT", { tags = { "trip-lisbon" } }),
        card("2025-07-06", "PASTELARIA SOL BELEM PRT", none),
    },
}

test {
    name = "checks, transfers, money that came in and what is pending are no part of a trip",
    transactions = at_home_and {
        card("2025-07-03", "HOTEL FONTANA ROMA ITA", july),
        card("2025-07-03", "TRATTORIA DA MARIO ROMA ITA", july),
        card("2025-07-04", "GELATERIA FASSI ROMA ITA", july),
        card("2025-07-05", "MERCATO CENTRALE ROMA ITA", july),
        card("2025-07-04", "HOTEL FONTANA ROMA ITA", none, { pending = true }),
        card("2025-07-04", "HOTEL FONTANA ROMA ITA", none, { amount = 30 }),
        card("2025-07-04", "CHECK #1021", none, {
            account = "Checking", account_type = "checking",
        }),
        card("2025-07-04", "PAYMENT THANK YOU", none, { amount = 500 }),
    },
}

test {
    name = "home can be set",
    settings = { home = { "mn" } },
    transactions = at_home_and {
        card("2025-07-01", "HAMPTON INN DULUTH MN", none),
        card("2025-07-02", "DULUTH GRILL DULUTH MN", none),
        card("2025-07-03", "HOLIDAY GAS DULUTH MN", none),
        card("2025-07-04", "CANAL PARK BOOKS DULUTH MN", none),
    },
}
