import Classification
import Testing

@Suite("Notes on rules")
struct RuleNotesTests {
    @Test(
        "tell what is probably not meant",
        arguments: [
            (
                "rule { name = 'A', when = {}, set = { tags = 'a' } }",
                ["A: it matches every transaction"]
            ),
            ("rule { name = 'A', when = { payee = 'X' }, set = {} }", ["A: it sets nothing"]),
            (
                "rule { name = 'A', when = { payee = 'X' }, set = {}, stop = true } "
                    + "rule { name = 'B', when = { payee = 'X' }, set = { tags = 'a' } }",
                ["B: it is never reached: \"A\" stops before it"]
            ),
            (
                "rule { name = 'A', when = { payee = 'X' }, set = { tags = 'a' } } "
                    + "rule { name = 'B', when = { payee = 'X' }, set = { tags = 'b' } }",
                [
                    "B: it has the same conditions as \"A\", which wins if both set "
                        + "an attribute"
                ]
            ),
            (
                "rule { name = 'A', when = { account = 'chequing' }, set = { tags = 'a' } }",
                [
                    "A: no account in the vault matches account \"chequing\"; the accounts are "
                        + [
                            "Everyday Checking", "High Yield Savings", "Rewards Card",
                            "Euro Account",
                            "Yen Account",
                        ].map { "\"\($0)\" (First Example Bank)" }
                        .joined(separator: ", ")
                ]
            ),
        ])
    func notes(source: String, messages: [String]) throws {
        #expect(try load([source]).notes(accounts: accounts).map(\.message) == messages)
    }

    @Test(
        "say nothing of rules that are as they should be",
        arguments: [
            "rule { name = 'A', when = { account = 'checking' }, set = { tags = 'a' } }",
            "rule { name = 'A', when = { account = none { 'chequing' } }, set = { tags = 'a' } }",
            "rule { name = 'A', when = { payee = 'X' }, set = {}, stop = true }",
            "rule { name = 'A', when = { payee = 'X' }, set = function() return {} end }",
            "rule { name = 'A', when = { payee = 'X', function() end }, set = {}, stop = true } "
                + "rule { name = 'B', when = { payee = 'X' }, set = { tags = 'a' } }",
            "rule { name = 'A', when = { institution = regex 'N.*' }, set = { tags = 'a' } }",
            "rule { name = 'A', when = { payee = 'X', any { payee = 'Y' } }, set = { tags = 'a' } }",
        ])
    func none(source: String) throws {
        #expect(try load([source]).notes(accounts: accounts).isEmpty)
    }
}

@Suite("Functions tried on plain transactions")
struct FunctionTrialTests {
    @Test(
        "are told of where they fail",
        arguments: [
            (
                "set = function(tx) return { category = 'din' .. 'ning' } end",
                "there is no category"
            ),
            ("set = function(tx) return { payee = tx.payee:contain('x') } end", "contain"),
            ("set = function(tx) return os.time() end", "os"),
            ("set = function(tx) while true do end end", "steps"),
        ])
    func failures(set: String, message: String) throws {
        let problems = try failures("when = { text = 'X' }, \(set)")
        #expect(problems.count == 1)
        #expect(problems.first?.message.contains(message) == true, "\(problems)")
    }

    private func failures(_ parts: String) throws -> [RuleFileProblem] {
        try load(["rule { \(parts) }"]).functionTrial(in: makePayeePipeline()).failures
    }

    @Test(
        "are told of where they fail on every transaction that the table holds for",
        arguments: [
            ("when = function(tx) return tx.amount < '5' end", "attempt to compare"),
            ("when = function(tx) return tx.amount + 'a' end", "attempt to perform arithmetic"),
            ("when = function(tx) local n = nil return n.x end", "attempt to index"),
            (
                "when = function(tx) local n = nil return n.x end, "
                    + "tests = { match = { 'CAFE' } }", "attempt to index"
            ),
            (
                "when = { text = 'CAFE', function(tx) return tx.memo < 5 end }, "
                    + "tests = { match = { 'CAFE' } }", "attempt to compare"
            ),
        ])
    func allFail(when: String, message: String) throws {
        let problems = try failures("name = 'R', \(when), set = { tags = 'a' }")
        #expect(problems.map(\.rule) == ["R"])
        #expect(problems.map(\.line) == [1])
        #expect(problems.first?.message.contains(message) == true, "\(problems)")
    }

    @Test("are noted where they fail on some of them")
    func someFail() throws {
        let trial = try load([
            """
            rule {
                name = "R", when = function(tx) return tx.memo:match("MEMO"):len() > 3 end,
                set = { tags = "a" },
            }
            """
        ]).functionTrial(in: makePayeePipeline())
        #expect(trial.failures.isEmpty)
        #expect(trial.notes.map(\.line) == [2])
    }

    @Test(
        "are not told of where they do what they may",
        arguments: [
            "when = function(tx) return tx.amount < 0 end, set = function() end",
            // The table holds for none that was made up.
            "when = { text = 'CAFE', function(tx) return tx.memo < 5 end }, set = { tags = 'a' }",
            // `when` lets none of them pass.
            "when = function(tx) return tx.text:find('CAFE') ~= nil end, "
                + "set = function(tx) return { payee = tx.text:match('CAFE'):lower() } end",
        ])
    func works(parts: String) throws {
        let trial = try load(["rule { \(parts) }"]).functionTrial(in: makePayeePipeline())
        #expect(trial.failures.isEmpty)
        #expect(trial.notes.isEmpty)
    }

    private func trial(_ lua: String, _ rows: [Row]) throws -> UserRules.FunctionTrial {
        try makeClassifier(lua).functionTrial(on: makeSnapshot(rows))
    }

    private static let fee = #"""
        rule {
            name = "Fee", when = { text = regex [[FEE (?<fee>\d+)]] },
            set = function(tx, found)
                return { splits = { { category = "gifts", amount = tonumber(found.fee) },
                                    { category = "other" } } }
            end,
        }
        """#

    @Test("are tried on what they match, not on what was made up")
    func realMatches() throws {
        let trial = try trial(Self.fee, [Row(cents: -1000, description: "CARD FEE 3")])
        #expect(trial.failures == [])
        #expect(trial.notes == [])
        // Nothing says that it fails where it matches nothing.
        #expect(try self.trial(Self.fee, [Row(description: "CAFE")]).failures == [])
    }

    @Test(
        "are told of where they fail on what they match",
        arguments: [
            "when = { text = 'NOODLE', function() local t; return t.x end }, set = { tags = 'a' }",
            "when = { text = 'NOODLE', function() return 'yes' end }, set = { tags = 'a' }",
            "when = { text = 'NOODLE' }, set = function() count = count + 1 end",
            "when = { text = 'NOODLE' }, set = function() return { category = 'no' .. 'ne' } end",
        ])
    func realFailures(parts: String) throws {
        let trial = try trial(
            "rule { name = 'R', \(parts) }", [Row(description: "NOODLE BAR"), Row()])
        #expect(trial.failures.map(\.transactions) == [1])
        #expect(trial.failures.map(\.firstTransaction) == [1])
    }

    @Test("are noted where they return nothing for all that they match")
    func silent() throws {
        let trial = try trial(
            "rule { name = 'R', when = {}, set = function() local it = { tags = 'a' } end }",
            [Row(), Row()])
        #expect(
            trial.notes.map(\.message) == [
                "R: its \"set\" function returned nothing wherever the rule matches (2 times); "
                    + "write return { category = \"dining\" }"
            ])
    }

    @Test("are noted where they match nothing in the vault")
    func matchesNothing() throws {
        let trial = try trial(
            "rule { name = 'R', when = function(tx) return tx.description:find('WALMART') ~= nil end, "
                + "set = { tags = 'a' } }", [Row(description: "WAL-MART 5"), Row()])
        #expect(
            trial.notes.map(\.message) == [
                "R: its function returned true for none of the 2 transactions it was asked about"
            ])
    }
}
