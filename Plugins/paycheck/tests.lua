local employers_and_parts = { employers = { "acme robotics" }, parts = { "other=0.9", "travel" } }
local nine_tenths = { { category = "other", share = 0.9 }, { category = "travel" } }
local halves = { { category = "other", share = 0.5 }, { category = "travel" } }

test {
    name = "nothing is split while nothing is set",
    transactions = {
        {
            description = "ACME ROBOTICS PAYROLL PPD ID: 1234567890", amount = 2500,
            gets = { class = "income", splits = {} },
        },
    },
}

test {
    name = "a paycheck is split by its shares",
    settings = employers_and_parts,
    transactions = {
        {
            description = "ACME ROBOTICS PAYROLL PPD ID: 1234567890", amount = 2500,
            gets = { class = "income", splits = nine_tenths },
        },
    },
}

test {
    name = "the last part takes what remains, whatever share it names",
    settings = { employers = { "acme" }, parts = { "other=0.333", "bills=0.333", "travel=0.334" } },
    transactions = {
        {
            description = "ACME PAYROLL", amount = 1000.01,
            gets = {
                splits = {
                    { category = "other", share = 0.333 }, { category = "bills", share = 0.333 },
                    { category = "travel" },
                },
            },
        },
    },
}

test {
    name = "an employer's deposit is split even where the bank has no word for it",
    settings = employers_and_parts,
    transactions = {
        {
            description = "ACH CREDIT 8812", memo = "ACME ROBOTICS INC", amount = 100,
            gets = { class = "income", splits = nine_tenths },
        },
    },
}

test {
    name = "an employer's name counts as whole words only",
    settings = { employers = { "gap" }, parts = { "other=0.5", "travel" } },
    transactions = {
        {
            description = "SINGAPORE GAPLESS LTD PAYROLL", amount = 100,
            gets = { splits = {} },
        },
        { description = "THE GAP PAYROLL", amount = 100, gets = { splits = halves } },
    },
}

test {
    name = "what goes to the employer, or comes back from its shop, is no paycheck",
    settings = { employers = { "target" }, parts = { "other=0.5", "travel" } },
    transactions = {
        {
            description = "TARGET 00011072 MADISON WI", amount = -61.20,
            gets = { class = "expense", splits = {} },
        },
        {
            description = "TARGET REFUND", amount = 61.20, day = "2025-02-15",
            gets = { class = "expense", splits = {} },
        },
        {
            description = "TARGET 00011072", amount = 61.20, day = "2025-03-15",
            account = "Visa", account_type = "credit",
            gets = { class = "expense", splits = {} },
        },
    },
}

test {
    name = "a deposit below the least is left whole, one of the least is not",
    settings = { employers = { "acme" }, parts = { "other=0.5", "travel" }, least = 200 },
    transactions = {
        { description = "ACME PAYROLL", amount = 199.99, gets = { splits = {} } },
        { description = "ACME PAYROLL", amount = 200, gets = { splits = halves } },
    },
}

test {
    name = "a notice of nothing paid is no paycheck",
    settings = employers_and_parts,
    transactions = {
        {
            description = "ACME ROBOTICS ADVICE", amount = 0,
            gets = { class = "expense", splits = {} },
        },
    },
}

test {
    name = "a pending paycheck waits",
    settings = employers_and_parts,
    transactions = {
        {
            description = "ACME ROBOTICS PAYROLL", amount = 2500, pending = true,
            gets = { splits = {} },
        },
    },
}
