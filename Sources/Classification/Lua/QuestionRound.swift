import Scripting

/// Rules whose tables hold for transactions, in the order in which they were
/// taken up. Whether their functions hold too is asked for many at once.
struct QuestionRound {
    /// Those that are asked.
    private let sandboxes: [Sandbox]
    /// By rule, about any row; not asked where a rule has nothing to ask. Each
    /// has its rule's number for a mark.
    private let questionsOfRules: [ScriptQuestion]
    /// By rule; -1 where there is nothing to ask.
    private let sandboxesOfRules: [Int]
    /// Of the rules that wait, in their order.
    private var questions: [ScriptQuestion] = []
    /// By question; of those that are not asked never looked at.
    private var answers: [Bool] = []

    /// Waking the worker costs as much as some hundred questions.
    private static let mostWaiting = 2_000

    /// - Parameter rules: of these, the ones with a `when` function are asked.
    init(_ rules: [LoadedRule]) {
        var sandboxes: [Sandbox] = []
        sandboxesOfRules = rules.map { rule in
            guard rule.lua.when != nil else { return -1 }
            let known = sandboxes.firstIndex { $0 === rule.sandbox }
            if known == nil { sandboxes.append(rule.sandbox) }
            return known ?? sandboxes.count - 1
        }
        self.sandboxes = sandboxes
        questionsOfRules = rules.enumerated().map { number, rule in
            let mark = Int32(truncatingIfNeeded: number)
            return rule.lua.when.map { ScriptQuestion($0, row: 0, mark: mark) }
                ?? .none(row: 0, mark: mark)
        }
        questions.reserveCapacity(Self.mostWaiting)
    }

    var isEmpty: Bool { questions.isEmpty }

    /// Whether it is time to ask.
    var isFull: Bool { questions.count >= Self.mostWaiting }

    mutating func add(_ rule: Int, row: Int) {
        questions.append(questionsOfRules[rule].about(row: row))
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
        _ settle: (_ rule: Int, _ row: Int, _ outcome: Result<ScriptValue, ScriptError>) -> Bool?
    ) {
        answers.removeAll(keepingCapacity: true)
        answers.append(contentsOf: repeatElement(false, count: questions.count))
        for sandbox in sandboxes.indices {
            var questions = questions(to: sandbox)
            var next = 0
            while let stop = ask(sandboxes[sandbox], questions[next...], on: record) {
                next += stop.position
                let mark = questions[next].mark
                let isMatch = settle(Int(mark), questions[next].row, stop.outcome)
                answers[next] = isMatch ?? false
                next += 1
                guard isMatch == nil else { continue }
                for place in questions.indices[next...] where questions[place].mark == mark {
                    questions[place] = .none(row: questions[place].row, mark: mark)
                }
            }
        }
    }

    private func questions(to sandbox: Int) -> [ScriptQuestion] {
        guard sandboxes.count > 1 else { return questions }
        return questions.map { question in
            sandboxesOfRules[Int(question.mark)] == sandbox
                ? question : .none(row: question.row, mark: question.mark)
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
        for place in questions.indices where answers[place] || !questions[place].isAsked {
            body(Int(questions[place].mark), questions[place].row)
        }
        questions.removeAll(keepingCapacity: true)
    }
}
