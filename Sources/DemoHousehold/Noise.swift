public import Model

/// The distortion of transactions by banks: descriptions, days, amounts and lost rows.
///
/// Deterministic: the same noise distorts the same household in the same way.
public struct Noise: Hashable, Sendable {
    public let level: Level
    public let seed: UInt64

    /// The amount of noise, in ascending order.
    public enum Level: Int, CaseIterable, Sendable {
        /// No noise.
        case none
        /// A careful bank: few descriptions change, most rows come within a day.
        case some
        /// A careless bank: descriptions are truncated and abbreviated, merchant codes
        /// are missing, half of the payees too, and rows come late.
        case much
    }

    /// - Parameter seed: determines what changes, not how much.
    public init(level: Level, seed: UInt64 = 1) {
        self.level = level
        self.seed = seed
    }

    /// In percent of the affected rows or descriptions.
    var shares: Shares {
        switch level {
        case .none: Shares()
        case .some:
            Shares(
                lost: 1, late: 30, mostDaysLate: 1, abbreviated: 25, reworded: 10, prefixed: 20,
                numbered: 15,
                respaced: 20, recased: 15, movedShops: 20, tipped: 30, seasonalSwing: 10,
                withoutCode: 50, withoutPayee: 5, withoutMemo: 10)
        case .much:
            Shares(
                lost: 2, late: 75, mostDaysLate: 3, abbreviated: 50, reworded: 20, prefixed: 50,
                numbered: 35,
                respaced: 40, recased: 35, movedShops: 50, tipped: 60, seasonalSwing: 22,
                withoutCode: 100, withoutPayee: 50, withoutMemo: 50)
        }
    }

    /// The maximum length of descriptions: of cards from the first level, of all
    /// accounts from the second.
    func textLimit(isCard: Bool) -> Int? {
        switch level {
        case .none: nil
        case .some: isCard ? 25 : nil
        case .much: isCard ? 22 : 25
        }
    }

    struct Shares {
        var lost: Int64 = 0
        var late: Int64 = 0
        var mostDaysLate: Int64 = 0
        /// Words that the bank could abbreviate. It does so always or never for one
        /// payee.
        var abbreviated: Int64 = 0
        /// Descriptions with an unusual wording and other abbreviations.
        var reworded: Int64 = 0
        var prefixed: Int64 = 0
        var numbered: Int64 = 0
        var respaced: Int64 = 0
        var recased: Int64 = 0
        var movedShops: Int64 = 0
        var tipped: Int64 = 0
        /// The swing of a seasonal amount, in percent of it.
        var seasonalSwing: Int64 = 0
        var withoutCode: Int64 = 0
        var withoutPayee: Int64 = 0
        var withoutMemo: Int64 = 0
    }
}

/// An account as its bank sent it, with noise, and a label for each row.
public struct SentAccount: Sendable {
    public let id: String
    public let name: String
    public let institution: Institution
    public let type: AccountType
    /// Minor units at the end of the history, without noise.
    public let balance: Int64
    /// Oldest first, pending ones last.
    public let transactions: [DemoTransaction]
}

extension Household {
    /// The accounts as sent by banks with noise.
    ///
    /// Labels are adjusted: if one side of a transfer is lost, the other has no
    /// partner. The sides keep their amount and are at most three days apart. No row is
    /// posted after today.
    ///
    /// Takes some microseconds for each transaction.
    public func accounts(with noise: Noise) -> [SentAccount] {
        var rows = NoisyRows(noise, today: today)
        for account in accounts { rows.send(account) }
        rows.bringPairsTogether()
        return accounts.map { account in
            SentAccount(
                id: account.id, name: account.name, institution: account.institution,
                type: account.type, balance: account.balance(on: today),
                transactions: rows.rows(of: account.id))
        }
    }
}
