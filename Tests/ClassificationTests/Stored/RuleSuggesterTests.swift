import Classification
import Model
import Rules
import Scripting
import Testing

@Suite("Suggestions of rules")
struct RuleSuggesterTests {
    /// - Parameters:
    ///   - corrections: by the number of the row, counted from 1.
    ///   - candidates: rows that may be sides of a transfer, with the other ones.
    private func suggestions(
        _ rows: [Row], _ corrections: [Int64: Correction] = [:],
        confirmed: [Int64: ConfirmedValues] = [:], rules: String = "",
        candidates: [Int64: [Int64]] = [:], stages: [Stage] = [userStage, defaultStage]
    ) throws -> [RuleSuggestion] {
        let plain = makeSnapshot(rows)
        let snapshot = Snapshot(
            asOf: plain.asOf, accounts: plain.accounts, transactions: plain.transactions,
            texts: plain.texts,
            decisions: Decisions(corrections: corrections, confirmations: confirmed))
        let pipeline = Pipeline(stages: stages, categories: try makeCategories())
        let found = try Classifier(pipeline: pipeline, userRules: load([rules]))
            .conclude(snapshot).conclusions
        let conclusions = Conclusions(
            verdicts: found.verdicts, entries: found.entries, candidates: candidates)
        return try RuleSuggester(
            pipeline.namingPayees(in: snapshot), conclusions, by: pipeline
        ).suggestions()
    }

    private func rows(_ descriptions: String...) -> [Row] {
        descriptions.map { Row(description: $0) }
    }

    private let dining = Correction(category: "dining")

    @Test("two like corrections of a payee suggest a rule, with what it would change")
    func corrections() throws {
        let found = try suggestions(rows("ACME", "ACME", "ACME", "BOLT"), [1: dining, 2: dining])
        #expect(found.map(\.ground) == [.corrections(2)])
        #expect(
            found.map(\.change.definition) == [
                "{ when = { payee = is \"ACME\" }, set = { category = \"dining\" }, "
                    + "tests = { match = { \"ACME\" } } }"
            ])
        #expect(found.map(\.matches) == [3])
        #expect(found.map(\.right) == [[1, 2]])
        #expect(found.map(\.contradictions) == [[]])
    }

    @Test("words without a name are not a payee")
    func nobody() throws {
        let normaliser = PayeeNormaliser(PayeeWords(nameless: ["CHECK"]))
        let stages = [userStage, Stage(name: "payees", kind: .payees(normaliser)), defaultStage]
        let found = try suggestions(
            rows("CHECK # 1204", "CHECK # 1311", "CHECK # 1402", "ACME", "ACME", "ACME"),
            stages: stages)
        #expect(found.map(\.payee) == ["Acme"])
        #expect(
            try suggestions(
                rows("CHECK # 1204", "CHECK # 1311"), [1: dining, 2: dining], stages: stages
            ).isEmpty)
    }

    @Test("one correction is an exception and suggests nothing")
    func oneCorrection() throws {
        #expect(try suggestions(rows("ACME", "ACME"), [1: dining]).isEmpty)
    }

    @Test("corrections that say otherwise are counted, and a draw suggests nothing")
    func contradictions() throws {
        let acme = rows("ACME", "ACME", "ACME", "ACME")
        let gifts = Correction(category: "gifts")
        let found = try suggestions(acme, [1: dining, 2: dining, 3: gifts])
        #expect(found.map(\.contradictions) == [[3]])
        #expect(found.map(\.ground) == [.corrections(2)])
        #expect(try suggestions(acme, [1: dining, 2: dining, 3: gifts, 4: gifts]).isEmpty)
    }

    @Test("what the person made others of the payee by hand is no mistake where it stands already")
    func leftAsRight() throws {
        let map = try rulesStage("map", [("ACME", Effect(category: "groceries"))])
        let acme = rows("ACME", "ACME", "ACME", "ACME", "ACME")
        let stages = [userStage, correctionStage, map, defaultStage]
        let groceries = Correction(category: "groceries")
        #expect(
            try suggestions(acme, [1: dining, 2: dining], stages: stages).map(\.changes) == [3])
        #expect(
            try suggestions(acme, [1: dining, 2: dining, 3: groceries], stages: stages).isEmpty)
    }

    @Test("what was confirmed counts for and against a rule")
    func confirmed() throws {
        let acme = rows("ACME", "ACME", "ACME", "ACME", "ACME", "ACME")
        let stages = [
            userStage, correctionStage,
            try rulesStage("map", [("ACME", Effect(category: "groceries"))]),
            defaultStage,
        ]
        func found(_ confirmed: [Int64: ConfirmedValues]) throws -> [RuleSuggestion] {
            try suggestions(
                acme, [1: dining, 2: dining, 3: dining], confirmed: confirmed, stages: stages)
        }
        let groceries = ConfirmedValues(.expense, category: "groceries")
        #expect(try found([:]).map(\.changes) == [3])
        #expect(try found([4: groceries]).isEmpty)
        // One that no longer holds says nothing.
        #expect(try found([4: ConfirmedValues(.expense, category: "bills")]).map(\.changes) == [3])
    }

    @Test("rows that were confirmed as the rule says are right")
    func confirmedAsRight() throws {
        let seen = ConfirmedValues(.expense, category: "other")
        let found = try suggestions(
            rows("ACME", "ACME", "ACME", "ACME"),
            [1: Correction(category: "other"), 2: Correction(category: "other"), 3: dining],
            confirmed: [4: seen], stages: [userStage, correctionStage, defaultStage])
        #expect(found.map(\.right) == [[1, 2, 4]])
        #expect(found.map(\.contradictions) == [[3]])
        #expect(found.map(\.ground) == [.corrections(2)])
    }

    @Test("a suggested rule passes its own tests, which are of its right rows")
    func tests() throws {
        let rows = ["SQ *BLUE HERON 01", "BLUE HERON #12", "BLUE HERON"].map {
            Row(description: $0)
        }
        let pipeline = try makePayeePipeline()
        let snapshot = makeSnapshot(
            rows, decisions: Decisions(corrections: [2: dining, 3: dining]))
        let pass = try Classifier(pipeline: pipeline, userRules: load([])).conclude(snapshot)
        let found = try #require(
            try RuleSuggester(pipeline.namingPayees(in: snapshot), pass.conclusions, by: pipeline)
                .suggestions().first)
        #expect(
            found.change.matching == ["BLUE HERON #12", "BLUE HERON", "SQ *BLUE HERON 01"])
        let stored = StoredRule(id: 1, position: 0, definition: found.change.definition)
        let rules = try UserRules(
            [], stored: [stored], categories: pipeline.categories, on: .inThisProcess)
        let outcomes = try RuleTests.run(rules, in: pipeline)
        #expect(outcomes.map(\.hasPassed) == [true, true, true])
    }

    @Test("many payees without a category do not push out one that was corrected")
    func limit() throws {
        let many = (1...60).flatMap { number in
            Array(repeating: Row(description: "SHOP \(number)X"), count: 4)
        }
        let found = try suggestions(
            rows("ACME", "ACME", "ACME") + many, [1: dining, 2: dining])
        #expect(found.first?.payee == "ACME")
    }

    @Test("class and lens are suggested as the category is")
    func otherAttributes() throws {
        let correction = Correction(class: .ignore, lens: .want)
        let found = try suggestions(rows("ACME", "ACME"), [1: correction, 2: correction])
        #expect(
            found.first?.change.effects
                == [.init("class", "\"ignore\""), .init("lens", "\"want\"")])
    }

    @Test("what a rule of the person's own decides already is not suggested")
    func alreadyRule() throws {
        let rule = "rule { when = { payee = \"ACME\" }, set = { category = \"dining\" } }"
        #expect(
            try suggestions(rows("ACME", "ACME", "ACME"), [1: dining, 2: dining], rules: rule)
                .isEmpty)
    }

    @Test("three expenses of a payee without a category ask for one")
    func uncategorised() throws {
        let found = try suggestions(rows("ACME", "ACME", "ACME", "BOLT", "BOLT"))
        #expect(found.map(\.ground) == [.uncategorised(3, isRecurring: false)])
        #expect(found.map(\.needsCategory) == [true])
        #expect(found.map(\.changes) == [3])
    }

    @Test("a payee of which something may be a transfer is not asked for a category")
    func inDoubt() throws {
        let all = rows("ACME", "ACME", "ACME", "ACME", "BOLT", "BOLT", "BOLT")
        let found = try suggestions(all, candidates: [2: [9]])
        #expect(found.map(\.payee) == ["BOLT"])
        let corrected = try suggestions(all, [1: dining, 3: dining], candidates: [2: [9]])
        #expect(corrected.map(\.payee) == ["ACME", "BOLT"])
    }

    @Test("two of a series ask for one")
    func recurring() throws {
        let series = "rule { when = { payee = \"BOLT\" }, set = { series = \"Bolt\" } }"
        let found = try suggestions(rows("BOLT", "BOLT"), rules: series)
        #expect(found.map(\.ground) == [.uncategorised(2, isRecurring: true)])
    }

    @Test(
        "income, pending rows and categorised payees ask for nothing",
        arguments: [
            Row(cents: 500, description: "ACME"), Row(description: "ACME", isPending: true),
            Row(description: "DINER"), Row(description: " "),
        ])
    func nothing(_ row: Row) throws {
        let rule = "rule { when = { payee = \"DINER\" }, set = { category = \"dining\" } }"
        #expect(try suggestions([row, row, row], rules: rule).isEmpty)
    }

    @Test("a payee is known by its name, however the bank writes it")
    func named() throws {
        let rows = ["SQ *BLUE HERON 01", "BLUE HERON #12", "BLUE HERON"].map {
            Row(description: $0)
        }
        let pipeline = try makePayeePipeline()
        let snapshot = makeSnapshot(rows)
        let pass = try Classifier(pipeline: pipeline, userRules: load([])).conclude(snapshot)
        let found = try RuleSuggester(
            pipeline.namingPayees(in: snapshot), pass.conclusions, by: pipeline
        ).suggestions()
        #expect(found.map(\.change.conditions) == [[.init("payee", "is \"Blue Heron\"")]])
        #expect(found.map(\.matches) == [3])
    }

    @Test("payees that a rule makes one are known by all their names, or by how they begin")
    func writings() throws {
        func condition(_ descriptions: [String]) throws -> RuleChange.Field? {
            let name = "rule { when = { text = \"ACME\" }, set = { payee = \"Acme\" } }"
            let rows = descriptions.map { Row(description: $0) }
            return try suggestions(rows, rules: name).first?.change.conditions.first
        }
        #expect(
            try condition((1...21).map { "XACMEX 1 \($0)" })
                == .init("description", "starts_with \"XACMEX 1\""))
        #expect(
            try condition(["1ACME1", "2ACME2", "2ACME2", "2ACME2 MORE ACM"])
                == .init("payee", "one_of { \"1ACME1\", \"2ACME2\", \"2ACME2 MORE ACM\" }"))
    }

    @Test("the busiest payee comes first, corrections before payees without a category")
    func order() throws {
        let found = try suggestions(
            rows("A", "A", "A", "B", "B", "B", "B", "C", "C"), [8: dining, 9: dining])
        #expect(found.map(\.payee) == ["C", "B", "A"])
    }
}
