import Classification
import Model
import Rules
import Testing

@Suite("What is learned from the person")
struct LearningStageTests {
    private func verdicts(
        _ rows: [Row], _ decided: [Int64: Correction], confirmed: [Int64: String] = [:],
        lua: String = "",
        map: [(word: String, effect: Effect)] = [], guess: Int? = nil
    ) throws -> [Verdict] {
        var stages = [
            userStage, correctionStage, try rulesStage("map", onlyFor: [.expense], map),
            payeeStage(), Stage(name: "learned", kind: .memory),
        ]
        if let guess {
            stages.append(
                Stage(name: "guess", kind: .guess(GuessSettings(leastChance: guess))))
        }
        stages.append(defaultStage)
        let classifier = try makeClassifier(lua, stages: stages)
        let snapshot = makeSnapshot(
            rows,
            decisions: Decisions(
                corrections: decided,
                confirmations: confirmed.mapValues { ConfirmedValues(.expense, category: $0) }))
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

    @Test("what was seen and left counts like what was set, and stays as it was seen")
    func confirmed() throws {
        let rows = (0..<5).map { Row(day: $0, description: "BLUE HERON") }
        let verdicts = try verdicts(
            rows, [4: Correction(category: "gifts")], confirmed: [1: "dining", 2: "dining"])
        #expect(
            verdicts.map(\.category.value) == ["dining", "dining", "dining", "gifts", "dining"])
        #expect(verdicts[0].category.reason.text == "Confirmed by you")
        #expect(verdicts[0].category.reason.kind == .confirmation)
        #expect(
            verdicts[4].category.reason.text
                == "Learned: you confirmed 2 of 3 from Blue Heron as Dining")
        // A row of its own mind does not follow the majority.
        let outvoted = try self.verdicts(
            rows, [:], confirmed: [1: "gifts", 2: "dining", 3: "dining"])
        #expect(outvoted.map(\.category.value) == ["gifts"] + Array(repeating: "dining", count: 4))
    }

    @Test("what was confirmed stays as it was seen, whatever a map says of it later")
    func confirmedAgainstMap() throws {
        let rows = (0..<2).map { Row(day: $0, description: "BLUE HERON") }
        let verdicts = try verdicts(rows, [:], confirmed: [1: "dining"], map: Self.heron)
        #expect(verdicts.map(\.category.value) == ["dining", "groceries"])
    }

    @Test(
        "a row that was both set and confirmed counts once, as it was set",
        arguments: ["dining", "no-such-category"])
    func setAndConfirmed(category: String) throws {
        let rows = [Row(description: "BLUE HERON"), Row(description: "BLUE HERON")]
        let verdicts = try verdicts(
            rows, [1: Correction(category: "gifts")], confirmed: [1: category])
        #expect(verdicts.map(\.category.value) == ["gifts", "gifts"])
        #expect(
            verdicts[1].category.reason.text == "Learned: you set 1 of 1 from Blue Heron to Gifts")
    }

    @Test("both together are named together")
    func setOrConfirmed() throws {
        let rows = (0..<3).map { Row(day: $0, description: "BLUE HERON") }
        #expect(
            try verdicts(rows, [1: Correction(category: "gifts")], confirmed: [2: "gifts"])[2]
                .category.reason.text
                == "Learned: you set or confirmed 2 of 2 from Blue Heron as Gifts")
    }

    private static let heron: [(word: String, effect: Effect)] = [
        ("HERON", Effect(category: "groceries"))
    ]

    @Test("it yields to the person's rules, and to what maps know")
    func order() throws {
        let rows = [Row(description: "BLUE HERON"), Row(description: "BLUE HERON")]
        let decided: [Int64: Correction] = [1: Correction(category: "dining")]
        #expect(try verdicts(rows, decided, map: Self.heron)[1].category.value == "groceries")
        let rule = #"rule { when = { text = "HERON" }, set = { category = "gifts" } }"#
        #expect(try verdicts(rows, decided, lua: rule)[1].category.value == "gifts")
    }

    @Test("corrections of what no list knew say nothing against a list")
    func notAgainst() throws {
        let rows = (0..<4).map {
            Row(day: $0, description: "PAYSERVICE", memo: $0 < 3 ? "SHOP" : "HERON")
        }
        let verdicts = try verdicts(
            rows, [1: Correction(category: "gifts"), 2: Correction(category: "gifts")],
            map: Self.heron)
        #expect(verdicts.last?.category.value == "groceries")
    }

    struct Reach: Sendable {
        /// By day, the reach of a correction to dining.
        let corrected: [Int: CorrectionReach]
        /// The days that have the category then, whether nothing or a map knows the payee.
        let unknown: Set<Int>
        let known: Set<Int>
    }

    /// Six days, one purchase each; a correction's own day is in both sets.
    @Test(
        "a decision holds from its day on, and against a map if it is said or of most",
        arguments: [
            Reach(corrected: [2: .usual], unknown: [2, 3, 4, 5], known: [2]),
            Reach(corrected: [2: .alone], unknown: [2], known: [2]),
            Reach(corrected: [2: .onward], unknown: [2, 3, 4, 5], known: [2, 3, 4, 5]),
            Reach(corrected: [2: .past], unknown: Set(0...5), known: Set(0...5)),
            // Two of three until then are most; two of four, two of five are not.
            Reach(
                corrected: [1: .usual, 2: .usual], unknown: [1, 2, 3, 4, 5],
                known: [1, 2, 3, 4, 5]),
            Reach(corrected: [0: .usual, 3: .usual], unknown: Set(0...5), known: [0, 3]),
            Reach(corrected: [1: .usual, 5: .usual], unknown: [1, 2, 3, 4, 5], known: [1, 5]),
            Reach(corrected: [1: .alone, 2: .usual], unknown: [1, 2, 3, 4, 5], known: [1, 2]),
        ])
    func reach(_ reach: Reach) throws {
        let rows = (0...5).map { Row(day: $0, description: "BLUE HERON") }
        let decided = Dictionary(
            uniqueKeysWithValues: reach.corrected.map {
                (Int64($0.key + 1), Correction(category: "dining", reach: $0.value))
            })
        func dining(_ map: [(word: String, effect: Effect)]) throws -> Set<Int> {
            let verdicts = try verdicts(rows, decided, map: map)
            return Set((0...5).filter { verdicts[$0].category.value == "dining" })
        }
        #expect(try dining([]) == reach.unknown)
        #expect(try dining(Self.heron) == reach.known)
    }

    @Test("a correction for one alone leaves the reasons and guesses of all others")
    func alone() throws {
        let rows = Self.lived + [Row(description: "KIOSK SIGMA"), Row(description: "KIOSK ALPHA")]
        let before = try verdicts(rows, Self.decided, map: Self.known, guess: 50)
        var decided = Self.decided
        decided[Int64(rows.count)] = Correction(category: "dining", reach: .alone)
        let after = try verdicts(rows, decided, map: Self.known, guess: 50)
        #expect(after.last?.category.value == "dining")
        #expect(after.dropLast() == before.dropLast())
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
                reason: "Guess: \"kiosk\" as in 5 of yours in Gifts, "),
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
        let chance = try #require(category.reason.chance)
        #expect((50..<100).contains(chance))
        #expect(category.reason.text.hasSuffix("\(chance) % sure"))
        #expect(category.reason.text.hasPrefix(guess.reason))
    }

    @Test("what is known alone makes a guess, before the person has decided anything")
    func guessByKnown() throws {
        let rows = Self.bakers + Self.restaurants + [Row(description: "ROSENTHAL BACKEREI")]
        let category = try verdicts(rows, [:], map: Self.known, guess: 70).last?.category
        #expect(category?.value == "groceries")
        #expect(category?.reason.kind == .guess)
    }

    @Test("parts of words make a guess where no whole word is typical")
    func guessByParts() throws {
        let rows = Self.lived + [Row(description: "KIOSKLADEN")]
        let category = try verdicts(rows, Self.decided, map: Self.known, guess: 50).last?.category
        #expect(category?.value == "gifts")
        #expect(category?.reason.evidence.map(\.code) == [.guessed])
    }

    @Test(
        "there is no guess without certainty, or of what was never seen",
        arguments: [(text: "KIOSK SIGMA", least: 100), (text: "QQQ", least: 1)])
    func noGuess(text: String, least: Int) throws {
        let rows = Self.lived + [Row(description: text)]
        let category = try verdicts(rows, Self.decided, map: Self.known, guess: least)
            .last?.category
        #expect(category?.reason.by == "default")
    }

    @Test(
        "there is no guess of what is nobody's name",
        arguments: [(text: "DEPOSITA", by: "guess"), (text: "DEPOSIT", by: "default")])
    func nobody(text: String, by: String) throws {
        let shops = ["LUNA", "SOLE", "MARE"].map { Row(description: "DEPOSITO \($0)") }
        let map = Self.known + shops.map { ($0.description, Effect(category: "dining")) }
        let rows = Self.lived + shops + [Row(description: text)]
        let category = try verdicts(rows, Self.decided, map: map, guess: 1).last?.category
        #expect(category?.reason.by == by)
    }

    @Test("what was confirmed teaches words like what was set")
    func guessByConfirmed() throws {
        let rows = Self.lived + [Row(description: "KIOSK SIGMA")]
        let confirmed = Self.decided.mapValues { $0.category ?? "" }
        let category = try verdicts(rows, [:], confirmed: confirmed, map: Self.known, guess: 50)
            .last?.category
        #expect(category?.value == "gifts")
        #expect(category?.reason.kind == .guess)
    }

    @Test("nothing remains when the decisions are gone")
    func undone() throws {
        let rows = Self.lived + [Row(description: "KIOSK SIGMA")]
        let before = try verdicts(rows, [:], map: Self.known, guess: 50)
        #expect(try verdicts(rows, Self.decided, map: Self.known, guess: 50) != before)
        #expect(try verdicts(rows, [:], map: Self.known, guess: 50) == before)
    }
}
