import Classification
import Model
import Rules
import Testing

@Suite("The pipeline")
struct PipelineTests {
    @Test("for each attribute the first stage that decides it wins")
    func firstDecider() throws {
        let stages = [
            try rulesStage("first", [("NETFLIX", Effect(lens: .need))]),
            try rulesStage("second", [("NETFLIX", Effect(category: "gifts", lens: .want))]),
            lensStage, defaultStage,
        ]
        let verdict = try makeClassifier(stages: stages).verdict(Row(description: "NETFLIX"))
        #expect(verdict.lens?.value == .need)
        #expect(verdict.lens?.reason.by == "first")
        #expect(verdict.category.value == "gifts")
        #expect(verdict.category.reason.by == "second")
        #expect(verdict.transactionClass.reason.by == "default")
    }

    @Test("within a stage the first rule that sets an attribute wins")
    func firstRule() throws {
        let stages = [
            try rulesStage(
                "map",
                [
                    ("BURGER", Effect(category: "dining")),
                    ("KING", Effect(category: "gifts", tags: ["king"])),
                ]), defaultStage,
        ]
        let verdict = try makeClassifier(stages: stages).verdict(Row(description: "BURGER KING"))
        #expect(verdict.category.value == "dining")
        #expect(verdict.tags?.value == ["king"])
    }

    @Test("a lens that a rule gives with a category counts only with it")
    func lensOfCategory() throws {
        let stages = [
            correctionStage,
            try rulesStage(
                "map",
                [
                    ("BURGER", Effect(category: "dining")),
                    ("KING", Effect(category: "gifts", lens: .need)),
                ]), lensStage, defaultStage,
        ]
        let rows = [
            Row(description: "BURGER KING"), Row(description: "KING"), Row(description: "KING"),
        ]
        let decisions = Decisions(corrections: [3: Correction(category: "dining")])
        let conclusions = try makeClassifier(stages: stages)
            .conclude(makeSnapshot(rows, decisions: decisions)).conclusions
        let verdicts = conclusions.entries.map(conclusions.verdict(of:))
        #expect(verdicts.map(\.category.value) == ["dining", "gifts", "dining"])
        #expect(verdicts.map { $0.lens?.value } == [.want, .need, .want])
    }

    @Test("a reason names the stage, the rule and its file")
    func reason() throws {
        let stages = [
            userStage, try rulesStage("map", [("BURGER", Effect(category: "dining"))]),
            lensStage, defaultStage,
        ]
        let classifier = try makeClassifier(
            "\nrule { name = \"Mine\", when = { payee = \"Ann\" }, set = { lens = \"need\" } }",
            stages: stages)
        let verdicts = try classifier.verdicts([
            Row(description: "BURGER", payee: "Ann"), Row(description: "BURGER"), Row(cents: 5),
        ])
        #expect(
            verdicts[0].lens?.reason
                == Reason(
                    by: "user rules", rule: "rules/1.lua:Mine",
                    Evidence(.matched, "Mine", "rules/1.lua:2")))
        #expect(
            verdicts[0].category.reason
                == Reason(
                    by: "map", rule: "burger", Evidence(.detected, "BURGER", "map.toml")))
        #expect(
            verdicts[1].lens?.reason
                == Reason(
                    by: "category lens", rule: nil,
                    Evidence(.categoryLens, "Dining", "want")))
        #expect(
            verdicts[1].transactionClass.reason
                == Reason(by: "default", rule: nil, Evidence(.noMatchOut)))
        #expect(
            verdicts[2].transactionClass.reason.text
                == "Default: nothing else matched, and money came in")
    }

    @Test(
        "what nothing decides is income or expense by its sign, in the category other",
        arguments: [
            (1, TransactionClass.income), (-1, .expense), (0, .expense), (.max, .income),
            (.min, .expense),
        ] as [(Int64, TransactionClass)])
    func byDefault(cents: Int64, expected: TransactionClass) throws {
        let verdict = try makeClassifier().verdict(Row(cents: cents))
        #expect(verdict.transactionClass.value == expected)
        #expect(verdict.category.value == "other")
        let moved = cents == 0 ? "no money moved" : cents > 0 ? "money came in" : "money went out"
        #expect(
            verdict.transactionClass.reason.text == "Default: nothing else matched, and \(moved)")
    }

    @Test("without a default stage an open transaction is an error")
    func missingDefault() throws {
        let classifier = try makeClassifier(stages: [userStage])
        #expect(throws: ClassificationError.nothingDecided(transaction: 7)) {
            try classifier.conclude(makeSnapshot([Row(id: 7)]))
        }
    }

    @Test("no transactions, no conclusions")
    func nothing() throws {
        #expect(try makeClassifier().conclude(makeSnapshot([])).conclusions.entries.isEmpty)
    }

    @Test(
        "a stage for expenses looks at what an earlier stage or the sign makes an expense",
        arguments: [
            (Row(cents: -5, description: "BURGER"), "dining"),
            (Row(cents: 5, description: "BURGER"), "other"),
            (Row(cents: 5, description: "BURGER REFUND"), "dining"),
            (Row(cents: -5, description: "BURGER MOVED"), "other"),
        ])
    func onlyFor(row: Row, category: String) throws {
        let stages = [
            try rulesStage(
                "classes",
                [("REFUND", Effect(class: .expense)), ("MOVED", Effect(class: .transfer))]),
            try rulesStage("map", onlyFor: [.expense], [("BURGER", Effect(category: "dining"))]),
            defaultStage,
        ]
        #expect(try makeClassifier(stages: stages).verdict(row).category.value == category)
    }

    @Test(
        "an expense has the lens of its category",
        arguments: [
            (Row(description: "BURGER"), Lens.want), (Row(description: "GROCER"), .need),
            (Row(description: "GIFT"), .want), (Row(description: "ELSE"), .want),
            (Row(cents: 5, description: "BURGER"), nil),
        ] as [(Row, Lens?)])
    func categoryLens(row: Row, lens: Lens?) throws {
        let stages = [
            try rulesStage(
                "map",
                [
                    ("BURGER", Effect(category: "dining")), ("GIFT", Effect(category: "gifts")),
                    ("GROCER", Effect(category: "groceries")),
                ]), lensStage, defaultStage,
        ]
        #expect(try makeClassifier(stages: stages).verdict(row).lens?.value == lens)
    }

    @Test("a person's rule on one side of a pair keeps the other side unpaired")
    func ruleAgainstTransfer() throws {
        let rows = [
            Row(account: 0, cents: -500, description: "TRANSFER TO BEN"),
            Row(account: 1, cents: 500, description: "TRANSFER"),
        ]
        let stages = try [userStage, transferStage(), defaultStage]
        #expect(try makeClassifier(stages: stages).partners(rows) == [2, 1])
        let classifier = try makeClassifier(
            "rule { when = { text = \"TO BEN\" }, set = { class = \"expense\" } }", stages: stages)
        #expect(try classifier.partners(rows) == [nil, nil])
        #expect(try classifier.verdicts(rows).map(\.transactionClass.value) == [.expense, .income])
    }

    @Test("a person's rule that says transfer leaves the pair to be found")
    func ruleForTransfer() throws {
        let rows = [Row(account: 0, cents: -500, payee: "Me"), Row(account: 1, cents: 500)]
        let classifier = try makeClassifier(
            "rule { when = { payee = \"Me\" }, set = { class = \"transfer\" } }",
            stages: [userStage, transferStage(), defaultStage])
        #expect(try classifier.partners(rows) == [2, 1])
        let verdict = try classifier.verdicts(rows)[0]
        #expect(verdict.transactionClass.reason.by == "user rules")
        #expect(verdict.partner?.by == "transfers")
    }

    @Test("a person's rule on another attribute does not stand in a transfer's way")
    func ruleBesideTransfer() throws {
        let rows = [Row(account: 0, cents: -500, payee: "Me"), Row(account: 1, cents: 500)]
        let classifier = try makeClassifier(
            "rule { when = { payee = \"Me\" }, set = { tags = \"own\" } }",
            stages: [userStage, transferStage(), defaultStage])
        #expect(try classifier.partners(rows) == [2, 1])
    }

    @Test("equal verdicts are kept once")
    func sharedVerdicts() throws {
        let rows = (0..<100).map { Row(cents: $0.isMultiple(of: 2) ? 5 : -5) }
        #expect(try makeClassifier().conclude(makeSnapshot(rows)).conclusions.verdicts.count == 2)
    }
}
