/// Which of the person's words about a transaction is the later one: a correction or a rule.
///
/// Each command counts up the journal's number. A correction has the number of its command, for
/// each attribute; a rule the number of the next command when it first stood. So the later word is
/// the one with the higher number.
public struct WordOrder: Hashable, Sendable {
    /// The numbers of corrections, by the transaction's row ID.
    public var corrections: [Int64: AttributeNumbers]
    /// Stored rules and rules of files, by the reference of their identity.
    public var rules: [String: AttributeNumbers]
    /// The numbers of marked transfers.
    public var pairs: [TransactionPair: Int64]
    /// Rules of files by what they matched and set, and by the references of their identities.
    public var contents: [String: [String: Int64]]

    public init(
        corrections: [Int64: AttributeNumbers] = [:], rules: [String: AttributeNumbers] = [:],
        pairs: [TransactionPair: Int64] = [:], contents: [String: [String: Int64]] = [:]
    ) {
        self.corrections = corrections
        self.rules = rules
        self.pairs = pairs
        self.contents = contents
    }

    /// The numbers of a rule: those of the earliest that had one of its names or the same content.
    /// One that was never seen is later than all corrections.
    ///
    /// - Parameters:
    ///   - references: its identity's, and its name.
    ///   - content: a hash of what it matches and sets; nil for a stored rule.
    ///   - others: the references of all rules that there are. One of another name that is still
    ///     there, with another content by now, is not this one.
    public func numbers(
        ofRule references: [String], content: String?, among others: Set<String>
    ) -> AttributeNumbers {
        let known = content.flatMap { contents[$0] } ?? [:]
        let alike = known.filter { references.contains($0.key) || !others.contains($0.key) }
            .values.min().map { AttributeNumbers(all: $0) }
        return (references.compactMap { rules[$0] } + [alike].compactMap(\.self))
            .min { $0.all < $1.all } ?? AttributeNumbers(all: .max)
    }

    /// The part of a correction that is no older than a rule.
    public func standing(
        _ correction: Correction, of transaction: Int64, besideRule rule: AttributeNumbers
    ) -> Correction {
        let own = corrections[transaction] ?? AttributeNumbers()
        func stands(_ attribute: Attribute) -> Bool { own[attribute] >= rule[attribute] }
        var standing = correction
        if !stands(.class) { standing.class = nil }
        // A split takes the place of a category.
        if max(own[.category], own[.splits]) < max(rule[.category], rule[.splits]) {
            (standing.category, standing.splits) = (nil, nil)
        }
        if !stands(.lens) { standing.lens = nil }
        if !stands(.payee) { standing.payee = nil }
        if !stands(.loan) { standing.loan = nil }
        if !stands(.notes) { standing.note = nil }
        if !stands(.excluded) { standing.excluded = nil }
        return standing
    }
}

/// A number for each attribute.
public struct AttributeNumbers: Hashable, Sendable {
    /// Of attributes without one of their own.
    public var all: Int64
    private var own: [Attribute: Int64] = [:]

    public init(all: Int64 = 0) { self.all = all }

    public subscript(attribute: Attribute) -> Int64 {
        get { own[attribute] ?? all }
        set { own[attribute] = newValue }
    }

    /// The highest of all.
    public var highest: Int64 { own.values.reduce(all, max) }

    /// The text that stores those of single attributes: a line for each, "category 12". Nil for
    /// none.
    public var text: String? {
        own.isEmpty
            ? nil : own.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: "\n")
    }

    /// - Parameter text: as ``text``. Of two lines for an attribute the higher number counts, and
    ///   other lines don't.
    public init(all: Int64 = 0, _ text: String?) {
        self.all = all
        for line in text?.split(separator: "\n") ?? [] {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let attribute = Attribute(rawValue: String(parts[0])),
                let number = Int64(parts[1])
            else { continue }
            own[attribute] = max(own[attribute] ?? number, number)
        }
    }
}
