public import Model
internal import Vault

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
