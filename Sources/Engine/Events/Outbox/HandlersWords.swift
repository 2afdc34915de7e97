internal import Automation
public import Model
internal import Vault

/// What handlers have had set for transactions. It is kept with what the person
/// set, so this tells whose word a value is.
struct HandlersWords {
    /// In the order in which they were set, by transaction.
    private(set) var said: [Int64: [(handler: String, correction: Correction)]] = [:]

    /// - Parameter transactions: nil for all of them.
    init(_ vault: Vault, about transactions: Set<Int64>?) throws {
        for done in try vault.doneActions(for: Action.corrections, about: transactions) {
            guard
                case .correct(let transaction, let correction)? = Action(
                    try TableJSON.table(in: done.action))
            else { continue }
            said[transaction, default: []].append((done.handler, correction))
        }
    }

    /// The handler whose word a value is; nil where it is the person's.
    func handler(
        of attribute: Attribute, in correction: Correction, of transaction: Int64
    ) -> String? {
        said[transaction]?.last { word in
            switch attribute {
            case .class: word.correction.class != nil
            case .category: word.correction.category != nil
            case .lens: word.correction.lens != nil
            case .payee: word.correction.payee != nil
            case .notes: word.correction.note != nil
            case .excluded: word.correction.excluded != nil
            case .tags: !word.correction.tags.isEmpty
            case .partner, .series, .splits: false
            }
        }.flatMap { word in
            let isStillSo =
                switch attribute {
                case .class: word.correction.class == correction.class
                case .category: word.correction.category == correction.category
                case .lens: word.correction.lens == correction.lens
                case .payee: word.correction.payee == correction.payee
                case .notes: word.correction.note == correction.note
                case .excluded: word.correction.excluded == correction.excluded
                case .tags: !Set(word.correction.tags).isDisjoint(with: correction.tags)
                case .partner, .series, .splits: false
                }
            return isStillSo ? word.handler : nil
        }
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
        let corrections = try vault.corrections(of: Array(words.said.keys))
        return corrections.reduce(into: [:]) { handlers, corrected in
            let (transaction, correction) = corrected
            for attribute in Attribute.allCases {
                handlers[transaction, default: [:]][attribute] = words.handler(
                    of: attribute, in: correction, of: transaction)
            }
        }
    }
}
