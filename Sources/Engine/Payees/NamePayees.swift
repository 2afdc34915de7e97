internal import Classification
internal import Configuration
internal import Vault

/// Why a payee can't be given a name, or lose one.
public enum PayeeError: Error, Hashable, Sendable {
    case noSuchPayee(String)
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
        let normaliser = try configuration().payees()
        guard !normaliser.key(of: name).isEmpty, !name.contains(where: \.isNewline),
            name.utf8.count <= 1000
        else { throw PayeeError.unusableName }
        let key = normaliser.key(of: payee)
        // What goes by the payee's name through the person's word goes along.
        var keys = try vault.payeeAliases().filter { normaliser.key(of: $0.value) == key }.keys
            .sorted()
        if keys.isEmpty || !keys.contains(key) { keys.append(key) }
        guard try payees(search: nil).contains(where: { $0.key == key }) || keys.count > 1 else {
            throw PayeeError.noSuchPayee(payee)
        }
        return try renaming {
            try vault.decideAliases(
                Dictionary(keys.map { ($0, name) }, uniquingKeysWith: { first, _ in first }),
                summary: "payees alias \"\(payee)\" \"\(name)\"")
        }
    }

    /// Takes the name away that the person gave a payee, and classifies anew.
    ///
    /// - Parameter payee: its name as it was without the person's, a bank's text
    ///   for it, or the person's name for it.
    /// - Throws: ``PayeeError/noAlias(_:)``.
    public func takeAlias(ofPayee payee: String) throws -> RenamingReport {
        let normaliser = try configuration().payees()
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
