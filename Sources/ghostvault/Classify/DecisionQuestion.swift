import Classification
import Engine
import Model
import Terminal

/// The question before a decision that takes rules out of use, or moves what they set.
struct DecisionQuestion {
    let screen: Screen
    let engine: Engine

    /// Asks before a decision that makes rules unusable, with their mistakes and what moves.
    ///
    /// - Parameters:
    ///   - preview: nil if no rule becomes unusable.
    ///   - command: "Undo", for the question.
    ///   - inJSON: whether standard output is kept for JSON.
    /// - Returns: whether to go on.
    /// - Throws: ``NobodyToAsk`` without a terminal, with what is wrong already shown.
    func agrees(to preview: DecisionPreview?, _ command: String, inJSON: Bool) throws -> Bool {
        guard let preview else { return true }
        let files = preview.broken.map(\.file).joined(separator: ", ")
        try screen.warn(
            SafeText.neutralised("This \(command.lowercased()) takes rules out of use: \(files)"))
        for file in preview.broken { try FindingsView(screen: screen).show(mistakesOf: file) }
        if !inJSON { try showMoves(preview.report) }
        return try ask("\(command) it, and \(moves(preview.report))?")
    }

    /// Asks before a category is removed, with the rules that set it and what moves.
    ///
    /// - Returns: whether to go on.
    func agreesToRemove(
        _ name: String, into target: String, _ preview: DecisionPreview, rules: [ListedRule]
    ) throws -> Bool {
        guard !rules.isEmpty || !preview.report.differing.isEmpty else { return true }
        for rule in rules {
            let place = rule.file.map { file in rule.line.map { "\(file):\($0)" } ?? file }
            try screen.warn(
                SafeText.neutralised(
                    "\(place ?? rule.reference): \"\(rule.name)\" sets \(name), and will set "
                        + "\(target)."))
        }
        for file in preview.broken { try FindingsView(screen: screen).show(mistakesOf: file) }
        try showMoves(preview.report)
        return try ask("Remove \(name), and \(moves(preview.report))?")
    }

    private func showMoves(_ report: ClassifyReport) throws {
        try ClassifyView(screen: screen, engine: engine).show(report.changes, listing: 1)
        try screen.flush()
    }

    private func moves(_ report: ClassifyReport) -> String {
        let count = report.differing.count
        return "change \(count == 0 ? "no transaction" : Count.text(count, "transaction"))"
    }

    private func ask(_ question: String) throws -> Bool {
        let isAgreed = try Confirmation.ask(SafeText.neutralised(question), on: screen)
        if !isAgreed { try screen.note("Nothing was changed.") }
        return isAgreed
    }
}
