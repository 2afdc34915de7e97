import Classification
import Model
import Rules
import Testing

@Suite("What is learned from the person")
struct LearningStageTests {
    private static let memoryStage = Stage(name: "learned", kind: .memory)

    private func verdicts(
        _ rows: [Row], _ decided: [Int64: Correction], lua: String = "",
        map: [(word: String, effect: Effect)] = [], guess: Int? = nil
    ) throws -> [Verdict] {
        var stages = [userStage, correctionStage, Self.memoryStage]
        stages.append(try rulesStage("map", onlyFor: [.expense], map))
        stages.append(payeeStage())
        if let guess {
            stages.append(
                Stage(name: "guess", kind: .guess(GuessSettings(leastChance: guess))))
        }
        stages.append(defaultStage)
        let classifier = try makeClassifier(lua, stages: stages)
        let snapshot = makeSnapshot(rows, decisions: Decisions(corrections: decided))
        let conclusions = try classifier.conclude(snapshot).conclusions
        return conclusions.entries.map(conclusions.verdict(of:))
    }

    // MARK: Payee memory

    @Test("one decision holds for every purchase at the same payee")
    func oneDecision() throws {
        let verdicts = try verdicts(
            [Row(description: "SQ *BLUE HERON #12"), Row(description: "BLUE HERON 03/14")],
            [1: Correction(category: "dining")])
        #expect(verdicts[1].category.value == "dining")
        #expect(verdicts[1].category.reason.by == "learned")
        #expect(
            verdicts[1].category.reason.text
                == "Learned: you set 1 of 1 from Blue Heron to Dining")
    }

    @Test("the majority of decisions counts, and of equally many the latest")
    func majority() throws {
        let rows = (0..<5).map { Row(day: $0, description: "BLUE HERON") }
        #expect(
            try verdicts(
                rows,
                [
                    1: Correction(category: "gifts"), 2: Correction(category: "gifts"),
                    3: Correction(category: "dining"),
                ])[4].category.value == "gifts")
        #expect(
            try verdicts(
                rows, [1: Correction(category: "gifts"), 2: Correction(category: "dining")]
            )[4].category.value == "dining")
    }

    @Test("it yields to the person's rules, and comes before shipped maps")
    func order() throws {
        let rows = [Row(description: "BLUE HERON"), Row(description: "BLUE HERON")]
        let decided: [Int64: Correction] = [1: Correction(category: "dining")]
        let map: [(word: String, effect: Effect)] = [("HERON", Effect(category: "groceries"))]
        #expect(try verdicts(rows, decided, map: map)[1].category.value == "dining")
        let rule = #"rule { when = { text = "HERON" }, set = { category = "gifts" } }"#
        #expect(try verdicts(rows, decided, lua: rule, map: map)[1].category.value == "gifts")
    }

    @Test("it says nothing of income, and nothing of other payees")
    func others() throws {
        let rows = [
            Row(description: "BLUE HERON"), Row(cents: 1000, description: "BLUE HERON"),
            Row(description: "RED HERON"),
        ]
        let verdicts = try verdicts(rows, [1: Correction(category: "dining")])
        #expect(verdicts[1].category.reason.by == "default")
        #expect(verdicts[2].category.reason.by == "default")
    }

    // MARK: Guesses

    private static let bakers = ["Huber", "Meier", "Kern", "Lang", "Vogt", "Reiss"].map {
        Row(description: "BACKEREI \($0)")
    }
    private static let restaurants = ["Luna", "Sole", "Mare", "Monte", "Fiore", "Ponte"].map {
        Row(description: "RISTORANTE \($0)")
    }

    /// A shipped map knows each of these by its whole name.
    private static let known: [(word: String, effect: Effect)] =
        bakers.map { ($0.description, Effect(category: "groceries")) }
        + restaurants.map { ($0.description, Effect(category: "dining")) }

    private static let kiosks = ["ALPHA", "BETA", "GAMMA", "DELTA", "OMEGA"].map {
        Row(description: "KIOSK \($0)")
    }

    /// The person set these to gifts.
    private static let decided = Dictionary(
        uniqueKeysWithValues: (13...17).map { (Int64($0), Correction(category: "gifts")) })

    private static let lived = bakers + restaurants + kiosks

    struct Guess: Sendable {
        let text: String
        let category: String
        let reason: String
    }

    @Test(
        "spending that nothing else knows is guessed by words that payees of one category share",
        arguments: [
            Guess(
                text: "KIOSK SIGMA", category: "gifts",
                reason: "Guess: \"kiosk\" as in 5 that you set to Gifts, "),
            Guess(
                text: "ROSENTHAL BACKEREI LADEN", category: "groceries",
                reason: "Guess: \"backerei\" as in 6 known for Groceries, "),
        ])
    func guess(_ guess: Guess) throws {
        let rows = Self.lived + [Row(description: guess.text)]
        let category = try #require(
            try verdicts(rows, Self.decided, map: Self.known, guess: 50).last?.category)
        #expect(category.value == guess.category)
        #expect(category.reason.kind == .guess)
        #expect(category.reason.text.hasPrefix(guess.reason))
    }

    @Test(
        "there is no guess without certainty, a typical word, or decisions of the person",
        arguments: [
            // One payee has the word, and is none too many.
            (text: "ALPHA LADEN", least: 1, decisions: 5),
            (text: "KIOSK SIGMA", least: 100, decisions: 5),
            (text: "KIOSKLADEN", least: 1, decisions: 5), (text: "QQQ", least: 1, decisions: 5),
            (text: "KIOSK SIGMA", least: 1, decisions: 4),
        ])
    func noGuess(text: String, least: Int, decisions: Int) throws {
        let rows = Self.lived + [Row(description: text)]
        let decided = Self.decided.filter { $0.key < 13 + Int64(decisions) }
        let category = try verdicts(rows, decided, map: Self.known, guess: least).last?.category
        #expect(category?.reason.by == "default")
    }

    @Test("nothing remains when the decisions are gone")
    func undone() throws {
        let rows = Self.lived + [Row(description: "KIOSK SIGMA")]
        let before = try verdicts(rows, [:], map: Self.known, guess: 50)
        #expect(try verdicts(rows, Self.decided, map: Self.known, guess: 50) != before)
        #expect(try verdicts(rows, [:], map: Self.known, guess: 50) == before)
    }
}
