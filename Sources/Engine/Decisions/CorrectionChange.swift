public import Model

/// What the person says about transactions in one command.
public struct CorrectionChange: Hashable, Sendable {
    /// Whether all that was set before is taken back first.
    public var clears: Bool
    /// Parts of what was set before that are taken back.
    public var dropped: Set<CorrectionPart>
    /// Tags that were set before and are taken away.
    public var droppedTags: [String]
    /// What is set on top of what was set before. Which rules that overrules is
    /// found out.
    public var correction: Correction

    public init(
        clears: Bool = false, dropped: Set<CorrectionPart> = [], droppedTags: [String] = [],
        _ correction: Correction = Correction()
    ) {
        self.clears = clears
        self.dropped = dropped
        self.droppedTags = droppedTags
        self.correction = correction
    }

    /// What is left of what was set before.
    func rest(of earlier: Correction) -> Correction {
        guard !clears else { return Correction() }
        var rest = earlier
        for part in dropped { part.takeBack(from: &rest) }
        rest.tags.removeAll { droppedTags.contains($0) }
        return rest
    }

    /// The tags and the note that a transaction has with it, which rules may ask
    /// for.
    func given(after earlier: Correction) -> Correction {
        let rest = rest(of: earlier)
        return Correction(
            note: correction.note ?? rest.note, tags: rest.tags + correction.tags)
    }

    /// The change as a command, for `history`. Names, notes and tags stay out
    /// of it: a summary may be told in an error.
    func summary(of transactions: [Int64], asRule: Bool) -> String {
        var words = ["transactions set", Self.naming(transactions)]
        if clears { words.append("--clear") }
        if let value = correction.class { words.append("--class \(value.rawValue)") }
        if let value = correction.category { words.append("--category \(value)") }
        if let value = correction.lens { words.append("--lens \(value.rawValue)") }
        if correction.payee != nil { words.append("--payee") }
        if correction.note != nil { words.append("--note") }
        if !correction.tags.isEmpty { words.append("--tag") }
        if !droppedTags.isEmpty { words.append("--untag") }
        if let value = correction.excluded { words.append(value ? "--exclude" : "--no-exclude") }
        for part in CorrectionPart.allCases where dropped.contains(part) {
            words.append("--unset \(part.rawValue)")
        }
        if asRule { words.append("--all-from-payee") }
        return words.joined(separator: " ")
    }

    /// A change that handlers asked for, for `history`.
    static func summary(ofAutomatic transactions: [Int64], by handlers: [String]) -> String {
        let names =
            handlers.count > 3
            ? "\(handlers.count) handlers" : handlers.joined(separator: ", ")
        return "automation: transactions set \(naming(transactions)), asked for by \(names)"
    }

    private static func naming(_ transactions: [Int64]) -> String {
        transactions.count > 3
            ? "(\(transactions.count) transactions)"
            : transactions.map(String.init).joined(separator: " ")
    }
}
