internal import Model
internal import SimpleFIN
internal import Vault

/// A SimpleFIN response translated into the vault's terms.
struct FeedTranslation {
    /// Accounts whose bank reports a failure, so that their data may be incomplete.
    let failing: Set<AccountKey>

    private let accountSet: AccountSet
    private let moment: Moment
    private let keepsBalances: Bool
    private let window: Range<CalendarDay>?
    private let served: [AccountKey: CalendarDay]
    private let completeness: Completeness

    /// - Parameters:
    ///   - keepsBalances: whether the balances are current. With an end date, a bridge returns
    ///     the balance of that day.
    ///   - window: the requested days, with an exclusive end; nil if unknown.
    ///   - setAside: unreadable entries of earlier syncs. They are no reason to expect more.
    ///   - served: the last day that each account's bank can have covered; later days don't
    ///     count as covered.
    init(
        accountSet: AccountSet, moment: Moment, keepsBalances: Bool,
        window: Range<CalendarDay>?, setAside: Set<SetAsideEntry> = [],
        served: [AccountKey: CalendarDay] = [:]
    ) {
        self.accountSet = accountSet
        self.moment = moment
        self.keepsBalances = keepsBalances
        self.window = window
        self.served = served
        completeness = Completeness(of: accountSet, setAside: setAside)
        failing = completeness.failing
    }

    /// The accounts whose bank sent everything that was requested.
    var sent: Set<AccountKey> {
        Set(accountSet.accounts.map { AccountKey($0) }.filter(completeness.isSent))
    }

    /// The accounts in the response without a failure.
    var answering: Set<AccountKey> {
        Set(accountSet.accounts.map { AccountKey($0) }.filter { !failing.contains($0) })
    }

    var received: ReceivedAnswer {
        ReceivedAnswer(
            institutions: institutions, accounts: accounts, receivedAt: moment.now)
    }

    private var institutions: [ReceivedInstitution] {
        let used = Set(accountSet.accounts.map { AccountKey($0).institution })
        var idle = 0
        let described = accountSet.institutions.filter { institution in
            guard !used.contains(ExactText(institution.key)) else { return true }
            idle += 1
            return idle <= Self.mostIdleInstitutions
        }.map {
            ReceivedInstitution(
                key: $0.key, name: $0.name, isNamed: $0.isNamed, url: $0.url,
                organizationID: $0.organizationID)
        }
        let undescribed = used.subtracting(described.map { ExactText($0.key) })
        return described
            + undescribed.map(\.text).sorted().map {
                ReceivedInstitution(key: $0, name: "", url: nil)
            }
    }

    /// A bridge also names banks whose accounts it can't read now. No person has this many.
    private static let mostIdleInstitutions = 1_000

    /// The accounts without duplicates. If a response has one twice, the later entry describes
    /// it, and it gets the transactions of both.
    private var accounts: [ReceivedAccount] {
        var entries: [AccountKey: [BankAccount]] = [:]
        var keys: [AccountKey] = []
        for account in accountSet.accounts {
            let key = AccountKey(account)
            if entries[key] == nil { keys.append(key) }
            entries[key, default: []].append(account)
        }
        return keys.compactMap { key in entries[key].flatMap { account($0, key) } }
    }

    private func account(_ entries: [BankAccount], _ key: AccountKey) -> ReceivedAccount? {
        guard let account = entries.last else { return nil }
        return ReceivedAccount(
            institutionKey: key.institution.text, bankID: account.id, name: account.name,
            currency: account.currency, balance: keepsBalances ? balance(of: account) : nil,
            transactions: entries.flatMap { $0.transactions.map(transaction) },
            coverage: completeness.isWhole(key) ? coverage(of: key, entries) : nil, asked: window,
            unreadable: unreadable(key),
            holdings: keepsBalances
                ? account.holdings?.prefix(Self.mostHoldings).map {
                    ReceivedHolding($0, in: account.currency)
                } : nil)
    }

    /// No person's account has this many.
    private static let mostHoldings = 2_000

    /// The requested days, without those that no bank can have covered yet.
    private func coverage(
        of key: AccountKey, _ entries: [BankAccount]
    ) -> Range<CalendarDay>? {
        guard let window, let served = served[key] else { return window }
        let posted = entries.flatMap(\.transactions).compactMap(\.posted)
            .filter { $0 <= moment.now }.max().map(CalendarDay.init(secondsSinceEpoch:))
        let end = min(window.upperBound, max(served, posted ?? served).adding(days: 1))
        return window.lowerBound < end ? window.lowerBound..<end : nil
    }

    private func unreadable(_ key: AccountKey) -> Set<ExactText> {
        Set(
            accountSet.rejected.filter {
                $0.accountID.map { ExactText($0) } == key.id
                    && ExactText($0.institutionKey ?? "") == key.institution
                    && $0.subject == .transaction
            }.map { ExactText($0.transactionID ?? "") })
    }

    private func balance(of account: BankAccount) -> ReceivedBalance? {
        account.balance.map {
            ReceivedBalance(
                minorUnits: Int64(clamping: $0.minorUnits),
                availableMinorUnits: account.availableBalance.map {
                    Int64(clamping: $0.minorUnits)
                },
                at: account.balanceDate)
        }
    }

    /// The amounts fit: decoding rejects what exceeds 64 bits.
    private func transaction(_ transaction: BankTransaction) -> ReceivedTransaction {
        ReceivedTransaction(
            bankID: transaction.id,
            day: transaction.day(
                receivedOn: CalendarDay(secondsSinceEpoch: moment.now)),
            amount: Int64(clamping: transaction.amount.minorUnits),
            description: transaction.description,
            payee: transaction.payee ?? "", memo: transaction.memo ?? "",
            merchantCode: transaction.merchantCategoryCode ?? "",
            isPending: transaction.isPending, postedAt: transaction.posted,
            transactedAt: transaction.transactedAt)
    }
}

extension SetAsideEntry {
    init(_ entry: RejectedEntry) {
        self.init(
            subject: entry.subject.rawValue, institutionKey: entry.institutionKey ?? "",
            accountID: entry.accountID ?? "", transactionID: entry.transactionID ?? "",
            explanation: entry.explanation, raw: entry.raw)
    }

    init(_ account: AccountInOtherCurrency) {
        self.init(
            subject: RejectedEntry.Subject.account.rawValue,
            institutionKey: account.institutionKey.text, accountID: account.bankID.text,
            transactionID: "",
            explanation: account.currency.isEmpty
                ? "The account no longer has a currency."
                : "The account's currency is now \(account.currency).", raw: "")
    }
}

/// The identity of an account within a connection.
struct AccountKey: Hashable {
    /// Empty for the bank of accounts that name none.
    let institution: ExactText
    let id: ExactText

    init(_ account: BankAccount) {
        self.init(institution: account.institutionKey, id: account.id)
    }

    init(_ account: AccountProgress) {
        self.init(institution: account.institutionKey, id: account.bankID)
    }

    init(_ account: AccountInOtherCurrency) {
        institution = account.institutionKey
        id = account.bankID
    }

    init(institution: String?, id: String) {
        self.institution = ExactText(institution ?? "")
        self.id = ExactText(id)
    }
}

/// The accounts whose response may be incomplete, according to messages and unreadable
/// entries.
struct Completeness {
    /// Accounts with a failure reported by their bank or the bridge.
    let failing: Set<AccountKey>

    private let isCapped: Bool
    private let unreadable: Set<AccountKey>
    private let isAnyUnreadable: Bool

    init(of accountSet: AccountSet, setAside: Set<SetAsideEntry>) {
        var failures = Failures(institutions: accountSet.institutions)
        for message in accountSet.messages where !message.isForDeveloper {
            failures.add(message, of: accountSet.institution(concernedBy: message)?.key)
        }
        failing = Set(accountSet.accounts.map { AccountKey($0) }.filter(failures.contain))

        let hiding = accountSet.rejected.filter {
            $0.hidesTransactions && !setAside.contains(SetAsideEntry($0))
        }
        unreadable = Set(
            hiding.compactMap { entry in
                entry.accountID.map { AccountKey(institution: entry.institutionKey, id: $0) }
            })
        isAnyUnreadable = hiding.contains { $0.accountID == nil }
        isCapped = accountSet.messages.contains(where: \.saysCapped)
    }

    /// Whether the bank sent everything that was requested for an account, readable or not. An
    /// unreadable entry stays unreadable, so it is no reason to request years again.
    func isSent(_ account: AccountKey) -> Bool { !isCapped && !failing.contains(account) }

    /// Whether the response has everything that was requested for an account.
    func isWhole(_ account: AccountKey) -> Bool {
        isSent(account) && !isAnyUnreadable && !unreadable.contains(account)
    }
}

/// The banks and accounts that a response's messages report as failing.
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

    /// - Parameter institution: the key of the only bank that the message can mean; nil if
    ///   there are several, and then all are meant.
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
