-- Money back on a card counts as an expense already; what shows that a refund
-- was matched is its tag, its category, and on a bank account its class.

local function card(sample)
    sample.account = "Visa"
    sample.account_type = "credit"
    return sample
end

test {
    name = "a refund on a card gets its purchase's category",
    transactions = {
        card {
            description = "SQ *LAMPS BY MIRA", merchant_code = "5712", amount = -84.50,
            day = "2025-03-02",
        },
        card { description = "THE HOME DEPOT #4927", amount = -84.50, day = "2025-03-03" },
        card {
            description = "SQ *LAMPS BY MIRA", amount = 84.50, day = "2025-03-11",
            gets = { class = "expense", category = "shopping", tags = { "refund" } },
        },
    },
}

test {
    name = "a refund on a bank account is money back, not income",
    transactions = {
        { description = "TARGET 00011072 MADISON WI", amount = -61.20, day = "2025-03-02" },
        {
            description = "TARGET 00011999 MADISON WI", amount = 61.20, day = "2025-03-09",
            gets = { class = "expense", category = "shopping", tags = { "refund" } },
        },
    },
}

test {
    name = "the merchant's name decides, not the numbers and words around it",
    transactions = {
        { description = "POS PURCHASE TARGET T-1234 MADISON WI", amount = -20, day = "2025-03-02" },
        {
            description = "POS PURCHASE RETURN TARGET T-0991 MADISON WI", amount = 20,
            day = "2025-03-05", gets = { class = "expense", tags = { "refund" } },
        },
        card { description = "PAYPAL *ETSY INC 4029357733 NY", amount = -31, day = "2025-03-02" },
        card {
            description = "ETSY INC 718-855-7955 NY", amount = 31, day = "2025-03-05",
            gets = { category = "shopping", tags = { "refund" } },
        },
    },
}

test {
    name = "a part comes from the closest open amount, the last of equal ones",
    transactions = {
        card { description = "AMAZON.COM*2K3RT1 SEATTLE WA", amount = -99, day = "2025-03-01" },
        card { description = "AMAZON.COM*2K3RT2 SEATTLE WA", amount = -45, day = "2025-03-02" },
        card { description = "AMAZON.COM*2K3RT3 SEATTLE WA", amount = -12, day = "2025-03-03" },
        card {
            description = "AMAZON.COM*2K3RT9 SEATTLE WA", amount = 40, day = "2025-03-20",
            gets = { tags = { "refund" } },
        },
        -- Of the 45 only 5 are left, so this one comes from the 99.
        card {
            description = "AMAZON.COM*2K3RT9 SEATTLE WA", amount = 30, day = "2025-03-21",
            gets = { tags = { "refund" } },
        },
        card {
            description = "AMAZON.COM*2K3RT9 SEATTLE WA", amount = 69.01, day = "2025-03-22",
            gets = { class = "expense", tags = {} },
        },
        card {
            description = "AMAZON.COM*2K3RT9 SEATTLE WA", amount = 69, day = "2025-03-22",
            gets = { tags = { "refund" } },
        },
    },
}

test {
    name = "of two equal purchases the last one counts",
    transactions = {
        card { description = "PIER 9", merchant_code = "5812", amount = -30, day = "2025-03-01" },
        card { description = "PIER 9", merchant_code = "5812", amount = -30, day = "2025-03-02" },
        card { description = "PIER 9", merchant_code = "5732", amount = -30, day = "2025-03-03" },
        card {
            description = "PIER 9", amount = 30, day = "2025-03-05",
            gets = { category = "shopping", tags = { "refund" } },
        },
    },
}

test {
    name = "parts add up to no more than the purchase",
    transactions = {
        card { description = "SHOE BARN", amount = -100, day = "2025-03-01" },
        card {
            description = "SHOE BARN", amount = 60, day = "2025-03-05",
            gets = { tags = { "refund" } },
        },
        card {
            description = "SHOE BARN", amount = 40, day = "2025-03-06",
            gets = { tags = { "refund" } },
        },
        card { description = "SHOE BARN", amount = 0.01, day = "2025-03-07", gets = { tags = {} } },
    },
}

test {
    name = "one purchase is paid back once",
    transactions = {
        card { description = "SHOE BARN", amount = -100, day = "2025-03-01" },
        card {
            description = "SHOE BARN", amount = 100, day = "2025-03-05",
            gets = { tags = { "refund" } },
        },
        card { description = "SHOE BARN", amount = 100, day = "2025-03-06", gets = { tags = {} } },
    },
}

test {
    name = "a whole purchase is not spoilt by an earlier part",
    transactions = {
        card { description = "SHOE BARN", amount = -100, day = "2025-03-01" },
        card { description = "SHOE BARN", amount = -120, day = "2025-03-02" },
        card {
            description = "SHOE BARN", amount = 90, day = "2025-03-05",
            gets = { tags = { "refund" } },
        },
        card {
            description = "SHOE BARN", amount = 100, day = "2025-03-06",
            gets = { tags = { "refund" } },
        },
    },
}

test {
    name = "on a bank account a part needs a word that says so",
    transactions = {
        { description = "CORNER CINEMA", amount = -50, day = "2025-03-01" },
        -- A merchant may be an employer too.
        {
            description = "CORNER CINEMA", amount = 35, day = "2025-03-05",
            gets = { class = "income", tags = {} },
        },
        {
            description = "CORNER CINEMA REFUND", amount = 35, day = "2025-03-06",
            gets = { class = "expense", category = "entertainment", tags = { "refund" } },
        },
    },
}

test {
    name = "the days count to the last one",
    settings = { days = 10 },
    transactions = {
        card { description = "SHOE BARN", amount = -70, day = "2025-03-01" },
        card { description = "SHOE BARN", amount = 70, day = "2025-03-12", gets = { tags = {} } },
        card { description = "BAG BARN", amount = -70, day = "2025-03-01" },
        card {
            description = "BAG BARN", amount = 70, day = "2025-03-11",
            gets = { tags = { "refund" } },
        },
        card { description = "HAT BARN", amount = -70, day = "2025-03-01" },
        card {
            description = "HAT BARN", amount = 70, day = "2025-03-01",
            gets = { tags = { "refund" } },
        },
    },
}

test {
    name = "a credit before the purchase is not its refund",
    transactions = {
        card { description = "SHOE BARN", amount = 70, day = "2025-02-28", gets = { tags = {} } },
        card { description = "SHOE BARN", amount = -70, day = "2025-03-01" },
    },
}

test {
    name = "another merchant, account or currency is none of it",
    transactions = {
        { description = "BOOK NOOK", amount = -25, day = "2025-03-01" },
        {
            description = "BOOK BARN", amount = 25, day = "2025-03-04",
            gets = { class = "income", tags = {} },
        },
        -- The program itself takes it for money back, which comes to any account.
        {
            description = "BOOK NOOK", amount = 25, day = "2025-03-04", account = "Joint Checking",
            gets = { class = "expense", tags = {} },
        },
        {
            description = "BOOK NOOK", amount = 25, day = "2025-03-04", currency = "EUR",
            gets = { class = "income", tags = {} },
        },
        {
            description = "BOOK NOOK", amount = 25, day = "2025-03-04", institution = "Other Bank",
            gets = { class = "income", tags = {} },
        },
    },
}

test {
    name = "wages, payouts and money from people stay what they are",
    transactions = {
        { description = "TARGET 00011072 MADISON WI", amount = -640, day = "2025-03-01" },
        {
            description = "TARGET PAYROLL", amount = 640, day = "2025-03-07",
            gets = { class = "income", tags = {} },
        },
        { description = "VENMO", amount = -40, day = "2025-03-01" },
        {
            description = "VENMO", amount = 40, day = "2025-03-07",
            gets = { class = "expense", tags = {} },
        },
        { description = "ZELLE JAMIE LEE", amount = -40, day = "2025-03-01" },
        {
            description = "ZELLE JAMIE LEE", amount = 40, day = "2025-03-07",
            gets = { class = "expense", tags = {} },
        },
        { description = "CHECK #1021", amount = -80, day = "2025-03-01" },
        {
            description = "CHECK #5", amount = 80, day = "2025-03-07",
            gets = { class = "income", tags = {} },
        },
    },
}

test {
    name = "what is pending is neither refund nor purchase",
    transactions = {
        card { description = "SHOE BARN", amount = -70, day = "2025-03-01", pending = true },
        card { description = "SHOE BARN", amount = 70, day = "2025-03-05", gets = { tags = {} } },
        card { description = "BAG BARN", amount = -70, day = "2025-03-01" },
        card {
            description = "BAG BARN", amount = 70, day = "2025-03-05", pending = true,
            gets = { tags = {} },
        },
    },
}

test {
    name = "a card's payment is no refund, whatever its amount",
    transactions = {
        card { description = "SHOE BARN", amount = -70, day = "2025-03-01" },
        card {
            description = "PAYMENT THANK YOU", amount = 70, day = "2025-03-05",
            gets = { class = "transfer", tags = {} },
        },
    },
}

test {
    name = "what you called a transfer is no refund",
    rules = [[
        rule { when = { description = "SHOE BARN", amount = greater(0) },
            set = { class = "transfer" } }
    ]],
    transactions = {
        card { description = "SHOE BARN", amount = -70, day = "2025-03-01" },
        card { description = "SHOE BARN", amount = 70, day = "2025-03-05", gets = { tags = {} } },
    },
}

test {
    name = "the purchase's own category counts where a rule set it",
    rules = [[
        rule { name = "Shoes", when = { description = "SHOE BARN", amount = less(0) },
            set = { category = "shopping", lens = "need" } }
    ]],
    transactions = {
        card { description = "SHOE BARN", amount = -70, day = "2025-03-01" },
        card {
            description = "SHOE BARN", amount = 70, day = "2025-03-05",
            gets = { category = "shopping", lens = "need", tags = { "refund" } },
        },
    },
}
