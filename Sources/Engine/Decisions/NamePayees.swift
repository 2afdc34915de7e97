internal import Classification
internal import Configuration
public import Model
internal import Vault

/// A payee with the names that banks use for it.
public struct PayeeSummary: Sendable {
    /// The normalised key of its bank text. For a name from a rule or a correction, the key of
    /// that name.
    public let key: String
    public let name: String
    /// Whether the user named it.
    public let isAlias: Bool
    public let transactions: Int
    public let lastSeen: CalendarDay
    /// The distinct bank texts, the most frequent first, at most ``mostSpellings``.
    public let spellings: [String]
    /// The number of distinct bank texts.
    public let spellingCount: Int

    public static let mostSpellings = 20
}

extension Engine {
    /// All payees by the names in transaction lists, those with the most transactions first.
    /// Hidden accounts don't count.
    ///
    /// - Parameters:
    ///   - search: part of a name or of a bank text, ignoring case; nil for all.
    ///   - lastDay: the last day to consider; nil for all.
    public func payees(
        search: String?, days: Range<CalendarDay>? = nil, through lastDay: CalendarDay? = nil,
        withHidden: Bool = false
    ) throws -> [PayeeSummary] {
        let snapshot = try vault.snapshot(asOf: moment.today)
        let concluded = try vault.concludedPayees()
        let normaliser = try payeeNormaliser()
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        var counts: [String: Count] = [:]
        let hidden = withHidden ? [] : try hiddenAccounts()
        for (row, transaction) in snapshot.transactions.enumerated()
        where days?.contains(transaction.day) ?? true
            && !hidden.contains(snapshot.account(of: transaction).id)
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

    /// The ids of hidden accounts.
    func hiddenAccounts() throws -> Set<Int64> {
        Set(try vault.accounts().filter { $0.visibility == .hidden }.map(\.id))
    }

    private struct Count {
        private(set) var transactions = 0
        private(set) var lastSeen: CalendarDay?
        private(set) var texts: [TextID: Int] = [:]
        /// The payee parsed from the bank text; nil if the name comes from elsewhere.
        private(set) var payee: Int?

        mutating func add(_ transaction: TransactionFacts, payee: Int?) {
            transactions += 1
            self.payee = payee ?? self.payee
            texts[transaction.description, default: 0] += 1
            lastSeen = max(lastSeen ?? transaction.day, transaction.day)
        }
    }
}

/// Why a payee's alias can't be set or removed.
public enum PayeeError: Error, Hashable, Sendable {
    case noSuchPayee(String)
    /// All transactions with that name got it elsewhere, such as from a rule.
    ///
    /// - Parameter reason: the source of the name.
    case namedOtherwise(String, reason: String)
    /// A name without letters and digits, with line breaks, or too long.
    case unusableName
    /// The payee has no alias.
    case noAlias(String)
}

extension Engine {
    /// Sets a payee's alias, and classifies again. Giving it another payee's name merges the
    /// two.
    ///
    /// - Parameter payee: its current name, or a bank text.
    /// - Throws: ``PayeeError``.
    public func giveAlias(_ name: String, toPayee payee: String) throws -> RenamingReport {
        let normaliser = try payeeNormaliser()
        guard !normaliser.key(of: name).isEmpty, !name.contains(where: \.isNewline),
            name.utf8.count <= 1000
        else { throw PayeeError.unusableName }
        let snapshot = try vault.snapshot(asOf: moment.today)
        var payees = SnapshotPayees(normaliser, snapshot: snapshot)
        let key = payees.key(of: payee)
        // Payees that carry this name as an alias are renamed too.
        var keys = try vault.payeeAliases().filter { normaliser.key(of: $0.value) == key }.keys
            .sorted()
        if keys.isEmpty || !keys.contains(key) { keys.append(key) }
        let isRead = snapshot.transactions.indices.contains { row in
            let payee = payees.payee(ofRow: row)
            return payees.keys[payee] == key
        }
        guard isRead || keys.count > 1 else {
            throw try noName(for: payee, key, normaliser)
        }
        return try renaming {
            try vault.decideAliases(
                Dictionary(keys.map { ($0, name) }, uniquingKeysWith: { first, _ in first }),
                summary: "payees alias \"\(payee)\" \"\(name)\"")
        }
    }

    /// As in a pass, where payees keep the names that rules use.
    private func payeeNormaliser() throws -> PayeeNormaliser {
        try passSetup().pipeline.payeeNormaliser ?? configured { try $0.payees() }
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

    /// Removes a payee's alias, and classifies again.
    ///
    /// - Parameter payee: its name without the alias, a bank text, or the alias.
    /// - Throws: ``PayeeError/noAlias(_:)``.
    public func takeAlias(ofPayee payee: String) throws -> RenamingReport {
        let normaliser = try payeeNormaliser()
        let aliases = try vault.payeeAliases()
        let key = normaliser.key(of: payee)
        let snapshot = try vault.snapshot(asOf: moment.today)
        let merchant = SnapshotPayees(normaliser, snapshot: snapshot).key(of: payee)
        let own = [key, merchant].first { aliases[$0] != nil }
        let keys =
            own.map { [$0] } ?? aliases.filter { normaliser.key(of: $0.value) == key }.keys.sorted()
        guard !keys.isEmpty else { throw PayeeError.noAlias(payee) }
        return try renaming {
            try vault.decideAliases(
                Dictionary(keys.map { ($0, nil) }, uniquingKeysWith: { first, _ in first }),
                summary: "payees unalias \"\(payee)\"")
        }
    }
}

/// The outcome of renaming an account or a payee.
public struct RenamingReport: Sendable {
    public let classified: ClassifyReport
    /// The user's rules that matched the old name and now match nothing.
    public let silenced: [ListedRule]
}

extension Engine {
    /// Classifies again after a renaming, and finds the rules that depended on the old name.
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

extension Engine {
    /// The payee that a string refers to by its displayed name; nil if there is none.
    ///
    /// - Throws: `AmbiguousName`.
    public func payee(meantBy text: String) throws -> String? {
        try NameLookup(try vault.displayedPayees(), names: { [$0] })
            .only(text, kind: "payees", label: \.self)
    }
}
