import Classification
import Model
import TestSupport
import Testing

@Suite("Stored rules and rules of a file")
struct StoredRulesAsFileTests {
    @Test("conclude the same where they are the same", arguments: Seeds.first(of: 40))
    func same(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let definitions = (1...12).map { definition(named: "rule \($0)", using: &random) }
        let rows = randomRows(60, using: &random)
        let stored = try makeClassifier(load(stored: stored(definitions))).verdicts(rows)
        let file = try makeClassifier(definitions.map { "rule " + $0 }.joined(separator: "\n"))
            .verdicts(rows)
        #expect(stored.map(Values.init) == file.map(Values.init))
    }

    /// What a verdict says, whoever says it.
    private struct Values: Hashable {
        let transactionClass: TransactionClass
        let category: String
        let payee: String?
        let notes: String?
        let tags: [String]?
        let isExcluded: Bool?

        init(_ verdict: Verdict) {
            transactionClass = verdict.transactionClass.value
            category = verdict.category.value
            payee = verdict.payee?.value
            notes = verdict.notes?.value
            tags = verdict.tags?.value
            isExcluded = verdict.isExcluded?.value
        }
    }

    private func definition(named name: String, using random: inout RandomNumbers) -> String {
        func one(of texts: [String]) -> String {
            texts[Int.random(in: 0..<texts.count, using: &random)]
        }
        let when = one(of: [
            "text = \"GROCER\"", "text = word \"NETFLIX\"", "description = starts_with \"TRANS\"",
            "amount = less(0)", "size = at_least(2)", "any { payee = \"GIFT\", amount = 1 }",
            "none { text = \"PAYROLL\" }", "text = { \"BURGER\", regex [[GI.T]] }",
            "account = \"savings\"", "weekday = { \"sunday\", \"monday\" }", "pending = true", "",
        ])
        let set = one(of: [
            "category = \"dining\"", "class = \"income\"", "payee = \"\(name)\"",
            "tags = { \"\(name)\", \"all\" }", "notes = \"\(name)\"", "excluded = true",
        ])
        let stop = one(of: ["false", "false", "false", "true"])
        let priority = one(of: ["-1", "0", "0", "3"])
        return "{ name = \"\(name)\", when = { \(when) }, set = { \(set) }, "
            + "stop = \(stop), priority = \(priority) }"
    }
}
