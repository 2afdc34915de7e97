public import Model
public import Statements
public import Vault

/// Where the person wants the rows of an account of a file.
public enum StatementChoice: Sendable {
    case known(AccountRecord)
    case new(name: String, currency: Currency)

    /// The account's name.
    public var name: String { nameAndCurrency.name }

    var nameAndCurrency: (name: String, currency: Currency) {
        switch self {
        case .known(let account): (account.name, account.currency)
        case .new(let name, let currency): (name, currency)
        }
    }
}

extension Engine {
    /// The account for a part of a file, without a person's word.
    ///
    /// - Parameter currency: that of a new account, if the file doesn't say.
    /// - Returns: the choice, and what the file has in common with a known account.
    /// - Throws: ``UnknownStatementAccount`` or ``UnknownStatementCurrency`` if only a person
    ///   can tell.
    public func choice(
        for part: StatementAccount, of statement: Statement, file: String,
        currency: String? = nil
    ) throws -> (choice: StatementChoice, evidence: StatementPlace.Evidence?) {
        switch try place(of: part, layout: statement.layout) {
        case .known(let known, let evidence): return (.known(known), evidence)
        case .unknown(let known):
            let name = part.newName(inFile: file)
            guard known.isEmpty else {
                throw UnknownStatementAccount(
                    name: name, known: known, isOneOfSeveral: statement.accounts.count > 1,
                    hasCurrency: try knownCurrency(of: part, statement, elseSaid: currency) != nil)
            }
            let currency = try self.currency(of: part, statement, elseSaid: currency)
            return (.new(name: name, currency: currency), nil)
        }
    }

    /// The currency of a new account.
    ///
    /// - Throws: ``UnknownStatementCurrency`` if it isn't said, and accounts differ.
    public func currency(
        of part: StatementAccount, _ statement: Statement, elseSaid said: String?
    ) throws -> Currency {
        guard let currency = try knownCurrency(of: part, statement, elseSaid: said) else {
            throw UnknownStatementCurrency()
        }
        return currency
    }

    private func knownCurrency(
        of part: StatementAccount, _ statement: Statement, elseSaid said: String?
    ) throws -> Currency? {
        if let code = part.currency ?? said ?? statement.layout?.currency {
            return Currency(code: code.uppercased())
        }
        let used = Set(try vault.accounts().map(\.currency))
        return used.count == 1 ? used.first : nil
    }

    /// Refuses to put two accounts of a file into one: rows that look alike would count once.
    ///
    /// - Throws: ``SharedStatementAccount``.
    public func refuseSharedAccounts(
        _ choices: [StatementChoice], for statement: Statement, file: String
    ) throws(SharedStatementAccount) {
        var parts: [Int64: [String]] = [:]
        for (choice, part) in zip(choices, statement.accounts) {
            guard case .known(let known) = choice else { continue }
            parts[known.id, default: []].append(part.newName(inFile: file))
            if let names = parts[known.id], names.count > 1 {
                throw SharedStatementAccount(account: known.name, parts: names)
            }
        }
    }
}

extension StatementAccount {
    /// The name of a new account for it.
    public func newName(inFile file: String) -> String {
        if !name.isEmpty { return String(name.prefix(100)) }
        if !id.isEmpty {
            let kind = kind.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }
            return "\(kind ?? "Account") \(id.suffix(4))"
        }
        let stem = file.split(separator: ".").first.map(String.init) ?? file
        return stem.isEmpty ? "Imported" : stem
    }

    /// The name of a new account for one of several of a file, by what the person calls them.
    public func newName(by name: String) -> String {
        let own = self.name.isEmpty ? id : self.name
        return own.lowercased().hasPrefix(name.lowercased()) ? own : "\(name) \(own)"
    }
}

/// The file's account is none that is known, and may be one of them.
public struct UnknownStatementAccount: Error {
    public let name: String
    public let known: [AccountRecord]
    /// Whether the file has more accounts.
    public let isOneOfSeveral: Bool
    /// Whether the currency of a new account is known.
    public let hasCurrency: Bool
}

/// The file doesn't say in which currency its amounts are.
public struct UnknownStatementCurrency: Error {}

/// Several accounts of a file would become one.
public struct SharedStatementAccount: Error {
    public let account: String
    public let parts: [String]
}

/// The file leaves open how its rows are meant.
public struct OpenStatementQuestion: Error {
    public let question: StatementQuestion
}
