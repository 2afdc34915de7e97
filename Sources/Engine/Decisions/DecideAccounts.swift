internal import Classification
internal import Configuration
public import Model
public import Vault

extension Engine {
    /// The account that a string refers to by its id or one of its names.
    ///
    /// - Throws: ``EngineError/noSuchAccount(_:known:)`` or `AmbiguousName`.
    ///
    /// - Parameter connection: the only connection whose accounts are meant; nil for all.
    public func account(
        meantBy text: String, of connection: Int64? = nil
    ) throws -> AccountRecord {
        let accounts = try vault.accounts().filter {
            connection == nil || $0.connection == connection
        }
        let lookup = NameLookup(accounts, ids: { ["\($0.id)"] }, names: { [$0.name, $0.bankName] })
        let account = try lookup.only(text, kind: "accounts") { "\($0.id) \($0.name)" }
        guard let account else {
            throw EngineError.noSuchAccount(text, known: accounts.map(\.name))
        }
        return account
    }

    /// Sets an account's type, and classifies again, since the type tells payments from
    /// purchases.
    public func decideType(
        _ type: AccountType, of account: AccountRecord
    ) throws -> ClassifyReport {
        try classifying { try vault.decideType(type, account: account.id) }.classified
    }

    /// Sets or clears an account's nickname, and classifies again, since rules may test the
    /// name.
    public func name(_ account: AccountRecord, _ nickname: String?) throws -> RenamingReport {
        try renaming { try vault.nameAccount(nickname, account: account.id) }
    }

    /// Sets what a loan asks for in a month, which figures by lens count as a need.
    ///
    /// - Parameter minimum: minor units; nil takes it back.
    /// - Throws: ``EngineError/noLoan(_:)``.
    public func decideMinimumPayment(_ minimum: Int64?, of account: AccountRecord) throws {
        guard minimum == nil || account.type.isLoan else { throw EngineError.noLoan(account.name) }
        try vault.decideMinimumPayment(minimum, account: account.id)
    }

    /// Reverses an account's signs, or restores the bank's, and classifies again.
    public func reverseSigns(
        _ signs: ReversedSigns, of account: AccountRecord
    ) throws -> ClassifyReport {
        try classifying { try vault.reverseSigns(signs, account: account.id) }.classified
    }
}

/// Accounts in currencies without an exchange rate. They are missing from sums, and their
/// amounts can't be compared with others.
public struct UnconvertedCurrencies: Sendable {
    /// The currency of most accounts.
    public let usual: Currency
    /// The accounts in other currencies, in order; at least one.
    public let accounts: [AccountRecord]
}

extension Engine {
    /// The counted accounts in a currency without a rate to the usual one; nil if there are
    /// none.
    public func currenciesApart() throws -> UnconvertedCurrencies? {
        let accounts = try vault.accounts().filter(\.visibility.isCounted)
        guard Set(accounts.map(\.currency)).count > 1,
            let usual = Self.usualCurrency(of: accounts)
        else { return nil }
        let rates = try configured { try $0.rates() }
        let apart = accounts.filter { account in
            account.currency != usual
                && !rates.contains { $0.knows(usual) && $0.knows(account.currency) }
        }
        return apart.isEmpty ? nil : UnconvertedCurrencies(usual: usual, accounts: apart)
    }

    /// The currency of most accounts; nil without accounts.
    static func usualCurrency(of accounts: [AccountRecord]) -> Currency? {
        Dictionary(grouping: accounts, by: \.currency).mapValues(\.count)
            .max { ($0.value, $1.key.code) < ($1.value, $0.key.code) }?.key
    }

    /// The order of currencies in every report: the base currency of the person's rates first,
    /// or without rates the currency of most counted accounts.
    public func currencyOrder() throws -> CurrencyOrder {
        let accounts = try vault.accounts().filter(\.visibility.isCounted)
        let base: Currency?
        do {
            base = try currencyRates().base
        } catch is ConfigurationError {
            // Reports show this mistake themselves, and need an order still.
            base = nil
        }
        return CurrencyOrder(first: base ?? Self.usualCurrency(of: accounts))
    }
}

extension Engine {
    /// The person's exchange rates, if counted accounts are in several currencies.
    ///
    /// - Throws: `ConfigurationError` if the rates are broken and have no good version.
    public func currencyRates() throws -> CurrencyRates {
        let currencies = try vault.accounts().filter(\.visibility.isCounted).map(\.currency)
        guard currencies.distinct.count > 1 else { return .none }
        return try configured { try $0.rates() }.first { !$0.isEmpty } ?? .none
    }
}

/// Why two accounts can't be merged.
public enum MergeError: Error, Hashable, Sendable {
    case sameAccount(Int64)
    case differentCurrencies(Int64, Int64)
    /// Only one of them has reversed signs.
    case differentSigns(Int64, Int64)
    /// It follows transactions of others, and its rows would change after the merge.
    case follows(String)
    /// The account that stays is a file's or the person's, and the other a bank's, whose balances
    /// would be lost.
    case intoFile(Int64, Int64)
}

extension Engine {
    /// Merges an account into its successor, and classifies again.
    ///
    /// - Parameters:
    ///   - earlier: the account that disappears.
    ///   - account: the account that stays, with its balance.
    /// - Throws: ``MergeError``, or `VaultError.accountsClash`, with nothing stored.
    public func merge(
        _ earlier: AccountRecord, into account: AccountRecord
    ) throws -> (merge: AccountMerge, report: ClassifyReport) {
        try Self.checkMerge(of: earlier, into: account)
        let (merge, report) = try classifying {
            try vault.mergeAccount(
                earlier.id, into: account.id,
                summary: "accounts merge \(JournalWords.quoted(earlier.name)) "
                    + JournalWords.quoted(account.name))
        }
        return (merge, report)
    }

    /// Runs reading use cases on the vault as a merge would leave it, without a pass. Nothing is
    /// stored.
    ///
    /// - Throws: as ``merge(_:into:)``, or what the body throws.
    public func supposingMerge<Value>(
        of earlier: AccountRecord, into account: AccountRecord, _ body: () throws -> Value
    ) throws -> Value {
        try Self.checkMerge(of: earlier, into: account)
        return try vault.supposing(.merge(earlier.id, into: account.id), body)
    }

    private static func checkMerge(
        of earlier: AccountRecord, into account: AccountRecord
    ) throws(MergeError) {
        guard earlier.id != account.id else { throw .sameAccount(account.id) }
        guard earlier.currency == account.currency else {
            throw .differentCurrencies(earlier.id, account.id)
        }
        guard earlier.reversedSigns == account.reversedSigns else {
            throw .differentSigns(earlier.id, account.id)
        }
        guard earlier.isImported || !account.isImported else {
            throw .intoFile(earlier.id, account.id)
        }
        if let following = [earlier, account].first(where: \.followsOthers) {
            throw .follows(following.name)
        }
    }
}

/// Two accounts that look like one, because a bank was reconnected or a card was replaced.
/// Both balances count until the user decides.
public struct MergeOffer: Hashable, Sendable {
    public enum Evidence: Hashable, Sendable {
        /// Two connections use the same id: two tokens for the same accounts.
        case sameID
        /// The number of transactions that both have.
        case commonTransactions(Int)
        case sameName
        /// The last digits in both names.
        case sameDigits(String)
        /// The earlier one is a card without debt and idle since this day; the other one is new.
        case stillSince(CalendarDay)
    }

    public let earlier: AccountRecord
    public let successor: AccountRecord
    public let evidence: Evidence

    /// Whether both balances count until the user decides.
    public var countsTwice: Bool {
        earlier.visibility.isCounted && successor.visibility.isCounted
    }
}

extension Engine {
    /// Likely pairs of an account and its successor, ordered by id. An account with several
    /// candidates is left out.
    ///
    /// Takes microseconds, unless an account is missing at its bank or is a card without debt.
    public func mergeOffers() throws -> [MergeOffer] {
        let search = MergeSearch(
            vault: vault, today: moment.today, accounts: try vault.accounts(),
            traces: try vault.accountTraces())
        return try search.offers()
    }
}

private struct MergeSearch {
    let vault: Vault
    let today: CalendarDay
    let accounts: [AccountRecord]
    let traces: [Int64: AccountTrace]
    /// By what accounts of two connections share, if they are one.
    private let connections: [TwinKey: Set<Int64>]
    /// By the bank's name. A household's accounts are few, and a bridge may send thousands.
    private let accountsOfBank: [String: [AccountRecord]]

    private struct TwinKey: Hashable {
        let bankID: ExactText
        let bankName: String

        init(_ account: AccountRecord) {
            bankID = ExactText(account.bankID)
            bankName = account.bankName
        }
    }

    init(
        vault: Vault, today: CalendarDay, accounts: [AccountRecord], traces: [Int64: AccountTrace]
    ) {
        self.vault = vault
        self.today = today
        self.accounts = accounts
        self.traces = traces
        connections = accounts.reduce(into: [:]) {
            $0[TwinKey($1), default: []].insert($1.connection)
        }
        accountsOfBank = Dictionary(grouping: accounts) { Self.folded($0.institution) }
    }

    /// The idle time of a replaced card before it is offered.
    private static let stillDays = 45
    /// The number of days for which a bank may list an account under both ids.
    private static let daysOfBoth = 14
    /// Two accounts of one bank can share a fee or two by chance.
    private static let leastCommon = 3

    func offers() throws -> [MergeOffer] {
        var offers: [MergeOffer] = []
        for earlier in accounts
        where isMissing(earlier) || owesNothing(earlier) || hasTwin(earlier) {
            let bank = Self.folded(earlier.institution)
            var found: [MergeOffer] = []
            for successor in bank.isEmpty ? [] : accountsOfBank[bank] ?? []
            where found.count < 2 && canSucceed(successor, earlier) {
                if let evidence = try evidence(earlier, successor) {
                    found.append(
                        MergeOffer(earlier: earlier, successor: successor, evidence: evidence))
                }
            }
            if found.count == 1 { offers += found }
        }
        return offers.filter { offer in
            offers.count { $0.successor.id == offer.successor.id } == 1
        }
    }

    private func hasTwin(_ account: AccountRecord) -> Bool {
        connections[TwinKey(account)].map { $0.count > 1 } ?? false
    }

    private func areTwins(_ one: AccountRecord, _ other: AccountRecord) -> Bool {
        one.connection != other.connection && TwinKey(one) == TwinKey(other)
    }

    private func isMissing(_ account: AccountRecord) -> Bool {
        traces[account.id]?.isMissing ?? false
    }

    /// Whether it is a card with a balance within one unit of its currency.
    private func owesNothing(_ account: AccountRecord) -> Bool {
        guard account.type == .credit, let balance = account.balance else { return false }
        let unit = (0..<account.currency.exponent).reduce(1 as UInt128) { unit, _ in unit * 10 }
        return balance.minorUnits.magnitude <= unit
    }

    /// Whether an account of the same bank may come after another.
    private func canSucceed(_ account: AccountRecord, _ earlier: AccountRecord) -> Bool {
        account.id > earlier.id && account.currency == earlier.currency
            && account.type == earlier.type && !isMissing(account)
            && (earlier.isImported || !account.isImported)
    }

    private func evidence(
        _ earlier: AccountRecord, _ successor: AccountRecord
    ) throws -> MergeOffer.Evidence? {
        if areTwins(earlier, successor) { return .sameID }
        let activity = try vault.activity(ofAccount: successor.id)
        guard let appeared = activity.firstReceivedAt else { return nil }
        if isMissing(earlier), let last = traces[earlier.id]?.lastReceivedAt,
            appeared >= last - Int64(Self.daysOfBoth) * 86_400
        {
            let common = try vault.commonTransactions(ofAccounts: earlier.id, successor.id)
            if common >= Self.leastCommon { return .commonTransactions(common) }
            if Self.folded(earlier.name) == Self.folded(successor.name) { return .sameName }
            if let digits = Self.lastDigits(of: earlier.name),
                digits == Self.lastDigits(of: successor.name)
            {
                return .sameDigits(digits)
            }
        }
        let silence = today.adding(days: -Self.stillDays)
        guard owesNothing(earlier),
            let newest = try vault.activity(ofAccount: earlier.id).newestDay, newest <= silence,
            CalendarDay(secondsSinceEpoch: appeared) > newest,
            let active = activity.newestDay, active > silence
        else { return nil }
        return .stillSince(newest)
    }

    private static func folded(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The last run of at least three digits in an account's name.
    private static func lastDigits(of name: String) -> String? {
        name.split { !("0"..."9").contains($0) }.last { $0.count >= 3 }.map(String.init)
    }
}
