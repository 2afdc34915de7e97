internal import Classification
internal import Configuration
public import Model
internal import Vault

/// A payee with what banks call it.
public struct PayeeSummary: Sendable {
    /// What its texts have in common; of a name that rules or corrections gave, what
    /// that name is compared by.
    public let key: String
    public let name: String
    /// Whether the person gave it its name.
    public let isAlias: Bool
    public let transactions: Int
    public let lastSeen: CalendarDay
    /// The distinct texts of banks, the most frequent first, at most
    /// ``mostSpellings``.
    public let spellings: [String]
    /// How many distinct texts there are.
    public let spellingCount: Int

    public static let mostSpellings = 20
}

extension Engine {
    /// All payees by the names that lists of transactions show, those with the most
    /// transactions first. Transactions of hidden accounts do not count.
    ///
    /// - Parameters:
    ///   - search: a part of the name or of a bank's text, without case; nil for all.
    ///   - lastDay: the last day whose transactions count; nil for all.
    public func payees(
        search: String?, through lastDay: CalendarDay? = nil
    ) throws -> [PayeeSummary] {
        let snapshot = try vault.snapshot(asOf: moment.today)
        let concluded = try vault.concludedPayees()
        let normaliser = try configured { try $0.payees() }
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        var counts: [String: Count] = [:]
        let hidden = try hiddenAccounts()
        for (row, transaction) in snapshot.transactions.enumerated()
        where !hidden.contains(snapshot.account(of: transaction).id)
            && (lastDay.map { transaction.day <= $0 } ?? true)
        {
            let payee = payees.payee(ofRow: row)
            let name = concluded[transaction.id] ?? payees.names[payee]
            counts[name, default: Count()].add(
                transaction, payee: name == payees.names[payee] ? payee : nil)
        }
        let wanted = search?.lowercased()
        return counts.compactMap { name, count in
            let texts = count.texts.sorted { ($1.value, $0.key.number) < ($0.value, $1.key.number) }
                .map { snapshot.texts[$0.key] }
            if let wanted, !name.lowercased().contains(wanted),
                !texts.contains(where: { $0.lowercased().contains(wanted) })
            {
                return nil
            }
            guard let lastSeen = count.lastSeen else { return nil }
            return PayeeSummary(
                key: count.payee.map { payees.keys[$0] } ?? normaliser.key(of: name), name: name,
                isAlias: count.payee.map { payees.isAlias[$0] } ?? false,
                transactions: count.transactions, lastSeen: lastSeen,
                spellings: Array(texts.prefix(PayeeSummary.mostSpellings)),
                spellingCount: texts.count)
        }.sorted { ($1.transactions, $0.key, $0.name) < ($0.transactions, $1.key, $1.name) }
    }

    /// The numbers of the accounts that the person hides.
    func hiddenAccounts() throws -> Set<Int64> {
        Set(try vault.accounts().filter { $0.visibility == .hidden }.map(\.id))
    }

    private struct Count {
        private(set) var transactions = 0
        private(set) var lastSeen: CalendarDay?
        private(set) var texts: [TextID: Int] = [:]
        /// The payee that is read from the texts; nil where others gave the name.
        private(set) var payee: Int?

        mutating func add(_ transaction: TransactionFacts, payee: Int?) {
            transactions += 1
            self.payee = payee ?? self.payee
            texts[transaction.description, default: 0] += 1
            lastSeen = max(lastSeen ?? transaction.day, transaction.day)
        }
    }
}

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

/// What another name of an account or a payee came to.
public struct RenamingReport: Sendable {
    public let classified: ClassifyReport
    /// Rules of the person's that matched something by the name of before, and
    /// match nothing now.
    public let silenced: [ListedRule]
}

extension Engine {
    /// Classifies anew after a decision on a name, and finds the rules that asked
    /// for the name of before.
    func renaming(_ decide: () throws -> Void) throws -> RenamingReport {
        let matching = Set(try ownRules().filter { ($0.tally?.hits ?? 0) > 0 }.map(\.reference))
        let report = try classifying(after: decide).classified
        guard !matching.isEmpty else {
            return RenamingReport(classified: report, silenced: [])
        }
        return RenamingReport(
            classified: report,
            silenced: try ownRules().filter {
                matching.contains($0.reference) && $0.tally?.hits == 0
            })
    }

    private func ownRules() throws -> [ListedRule] {
        try rules().rules.filter { $0.kind != .builtIn }
    }
}
