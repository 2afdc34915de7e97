public import Model
public import Scripting

/// An action that a handler requests. It runs after the handler has finished, and may still
/// be refused.
public enum Action: Hashable, Sendable {
    case notify(Notification)
    /// A message to one of the configured webhooks.
    case webhook(name: String, message: ScriptTable)
    /// One of the configured commands, with arguments behind its own.
    case run(command: String, arguments: [String])
    /// A correction of a transaction, including tags and notes.
    case correct(transaction: Int64, Correction)
}

/// A desktop notification. Its text may come from a bank.
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

/// The functions that request an action in Lua.
public enum ActionWord: String, CaseIterable, Sendable {
    case notify, webhook, run, tag, note, set

    /// The largest number of arguments. `tag` takes several tags.
    var mostValues: Int {
        switch self {
        case .notify: 1
        case .webhook, .run, .note, .set: 2
        case .tag: 21
        }
    }
}

/// The outcome of running a handler for an event.
public struct Handling: Sendable {
    /// The requested actions, or why the handler failed.
    public let outcome: Result<[AskedAction], HandlerFailure>
    /// The handler's state afterwards; unchanged if it failed.
    public let state: HandlerState
    /// The handler's printed output, even if it failed.
    public let printed: [ScriptOutput]
}

/// A requested action, as the handler wrote it.
public struct AskedAction: Hashable, Sendable {
    public let word: ActionWord
    /// The arguments, without the transaction that `tag`, `note` and `set` start with.
    public let values: [ScriptValue]
    public let action: Action
}

extension [AskedAction] {
    /// The actions to run, in request order. Corrections of one transaction are merged into
    /// one.
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
    /// Both corrections merged; where they differ, the later one wins.
    func followed(by later: Correction) -> Correction {
        Correction(
            class: later.class ?? self.class, category: later.category ?? category,
            lens: later.lens ?? lens, payee: later.payee ?? payee, loan: later.loan ?? loan,
            note: later.note ?? note,
            tags: tags + later.tags.filter { !tags.contains($0) },
            excluded: later.excluded ?? excluded)
    }
}
