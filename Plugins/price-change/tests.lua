local netflix = "NETFLIX.COM 866-579-7172 CA"
local rise = { tags = { "price-rise" } }
local none = { tags = {} }

local function charge(day, amount, gets, description)
    return {
        description = description or netflix, amount = -amount, day = day, gets = gets,
        account = "Visa", account_type = "credit",
    }
end

test {
    name = "the first charge at a higher price is tagged, the next is not",
    transactions = {
        charge("2025-01-14", 15.49, none), charge("2025-02-14", 15.49, none),
        charge("2025-03-14", 15.49, none), charge("2025-04-14", 17.99, rise),
        charge("2025-05-14", 17.99, none), charge("2025-06-14", 17.99, none),
    },
}

test {
    name = "a lower price is a drop",
    transactions = {
        charge("2025-01-14", 17.99, none), charge("2025-02-14", 17.99, none),
        charge("2025-03-14", 17.99, none),
        charge("2025-04-15", 15.99, { tags = { "price-drop" } }),
        charge("2025-05-14", 15.99, none),
    },
}

test {
    name = "two charges don't make a price, three do",
    transactions = {
        charge("2025-02-14", 15.49, none), charge("2025-03-14", 15.49, none),
        charge("2025-04-14", 17.99, none), charge("2025-05-14", 17.99, none),
        charge("2025-06-14", 17.99, none), charge("2025-07-14", 19.99, rise),
        charge("2025-08-14", 19.99, none),
    },
}

test {
    name = "a yearly charge has a price after two years",
    transactions = {
        charge("2023-05-02", 99, none), charge("2024-05-02", 99, none),
        charge("2025-05-03", 119, rise), charge("2026-05-02", 119, none),
    },
}

test {
    name = "the latest charge counts until the next one is overdue",
    transactions = {
        charge("2026-08-10", 15.49, none), charge("2026-09-10", 15.49, none),
        charge("2026-10-10", 15.49, none), charge("2026-11-10", 17.99, rise),
        charge("2025-01-14", 10, none, "MUSIC BOX FM"),
        charge("2025-02-14", 10, none, "MUSIC BOX FM"),
        charge("2025-03-14", 10, none, "MUSIC BOX FM"),
        charge("2025-04-14", 12, none, "MUSIC BOX FM"),
    },
}

test {
    name = "one dearer month is no new price",
    transactions = {
        charge("2025-01-14", 50, none, "T-MOBILE*HANDSET"),
        charge("2025-02-14", 50, none, "T-MOBILE*HANDSET"),
        charge("2025-03-14", 50, none, "T-MOBILE*HANDSET"),
        charge("2025-04-14", 73, none, "T-MOBILE*HANDSET"),
        charge("2025-05-14", 50, none, "T-MOBILE*HANDSET"),
    },
}

test {
    name = "a bill that is another each month has no price",
    transactions = {
        charge("2025-01-14", 80, none, "PRAIRIE ELECTRIC COOP"),
        charge("2025-02-14", 80, none, "PRAIRIE ELECTRIC COOP"),
        charge("2025-03-14", 80, none, "PRAIRIE ELECTRIC COOP"),
        charge("2025-04-14", 91, none, "PRAIRIE ELECTRIC COOP"),
        charge("2025-05-14", 103, none, "PRAIRIE ELECTRIC COOP"),
    },
}

test {
    name = "purchases that follow no rhythm are none of it",
    transactions = {
        charge("2025-01-03", 20, none, "BOOK NOOK"), charge("2025-01-19", 20, none, "BOOK NOOK"),
        charge("2025-03-04", 20, none, "BOOK NOOK"), charge("2025-03-30", 25, none, "BOOK NOOK"),
        charge("2025-04-30", 25, none, "BOOK NOOK"),
    },
}

test {
    name = "a purchase between two charges keeps the plugin silent",
    transactions = {
        charge("2025-01-14", 14.99, none, "AMAZON PRIME"),
        charge("2025-02-14", 14.99, none, "AMAZON PRIME"),
        charge("2025-03-14", 14.99, none, "AMAZON PRIME"),
        charge("2025-03-20", 22, none, "AMAZON PRIME"),
        charge("2025-04-14", 17.99, none, "AMAZON PRIME"),
        charge("2025-05-14", 17.99, none, "AMAZON PRIME"),
    },
}

test {
    name = "changes of a few cents or of more than double are passed over",
    transactions = {
        charge("2025-01-14", 15.49, none), charge("2025-02-14", 15.49, none),
        charge("2025-03-14", 15.49, none),
        charge("2025-04-14", 15.55, none),
        charge("2025-05-14", 15.55, none),
        charge("2025-01-14", 5, none, "MUSIC BOX FM"),
        charge("2025-02-14", 5, none, "MUSIC BOX FM"),
        charge("2025-03-14", 5, none, "MUSIC BOX FM"),
        charge("2025-04-14", 10.01, none, "MUSIC BOX FM"),
        charge("2025-05-14", 10.01, none, "MUSIC BOX FM"),
    },
}

test {
    name = "the same merchant on another account is another series",
    transactions = {
        charge("2025-01-14", 15.49, none),
        charge("2025-02-14", 15.49, none),
        charge("2025-03-14", 15.49, none),
        { description = netflix, amount = -17.99, day = "2025-04-14", gets = none },
        { description = netflix, amount = -17.99, day = "2025-05-14", gets = none },
    },
}

local function described(day, amount, gets, payee)
    local sample = charge(day, amount, gets, "NFLX DIGITAL SVC 866-579-7172 CA")
    sample.bank_payee = payee
    return sample
end

test {
    name = "a charge for which the bank names no payee goes with the others of its payee",
    transactions = {
        described("2025-01-14", 15.49, none, "Netflix"), described("2025-02-14", 15.49, none),
        described("2025-03-14", 15.49, none, "Netflix"), described("2025-04-14", 17.99, rise),
        described("2025-05-14", 17.99, none, "Netflix"),
    },
}

test {
    name = "a pending charge is not concluded on",
    transactions = {
        charge("2026-08-10", 15.49, none),
        charge("2026-09-10", 15.49, none),
        charge("2026-10-10", 15.49, none),
        { description = netflix, amount = -17.99, day = "2026-11-10", account = "Visa",
            account_type = "credit", pending = true, gets = none },
    },
}
