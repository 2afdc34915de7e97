public import Model
public import Scripting

/// What a handler asks for. It is done after the handler has ended well, by
/// others, who may refuse.
public enum Action: Hashable, Sendable {
    case notify(Notification)
    /// A message to one of the configured webhooks.
    case webhook(name: String, message: ScriptTable)
    /// One of the configured commands, with arguments behind its own.
    case run(command: String, arguments: [String])
    /// What the person would say of a transaction; tags and notes too.
    case correct(transaction: Int64, Correction)
}

/// What is shown on the desktop. Its texts may come from banks.
public struct Notification: Hashable, Sendable {
    public let title: String
    public let text: String
    public let isUrgent: Bool

    public init(title: String, text: String, isUrgent: Bool = false) {
        self.title = title
        self.text = text
        self.isUrgent = isUrgent
    }
}

/// The words that handlers ask with.
public enum ActionWord: String, CaseIterable, Sendable {
    case notify, webhook, run, tag, note, set

    /// How many values it takes at most. Of tags there may be several.
    var mostValues: Int {
        switch self {
        case .notify: 1
        case .webhook, .run, .note, .set: 2
        case .tag: 21
        }
    }
}

/// What came of telling a handler of an event.
public struct Handling: Sendable {
    /// What it asked for; or why nothing.
    public let outcome: Result<[AskedAction], HandlerFailure>
    /// What it printed, also where it failed.
    public let printed: [ScriptOutput]
}

/// One thing that a handler asked for, in its own words.
public struct AskedAction: Hashable, Sendable {
    public let word: ActionWord
    /// What stands behind the word, but for the transaction that `tag`, `note`
    /// and `set` begin with.
    public let values: [ScriptValue]
    /// What it comes to.
    public let action: Action
}

extension [AskedAction] {
    /// What is to be done: in the order in which it was asked for, with all that
    /// is to be set on one transaction together.
    public var actions: [Action] {
        var actions: [Action] = []
        var corrections: [Int64: Int] = [:]
        for asked in self {
            guard case .correct(let transaction, let correction) = asked.action else {
                actions.append(asked.action)
                continue
            }
            if let place = corrections[transaction],
                case .correct(_, let earlier) = actions[place]
            {
                actions[place] = .correct(
                    transaction: transaction, earlier.followed(by: correction))
            } else {
                corrections[transaction] = actions.count
                actions.append(asked.action)
            }
        }
        return actions
    }
}

extension Correction {
    /// Both as one, of which the later one holds where they differ.
    func followed(by later: Correction) -> Correction {
        Correction(
            class: later.class ?? self.class, category: later.category ?? category,
            lens: later.lens ?? lens, payee: later.payee ?? payee, note: later.note ?? note,
            tags: tags + later.tags.filter { !tags.contains($0) },
            excluded: later.excluded ?? excluded)
    }
}
