-- Your rules. Each is tried on every transaction, in the order of the files'
-- names and then of the lines; for each attribute the first rule that sets it
-- wins, and rules outrank everything that is detected automatically.
--
-- After an edit:     ghostvault apply-rules --dry-run
-- For one decision:  ghostvault explain ID
--
-- A rule as a table. Texts are compared without case.

rule {
    name = "Cash from a machine",
    when = {
        description = any { word "ATM", contains "CASH WITHDRAWAL" },
        amount = less(0),
    },
    set = { tags = { "cash" } },
}

-- What a table can't say, a function can: in the list part of the table it is
-- asked last, and returns true to match. `set` can be a function too.

rule {
    name = "Large card purchase",
    when = {
        account_type = "credit",
        amount = at_most(-400),
        function(tx) return not tx.payee:contains("payment") end,
    },
    set = { tags = { "large" } },
}
