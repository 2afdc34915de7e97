local function card(sample)
    sample.account = sample.account or "Visa"
    sample.account_type = "credit"
    sample.description = sample.description or "HARBOR HARDWARE MADISON WI"
    sample.amount = sample.amount or -64.20
    return sample
end

local duplicate = { tags = { "possible-duplicate" } }
local fine = { tags = {} }

test {
    name = "the second of two equal charges on one day is tagged",
    transactions = {
        card { day = "2025-03-04", gets = fine },
        card { day = "2025-03-04", gets = duplicate },
    },
}

test {
    name = "the next day counts, the day after it does not",
    transactions = {
        card { day = "2025-03-04", gets = fine },
        card { day = "2025-03-05", gets = duplicate },
        card { description = "LAKESIDE OUTFITTERS", day = "2025-03-04", gets = fine },
        card { description = "LAKESIDE OUTFITTERS", day = "2025-03-06", gets = fine },
    },
}

test {
    name = "with more days it does, over the end of a month too",
    settings = { days = 2 },
    transactions = {
        card { day = "2025-02-27", gets = fine },
        card { day = "2025-03-01", gets = duplicate },
    },
}

test {
    name = "another amount is another charge",
    transactions = {
        card { day = "2025-03-04", gets = fine },
        card { day = "2025-03-04", amount = -64.21, gets = fine },
    },
}

test {
    name = "another account is another charge",
    transactions = {
        card { day = "2025-03-04", gets = fine },
        card { day = "2025-03-04", account = "Mastercard", gets = fine },
    },
}

test {
    name = "another currency is another charge",
    transactions = {
        card { day = "2025-03-04", gets = fine },
        card { day = "2025-03-04", currency = "EUR", gets = fine },
    },
}

test {
    name = "two order or ticket numbers are two orders",
    transactions = {
        card {
            description = "AMAZON MKTPL*AB12CD Amzn.com/bill WA", day = "2025-03-04",
            gets = fine,
        },
        card {
            description = "AMAZON MKTPL*EF34GH Amzn.com/bill WA", day = "2025-03-04",
            gets = fine,
        },
        card {
            description = "DELTA AIR 0062345678901 ATLANTA GA", day = "2025-03-04",
            gets = fine,
        },
        card {
            description = "DELTA AIR 0062345678902 ATLANTA GA", day = "2025-03-04",
            gets = fine,
        },
    },
}

test {
    name = "so they are where the bank names one payee for both",
    transactions = {
        card { description = "AMAZON*AB12CD", payee = "Amazon", day = "2025-03-04", gets = fine },
        card { description = "AMAZON*EF34GH", payee = "Amazon", day = "2025-03-04", gets = fine },
    },
}

test {
    name = "coffee, fares, cash and small change are bought twice",
    transactions = {
        card {
            description = "SQ *BLUE HERON COFFEE", amount = -11.50, day = "2025-03-04",
            gets = fine,
        },
        card {
            description = "SQ *BLUE HERON COFFEE", amount = -11.50, day = "2025-03-04",
            gets = fine,
        },
        card { description = "KWIK TRIP 951", amount = -40, day = "2025-03-04", gets = fine },
        card { description = "KWIK TRIP 951", amount = -40, day = "2025-03-04", gets = fine },
        card {
            description = "ATM WITHDRAWAL 1 S PINCKNEY ST", amount = -200, day = "2025-03-04",
            gets = { tags = { "cash" } },
        },
        card {
            description = "ATM WITHDRAWAL 1 S PINCKNEY ST", amount = -200, day = "2025-03-04",
            gets = { tags = { "cash" } },
        },
        card { description = "CORNER KIOSK", amount = -9.99, day = "2025-03-04", gets = fine },
        card { description = "CORNER KIOSK", amount = -9.99, day = "2025-03-04", gets = fine },
    },
}

test {
    name = "the least amount counts",
    transactions = {
        card { description = "CORNER KIOSK", amount = -10, day = "2025-03-04", gets = fine },
        card { description = "CORNER KIOSK", amount = -10, day = "2025-03-04", gets = duplicate },
    },
}

test {
    name = "two contracts of one price are charged each month, and no duplicates",
    transactions = {
        card { description = "T-MOBILE*HANDSET", amount = -35, day = "2025-01-10", gets = fine },
        card { description = "T-MOBILE*HANDSET", amount = -35, day = "2025-01-10", gets = fine },
        card { description = "T-MOBILE*HANDSET", amount = -35, day = "2025-02-10", gets = fine },
        card { description = "T-MOBILE*HANDSET", amount = -35, day = "2025-02-11", gets = fine },
        -- The price rose for both.
        card { description = "T-MOBILE*HANDSET", amount = -38, day = "2025-03-10", gets = fine },
        card { description = "T-MOBILE*HANDSET", amount = -38, day = "2025-03-10", gets = fine },
    },
}

test {
    name = "a subscription charged twice in one month is a duplicate",
    transactions = {
        card { description = "NETFLIX.COM", amount = -15.49, day = "2025-01-14", gets = fine },
        card { description = "NETFLIX.COM", amount = -15.49, day = "2025-02-14", gets = fine },
        card { description = "NETFLIX.COM", amount = -15.49, day = "2025-03-14", gets = fine },
        card { description = "NETFLIX.COM", amount = -15.49, day = "2025-03-14", gets = duplicate },
        card { description = "NETFLIX.COM", amount = -15.49, day = "2025-04-14", gets = fine },
    },
}

test {
    name = "three and more equal charges in a row are on purpose",
    transactions = {
        card { description = "CITY POOL", amount = -12, day = "2025-03-04", gets = fine },
        card { description = "CITY POOL", amount = -12, day = "2025-03-04", gets = fine },
        card { description = "CITY POOL", amount = -12, day = "2025-03-05", gets = fine },
    },
}

test {
    name = "a price paid again and again is a habit",
    transactions = {
        card { description = "TST* NOODLE BAR", amount = -14.50, day = "2025-03-04", gets = fine },
        card { description = "TST* NOODLE BAR", amount = -14.50, day = "2025-03-05", gets = fine },
        card { description = "TST* NOODLE BAR", amount = -14.50, day = "2025-03-19", gets = fine },
    },
}

test {
    name = "what was paid back already needs no tag",
    transactions = {
        card { day = "2025-03-04", gets = fine },
        card { day = "2025-03-04", gets = fine },
        card { day = "2025-03-07", amount = 64.20 },
    },
}

test {
    name = "credits and what is pending are not charges",
    transactions = {
        card { description = "HAT BARN", amount = 64.20, day = "2025-03-04", gets = fine },
        card { description = "HAT BARN", amount = 64.20, day = "2025-03-04", gets = fine },
        card { description = "BAG BARN", day = "2025-03-04", gets = fine },
        card { description = "BAG BARN", day = "2025-03-04", pending = true, gets = fine },
    },
}

test {
    name = "transfers are no charges",
    rules = [[ rule { when = { description = "HARBOR" }, set = { class = "transfer" } } ]],
    transactions = {
        card { day = "2025-03-04", gets = fine },
        card { day = "2025-03-04", gets = fine },
    },
}
