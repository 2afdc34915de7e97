import Classification
import Terminal

struct RuleSuggestionView {
    let screen: Screen

    func show(_ suggestions: [RuleSuggestion]) throws {
        guard !suggestions.isEmpty else {
            try screen.print(
                "Nothing to suggest: no payee was corrected twice alike, and none that comes often "
                    + "is without a category.")
            return
        }
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("payee", isFlexible: true), .init("because"),
            .init("rule", isFlexible: true), .init("changes", alignment: .trailing),
            .init("against", alignment: .trailing),
        ])
        for (position, suggestion) in suggestions.enumerated() {
            let against = suggestion.contradictions.count
            table.add(
                .init("\(position + 1)", .muted), .init(suggestion.payee),
                .init(suggestion.ground.words),
                .init(suggestion.ruleWords, .accent), .init("\(suggestion.changes)"),
                .init("\(against)", against == 0 ? .muted : .warning))
        }
        try screen.print(table)
        try screen.print()
        try screen.print(
            "\"changes\" counts transactions that would change; \"against\" those of which you said "
                + "otherwise: they stay.", .muted)
        let needsCategory = suggestions.first?.needsCategory == true
        try screen.print(
            "To make one: ghostvault rules suggest --add 1"
                + (needsCategory ? " --category dining" : ""), .muted)
    }

    func showJSON(_ suggestions: [RuleSuggestion]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for (position, suggestion) in suggestions.enumerated() {
                list.object { entry in
                    entry.field("number", position + 1)
                    entry.field("payee", suggestion.payee)
                    entry.field("because", suggestion.ground.word)
                    entry.field("transactions", suggestion.ground.count)
                    entry.field("definition", suggestion.change.definition)
                    entry.field("needs_category", suggestion.needsCategory)
                    entry.field("matches", suggestion.matches)
                    entry.field("changes", suggestion.changes)
                    entry.array("contradictions") { numbers in
                        for number in suggestion.contradictions { numbers.element(number) }
                    }
                }
            }
        }
        try json.flush()
    }
}

extension RuleSuggestion.Ground {
    var count: Int {
        switch self {
        case .corrections(let count), .uncategorised(let count, _): count
        }
    }

    var word: String {
        switch self {
        case .corrections: "corrections"
        case .uncategorised(_, let isRecurring): isRecurring ? "recurring" : "frequent"
        }
    }

    var words: String {
        switch self {
        case .corrections(let count): "corrected \(count) times"
        case .uncategorised(let count, let isRecurring):
            "\(count) times without category" + (isRecurring ? ", recurring" : "")
        }
    }
}

extension RuleSuggestion {
    /// The rule without its name, in one line.
    fileprivate var ruleWords: String {
        let conditions = change.conditions.map { "\($0.name) = \($0.value)" }
        var effects = change.effects.map { "\($0.name) = \($0.value)" }
        if needsCategory { effects.append("category = ?") }
        return conditions.joined(separator: ", ") + " → " + effects.joined(separator: ", ")
    }
}
