import Engine
import Model
import Terminal
import Vault

/// Questions of a review that have few answers: which transactions are one transfer, and what a
/// hold became.
struct ReviewDoubts {
    private let screen: Screen
    private let engine: Engine
    private let keys: KeyReader
    private let doubts: [Doubt]
    private let view: CandidatesView

    private var position = 0
    /// What "undo" takes back, the newest last: the doubt, and its entry in the journal.
    private var steps: [(position: Int, entry: JournalEntry?)] = []

    enum Doubt {
        case transfer(TransferInDoubt)
        case hold(DoubtfulHold)

        /// All open ones, the newest first.
        static func all(in engine: Engine) throws -> [Doubt] {
            let hidden = Set(
                try engine.vault.accounts().filter { $0.visibility == .hidden }.map(\.id))
            let transfers = try engine.transfersInDoubt(leavingOut: hidden)
            return try engine.vault.doubtfulHolds().map(Doubt.hold)
                + transfers.map(Doubt.transfer)
        }

        fileprivate var record: TransactionRecord {
            switch self {
            case .transfer(let doubt): doubt.sender
            case .hold(let doubt): doubt.hold
            }
        }

        fileprivate var candidates: [TransactionRecord] {
            switch self {
            case .transfer(let doubt): Array(doubt.receivers.prefix(9))
            case .hold(let doubt): Array(doubt.candidates.prefix(9))
            }
        }
    }

    init(_ doubts: [Doubt], _ screen: Screen, _ engine: Engine, _ keys: KeyReader) throws {
        self.doubts = doubts
        self.screen = screen
        self.engine = engine
        self.keys = keys
        view = CandidatesView(screen: screen, accounts: try engine.vault.accounts())
    }

    /// Whether an answer stands.
    var hasAnswers: Bool { !steps.isEmpty }

    /// Goes through all doubts, or until the person stops.
    ///
    /// - Returns: whether the review goes on.
    mutating func run() throws -> Bool {
        while position < doubts.count {
            guard try isStillOpen(doubts[position]) else {
                position += 1
                continue
            }
            try show(doubts[position])
            guard try answer(doubts[position]) else { return false }
        }
        return true
    }

    /// Whether no other answer has settled it.
    private func isStillOpen(_ doubt: Doubt) throws -> Bool {
        guard !steps.isEmpty else { return true }
        return try Doubt.all(in: engine).contains { $0.record.id == doubt.record.id }
    }

    private func show(_ doubt: Doubt) throws {
        try screen.print()
        try screen.print("Question \(position + 1) of \(doubts.count)", .muted)
        let question =
            switch doubt {
            case .transfer: "Where did this money go?"
            case .hold: "Which transaction is this pending charge?"
            }
        try screen.print(question, .heading)
        try view.show(doubt.record, candidates: doubt.candidates)
        let none =
            switch doubt {
            case .transfer: "x none of them: not a transfer"
            case .hold: "x none of them"
            }
        let numbers = doubt.candidates.count == 1 ? "1" : "1 to \(doubt.candidates.count)"
        try screen.print(
            "\(numbers) that one  \(none)  e explain  s skip  b back  u undo  q quit", .muted)
    }

    /// - Returns: whether to go on.
    private mutating func answer(_ doubt: Doubt) throws -> Bool {
        try screen.flush()
        switch keys.nextOrWord() {
        case .word(let letters):
            // It answers nothing here, and its letters must not.
            _ = try keys.line(from: letters) { text in
                try screen.errors.write(text)
                try screen.errors.flush()
            }
            try screen.note("Answer with one of the keys.")
            return try answer(doubt)
        case .key(let key): return try answer(doubt, by: key)
        }
    }

    /// - Returns: whether to go on.
    private mutating func answer(_ doubt: Doubt, by key: KeyReader.Key) throws -> Bool {
        switch key {
        case .interrupt, .character("q"): return false
        case .right, .down, .character("s"):
            try screen.print("→ skipped", .positive)
            position += 1
        case .left, .up, .character("b"): position = max(0, position - 1)
        case .character("e"):
            try Explanations(screen: screen, engine: engine).show(doubt.record.id, rule: nil)
        case .character("u"): try undo()
        case .character("x"): try decide(nil, of: doubt)
        case .character(let key):
            guard let number = key.wholeNumberValue, doubt.candidates.indices.contains(number - 1)
            else {
                try screen.note("No key \"\(SafeText.neutralised(String(key)))\" here.")
                return try answer(doubt)
            }
            try decide(doubt.candidates[number - 1], of: doubt)
        default: return try answer(doubt)
        }
        return true
    }

    private mutating func decide(_ chosen: TransactionRecord?, of doubt: Doubt) throws {
        let id = doubt.record.id
        switch (doubt, chosen) {
        case (.transfer, let chosen?): _ = try engine.markTransfer(id, chosen.id)
        case (.transfer(let doubt), nil):
            try engine.unlinkTransfers(of: id, with: doubt.receivers.map(\.id))
        case (.hold, _): _ = try engine.settle(hold: id, as: chosen?.id)
        }
        steps.append((position, try engine.newestDecision()))
        try screen.print(chosen.map { "→ \($0.id)" } ?? "→ none of them", .positive)
        position += 1
    }

    /// Takes back the newest answer of this review, and returns to its question.
    private mutating func undo() throws {
        guard let step = steps.last else {
            return try screen.note("There is nothing to undo in this review.")
        }
        guard step.entry == (try engine.newestDecision()) else {
            return try screen.note(
                "Another command has made a decision since; \"ghostvault undo\" undoes that first."
            )
        }
        steps.removeLast()
        let undone = try engine.undo()
        try screen.print("→ undone: \(SafeText.neutralised(undone.entry.summary))", .positive)
        position = step.position
    }
}

extension Engine {
    /// The decision that "undo" would take back; nil for none.
    func newestDecision() throws -> JournalEntry? {
        // Enough to look past what handlers decided and what was undone.
        try vault.history(limit: 1000).first { !$0.isAutomatic && !$0.isUndone }
    }
}
