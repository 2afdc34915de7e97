internal import Model

/// What a bank says in a transaction, beside its id; texts by the vault's
/// numbers of them.
struct TransactionWords: Hashable {
    var day: Int32
    var amount: Int64
    var description: Int64
    var payee: Int64
    var memo: Int64
    var merchantCode: Int64
    var isPending: Bool
    var postedAt: Int64?
    var transactedAt: Int64?

    /// What a transaction keeps if its bank gives it another id or day.
    var content: Content {
        Content(amount: amount, description: description, payee: payee, memo: memo)
    }

    /// Whether the bank says when it was posted or paid. If not, its day is the one on which it
    /// was first received.
    var isDated: Bool { postedAt != nil || transactedAt != nil }

    /// What two accounts that are one have twice.
    var likeness: Likeness { Likeness(content: content, day: day, isPending: isPending) }

    struct Likeness: Hashable {
        let content: Content
        let day: Int32
        let isPending: Bool
    }

    /// The day of the payment, if the bank says it.
    var paidDay: Int32? {
        transactedAt.map { CalendarDay(secondsSinceEpoch: $0).daysSinceEpoch }
    }

    struct Content: Hashable {
        let amount: Int64
        let description: Int64
        let payee: Int64
        let memo: Int64
    }
}

/// A transaction as it lies in the vault.
struct StoredTransaction {
    let id: Int64
    let bankID: ExactText
    let words: TransactionWords
    let isVoid: Bool
    /// POSIX seconds.
    let firstReceivedAt: Int64

    static let columns = """
        id, bank_id, day, amount, description_id, payee_id, memo_id, merchant_code_id,
        is_pending, posted_at, transacted_at, voided_at, first_received_at
        """

    /// - Parameter row: with ``columns``.
    init(_ row: WalkedRow) throws {
        id = row.integer(0)
        bankID = ExactText(row.text(1))
        words = TransactionWords(
            day: try row.int32(2, of: "transactions", row: id), amount: row.integer(3),
            description: row.integer(4), payee: row.integer(5), memo: row.integer(6),
            merchantCode: row.integer(7), isPending: row.integer(8) != 0,
            postedAt: row.optionalInteger(9), transactedAt: row.optionalInteger(10))
        isVoid = !row.isNull(11)
        firstReceivedAt = row.integer(12)
    }
}
