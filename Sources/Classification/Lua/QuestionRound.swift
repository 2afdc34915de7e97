import Scripting

/// Rules whose tables hold for transactions, in the order in which they were
/// taken up. Whether their functions hold too is asked for many at once.
struct QuestionRound {
    /// Those that are asked.
    let sandboxes: [Sandbox]
    /// By rule; nil where there is nothing to ask.
    private let asked: [Asked?]
    // Of the rules that wait, in their order.
    private var rules: [Int32] = []
    private var questions: [ScriptQuestion] = []
    private var answers: [Bool] = []

    private struct Asked {
        /// About any row.
        let question: ScriptQuestion
        let sandbox: Int
    }

    /// So few that what is known of their transactions is still at hand.
    private static let mostWaiting = 250

    /// - Parameter rules: of these, the ones with a `when` function are asked.
    init(_ rules: [LoadedRule]) {
        var sandboxes: [Sandbox] = []
        asked = rules.map { rule in
            guard let when = rule.lua.when else { return nil }
            let known = sandboxes.firstIndex { $0 === rule.sandbox }
            if known == nil { sandboxes.append(rule.sandbox) }
            return Asked(
                question: ScriptQuestion(when, row: 0), sandbox: known ?? sandboxes.count - 1)
        }
        self.sandboxes = sandboxes
    }

    var isEmpty: Bool { rules.isEmpty }

    /// Whether it is time to ask.
    var isFull: Bool { rules.count >= Self.mostWaiting }

    mutating func add(_ rule: Int, row: Int) {
        rules.append(Int32(truncatingIfNeeded: rule))
        if let asked = asked[rule] {
            questions.append(asked.question.about(row: row))
            answers.append(false)
        } else {
            questions.append(.none(row: row))
            answers.append(true)
        }
    }

    /// Asks what is to be asked.
    ///
    /// - Parameters:
    ///   - record: shows rows.
    ///   - settle: takes what a rule's function came to that neither is true nor
    ///     false, and returns whether it counts as a match; or nil where the
    ///     rule is not to be asked any more.
    mutating func ask(
        on record: RecordBuffer,
        _ settle: (_ rule: Int, _ outcome: Result<ScriptValue, ScriptError>) -> Bool?
    ) {
        for sandbox in sandboxes.indices {
            var questions = questions(to: sandbox)
            var next = 0
            while let stop = ask(sandboxes[sandbox], questions[next...], on: record) {
                next += stop.position
                let rule = rules[next]
                let isMatch = settle(Int(rule), stop.outcome)
                answers[next] = isMatch ?? false
                next += 1
                guard isMatch == nil else { continue }
                for place in questions.indices[next...] where rules[place] == rule {
                    questions[place] = .none(row: questions[place].row)
                }
            }
        }
    }

    private func questions(to sandbox: Int) -> [ScriptQuestion] {
        guard sandboxes.count > 1 else { return questions }
        return zip(rules, questions).map { rule, question in
            asked[Int(rule)]?.sandbox == sandbox ? question : .none(row: question.row)
        }
    }

    private mutating func ask(
        _ sandbox: Sandbox, _ questions: ArraySlice<ScriptQuestion>, on record: RecordBuffer
    ) -> ScriptStop? {
        questions.withUnsafeBufferPointer { questions in
            answers.withUnsafeMutableBufferPointer { answers in
                sandbox.ask(
                    questions, on: record,
                    answers: UnsafeMutableBufferPointer(
                        rebasing: answers.suffix(questions.count)))
            }
        }
    }

    /// Gives the matches in their order, and forgets all that waited.
    mutating func takeMatches(_ body: (_ rule: Int, _ row: Int) -> Void) {
        for place in rules.indices where answers[place] {
            body(Int(rules[place]), questions[place].row)
        }
        rules.removeAll(keepingCapacity: true)
        questions.removeAll(keepingCapacity: true)
        answers.removeAll(keepingCapacity: true)
    }
}
