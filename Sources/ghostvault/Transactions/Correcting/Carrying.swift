import Engine
import Model
import Terminal

/// The question whether a category carries to earlier spending at the payee.
struct Carrying {
    private let others: OthersAtPayee
    private let screen: Screen
    private let order: CurrencyOrder

    init(_ others: OthersAtPayee, _ screen: Screen, _ engine: Engine) throws {
        self.others = others
        self.screen = screen
        order = try engine.currencyOrder()
    }

    /// The keys that answer.
    static let keys = "[y]es, [n]o, [f]rom now on"

    var question: String {
        "\(SafeText.neutralised(earlier)) too?"
    }

    /// Asks until the person has answered. Enter and Control-D mean no.
    func reach() throws -> CorrectionReach {
        let conversation = Conversation(screen: screen)
        while let answer = try conversation.ask("\(question) \(Self.keys)")?.lowercased() {
            if answer.isEmpty { break }
            if let reach = CorrectionReach(answer: answer) { return reach }
            try screen.note(
                "Answer y for all of them, n for only what you named, or f for it and later ones.")
        }
        return .alone
    }

    /// Says what others stay as they are, and how to change them.
    ///
    /// - Parameter changed: how many others changed.
    func tellOfRest(changed: Int) throws {
        let later = others.later.count - changed
        if !others.earlier.isEmpty {
            let (stay, them) =
                others.earlier.count == 1 ? ("stays as it is", "it") : ("stay as they are", "them")
            try screen.print(
                SafeText.neutralised("\(earlier) \(stay); --past changes \(them) too."), .muted)
        }
        if later > 0 {
            try screen.print(
                "\(Count.text(later, "later one")) \(later == 1 ? "keeps its" : "keep their") own, "
                    + "which a list or a code gives; --from-now-on changes "
                    + "\(later == 1 ? "it" : "them") too.", .muted)
        }
    }

    private var earlier: String {
        let payees =
            others.payees.count == 1 ? others.payees[0] : "\(others.payees.count) payees"
        let sums = others.earlierSums(order).map(\.text).joined(separator: ", ")
        return "\(Count.text(others.earlier.count, "earlier one")) at \(payees) (\(sums))"
    }
}

/// Whether a category carries to what is still to come from the payees.
struct LaterView {
    let screen: Screen

    func show(_ later: LaterAtPayees) throws {
        for (answer, words) in Self.words {
            guard let payees = later.payees[answer] else { continue }
            let named = payees.count > 3 ? "\(payees.count) payees" : payees.list
            try screen.print(SafeText.neutralised("New ones from \(named) \(words)"), .muted)
        }
    }

    private static let words: [(LaterAtPayees.Answer, String)] = [
        (.follows, "get it too."),
        (
            .followsLater,
            "keep their own until you have corrected two, and more than half of all; "
                + "--from-now-on gives it to them now."
        ), (.never, "don't get it; --all-from-payee makes a rule that gives it to them."),
    ]
}

extension [String] {
    /// "a, b and c".
    fileprivate var list: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

extension CorrectionReach {
    /// The reach that an answer means; nil if it is none.
    init?(answer: String) {
        switch answer {
        case "y", "yes": self = .past
        case "n", "no": self = .alone
        case "f", "from now on": self = .onward
        default: return nil
        }
    }

    /// The answer in words.
    var answer: String {
        switch self {
        case .past: "yes"
        case .onward: "from now on"
        case .alone, .usual: "no"
        }
    }

    init?(answer key: KeyReader.Key) {
        switch key {
        case .enter: self = .alone
        case .character(let key): self.init(answer: "\(key)".lowercased())
        default: return nil
        }
    }
}
