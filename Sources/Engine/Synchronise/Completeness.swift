internal import Model
internal import SimpleFIN

/// Of which accounts an answer may not tell everything: its messages and what
/// could not be read say so.
struct Completeness {
    /// Accounts whose bank, or the bridge, reports a failure.
    let failing: Set<AccountKey>

    private let isCapped: Bool
    private let unreadable: Set<AccountKey>
    private let isAnyUnreadable: Bool

    init(of accountSet: AccountSet) {
        var failures = Failures(institutions: accountSet.institutions)
        for message in accountSet.messages where !message.isForDeveloper {
            failures.add(message, of: accountSet.institution(concernedBy: message)?.key)
        }
        failing = Set(accountSet.accounts.map { AccountKey($0) }.filter(failures.contain))

        let hiding = accountSet.rejected.filter(\.hidesTransactions)
        unreadable = Set(
            hiding.compactMap { entry in
                entry.accountID.map { AccountKey(institution: entry.institutionKey, id: $0) }
            })
        isAnyUnreadable = hiding.contains { $0.accountID == nil }
        isCapped = accountSet.messages.contains(where: \.saysCapped)
    }

    /// Whether the bank sent everything of an account that was asked for,
    /// readable or not. What can't be read now can't be read tomorrow either,
    /// so that it is no reason to ask for years again.
    func isSent(_ account: AccountKey) -> Bool { !isCapped && !failing.contains(account) }

    /// Whether the answer holds everything of an account that was asked for.
    func isWhole(_ account: AccountKey) -> Bool {
        isSent(account) && !isAnyUnreadable && !unreadable.contains(account)
    }
}

/// Whom the messages of an answer report to be failing.
private struct Failures {
    private let keysByName: [String: [ExactText]]
    private var concernAll = false
    private var institutions: Set<ExactText> = []
    private var accounts: Set<AccountKey> = []
    private var accountIDs: Set<ExactText> = []

    init(institutions: [Institution]) {
        keysByName = Dictionary(grouping: institutions, by: \.name).mapValues {
            $0.map { ExactText($0.key) }
        }
    }

    /// - Parameter institution: the key of the only one that the message is
    ///   about, where there is one. Where one of several is meant, all are.
    mutating func add(_ message: BridgeMessage, of institution: String?) {
        switch (message.accountID, institution ?? message.connectionID) {
        case (let id?, let key?): accounts.insert(AccountKey(institution: key, id: id))
        case (let id?, nil): accountIDs.insert(ExactText(id))
        case (nil, let key?): institutions.insert(ExactText(key))
        case (nil, nil):
            if let name = message.connectionName {
                institutions.formUnion(keysByName[name] ?? [])
            } else if message.area != .general || message.saysSignInNeeded {
                concernAll = true
            }
        }
    }

    func contain(_ account: AccountKey) -> Bool {
        concernAll || institutions.contains(account.institution) || accounts.contains(account)
            || accountIDs.contains(account.id)
    }
}
