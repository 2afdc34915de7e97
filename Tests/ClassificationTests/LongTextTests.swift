import Classification
import Model
import Rules
import Scripting
import TestSupport
import Testing

/// Each stage looks at each text, and matching takes long for a text of a quarter of a megabyte.
@Suite("A very long text of a bank")
struct LongTextTests {
    private static let most = Snapshot.mostBytesOfText

    /// Texts that begin as what stages see, behind which there is more.
    private static let texts = ["x", "€", "e\u{301}", "SQ *BLUE HERON ", "GROCER ", "é NEEDLE "]
        .flatMap { unit in
            (0..<3).map {
                String(repeating: "x", count: $0) + " "
                    + String(repeating: unit, count: 2 * most / unit.utf8.count)
                    + " HAYSTACK"
            }
        }

    private static func beginning(of text: String) -> String {
        var beginning = ""
        for scalar in text.unicodeScalars {
            guard beginning.utf8.count + String(scalar).utf8.count <= most else { break }
            beginning.unicodeScalars.append(scalar)
        }
        return beginning
    }

    private func classifier(naming: Bool) throws -> Classifier {
        let rules = try load([
            """
            rule { name = "Far", when = { text = contains "HAYSTACK" }, set = { tags = { "far" } } }
            rule { name = "Near", when = { text = contains "NEEDLE" }, set = { tags = { "near" } } }
            rule { when = function(tx) return #tx.memo > \(Self.most) end, set = { tags = { "long" } } }
            """
        ])
        let stages = [
            userStage, correctionStage, naming ? payeeStage() : nil,
            try rulesStage(
                "words",
                [
                    ("HAYSTACK", Effect(category: "dining")),
                    ("GROCER", Effect(category: "groceries")),
                ]), defaultStage,
        ].compactMap(\.self)
        return Classifier(
            pipeline: Pipeline(stages: stages, categories: try makeCategories()), userRules: rules)
    }

    @Test(
        "is classified by its first 4,000 bytes, in whole characters", arguments: [true, false])
    func beginnings(naming: Bool) throws {
        let classifier = try classifier(naming: naming)
        func conclusions(_ shown: (String) -> String) throws -> [Verdict] {
            try classifier.verdicts(
                Self.texts.flatMap { text in
                    [
                        Row(description: shown(text)), Row(description: "SHOP", memo: shown(text)),
                        Row(description: "DEPOSIT", payee: shown(text)),
                    ]
                })
        }
        let whole = try conclusions { $0 }
        #expect(whole == (try conclusions(Self.beginning)))
        #expect(Set(whole.flatMap { $0.tags?.value ?? [] }) == ["near"])
        #expect(!whole.contains { $0.category.value == "dining" })
        #expect(whole.contains { $0.category.value == "groceries" })
    }

    @Test("stays another text than one that only begins like it")
    func twins() {
        let beginning = String(repeating: "A", count: Self.most)
        let snapshot = makeSnapshot(["1", "2", ""].map { Row(description: beginning + $0) })
        let seen = snapshot.withBeginnings
        #expect(seen.texts.count == snapshot.texts.count)
        #expect(Set(seen.transactions.map(\.description)).count == 3)
        #expect(seen.transactions.allSatisfy { seen.texts[$0.description] == beginning })
        #expect(snapshot.texts[snapshot.transactions[0].description] == beginning + "1")
    }

    @Test("is searched by its beginning for the words of a condition")
    func conditions() throws {
        let snapshot = makeSnapshot(Self.texts.map { Row(description: $0) })
        func found(_ word: String) throws -> Int {
            try ConditionSearch(
                "{ text = contains '\(word)' }", categories: makeCategories(), on: .inThisProcess
            ).matches(in: snapshot).count
        }
        #expect(try found("HAYSTACK") == 0)
        #expect(try found("NEEDLE") == 3)
    }
}
