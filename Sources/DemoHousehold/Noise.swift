public import Model

/// How far what a bank sends is from what happened: its texts, its days, its
/// amounts, and rows that it loses.
///
/// The same noise changes the same household in the same way.
public struct Noise: Hashable, Sendable {
    public let level: Level
    public let seed: UInt64

    /// How much noise there is. Each level is noisier than the one before.
    public enum Level: Int, CaseIterable, Sendable {
        /// What the household itself sends.
        case none
        /// A careful bank: few texts are changed, most rows come within a day.
        case some
        /// A careless one: texts are cut off and abbreviated, merchant codes
        /// are never sent, payees every other time, and rows come late.
        case much
    }

    /// - Parameter seed: chooses what is changed, not how much.
    public init(level: Level, seed: UInt64 = 1) {
        self.level = level
        self.seed = seed
    }

    /// In percent of the rows or texts that could be changed.
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

    /// The letters that a text may have, where the bank cuts texts off: from
    /// the first level on a card's, from the second on all.
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
        /// Of the words that a bank could write shorter: it does so always or
        /// never, with one payee.
        var abbreviated: Int64 = 0
        /// How many texts come another way than usual, and are abbreviated
        /// otherwise.
        var reworded: Int64 = 0
        var prefixed: Int64 = 0
        var numbered: Int64 = 0
        var respaced: Int64 = 0
        var recased: Int64 = 0
        var movedShops: Int64 = 0
        var tipped: Int64 = 0
        /// How far a seasonal amount goes up or down, in percent of it.
        var seasonalSwing: Int64 = 0
        var withoutCode: Int64 = 0
        var withoutPayee: Int64 = 0
        var withoutMemo: Int64 = 0
    }
}

/// An account as its bank sent it, with noise, and the truth about each row.
public struct SentAccount: Sendable {
    public let id: String
    public let name: String
    public let institution: Institution
    public let type: AccountType
    /// Minor units at the end of the history, as the household itself has it.
    public let balance: Int64
    /// Oldest first and pending ones last.
    public let transactions: [DemoTransaction]
}

extension Household {
    /// The accounts as banks with so much noise sent them.
    ///
    /// The truth goes along: where one side of a transfer was lost, the other
    /// has no partner. The sides of a transfer keep their amount and are at
    /// most three days apart. No row is posted after today.
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
