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

-- A rule as a function, for what a table can't say: return true to match, or
-- let `set` be a function too. tx.amount is negative for money that went out.

rule {
    name = "Large card purchase",
    when = function(tx)
        return tx.account_type == "credit" and tx.amount <= -400
    end,
    set = { tags = { "large" } },
}
