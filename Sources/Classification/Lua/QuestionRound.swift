import Scripting

/// Rules whose tables hold for transactions, in the order in which they were
/// taken up. Whether their functions hold too is asked for many at once.
struct QuestionRound {
    /// Those that are asked.
    let sandboxes: [Sandbox]
    /// By rule; nil where there is nothing to ask.
    private let asked: [Asked?]
    private var waiting: ContiguousArray<Waiting> = []
    // Those of one sandbox: what it is asked, where that waits, and its answers.
    private var questions: ContiguousArray<ScriptQuestion> = []
    private var places: ContiguousArray<Int> = []
    private var answers: ContiguousArray<Bool> = []

    private struct Asked {
        /// About any row.
        let question: ScriptQuestion
        let sandbox: Int
    }

    private struct Waiting {
        let rule: Int32
        let row: Int32
        var isMatch: Bool
    }

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

    var isEmpty: Bool { waiting.isEmpty }

    /// Whether it is time to ask.
    var isFull: Bool { waiting.count >= Self.mostWaiting }

    mutating func add(_ rule: Int, row: Int) {
        waiting.append(
            Waiting(rule: Int32(rule), row: Int32(row), isMatch: asked[rule] == nil))
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
            questions.removeAll(keepingCapacity: true)
            places.removeAll(keepingCapacity: true)
            for place in waiting.indices {
                guard let asked = asked[Int(waiting[place].rule)], asked.sandbox == sandbox
                else { continue }
                questions.append(asked.question.about(row: Int(waiting[place].row)))
                places.append(place)
            }
            ask(sandboxes[sandbox], on: record, settle)
            for (place, answer) in zip(places, answers) { waiting[place].isMatch = answer }
        }
    }

    private mutating func ask(
        _ sandbox: Sandbox, on record: RecordBuffer,
        _ settle: (_ rule: Int, _ outcome: Result<ScriptValue, ScriptError>) -> Bool?
    ) {
        answers = ContiguousArray(repeating: false, count: questions.count)
        var setAside: Set<Int32> = []
        var next = 0
        while next < questions.count {
            next = firstQuestion(from: next, in: setAside, is: false)
            let end = firstQuestion(from: next, in: setAside, is: true)
            guard let stop = ask(next..<end, sandbox, on: record) else {
                next = end
                continue
            }
            next += stop.position
            let rule = waiting[places[next]].rule
            let isMatch = settle(Int(rule), stop.outcome)
            if isMatch == nil { setAside.insert(rule) }
            answers[next] = isMatch ?? false
            next += 1
        }
    }

    /// The first question whose rule is, or is not, among some rules; or else how
    /// many questions there are.
    private func firstQuestion(from start: Int, in rules: Set<Int32>, is isAmong: Bool) -> Int {
        if rules.isEmpty { return isAmong ? questions.count : start }
        return (start..<questions.count).first {
            rules.contains(waiting[places[$0]].rule) == isAmong
        } ?? questions.count
    }

    private mutating func ask(
        _ range: Range<Int>, _ sandbox: Sandbox, on record: RecordBuffer
    ) -> ScriptStop? {
        questions.withUnsafeBufferPointer { questions in
            answers.withUnsafeMutableBufferPointer { answers in
                sandbox.ask(
                    UnsafeBufferPointer(rebasing: questions[range]), on: record,
                    answers: UnsafeMutableBufferPointer(rebasing: answers[range]))
            }
        }
    }

    /// Gives the matches in their order, and forgets all that waited.
    mutating func takeMatches(_ body: (_ rule: Int, _ row: Int) -> Void) {
        for waiting in waiting where waiting.isMatch {
            body(Int(waiting.rule), Int(waiting.row))
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
