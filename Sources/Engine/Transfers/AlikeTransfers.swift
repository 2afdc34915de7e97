import Model
public import Vault

extension Engine {
    /// The pairs in doubt that look like a transfer which the person made: of the
    /// same accounts, amount and texts but for numbers, each with no other to
    /// choose from. They are the person's to judge: what one of them was, another
    /// need not have been.
    ///
    /// - Returns: the oldest first.
    public func doubtfulPairs(
        like transfer: TransferRecord
    ) throws -> [(sender: TransactionRecord, receiver: TransactionRecord)] {
        let candidates = try vault.transferCandidates()
        let looks = (Look(transfer.sender), Look(transfer.receiver))
        var found: [(sender: TransactionRecord, receiver: TransactionRecord)] = []
        for (one, others) in candidates {
            guard others.count == 1, candidates[others[0]] == [one],
                let sender = try vault.transaction(one), Look(sender) == looks.0,
                let receiver = try vault.transaction(others[0]), Look(receiver) == looks.1
            else { continue }
            found.append((sender, receiver))
        }
        return found.sorted { ($0.sender.day, $0.sender.id) < ($1.sender.day, $1.sender.id) }
    }

    /// What transactions of one kind have in common.
    private struct Look: Equatable {
        let account: Int64
        let amount: Money
        let text: String

        init(_ record: TransactionRecord) {
            account = record.account
            amount = record.amount
            text = record.description.lowercased().filter { !$0.isNumber }
        }
    }
}
