import Model
import Rules

/// A transaction that a rule's author says must match the rule, or must not.
struct RuleExample {
    enum Expectation {
        /// - Parameter gets: the attributes that the rule must set, with what.
        case match(gets: ExpectedEffect)
        case noMatch
    }

    /// "match 2": which of the rule's lists, and where in it.
    let label: String
    let sample: SampleTransaction
    let expectation: Expectation
    /// Where in the rule's declaration it stands.
    let path: ValuePath
    var line: Int?
    var column: Int?
}

/// Some attributes that a rule is to set; it may set others too.
struct ExpectedEffect {
    let effect: Effect
    /// Those that count, in the order of their names.
    let attributes: [SettableAttribute]

    /// "category dining, tags a + b".
    var words: String { words(of: effect) }

    func isMet(by effect: Effect) -> Bool {
        attributes.allSatisfy { effect.words(of: $0) == self.effect.words(of: $0) }
    }

    /// What an effect has for the attributes that count.
    func words(of effect: Effect) -> String {
        attributes.map { attribute in
            effect.words(of: attribute).map { "\(attribute.rawValue) \($0)" }
                ?? "no \(attribute.rawValue)"
        }.joined(separator: ", ")
    }
}

extension Effect {
    /// What is set for an attribute, in words that differ where the values do;
    /// nil where nothing is.
    fileprivate func words(of attribute: SettableAttribute) -> String? {
        switch attribute {
        case .class: `class`?.rawValue
        case .category: category
        case .lens: lens?.rawValue
        case .payee: payee.map { "\"\($0)\"" }
        case .notes: note.map { "\"\($0)\"" }
        case .tags: tags.isEmpty ? nil : tags.map { "\"\($0)\"" }.joined(separator: " + ")
        case .excluded: excluded.map { $0 ? "true" : "false" }
        case .series: series.map { "\"\($0)\"" }
        case .splits: splits.map { "\($0)" }
        }
    }
}
