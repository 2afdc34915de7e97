internal import Classification
internal import Model
internal import Rules

/// A rule that a correction of one transaction becomes, for all transactions of
/// its payee.
public struct PayeeRule: Hashable, Sendable {
    /// The payee, however banks write it.
    public let payee: String
    /// How many transactions of the vault the rule holds for.
    public let matches: Int
    let definition: String

    /// - Parameter snapshot: with payees as rules see them.
    /// - Throws: ``EngineError/noPayee(transaction:)`` where the bank wrote
    ///   nothing that others could have in common with it.
    init(_ transaction: TransactionFacts, in snapshot: Snapshot, setting: Correction) throws {
        payee = snapshot.texts[transaction.payee]
        guard !payee.allSatisfy(\.isWhitespace) else {
            throw EngineError.noPayee(transaction: transaction.id)
        }
        let rulebook = try Rulebook([
            Rule(
                id: "payee", name: payee, origin: .stored,
                condition: .text(.payee, .equals(payee)), effect: Effect())
        ])
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        matches = snapshot.transactions.indices.count { matcher.firstMatch(row: $0) != nil }
        definition = Self.definition(payee, setting)
    }

    private static func definition(_ payee: String, _ correction: Correction) -> String {
        var effects: [String] = []
        func set(_ attribute: String, _ text: String?) {
            if let text { effects.append("\(attribute) = \(LuaLiteral.text(text))") }
        }
        set("class", correction.class?.rawValue)
        set("category", correction.category)
        set("lens", correction.lens?.rawValue)
        set("payee", correction.payee)
        set("notes", correction.note)
        if !correction.tags.isEmpty {
            let tags = correction.tags.map(LuaLiteral.text).joined(separator: ", ")
            effects.append("tags = { \(tags) }")
        }
        if let excluded = correction.excluded { effects.append("excluded = \(excluded)") }
        return "{ name = \(LuaLiteral.text(name(payee))), when = { payee = is "
            + "\(LuaLiteral.text(payee)) }, set = { \(effects.joined(separator: ", ")) } }"
    }

    /// A name has one line, whatever the bank wrote.
    private static func name(_ payee: String) -> String {
        let line = payee.unicodeScalars.map {
            $0.properties.generalCategory == .control || Character($0).isNewline ? " " : $0
        }
        return "All from " + String(String.UnicodeScalarView(line))
    }
}
