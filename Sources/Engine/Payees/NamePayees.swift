internal import Classification
internal import Configuration
internal import Model
internal import Vault

/// Why a payee can't be given a name, or lose one.
public enum PayeeError: Error, Hashable, Sendable {
    case noSuchPayee(String)
    /// All transactions of that name have it from elsewhere, a rule say.
    ///
    /// - Parameter reason: who gave it.
    case namedOtherwise(String, reason: String)
    /// A name without a letter or digit, of several lines, or too long.
    case unusableName
    /// The payee has no name of the person's.
    case noAlias(String)
}

extension Engine {
    /// Gives a payee a name, and classifies anew. A name that another payee has
    /// makes them one.
    ///
    /// - Parameter payee: its name as it is shown, or a bank's text for it.
    /// - Throws: ``PayeeError``.
    public func giveAlias(_ name: String, toPayee payee: String) throws -> RenamingReport {
        let normaliser = try configured { try $0.payees() }
        guard !normaliser.key(of: name).isEmpty, !name.contains(where: \.isNewline),
            name.utf8.count <= 1000
        else { throw PayeeError.unusableName }
        let key = normaliser.key(of: payee)
        // What goes by the payee's name through the person's word goes along.
        var keys = try vault.payeeAliases().filter { normaliser.key(of: $0.value) == key }.keys
            .sorted()
        if keys.isEmpty || !keys.contains(key) { keys.append(key) }
        guard try isRead(key, by: normaliser) || keys.count > 1 else {
            throw try noName(for: payee, key, normaliser)
        }
        return try renaming {
            try vault.decideAliases(
                Dictionary(keys.map { ($0, name) }, uniquingKeysWith: { first, _ in first }),
                summary: "payees alias \"\(payee)\" \"\(name)\"")
        }
    }

    /// Whether some transaction's texts name the payee.
    private func isRead(_ key: String, by normaliser: PayeeNormaliser) throws -> Bool {
        let snapshot = try vault.snapshot(asOf: moment.today)
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        return snapshot.transactions.indices.contains { row in
            let payee = payees.payee(ofRow: row)
            return payees.keys[payee] == key
        }
    }

    private func noName(
        for payee: String, _ key: String, _ normaliser: PayeeNormaliser
    ) throws -> PayeeError {
        let transactions = try vault.concludedPayees().filter {
            normaliser.key(of: $0.value) == key
        }
        guard let first = transactions.keys.min(),
            let reason = try vault.transaction(first)?.verdict?.payee?.reason
        else { return .noSuchPayee(payee) }
        return .namedOtherwise(payee, reason: reason.text)
    }

    /// Takes the name away that the person gave a payee, and classifies anew.
    ///
    /// - Parameter payee: its name as it was without the person's, a bank's text
    ///   for it, or the person's name for it.
    /// - Throws: ``PayeeError/noAlias(_:)``.
    public func takeAlias(ofPayee payee: String) throws -> RenamingReport {
        let normaliser = try configured { try $0.payees() }
        let aliases = try vault.payeeAliases()
        let key = normaliser.key(of: payee)
        let keys =
            aliases[key] != nil
            ? [key] : aliases.filter { normaliser.key(of: $0.value) == key }.keys.sorted()
        guard !keys.isEmpty else { throw PayeeError.noAlias(payee) }
        return try renaming {
            try vault.decideAliases(
                Dictionary(keys.map { ($0, nil) }, uniquingKeysWith: { first, _ in first }),
                summary: "payees unalias \"\(payee)\"")
        }
    }
}
