import Classification
import Engine
import Model
import Rules
import Terminal
import Vault

/// Why one rule matches a transaction or doesn't, test by test.
struct ExplainedRuleView {
    let screen: Screen
    let reasons: ReasonWords

    /// The answer to `explain ID --rule NAME`.
    struct Answer {
        let transaction: TransactionRecord
        let rule: ListedRule
        let explanation: RuleExplanation
    }

    func show(_ answer: Answer) throws {
        let record = answer.transaction
        let explanation = answer.explanation
        try screen.print(
            SafeText.neutralised(
                "\(answer.rule.name) \(explanation.matches ? "matches" : "does not match") "
                    + "#\(record.id)"), .heading)
        try screen.print(
            SafeText.neutralised("\(record.payee)  \(record.amount.text)  \(record.day)"))
        try screen.print(SafeText.neutralised(answer.rule.originWords), .muted)
        try screen.print()
        var table = Table(columns: [
            .init(""), .init("", isFlexible: true, wraps: true),
            .init("", isFlexible: true, wraps: true),
        ])
        for line in explanation.lines {
            table.add(
                .init(mark(line.holds), style(line.holds)),
                .init(String(repeating: "  ", count: line.depth) + line.words),
                .init(line.value ?? "", .muted))
        }
        try screen.print(table)
        try screen.print()
        if explanation.proposals.isEmpty {
            try screen.print(fate(of: answer))
            return
        }
        try screen.print("Effects", .heading)
        var said = Table(columns: [
            .init(""), .init("", isFlexible: true), .init("", isFlexible: true, wraps: true),
        ])
        for proposal in explanation.proposals {
            let decider = answer.decider(instead: proposal)
            said.add(
                .init(proposal.standing, proposal.holds ? .positive : .muted),
                .init("\(proposal.attribute.rawValue) \(proposal.value)"),
                .init(
                    decider.map { reasons.text(of: $0, for: proposal.attribute, of: record.id) }
                        ?? "", .muted))
        }
        try screen.print(said)
    }

    private func mark(_ holds: Bool?) -> String {
        switch holds {
        case true?: screen.capabilities.usesUnicode ? "✓" : "+"
        case false?: screen.capabilities.usesUnicode ? "✗" : "-"
        case nil: " "
        }
    }

    private func style(_ holds: Bool?) -> Style {
        switch holds {
        case true?: .positive
        case false?: .negative
        case nil: .muted
        }
    }

    /// Why a rule sets nothing, in a sentence.
    private func fate(of answer: Answer) -> String {
        if !answer.rule.isEnabled {
            return "The rule is disabled; \"ghostvault rules enable\" turns it on."
        }
        return answer.explanation.matches
            ? "It sets nothing here: its function returned nothing or failed, or its stage skips this "
                + "transaction. \"ghostvault explain \(answer.transaction.id)\" shows all stages."
            : "So it sets nothing."
    }

    static var report: Report<Answer> {
        Report(
            "explain --rule",
            .value("transaction", "The transaction's number.") { $0.transaction.id },
            .value("rule", "The rule, as `rules list` calls it.") { $0.rule.reference },
            .value("name", "Its name.") { $0.rule.name },
            .value("enabled", "Whether it is in use.") { $0.rule.isEnabled },
            .value("matches", "Whether all of its `when` holds.") { $0.explanation.matches },
            .list("tests", "The parts of its `when`, groups before their parts.", tests) {
                $0.explanation.lines
            },
            .list("proposals", "Its proposals in a pass, with their outcome.", proposals) {
                answer in
                answer.explanation.proposals.map { (proposal: $0, answer: answer) }
            })
    }

    private static var tests: [Field<RuleExplanation.Line>] {
        [
            .value("depth", "How deep in groups it is; 0 is outermost.") { $0.depth },
            .value("test", "The test in the words of a rule file.") { $0.words },
            .value("holds", "Whether it holds; null if a function was not called.") { $0.holds },
            .value("value", "The transaction's value; null for a group.") { $0.value },
        ]
    }

    private static var proposals: [Field<(proposal: Trace.Proposal, answer: Answer)>] {
        [
            .value("attribute", "The attribute, such as `category`.") {
                $0.proposal.attribute.rawValue
            },
            .value("value", "The value.") { $0.proposal.value },
            .value("decisive", "Whether that holds.") { $0.proposal.holds },
            .value("decided_by", "The reason that overruled it; null if it applies.") {
                $0.answer.decider(instead: $0.proposal)?.text
            },
        ]
    }
}

extension ExplainedRuleView.Answer {
    /// The reason that decided instead of a proposal; nil if that holds.
    fileprivate func decider(instead proposal: Trace.Proposal) -> Reason? {
        guard !proposal.holds else { return nil }
        let attribute = proposal.yieldsToSplits ? Attribute.splits : proposal.attribute
        return explanation.verdict?.reasons.first { $0.attribute == attribute }?.reason
    }
}

extension RuleExplanation {
    /// A part of a rule's condition.
    struct Line {
        let depth: Int
        let words: String
        /// Nil for a function that was not called.
        let holds: Bool?
        let value: String?
    }

    /// The parts of the condition, then its function.
    var lines: [Line] {
        func lines(_ part: ExplainedCondition, depth: Int) -> [Line] {
            [Line(depth: depth, words: part.words, holds: part.holds, value: part.value)]
                + part.parts.flatMap { lines($0, depth: depth + 1) }
        }
        // The outermost group is "all of", as in every table.
        let tests =
            condition.words == "all of"
            ? condition.parts.flatMap { lines($0, depth: 0) } : lines(condition, depth: 0)
        return tests + (function.map { [Line($0)] } ?? [])
    }
}

extension RuleExplanation.Line {
    fileprivate init(_ answer: RuleExplanation.FunctionAnswer) {
        depth = 0
        words = "function"
        switch answer {
        case .holds: (holds, value) = (true, "returned true")
        case .doesNotHold: (holds, value) = (false, "did not return true")
        case .notAsked: (holds, value) = (nil, "not called, because the table does not match")
        case .failed(let problem):
            (holds, value) = (false, "failed: \(FindingsView.line(problem))")
        }
    }
}
