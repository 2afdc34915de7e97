import Model
import TestSupport
import Testing

@Suite("The when of a Lua rule")
struct LuaConditionTests {
    /// A pending charge of 12.34 USD on Sunday, 2025-03-09.
    static let row = Row(
        account: 0, cents: -1234, description: "SQ *NETFLIX.COM 866-579", payee: "Netflix, Inc.",
        memo: "Ref 12", merchantCode: "5815", isPending: true)

    @Test(
        "each field of a table can hold",
        arguments: [
            "{ description = \"netflix\" }", "{ payee = \"Inc.\" }", "{ memo = \"ref\" }",
            "{ text = \"Ref 12\" }", "{ text = \"866\" }", "{ account = \"everyday\" }",
            "{ institution = \"example bank\" }", "{ currency = \"USD\" }",
            "{ merchant_code = \"5815\" }", "{ account_type = \"checking\" }",
            "{ amount = -12.34 }", "{ size = 12.34 }", "{ day = \"2025-03-09\" }",
            "{ day_of_month = 9 }", "{ weekday = \"sunday\" }", "{ weekday = \"Sunday\" }",
            "{ month = 3 }", "{ pending = true }", "{}", "{ year = 2025 }",
            "{ year = between(2024, 2025) }", "{ id = { 7, 1 } }", "{ account_id = 17 }",
            "{ id = any { 1, 2 } }",
        ])
    func fieldHolds(when: String) throws {
        #expect(try holds(when, for: Self.row))
    }

    @Test(
        "each field of a table can fail",
        arguments: [
            "{ description = \"hulu\" }", "{ payee = \"866\" }", "{ memo = \"netflix\" }",
            "{ text = \"hulu\" }", "{ account = \"savings\" }", "{ institution = \"second\" }",
            "{ currency = \"EUR\" }", "{ merchant_code = \"5812\" }",
            "{ account_type = \"credit\" }", "{ amount = 12.34 }", "{ size = -12.34 }",
            "{ day = \"2025-03-10\" }", "{ day_of_month = 3 }", "{ weekday = \"monday\" }",
            "{ month = 9 }", "{ pending = false }", "{ year = 2024 }",
            "{ year = between(2026, 2030) }", "{ id = 2 }", "{ account_id = 18 }",
            "{ transacted_day = at_least \"1990-01-01\" }", "{ account_balance = at_least(0) }",
        ])
    func fieldFails(when: String) throws {
        #expect(try !holds(when, for: Self.row))
    }

    @Test(
        "each matcher of texts and numbers says what its name says",
        arguments: [
            ("{ description = contains \"flix.c\" }", true),
            ("{ description = contains \"hulu\" }", false),
            ("{ description = word \"netflix\" }", true),
            ("{ description = word \"netfli\" }", false),
            ("{ description = starts_with \"sq *\" }", true),
            ("{ description = starts_with \"netflix\" }", false),
            ("{ description = ends_with \"579\" }", true),
            ("{ description = ends_with \"866\" }", false),
            ("{ memo = is \"REF 12\" }", true), ("{ memo = is \"ref\" }", false),
            ("{ memo = is \"\" }", false),
            ("{ memo = one_of { \"ref 11\", \"ref 12\" } }", true),
            ("{ memo = one_of { \"ref 11\" } }", false),
            ("{ description = regex [[netflix\\.com \\d{3}-]] }", true),
            ("{ description = regex \"^netflix\" }", false),
            ("{ amount = less(-12.33) }", true), ("{ amount = less(-12.34) }", false),
            ("{ amount = greater(-12.35) }", true), ("{ amount = greater(-12.34) }", false),
            ("{ amount = at_most(-12.34) }", true), ("{ amount = at_most(-12.35) }", false),
            ("{ amount = at_least(-12.34) }", true), ("{ amount = at_least(-12.33) }", false),
            ("{ amount = is(-12.34) }", true), ("{ amount = is \"-12.340\" }", true),
            ("{ amount = is(-12) }", false), ("{ amount = between(-12.34, -12) }", true),
            ("{ amount = between(-12.33, 0) }", false), ("{ size = between(12, 12.34) }", true),
            ("{ size = approx(12) }", true), ("{ size = approx(11) }", false),
            ("{ amount = approx(-20, { within = 7.66 }) }", true),
            ("{ amount = approx(-20, { within = 7.65 }) }", false),
            ("{ size = approx(12, { within = 0.34 }) }", true),
            ("{ size = approx(11, 0.125) }", true), ("{ size = approx(12, 0.01) }", false),
            ("{ day = at_least \"2025-03-09\" }", true),
            ("{ day = at_least \"2025-03-10\" }", false),
            ("{ day = at_most \"2025-03-09\" }", true),
            ("{ day = at_most \"2025-03-08\" }", false),
            ("{ day = between(\"2025-03-09\", \"2025-03-09\") }", true),
            ("{ day = between(\"2025-03-10\", \"2025-03-31\") }", false),
            ("{ day_of_month = between(1, 9) }", true),
            ("{ day_of_month = between(10, 31) }", false),
            ("{ month = between(3, 4) }", true), ("{ month = between(4, 12) }", false),
        ])
    func matcher(when: String, isHolding: Bool) throws {
        #expect(try holds(when, for: Self.row) == isHolding)
    }

    @Test(
        "fields of one table must all hold, and any, all and none nest",
        arguments: [
            ("{ memo = \"ref\", payee = \"netflix\" }", true),
            ("{ memo = \"ref\", payee = \"hulu\" }", false),
            ("{ memo = { \"hulu\", \"ref\" } }", true), ("{ memo = { \"hulu\" } }", false),
            ("{ account_type = { \"credit\", \"checking\" } }", true),
            ("{ weekday = { \"saturday\", \"sunday\" } }", true),
            ("{ memo = any { word \"ref\", is \"hulu\" } }", true),
            ("{ memo = all { \"ref\", \"12\" } }", true),
            ("{ memo = all { \"ref\", \"13\" } }", false),
            ("{ memo = none { \"hulu\", \"13\" } }", true),
            ("{ memo = none { \"hulu\", \"12\" } }", false),
            ("{ amount = all { less(0), greater(-20), none { -12.35 } } }", true),
            ("any { { memo = \"hulu\" }, { payee = \"netflix\" } }", true),
            ("any { memo = \"hulu\", payee = \"netflix\" }", true),
            ("any { { memo = \"hulu\" }, { payee = \"hulu\" } }", false),
            ("all { { memo = \"ref\" }, { payee = \"netflix\" } }", true),
            ("all { { memo = \"ref\" }, { payee = \"hulu\" } }", false),
            ("none { { memo = \"hulu\" }, { payee = \"hulu\" } }", true),
            ("none { { memo = \"hulu\" }, { payee = \"netflix\" } }", false),
            (
                "{ memo = \"ref\", any { { payee = \"hulu\" }, none { { pending = false } } } }",
                true
            ),
            (
                "{ memo = \"ref\", none { any { { payee = \"hulu\" }, { pending = true } } } }",
                false
            ),
        ])
    func nesting(when: String, isHolding: Bool) throws {
        #expect(try holds(when, for: Self.row) == isHolding)
    }

    @Test(
        "a function reads each field",
        arguments: [
            "tx.id == 1", "tx.account == \"Everyday Checking\"", "tx.account_type == \"checking\"",
            "tx.institution == \"First Example Bank\"", "tx.amount == -12.34",
            "tx.amount_minor == -1234", "math.type(tx.amount_minor) == \"integer\"",
            "tx.currency == \"USD\"", "tx.day == \"2025-03-09\"", "tx.year == 2025",
            "tx.month == 3", "tx.day_of_month == 9", "tx.weekday == \"sunday\"",
            "tx.description == \"SQ *NETFLIX.COM 866-579\"", "tx.payee == \"Netflix, Inc.\"",
            "tx.memo == \"Ref 12\"", "tx.merchant_code == \"5815\"", "tx.pending == true",
            "tx:contains(\"netflix\")", "not tx:contains(\"everyday\")",
        ])
    func functionField(_ expression: String) throws {
        #expect(try holds("function(tx) return \(expression) end", for: Self.row))
    }

    @Test(
        "nothing, nil and false are no match",
        arguments: ["", "return", "return nil", "return false", "return tx.amount > 0"])
    func functionFails(_ body: String) throws {
        #expect(try !holds("function(tx) \(body) end", for: Self.row))
    }

    @Test("a function reads the description where the bank sent no payee")
    func payeeFallback() throws {
        let row = Row(description: "HULU 877")
        #expect(try holds("function(tx) return tx.payee == \"HULU 877\" end", for: row))
    }

    @Test(
        "the amount of a function has the decimals of its currency",
        arguments: [(3, "0.99"), (4, "99"), (0, "0.99")])
    func functionCurrency(account: Int, amount: String) throws {
        let row = Row(account: account, cents: 99)
        #expect(try holds("function(tx) return tx.amount == \(amount) end", for: row))
        #expect(try holds("{ amount = \(amount) }", for: row))
    }

    @Test(
        "an amount equals the decimal that its author wrote",
        arguments: [
            ("12.34", 1234), ("0.1", 10), ("0.07", 7), ("1.10", 110), ("4.35", 435),
            ("0.29", 29), ("1.005e3", 100_500), ("-19.99", -1999), ("1234567.89", 123_456_789),
        ] as [(String, Int64)])
    func exactAmount(written: String, cents: Int64) throws {
        for (cents, isEqual) in [(cents, true), (cents + 1, false), (cents - 1, false)] {
            let row = Row(cents: cents)
            #expect(try holds("{ amount = \(written) }", for: row) == isEqual)
            #expect(
                try holds("function(tx) return tx.amount == \(written) end", for: row) == isEqual)
        }
    }

    @Test("every amount of cents equals its decimal text in a function")
    func everyAmount() throws {
        var random = RandomNumbers(seed: 1)
        let cents =
            (-1000...1000).map(Int64.init)
            + (0..<2000).map { _ in
                Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
            }
        let rows = cents.map {
            Row(cents: $0, memo: MinorUnits.plainText($0, exponent: 2))
        }
        let classifier = try makeClassifier(
            """
            rule {
                when = function(tx) return tx.amount ~= tonumber(tx.memo) end,
                set = { notes = "differs" },
            }
            """)
        #expect(try classifier.verdicts(rows).allSatisfy { $0.notes == nil })
    }
}
