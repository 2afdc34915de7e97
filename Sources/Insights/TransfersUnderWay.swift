public import Model
public import Vault

/// Transfers between own accounts whose sides are of different days.
///
/// Between these days net worth lacks the amount, or has it twice, although nothing was lost or
/// gained.
public struct TransfersUnderWay: Sendable {
    private let transfers: [TransferRecord]

    /// - Parameter days: the days whose net worth is shown.
    public init(_ vault: Vault, on days: ClosedRange<CalendarDay>) throws {
        var query = TransferQuery()
        query.days = days.lowerBound..<days.upperBound.adding(days: 1)
        transfers = try vault.transfers(query).filter { $0.sender.day != $0.receiver.day }
    }

    /// The amounts that had left an account at the end of a day and came into the other later,
    /// less those that had come and left later.
    public func sum(at point: NetWorth) -> Money {
        let accounts = Set(point.balances.map(\.account))
        let sum = transfers.reduce(Int128(0)) { sum, transfer in
            let (sender, receiver) = (transfer.sender, transfer.receiver)
            guard sender.amount.currency == point.net.currency,
                accounts.isSuperset(of: [sender.account, receiver.account])
            else { return sum }
            let left = sender.day <= point.day
            let came = receiver.day <= point.day
            guard left != came else { return sum }
            return sum + (left ? -1 : 1) * sender.amount.minorUnits
        }
        return Money(sum: sum, currency: point.net.currency)
    }
}
