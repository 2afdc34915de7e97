internal import GRDB

/// What the vault knows of the last pass that was stored.
public struct PassState: Hashable, Sendable {
    /// Counts the passes that were stored.
    let generation: Int64
    /// A digest of all that the pass was made of beside transactions and what
    /// was decided about them; empty where the next pass has to look at
    /// everything.
    public let rulebook: String
    /// A digest of the balances, where some rule has read one.
    public let balances: String?
    /// The highest number of a transaction that it saw.
    public let lastTransaction: Int64
}

/// What a pass was made of, to be kept with its conclusions.
public struct PassMark: Sendable {
    /// As in ``PassState``; empty where the next pass has to look at everything.
    public var rulebook: String
    public var balances: String?
    let basedOn: PassState
    private(set) var lastTransaction: Int64
    /// The last of the changes that it took up.
    let lastChange: Int64

    /// Says that not everything is stored that the pass concludes, so that the
    /// next one has to look at everything.
    ///
    /// - Parameter withNew: whether transactions stay without any conclusion.
    public mutating func holdBack(withNew: Bool) {
        rulebook = ""
        if withNew { lastTransaction = basedOn.lastTransaction }
    }
}

extension PassMark {
    /// Whether the vault has to remember something that it does not yet.
    var isNews: Bool {
        rulebook != basedOn.rulebook || balances != basedOn.balances
            || lastTransaction != basedOn.lastTransaction || lastChange > 0
    }

    /// Remembers it, and forgets the changes that it took up.
    ///
    /// - Throws: ``VaultError/overtaken`` where another pass was stored
    ///   meanwhile.
    func write(to database: Database) throws {
        try database.execute(
            sql: """
                UPDATE pass_state SET generation = generation + 1, rulebook = ?, balances = ?,
                    last_transaction = ?
                WHERE generation = ?
                """,
            arguments: [rulebook, balances, lastTransaction, basedOn.generation])
        guard database.changesCount == 1 else { throw VaultError.overtaken }
        try database.execute(
            sql: "DELETE FROM changed_transactions WHERE id <= ?", arguments: [lastChange])
    }
}

/// What changed since the last pass.
public struct ChangedTransactions: Sendable {
    /// The vault's numbers of transactions that came, changed, went or were
    /// decided about.
    public var ids: Set<Int64> = []
    /// Amounts in minor units and days of posted ones as they were before.
    public var earlier: [SizeAndDay] = []
}

/// Where a transaction stands among possible partners of a transfer.
public struct SizeAndDay: Hashable, Sendable {
    /// The amount in minor units without its sign, made negative.
    public let size: Int64
    public let isReceived: Bool
    /// Days since 1970-01-01.
    public let day: Int32

    init(size: Int64, isReceived: Bool, day: Int32) {
        self.size = size
        self.isReceived = isReceived
        self.day = day
    }

    /// - Parameter amount: in minor units.
    public init(amount: Int64, day: Int32) {
        self.init(size: amount < 0 ? amount : -amount, isReceived: amount > 0, day: day)
    }
}

/// A transaction with where it stands.
public struct PlacedTransaction: Hashable, Sendable {
    public let id: Int64
    public let place: SizeAndDay
}
