import Classification
import Model
import Rules
import Testing

@Suite("The recurring stage")
struct RecurringStageTests {
    private static func stage() throws -> Stage {
        func words(_ words: String...) -> Condition {
            .any(words.map { .text(.anyText, .containsWord($0)) })
        }
        return Stage(
            name: "recurring",
            kind: .recurring(
                try RecurringSettings(
                    everydayCategories: ["groceries"], worded: words("MEMBERSHIP"),
                    never: words("ATM"), needs: words("INSURANCE"))))
    }

    private static func conclude(
        _ rows: [Row], lua: String = "", decisions: [Int64: SeriesDecision] = [:],
        stages: [Stage] = []
    ) throws -> Conclusions {
        let pipeline = [userStage] + stages + [try stage(), lensStage, defaultStage]
        let made = makeSnapshot(rows)
        let snapshot = Snapshot(
            asOf: made.asOf, accounts: made.accounts, transactions: made.transactions,
            texts: made.texts, decisions: Decisions(series: decisions))
        return try makeClassifier(lua, stages: pipeline).conclude(snapshot).conclusions
    }

    /// Payments each thirty days; the last has the highest number.
    private static func payments(
        _ payee: String, cents: Int64 = -15_49, times: Int = 6, account: Int = 2, from: Int = 0,
        isPending: Bool = false
    ) -> [Row] {
        (0..<times).map {
            Row(
                account: account, cents: cents, day: from + $0 * 30, description: payee,
                isPending: isPending)
        }
    }

    private static func series(_ conclusions: Conclusions) -> [String?] {
        conclusions.entries.map { conclusions.verdict(of: $0).series?.value }
    }

    private static func lens(_ conclusions: Conclusions) -> [Lens?] {
        conclusions.entries.map { conclusions.verdict(of: $0).lens?.value }
    }

    @Test("names a series after its payee, and says why")
    func names() throws {
        let conclusions = try Self.conclude(Self.payments("Netflix"))
        #expect(Self.series(conclusions) == Array(repeating: "Netflix", count: 6))
        let verdict = conclusions.verdict(of: try #require(conclusions.entries.first))
        #expect(verdict.series?.reason.by == "recurring")
        #expect(verdict.series?.reason.text == "Auto-detected: monthly, 15.49 each")
        let facts = try #require(conclusions.series.first)
        #expect(facts.name == "Netflix")
        #expect(facts.transactionCount == 6)
        #expect(facts.newestTransaction == 6)
        #expect(facts.usualMoney.plainText == "-15.49")
        #expect(facts.transactionClass == .expense)
    }

    @Test("says nothing in its reason that a further payment of the series changes")
    func steadyReason() throws {
        let shorter = try Self.conclude(Self.payments("Netflix", times: 6))
        let longer = try Self.conclude(Self.payments("Netflix", times: 7))
        #expect(shorter.verdicts == longer.verdicts)
    }

    @Test("goes on where one card replaces another")
    func replacedCard() throws {
        let rows =
            Self.payments("Gym", times: 4) + Self.payments("Gym", times: 4, account: 0, from: 120)
        #expect(Self.series(try Self.conclude(rows)) == Array(repeating: "Gym", count: 8))
    }

    @Test("knows one payee by the name that a rule gives it")
    func payeeOfRules() throws {
        let rows = (0..<6).map { Row(day: $0 * 30, description: "PHONE BILL \($0)") }
        #expect(Self.series(try Self.conclude(rows)).allSatisfy { $0 == nil })
        let lua = """
            rule { name = "Phone", when = { description = contains "PHONE BILL" },
                   set = { payee = "Phone" } }
            """
        #expect(Self.series(try Self.conclude(rows, lua: lua)).allSatisfy { $0 == "Phone" })
    }

    @Test("gives each of a payee's series a name of its own")
    func severalSeries() throws {
        let rows =
            Self.payments("Insurer", cents: -45_00)
            + Self.payments("Insurer", cents: -120_00, from: 9)
            + Self.payments("Insurer", cents: 80_00, from: -3)
        let conclusions = try Self.conclude(rows)
        #expect(conclusions.series.map(\.name) == ["Insurer", "Insurer (2)", "Insurer (3)"])
        #expect(conclusions.series.map(\.usualAmount) == [-45_00, -120_00, 80_00])
    }

    @Test("keeps the series of two accounts apart that are paid the same on one day")
    func twoAccounts() throws {
        // Each account is the first in every second month.
        let days = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337]
        let rows = days.enumerated().flatMap { month, day in
            [month % 2, 1 - month % 2].map {
                Row(account: $0 * 2, cents: -12_00, day: day, description: "Phone")
            }
        }
        let names = Self.series(try Self.conclude(rows))
        let accounts = Dictionary(grouping: rows.indices) { names[$0] }
            .mapValues { Set($0.map { rows[$0].account }) }
        #expect(accounts.count == 2 && accounts[nil] == nil)
        #expect(accounts.values.allSatisfy { $0.count == 1 })
    }

    @Test("keeps the names of a payee's series while their prices move")
    func movingPrices() throws {
        let known =
            Self.payments("Insurer", cents: -45_00, times: 12)
            + Self.payments("Insurer", cents: -166_56, times: 12, from: 9)
        let before = try Self.conclude(known)
        let after = try Self.conclude(
            known + Self.payments("Insurer", cents: -170_72, times: 2, from: 9 + 12 * 30))
        #expect(before.series.map(\.usualAmount) == [-45_00, -166_56])
        #expect(after.series.map(\.usualAmount) == [-45_00, -170_72])
        #expect(before.series.map(\.name) == ["Insurer", "Insurer (2)"])
        #expect(after.series.map(\.name) == before.series.map(\.name))
    }

    @Test("keeps currencies apart")
    func currencies() throws {
        let rows =
            Self.payments("Cloud", cents: -10_00, account: 0)
            + Self.payments("Cloud", cents: -10_00, account: 3, from: 11)
        #expect(
            try Self.conclude(rows).series.map { "\($0.name) \($0.currency.code)" } == [
                "Cloud USD", "Cloud (2) EUR",
            ])
    }

    @Test(
        "leaves out what is",
        arguments: [
            ("pending", Self.payments("Netflix", isPending: true), ""),
            ("cash from a machine", Self.payments("ATM WITHDRAWAL"), ""),
            (
                "ignored", Self.payments("Netflix"),
                #"rule { name = "No", when = { description = contains "NETFLIX" }, "#
                    + #"set = { class = "ignore" } }"#
            ),
            (
                "excluded", Self.payments("Netflix"),
                #"rule { name = "No", when = { description = contains "NETFLIX" }, "#
                    + #"set = { excluded = true } }"#
            ),
        ])
    func leftOut(_ what: String, _ rows: [Row], _ lua: String) throws {
        let conclusions = try Self.conclude(rows, lua: lua)
        #expect(conclusions.series.isEmpty)
        #expect(Self.series(conclusions).allSatisfy { $0 == nil })
    }

    @Test("takes no money back for income, however regular")
    func moneyBack() throws {
        let rewards = Self.payments("Rewards credit", cents: 12_00)
        #expect(try Self.conclude(rewards).series.count == 1)
        let movements = try rulesStage("movements", [("REWARDS", Effect(class: .expense))])
        #expect(try Self.conclude(rewards, stages: [movements]).series.isEmpty)
    }

    @Test("takes a series that rules link as it is")
    func linked() throws {
        let rows = [0, 17, 60, 71].map { Row(cents: -40_00, day: $0, description: "LESSON") }
        let lua = """
            rule { name = "Lessons", when = { description = contains "LESSON" },
                   set = { series = "Piano" } }
            """
        let conclusions = try Self.conclude(rows, lua: lua)
        #expect(conclusions.series.map(\.name) == ["Piano"])
        #expect(conclusions.series.first?.isLinkedByRule == true)
        #expect(conclusions.series.first?.transactionCount == 4)
        #expect(conclusions.series.first?.standing == .recurring)
    }

    // MARK: Decisions

    @Test("tells a dismissed series, and says it of no transaction")
    func dismissed() throws {
        let conclusions = try Self.conclude(
            Self.payments("Netflix"), decisions: [3: .dismissed])
        #expect(Self.series(conclusions).allSatisfy { $0 == nil })
        #expect(conclusions.series.map(\.decision) == [.dismissed])
        #expect(conclusions.series.map(\.decidedTransaction) == [3])
    }

    @Test("expects nothing more of a cancelled series")
    func cancelled() throws {
        let facts = try Self.conclude(Self.payments("Netflix"), decisions: [6: .cancelled]).series
        #expect(facts.map(\.decision) == [.cancelled])
        #expect(facts.first.map { $0.isActive(on: $0.lastDay) } == false)
    }

    @Test("makes the payments of a payee a series where the person says so")
    func confirmed() throws {
        let rows =
            [0, 17, 60].map { Row(cents: -40_00, day: $0, description: "LESSON") }
            + [Row(cents: -900_00, day: 30, description: "LESSON")]
        #expect(try Self.conclude(rows).series.isEmpty)
        let conclusions = try Self.conclude(rows, decisions: [2: .confirmed])
        #expect(Self.series(conclusions) == ["LESSON", "LESSON", "LESSON", nil])
        #expect(conclusions.series.first?.standing == .recurring)
    }

    @Test("applies the decision about the newest transaction of a series")
    func latestDecision() throws {
        let facts = try Self.conclude(
            Self.payments("Netflix"), decisions: [1: .dismissed, 5: .confirmed]
        ).series
        #expect(facts.map(\.decision) == [.confirmed])
    }

    // MARK: Lens

    @Test("makes a subscription a want and insurance a need where no category says it")
    func lensOfExpenses() throws {
        #expect(Self.lens(try Self.conclude(Self.payments("Netflix"))).allSatisfy { $0 == .want })
        #expect(
            Self.lens(try Self.conclude(Self.payments("ACME INSURANCE"))).allSatisfy {
                $0 == .need
            })
        let categories = try rulesStage(
            "map", [("NETFLIX", Effect(category: "groceries"))])
        let said = try Self.conclude(Self.payments("Netflix"), stages: [categories])
        #expect(Self.lens(said).allSatisfy { $0 == .need })
    }

    @Test("makes a regular transfer to savings saving")
    func lensOfTransfers() throws {
        let sent = Self.payments("TRANSFER TO SAVINGS", cents: -500_00, account: 0)
        let received = Self.payments("TRANSFER FROM CHECKING", cents: 500_00, account: 1)
        let conclusions = try Self.conclude(sent + received, stages: [try transferStage()])
        #expect(
            Self.lens(conclusions)
                == Array(repeating: .saving, count: 6) + Array(repeating: nil, count: 6))
        #expect(conclusions.series.allSatisfy { $0.transactionClass == .transfer })
    }

    @Test("knows groceries by their category")
    func everyday() throws {
        let rows = [84_10, 86_75, 85_30, 87_20, 84_60, 86_85].enumerated().map {
            Row(cents: -$1, day: $0 * 30, description: "GROCER")
        }
        #expect(try Self.conclude(rows).series.count == 1)
        let categories = try rulesStage("map", [("GROCER", Effect(category: "groceries"))])
        // Amounts within four percent of each other count as the same.
        #expect(try Self.conclude(rows, stages: [categories]).series.count == 1)
        let varying = [84_10, 186_75, 135_30, 67_20, 144_60, 96_85].enumerated().map {
            Row(cents: -$1, day: $0 * 30, description: "GROCER")
        }
        #expect(try Self.conclude(varying).series.count == 1)
        #expect(try Self.conclude(varying, stages: [categories]).series.isEmpty)
    }
}
