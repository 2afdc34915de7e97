internal import Automation
internal import Configuration
public import Model
internal import Vault

/// The outcome of corrections that handlers requested.
public struct MadeCorrections: Sendable {
    /// The changes of the following pass; nil if nothing was decided.
    public internal(set) var classified: ClassifyReport?
    /// The number of corrections done, including those without effect, and the failures.
    public internal(set) var report = SendingReport()
}

extension Engine {
    /// Applies the corrections that handlers requested, as if the user had made them. They
    /// appear in the history, undo as one and are classified again. What the user decided
    /// stays, and corrections without effect leave no history entry.
    ///
    /// Corrections and their completion are stored together, so each is applied once.
    ///
    /// - Parameters:
    ///   - cache: the cached rules for the pass, including versions that stay in use.
    ///   - handlers: the ids of all handlers, to set aside requests of deleted ones; nil if
    ///     some can't be read.
    /// - Throws: `VaultError`, after which the call can be repeated, and
    ///   ``EngineError/decidedOnly(_:)``.
    /// - Complexity: none if nothing is requested; otherwise one snapshot of all transactions.
    public func makeCorrections(
        settings: EventSettings = EventSettings(), cache: RulebookCache? = nil,
        handlers: Set<String>? = nil
    ) throws -> MadeCorrections {
        var made = MadeCorrections()
        let waiting = try vault.allActions(for: Action.corrections, at: moment.now)
        guard !waiting.isEmpty else { return made }
        let wanted = Set(waiting.compactMap(\.correction?.transaction))
        let words = try CorrectionAuthors(vault, about: wanted)
        let grounds: CorrectionGrounds
        do {
            grounds = try CorrectionGrounds(self, of: Array(wanted), cache: cache)
        } catch is ConfigurationError {
            // The user will fix it sooner or later.
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
            if let handlers, !Handler.isKnown(action.handler, among: handlers) {
                try end(
                    action, .refused(reason: "its handler no longer exists"), settings,
                    &made.report)
                continue
            }
            guard grounds.holds(transaction) else {
                try end(
                    action, .refused(reason: "transaction \(transaction) no longer exists"),
                    settings, &made.report)
                continue
            }
            if let category = correction.category, grounds.categories[category] == nil {
                try end(
                    action, .refused(reason: "there is no category \"\(category)\""), settings,
                    &made.report)
                continue
            }
            var allowed = words.allowed(
                correction, on: transaction, after: grounds.earlier[transaction])
            let known = (corrections[transaction] ?? grounds.earlier[transaction])?.tags ?? []
            allowed.tags.removeAll(where: known.contains)
            guard allowed.tags.isEmpty || known.count + allowed.tags.count <= Verdict.mostTags
            else {
                try end(
                    action,
                    .refused(
                        reason: "transaction \(transaction) can't have more than "
                            + "\(Verdict.mostTags) tags"),
                    settings, &made.report)
                continue
            }
            corrections[transaction] = grounds.correction(
                of: transaction, by: CorrectionChange(allowed), after: corrections[transaction])
            done.append(action.id)
            values += HandlerValue.all(of: allowed, on: transaction, by: action.handler)
        }
        let news = corrections.filter { grounds.earlier[$0.key] ?? Correction() != $0.value }
        // Unchanged values keep their author.
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
            made.classified = try classifying(cache: cache, after: decide).classified
        }
        made.report.sent = done.count
        return made
    }
}

extension StoredAction {
    /// Nil for any other action.
    fileprivate var correction: (transaction: Int64, Correction)? {
        guard let table = TableJSON.table(in: action),
            case .correct(let transaction, let correction) = Action(table)
        else { return nil }
        return (transaction, correction)
    }
}

/// The values in corrections that handlers set. Corrections mix them with the user's
/// values, so this tells them apart.
struct CorrectionAuthors {
    private let handlers: [Int64: [Attribute: [String: String]]]

    /// - Parameter transactions: nil for all of them.
    init(_ vault: Vault, about transactions: Set<Int64>?) throws {
        handlers = try vault.handlerValues(of: transactions).reduce(into: [:]) { all, value in
            all[value.transaction, default: [:]][value.attribute, default: [:]][value.value] =
                value.handler
        }
    }

    /// The transactions with values from handlers.
    var transactions: [Int64] { Array(handlers.keys) }

    /// The handler that set a value; nil if the user did.
    func handler(
        of attribute: Attribute, in correction: Correction, of transaction: Int64
    ) -> String? {
        let known = handlers[transaction]?[attribute] ?? [:]
        return correction.values(of: attribute).compactMap { known[$0] }.last
    }

    /// The part of a correction that a handler may set: everything that the user has not
    /// decided. Tags are added to the user's.
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
        // Splits are always the user's, and take the place of a category.
        if earlier.splits != nil { allowed.category = nil }
        if earlier.lens != nil, isPersons(.lens) { allowed.lens = nil }
        if earlier.payee != nil, isPersons(.payee) { allowed.payee = nil }
        if earlier.loan != nil, isPersons(.loan) { allowed.loan = nil }
        if earlier.note != nil, isPersons(.notes) { allowed.note = nil }
        if earlier.excluded != nil, isPersons(.excluded) { allowed.excluded = nil }
        return allowed
    }
}

extension Engine {
    /// The handlers whose values are still in place, by transaction and attribute.
    ///
    /// - Parameter transactions: nil for all of them.
    public func handlersWords(
        on transactions: Set<Int64>? = nil
    ) throws -> [Int64: [Attribute: String]] {
        let words = try CorrectionAuthors(vault, about: transactions)
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
