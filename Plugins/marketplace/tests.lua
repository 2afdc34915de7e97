test {
    name = "the shop behind PayPal is the payee",
    transactions = {
        {
            description = "PAYPAL *STEAM GAMES 4029357733 WA",
            gets = { class = "expense", payee = "Steam", category = "entertainment" },
        },
        {
            description = "PAYPAL *DISNEYPLUS 402-935-7733 CA",
            gets = { payee = "Disney Plus", category = "entertainment" },
        },
        { description = "PP*ETSY INC", gets = { payee = "Etsy", category = "shopping" } },
        {
            description = "PAYPAL INST XFER UBER EATS WEB ID: PAYPALSI77",
            gets = { payee = "Uber Eats", category = "dining" },
        },
        {
            description = "PAYPAL DES:INST XFER ID:NETFLIX COM INDN:A PERSON CO",
            gets = { payee = "Netflix", category = "entertainment" },
        },
    },
}

test {
    name = "Amazon's kinds of order have categories of their own",
    transactions = {
        {
            description = "AMZN Mktp US*2K4RT0 Amzn.com/bill WA",
            gets = { payee = "Amazon", category = "shopping" },
        },
        {
            description = "AMAZON MKTPL*ZB1CD2 Amzn.com/bill WA",
            gets = { payee = "Amazon", category = "shopping" },
        },
        {
            description = "Amazon.com*MX1234 SEATTLE WA",
            gets = { payee = "Amazon", category = "shopping" },
        },
        {
            description = "Prime Video *AB12C 888-802-3080 WA",
            gets = { payee = "Prime Video", category = "entertainment" },
        },
        {
            description = "AMZN Digital*AB12C 888-802-3080 WA",
            gets = { payee = "Amazon Digital", category = "entertainment" },
        },
        {
            description = "Kindle Svcs*AB12C 888-802-3080 WA",
            gets = { payee = "Kindle", category = "entertainment" },
        },
        {
            description = "AMAZON FRESH SEATTLE",
            gets = { payee = "Amazon Fresh", category = "groceries" },
        },
        {
            description = "AMAZON GROCE*AB12C Amzn.com/bill WA",
            gets = { payee = "Amazon Fresh", category = "groceries" },
        },
        {
            description = "WHOLEFDS MSN #10234 MADISON WI",
            gets = { payee = "Whole Foods", category = "groceries" },
        },
        {
            description = "Amazon web services aws.amazon.co WA",
            gets = { payee = "Amazon Web Services", category = "bills" },
        },
    },
}

test {
    name = "a memo names the shop where the description names the service alone",
    transactions = {
        {
            description = "PAYPAL INST XFER", memo = "STEAM GAMES",
            gets = { payee = "Steam", category = "entertainment" },
        },
        {
            description = "PAYPAL", memo = "PAYPAL *SPOTIFYUSAI",
            gets = { payee = "Spotify", category = "entertainment" },
        },
    },
}

test {
    name = "a memo alone decides nothing",
    transactions = {
        { description = "CHECK #1021", memo = "alipay singapore", gets = { category = "other" } },
    },
}

test {
    name = "an unknown shop keeps its texts",
    transactions = {
        { description = "PAYPAL *MIRASLAMPS", payee = "PayPal", gets = { category = "other" } },
        { description = "SQ *BLUE HERON COFFEE", gets = { category = "dining" } },
    },
}

test {
    name = "names that only begin alike are others",
    transactions = {
        { description = "AMAZONIA GRILL", gets = { category = "dining" } },
        { description = "STEAMBOAT SPRINGS LODGE", gets = { category = "travel" } },
        { description = "ETSYS DINER", gets = { category = "dining" } },
        { description = "TARGETED MARKETING LLC", gets = { category = "other" } },
        { description = "ONE MEDICAL SAN FRANCISCO CA", gets = { category = "healthcare" } },
    },
}

test {
    name = "a shop's own text is left to the category map, which knows its kinds",
    transactions = {
        { description = "TARGET PHARMACY 1234", gets = { category = "healthcare" } },
        { description = "PAYPAL *TARGET", gets = { payee = "Target", category = "shopping" } },
        {
            description = "GOOGLE *GOOGLE STORAGE",
            gets = { payee = "Google One", category = "bills" },
        },
        {
            description = "GOOGLE *YouTubePremium",
            gets = { payee = "YouTube Premium", category = "entertainment" },
        },
    },
}

test {
    name = "a name in the middle of a text is not the shop",
    transactions = {
        { description = "GAS STATION NEXT TO AMAZON", gets = { category = "transportation" } },
    },
}

test {
    name = "moving money to and from PayPal is no purchase",
    transactions = {
        {
            description = "PAYPAL TRANSFER 1023391", amount = 80,
            gets = { class = "income", category = "other" },
        },
        { description = "PAYPAL ADD TO BAL", amount = -80, gets = { category = "other" } },
    },
}

test {
    name = "what a marketplace pays a seller is income, and no category of spending",
    transactions = {
        {
            description = "ETSY INC PAYOUT", amount = 120,
            gets = { class = "income", payee = "Etsy", category = "other" },
        },
        {
            description = "AMAZON PAYROLL", amount = 900,
            gets = { class = "income", category = "other" },
        },
    },
}

test {
    name = "a refund has the category of what was ordered",
    transactions = {
        {
            description = "AMAZON FRESH SEATTLE",
            amount = 12,
            account = "Visa",
            account_type = "credit",
            gets = { class = "expense", payee = "Amazon Fresh", category = "groceries" },
        },
    },
}

test {
    name = "a pending order waits",
    transactions = {
        { description = "PAYPAL *ALIPAY SINGAPORE", pending = true, gets = { category = "other" } },
        { description = "PAYPAL *ALIPAY SINGAPORE", gets = { category = "shopping" } },
    },
}

test {
    name = "what you ignore gets no category of spending",
    rules = [[ rule { when = { description = "POSHMARK" }, set = { class = "ignore" } } ]],
    transactions = {
        { description = "PAYPAL *POSHMARK", gets = { class = "ignore", category = "other" } },
    },
}

test {
    name = "your rules come first",
    rules = [[
        rule {
            when = { description = "AMAZON" },
            set = { payee = "The big store", category = "other" },
        }
    ]],
    transactions = {
        {
            description = "AMAZON FRESH SEATTLE",
            gets = { payee = "The big store", category = "other" },
        },
    },
}
