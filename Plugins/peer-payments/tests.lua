local function zelle(sample)
    sample.description = sample.description or "ZELLE FROM JAMIE LEE ON 03/10 REF # PP0ABC"
    return sample
end

local dinner = { description = "TST* OSTERIA LUNA MADISON WI", amount = -87.43, day = "2025-03-08" }

test {
    name = "half a dinner is money back for dining, rounded either way",
    transactions = {
        dinner,
        zelle {
            amount = 43.72, day = "2025-03-09",
            gets = { class = "expense", category = "dining", tags = { "shared" } },
        },
        zelle {
            amount = 43.71, day = "2025-03-09",
            gets = { class = "expense", category = "dining", tags = { "shared" } },
        },
    },
}

test {
    name = "three friends pay a quarter each of what a card paid",
    transactions = {
        {
            description = "SQ *EL PASTOR RESTAURANT MADISON WI", amount = -120, day = "2025-03-08",
            account = "Visa", account_type = "credit",
        },
        {
            description = "VENMO CASHOUT", amount = 30, day = "2025-03-09",
            gets = { class = "expense", category = "dining", tags = { "shared" } },
        },
        {
            description = "VENMO CASHOUT", amount = 30, day = "2025-03-10",
            gets = { class = "expense", tags = { "shared" } },
        },
        {
            description = "Cash App*Sam", amount = 30, day = "2025-03-11",
            gets = { class = "expense", tags = { "shared" } },
        },
        -- A fourth would pay the person's own share; a fifth is too much.
        zelle {
            amount = 30, day = "2025-03-11",
            gets = { class = "expense", tags = { "shared" } },
        },
        zelle { amount = 30, day = "2025-03-12", gets = { class = "expense", tags = {} } },
    },
}

test {
    name = "an amount that is no share to the cent is left alone",
    transactions = {
        dinner,
        zelle { amount = 43.75, day = "2025-03-09", gets = { class = "expense", tags = {} } },
        zelle { amount = 43, day = "2025-03-09", gets = { class = "expense", tags = {} } },
        zelle { amount = 60, day = "2025-03-09", gets = { class = "expense", tags = {} } },
    },
}

test {
    name = "with a tolerance a share may be rounded",
    settings = { tolerance = 2 },
    transactions = {
        dinner,
        zelle {
            amount = 44, day = "2025-03-09",
            gets = { class = "expense", tags = { "shared" } },
        },
        zelle { amount = 45, day = "2025-03-09", gets = { class = "expense", tags = {} } },
    },
}

test {
    name = "a memo that names the kind or the merchant makes up for an odd amount",
    transactions = {
        dinner,
        zelle {
            memo = "dinner!", amount = 40, day = "2025-03-10",
            gets = { class = "expense", category = "dining", tags = { "shared" } },
        },
        zelle {
            memo = "for Osteria", amount = 25, day = "2025-03-10",
            gets = { class = "expense", category = "dining", tags = { "shared" } },
        },
        zelle {
            memo = "thank you", amount = 22, day = "2025-03-10",
            gets = { class = "expense", tags = {} },
        },
    },
}

test {
    name = "a memo that names something else outweighs a fitting amount",
    transactions = {
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -80, day = "2025-03-08" },
        zelle {
            memo = "babysitting", amount = 40, day = "2025-03-09",
            gets = { class = "expense", tags = {} },
        },
        zelle {
            memo = "groceries", amount = 40, day = "2025-03-09",
            gets = { class = "expense", tags = {} },
        },
    },
}

test {
    name = "a named share beats a nearer one that only fits",
    transactions = {
        { description = "TRADER JOE S #712 MADISON WI", amount = -80, day = "2025-03-07" },
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -80, day = "2025-03-08" },
        zelle {
            memo = "groceries", amount = 40, day = "2025-03-09",
            gets = { class = "expense", category = "groceries" },
        },
    },
}

test {
    name = "a merchant that the memo names beats a nearer one that only fits",
    transactions = {
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -80, day = "2025-03-07" },
        { description = "TRADER JOE S #712 MADISON WI", amount = -80, day = "2025-03-08" },
        zelle {
            memo = "osteria", amount = 40, day = "2025-03-09",
            gets = { class = "expense", category = "dining" },
        },
    },
}

test {
    name = "of equal ones the nearest before it counts, and two on one day count for none",
    transactions = {
        { description = "TRADER JOE S #712 MADISON WI", amount = -80, day = "2025-03-07" },
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -80, day = "2025-03-08" },
        zelle {
            amount = 40, day = "2025-03-09",
            gets = { class = "expense", category = "dining" },
        },
        { description = "TRADER JOE S #712 MADISON WI", amount = -50, day = "2025-04-07" },
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -50, day = "2025-04-07" },
        zelle { amount = 25, day = "2025-04-09", gets = { class = "expense", tags = {} } },
    },
}

test {
    name = "the days count to the last one, and never ahead",
    settings = { days = 5 },
    transactions = {
        zelle { amount = 20, day = "2025-03-07", gets = { class = "expense", tags = {} } },
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -80, day = "2025-03-08" },
        zelle {
            amount = 20, day = "2025-03-08",
            gets = { class = "expense", tags = { "shared" } },
        },
        zelle {
            amount = 40, day = "2025-03-13",
            gets = { class = "expense", tags = { "shared" } },
        },
        zelle { amount = 40, day = "2025-03-14", gets = { class = "expense", tags = {} } },
    },
}

test {
    name = "more than the expense is not a share of it",
    transactions = {
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -80, day = "2025-03-08" },
        zelle {
            memo = "dinner", amount = 80.01, day = "2025-03-09",
            gets = { class = "expense", tags = {} },
        },
        zelle {
            amount = 80, day = "2025-03-09",
            gets = { class = "expense", tags = { "shared" } },
        },
    },
}

test {
    name = "wages, transfers and money from elsewhere are never taken",
    transactions = {
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -80, day = "2025-03-08" },
        {
            description = "ACME DIRECT DEP VIA ZELLE", amount = 40, day = "2025-03-09",
            gets = { class = "income", tags = {} },
        },
        {
            description = "MOBILE CHECK DEPOSIT", amount = 40, day = "2025-03-09",
            gets = { class = "income", tags = {} },
        },
        {
            description = "INTEREST PAID", amount = 40, day = "2025-03-09",
            gets = { class = "income", tags = {} },
        },
        {
            description = "GAZELLE BIKES", amount = 40, day = "2025-03-09",
            gets = { class = "income", tags = {} },
        },
    },
}

test {
    name = "what one does not share is not netted",
    transactions = {
        { description = "TARGET 00011072 MADISON WI", amount = -80, day = "2025-03-08" },
        { description = "CVS/PHARMACY #02871 MADISON WI", amount = -80, day = "2025-03-08" },
        zelle { amount = 40, day = "2025-03-09", gets = { class = "expense", tags = {} } },
    },
}

test {
    name = "neither side may be pending, and both have one currency",
    transactions = {
        {
            description = "TST* OSTERIA LUNA MADISON WI", amount = -80, day = "2025-03-08",
            pending = true,
        },
        zelle { amount = 40, day = "2025-03-09", gets = { class = "expense", tags = {} } },
        { description = "TST* OSTERIA LUNA MADISON WI", amount = -60, day = "2025-03-08" },
        zelle {
            amount = 30, day = "2025-03-09", pending = true,
            gets = { class = "expense", tags = {} },
        },
        zelle {
            amount = 30, day = "2025-03-09", account = "Euros", currency = "EUR",
            gets = { class = "expense", tags = {} },
        },
    },
}
