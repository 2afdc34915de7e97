internal import Automation
internal import Configuration
public import Model
internal import Outside
internal import Vault

/// What came of changes that handlers asked for.
public struct MadeCorrections: Sendable {
    /// What the pass behind them changed; nil where nothing was decided.
    public internal(set) var classified: ClassifyReport?
    /// How many were made, or were so already, and what failed.
    public internal(set) var report = SendingReport()
}

extension Engine {
    /// Makes the changes of transactions that handlers asked for, as if the
    /// person had made them: they are in the history, can be undone as one, and
    /// are classified anew. What the person has said already stays as it is, and
    /// what is so already leaves no entry in the history.
    ///
    /// That they were made is kept together with them, so that they are made
    /// once.
    ///
    /// - Parameters:
    ///   - keeper: keeps the rules by which is classified; what it holds
    ///     back is in force here too.
    ///   - handlers: the ids of all handlers, as what deleted ones asked for is set aside;
    ///     nil while some can't be read.
    /// - Throws: `VaultError`, after which this can be called again, and
    ///   ``EngineError/decidedOnly(_:)``.
    /// - Complexity: nothing where nothing is asked for; else that of a snapshot
    ///   of all transactions, once.
    public func makeCorrections(
        settings: EventSettings = EventSettings(), keeper: PassKeeper? = nil,
        handlers: Set<String>? = nil
    ) throws -> MadeCorrections {
        var made = MadeCorrections()
        let waiting = try vault.allActions(for: Action.corrections, at: moment.now)
        guard !waiting.isEmpty else { return made }
        let wanted = Dictionary(
            grouping: waiting.compactMap(\.correction), by: \.transaction)
        let words = try HandlersWords(vault, about: Set(wanted.keys))
        let earlier = try vault.corrections(of: Array(wanted.keys))
        let grounds: CorrectionGrounds
        do {
            let changes = Dictionary(
                uniqueKeysWithValues: wanted.map { transaction, corrections in
                    let allowed = corrections.map {
                        words.allowed($0.1, on: transaction, after: earlier[transaction])
                    }
                    return (transaction, allowed.map { CorrectionChange($0) })
                })
            grounds = try CorrectionGrounds(
                self, of: Array(wanted.keys), changes: changes, keeper: keeper)
        } catch is ConfigurationError {
            // It is a matter of time until the person mends it.
            let delay = settings.untilConfigured
            _ = try vault.beginAttempt(at: waiting.map(\.id), nextTry: moment.now + delay)
            for action in waiting {
                try end(
                    action, .tryAgain(reason: "the configuration has a mistake"), settings,
                    &made.report,
                    nextTry: moment.now + delay)
            }
            return made
        }
        var corrections: [Int64: Correction] = [:]
        var done: [Int64] = []
        var values: [HandlerValue] = []
        for action in waiting {
            guard let (transaction, correction) = action.correction else {
                try end(
                    action, .refused(reason: "it is damaged, or of another version"), settings,
                    &made.report)
                continue
            }
            if let handlers, !handlers.contains(action.handler) {
                try end(
                    action, .refused(reason: "its handler is not there any more"), settings,
                    &made.report)
                continue
            }
            guard grounds.holds(transaction) else {
                try end(
                    action, .refused(reason: "transaction \(transaction) is not there any more"),
                    settings, &made.report)
                continue
            }
            if let category = correction.category, grounds.categories[category] == nil {
                try end(
                    action, .refused(reason: "there is no category \"\(category)\""), settings,
                    &made.report)
                continue
            }
            let allowed = words.allowed(
                correction, on: transaction, after: grounds.earlier[transaction])
            corrections[transaction] = grounds.correction(
                of: transaction, by: CorrectionChange(allowed), after: corrections[transaction])
            done.append(action.id)
            values += HandlerValue.all(of: allowed, on: transaction, by: action.handler)
        }
        let news = corrections.filter { grounds.earlier[$0.key] ?? Correction() != $0.value }
        // What was so before stays whose it was.
        let set = values.filter { value in
            let before = grounds.earlier[value.transaction]?.values(of: value.attribute) ?? []
            let after = news[value.transaction]?.values(of: value.attribute) ?? []
            return after.contains(value.value) && !before.contains(value.value)
        }
        func decide() throws {
            try vault.correct(
                news, finishing: done, settingForHandlers: set,
                summary: CorrectionChange.summary(
                    ofAutomatic: news.keys.sorted(),
                    by: Set(values.filter { news[$0.transaction] != nil }.map(\.handler))
                        .sorted()))
        }
        if news.isEmpty {
            try decide()
        } else {
            made.classified = try classifying(keeper: keeper, after: decide).classified
        }
        made.report.sent = done.count
        return made
    }
}

extension StoredAction {
    /// Nil where it is something else.
    fileprivate var correction: (transaction: Int64, Correction)? {
        guard let table = TableJSON.table(in: action),
            case .correct(let transaction, let correction) = Action(table)
        else { return nil }
        return (transaction, correction)
    }
}

/// Values of corrections that handlers set. They stand with what the person set, so this
/// tells whose a value is.
struct HandlersWords {
    private let handlers: [Int64: [Attribute: [String: String]]]

    /// - Parameter transactions: nil for all of them.
    init(_ vault: Vault, about transactions: Set<Int64>?) throws {
        handlers = try vault.handlerValues(of: transactions).reduce(into: [:]) { all, value in
            all[value.transaction, default: [:]][value.attribute, default: [:]][value.value] =
                value.handler
        }
    }

    /// Those of which anything is known.
    var transactions: [Int64] { Array(handlers.keys) }

    /// The handler that set a value; nil if the person did.
    func handler(
        of attribute: Attribute, in correction: Correction, of transaction: Int64
    ) -> String? {
        let known = handlers[transaction]?[attribute] ?? [:]
        return correction.values(of: attribute).compactMap { known[$0] }.last
    }

    /// What a handler may set: all but what the person has said already. Tags
    /// are added to theirs.
    func allowed(
        _ wanted: Correction, on transaction: Int64, after earlier: Correction?
    ) -> Correction {
        guard let earlier else { return wanted }
        func isPersons(_ attribute: Attribute) -> Bool {
            handler(of: attribute, in: earlier, of: transaction) == nil
        }
        var allowed = wanted
        if earlier.class != nil, isPersons(.class) { allowed.class = nil }
        if earlier.category != nil, isPersons(.category) { allowed.category = nil }
        if earlier.lens != nil, isPersons(.lens) { allowed.lens = nil }
        if earlier.payee != nil, isPersons(.payee) { allowed.payee = nil }
        if earlier.note != nil, isPersons(.notes) { allowed.note = nil }
        if earlier.excluded != nil, isPersons(.excluded) { allowed.excluded = nil }
        return allowed
    }
}

extension Engine {
    /// The handlers that had something set for transactions that is still so, by
    /// transaction and by what it is.
    ///
    /// - Parameter transactions: nil for all of them.
    public func handlersWords(
        on transactions: Set<Int64>? = nil
    ) throws -> [Int64: [Attribute: String]] {
        let words = try HandlersWords(vault, about: transactions)
        let corrections = try vault.corrections(of: words.transactions)
        return corrections.reduce(into: [:]) { handlers, corrected in
            let (transaction, correction) = corrected
            for attribute in Attribute.allCases {
                handlers[transaction, default: [:]][attribute] = words.handler(
                    of: attribute, in: correction, of: transaction)
            }
        }
    }
}
