internal import Classification
public import Model
public import Vault

/// Why something can't be kept by hand.
public enum HandError: Error, Hashable, Sendable {
    case nameTaken(String)
    /// Only accounts kept by hand have values, entries and transactions that they follow.
    case notByHand(String)
    /// An account that a connection brings comes again.
    case broughtByConnection(String)
    /// Another account was merged into it.
    case hasMerged(String)
    case notYet(CalendarDay)
    /// Before its first value, an account is worth nothing.
    case beforeFirstValue(String, CalendarDay)
    /// It has no value at all.
    case worthNothing(String)
    case noValue(String, CalendarDay)
    /// The person didn't enter the transaction.
    case notEntered(Int64)
}

/// A transaction that the person enters.
public struct HandTransaction: Sendable {
    public let day: CalendarDay
    /// Minor units; negative for money that went out.
    public let amount: Int64
    public let payee: String
    public let correction: Correction

    public init(day: CalendarDay, amount: Int64, payee: String, correction: Correction) {
        self.day = day
        self.amount = amount
        self.payee = payee
        self.correction = correction
    }
}

extension Engine {
    /// Adds an account kept by hand, and classifies again, since it may follow transactions.
    ///
    /// - Returns: the account's row ID, with the report.
    /// - Throws: ``HandError``, with nothing stored.
    public func addAccount(
        _ account: HandAccount, worth value: HandValue
    ) throws -> (account: Int64, report: ClassifyReport) {
        let taken = try vault.accounts().contains { $0.name == account.name }
        guard !taken else { throw HandError.nameTaken(account.name) }
        try checkHasCome(value.day)
        let (id, report) = try classifying { try vault.addAccount(account, worth: value) }
        return (id, report)
    }

    /// Sets the value of an account on a day. That of statements without a balance may have one,
    /// too.
    ///
    /// - Throws: ``HandError``, with nothing stored.
    public func setValue(_ value: HandValue, of account: AccountRecord) throws -> ClassifyReport {
        try checkHasNoBank(account)
        try checkHasCome(value.day)
        return try classifying { try vault.setValue(value, account: account.id) }.classified
    }

    /// Removes the value of an account on a day.
    ///
    /// - Throws: ``HandError``, with nothing stored.
    public func removeValue(
        on day: CalendarDay, of account: AccountRecord
    ) throws -> ClassifyReport {
        try checkHasNoBank(account)
        guard try vault.values(ofAccount: account.id).contains(where: { $0.day == day }) else {
            throw HandError.noValue(account.name, day)
        }
        return try classifying { try vault.removeValue(of: day, account: account.id) }.classified
    }

    /// Sets the texts of transactions that an account follows; none to follow none.
    ///
    /// - Throws: ``HandError/notByHand(_:)``, with nothing stored.
    public func follow(_ texts: [String], by account: AccountRecord) throws -> ClassifyReport {
        try checkIsByHand(account)
        return try classifying { try vault.follow(texts, account: account.id) }.classified
    }

    /// Adds a transaction to an account kept by hand.
    ///
    /// - Returns: the transaction's row ID, with the report.
    /// - Throws: ``HandError``, with nothing stored.
    public func addTransaction(
        _ transaction: HandTransaction, to account: AccountRecord
    ) throws -> (transaction: Int64, report: ClassifyReport) {
        try checkIsByHand(account)
        try checkHasCome(transaction.day)
        guard let first = try vault.values(ofAccount: account.id).first?.day else {
            throw HandError.worthNothing(account.name)
        }
        guard first <= transaction.day else {
            throw HandError.beforeFirstValue(account.name, first)
        }
        let noon = transaction.day.secondsSinceEpoch + 43_200
        let row = ReceivedTransaction(
            bankID: "", day: transaction.day, amount: transaction.amount,
            description: transaction.payee, payee: transaction.payee, memo: "", merchantCode: "",
            isPending: false, postedAt: noon, transactedAt: nil)
        // What is said of it is said after the rules that are there.
        if !transaction.correction.isEmpty {
            try uninterrupted { try numberRules(of: passSetup(), byContent: true) }
        }
        let (id, report) = try classifying {
            try vault.addTransaction(
                row, account: account.id, correction: transaction.correction)
        }
        return (id, report)
    }

    /// Removes a transaction that the person entered.
    ///
    /// - Throws: ``HandError/notEntered(_:)`` or ``EngineError/noSuchTransaction(_:)``.
    public func removeTransaction(_ transaction: Int64) throws -> ClassifyReport {
        guard try vault.transaction(transaction) != nil else {
            throw EngineError.noSuchTransaction(transaction)
        }
        return try classifying {
            guard try vault.removeTransaction(transaction) else {
                throw HandError.notEntered(transaction)
            }
        }.classified
    }

    /// Removes an account that no connection brings, with its transactions.
    ///
    /// - Throws: ``HandError``, with nothing changed.
    public func removeAccount(_ account: AccountRecord) throws -> ClassifyReport {
        guard account.isImported else { throw HandError.broughtByConnection(account.name) }
        return try classifying {
            guard try vault.removeAccount(account.id) else {
                throw HandError.hasMerged(account.name)
            }
        }.classified
    }

    /// Decides whether accounts are shown and counted.
    ///
    /// - Returns: nil if no account follows transactions of others, so that none changes.
    public func decideVisibility(
        _ visibility: AccountVisibility, accounts: [Int64]
    ) throws -> ClassifyReport? {
        guard try vault.accounts().contains(where: \.followsOthers) else {
            try vault.decideVisibility(visibility, accounts: accounts)
            return nil
        }
        return try classifying {
            try vault.decideVisibility(visibility, accounts: accounts)
        }.classified
    }

    private func checkIsByHand(_ account: AccountRecord) throws(HandError) {
        guard account.isByHand else { throw .notByHand(account.name) }
    }

    private func checkHasNoBank(_ account: AccountRecord) throws(HandError) {
        guard account.isImported else { throw .notByHand(account.name) }
    }

    private func checkHasCome(_ day: CalendarDay) throws(HandError) {
        guard day <= today else { throw .notYet(day) }
    }
}
