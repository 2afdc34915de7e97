-- Your rules. Each is tried on every transaction, in the order of the files'
-- names and then of the lines; for each attribute the first rule that sets it
-- wins, and rules outrank everything that is detected automatically.
--
-- After an edit:     ghostvault apply-rules --dry-run
-- For one decision:  ghostvault explain ID
--
-- A rule as a table. Texts are compared without case. What it tags, "ghostvault
-- transactions --tag fee" lists.

rule {
    name = "Fees that a bank takes",
    when = {
        text = any {
            word "ATM FEE", word "ATM SURCHARGE", word "OVERDRAFT FEE", word "LATE FEE",
            word "MAINTENANCE FEE", word "SERVICE FEE", word "FOREIGN TRANSACTION FEE",
            word "WIRE FEE", word "ANNUAL FEE",
        },
        amount = less(0),
    },
    set = { tags = "fee" },
    tests = {
        match = { "NON-NETWORK ATM FEE", "MONTHLY MAINTENANCE FEE" },
        no_match = { "ATM WITHDRAWAL 004512", { description = "ATM FEE REFUND", amount = 3 } },
    },
}

-- What a table can't say, a function can: in the list part of the table it is
-- asked last, and returns true to match. `set` can be a function too.

rule {
    name = "Large card purchase",
    when = {
        account_type = "credit",
        amount = at_most(-400),
        function(tx) return not tx:contains("payment") end,
    },
    set = { tags = { "large" } },
}
