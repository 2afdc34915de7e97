public import Scripting

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
