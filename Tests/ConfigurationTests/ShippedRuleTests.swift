import Classification
import Configuration
import Model
import Rules
import Testing

@Suite("The shipped rules")
struct ShippedRuleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let rule: String
        let text: String

        var testDescription: String { "\(text) (\(rule) of \(file))" }
    }

    /// Read once, while the tests are listed.
    private static let reading = Result { try ShippedRuleFile.all() }
    /// None where they can't be read, which fails ``filesAreRead()``.
    private static let files: [ShippedRuleFile] =
        switch reading {
        case .success(let files): files
        case .failure: []
        }

    private static func cases(_ texts: (ShippedRule) -> [String]?) -> [Case] {
        files.flatMap { file in
            file.rules.flatMap { rule in
                (texts(rule) ?? []).map { Case(file: file.name, rule: rule.id, text: $0) }
            }
        }
    }

    private func find(_ example: Case) throws -> (ShippedRuleFile, ShippedRule) {
        let file = try #require(Self.files.first { $0.name == example.file })
        return (file, try #require(file.rules.first { $0.id == example.rule }))
    }

    @Test("every rule file of the pipeline is read")
    func filesAreRead() throws {
        #expect(
            try Self.reading.get().map(\.name) == [
                "card-payments.toml", "movements.toml", "income-patterns.toml",
                "category-map.toml", "weak-words.toml", "processors.toml",
            ])
    }

    @Test("every rule with a text of its own has examples and counterexamples")
    func rulesHaveExamples() {
        let withoutText = [
            "inside-investments", "loan-payment-received", "money-back-on-card",
            "friend-at-service",
        ]
        for rule in Self.files.flatMap(\.rules) where !withoutText.contains(rule.id) {
            #expect(rule.examples?.isEmpty == false, "\(rule.id)")
            #expect(rule.counterexamples?.isEmpty == false, "\(rule.id)")
        }
    }

    @Test("an example is decided by its rule", arguments: cases(\.examples))
    func example(_ example: Case) throws {
        let (file, rule) = try find(example)
        for transaction in rule.transactions(example.text) {
            let winner = try #require(file.matches(transaction).first)
            #expect(winner.effect == rule.effect, "by \(winner.id) on \(transaction.type)")
        }
    }

    @Test("a counterexample is not decided by its rule", arguments: cases(\.counterexamples))
    func counterexample(_ example: Case) throws {
        let (file, rule) = try find(example)
        for transaction in rule.transactions(example.text) {
            let matches = file.matches(transaction)
            if file.isMostSpecificFirst {
                #expect(matches.first?.effect.category != rule.category, "\(matches[0].id)")
            } else {
                #expect(!matches.contains(where: rule.made), "\(matches.map(\.id))")
            }
        }
    }
}
