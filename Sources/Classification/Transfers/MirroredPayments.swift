import Model

/// Payments out of one account that come back in another, again and again.
///
/// It is evidence for transfers that needs no words: whoever is paid out of one account
/// and pays the same into another, time after time, is the person. There are four kinds
/// of it, each measured on households whose texts were written apart from the word lists
/// (`Tools/strangers`): none of them paired what was no transfer.
///
/// - Both texts have one payee, which is more than a word such as "payment".
/// - One payee of the sending account and one of the receiving account mirror each other
///   in three different amounts, and that is most of what one of them ever did.
/// - The same in one amount, but six times, for all that both of them did, and into savings,
///   a card or a loan, where no wages arrive.
/// - Both texts share a name of several words, three times.
///
/// Checks are left out: one paid and one deposited are equal by chance.
struct MirroredPayments {
    /// A payee in an account, with money going one way.
    private struct Side: Hashable {
        let account: Int32
        let payee: TextID
    }

    private struct Sides: Hashable {
        let sender: Side
        let receiver: Side
    }

    private let transactions: [TransactionFacts]
    private var mirrored: Set<Sides> = []
    private var names: Set<[String]> = []

    private static let fewestPairs = 3
    private static let fewestAmounts = 3
    private static let fewestOfOneAmount = 6
    /// Of all payments of one side, in percent.
    private static let leastShare = 70

    /// - Parameters:
    ///   - pairs: equal and opposite amounts in two accounts within days, each row in one
    ///     pair at most.
    ///   - rows: all rows that may become a side of a transfer.
    ///   - sharedName: the name of several words in the texts of two rows.
    init(
        _ pairs: [(sender: Int, receiver: Int)], among rows: [Int], in snapshot: Snapshot,
        sharedName: (Int, Int) -> [String]?
    ) {
        transactions = snapshot.transactions
        guard pairs.count >= Self.fewestPairs else { return }
        var all: [Side: (sent: Int, received: Int)] = [:]
        for row in rows {
            if transactions[row].amount < 0 {
                all[side(row), default: (0, 0)].sent += 1
            } else {
                all[side(row), default: (0, 0)].received += 1
            }
        }
        let groups = Dictionary(grouping: pairs) {
            Sides(sender: side($0.sender), receiver: side($0.receiver))
        }
        for (sides, pairs) in groups where pairs.count >= Self.fewestPairs {
            let amounts = Set(pairs.map { transactions[$0.sender].amount }).count
            let sent = all[sides.sender]?.sent ?? 0
            let received = all[sides.receiver]?.received ?? 0
            let type = snapshot.accounts[Int(sides.receiver.account)].type
            if amounts >= Self.fewestAmounts
                && pairs.count * 100 >= min(sent, received) * Self.leastShare
                || pairs.count >= Self.fewestOfOneAmount && pairs.count == sent
                    && pairs.count == received && type.getsNoWages
            {
                mirrored.insert(sides)
            }
        }
        let shared = pairs.compactMap { sharedName($0.sender, $0.receiver) }
        names = Set(
            Dictionary(grouping: shared) { $0 }
                .filter { $0.value.count >= Self.fewestPairs }.keys)
    }

    /// Whether two rows of equal and opposite amounts mirror each other.
    ///
    /// - Parameters:
    ///   - sharedName: the name of several words in the texts of both.
    ///   - isName: whether a payee is more than a word for the way in which money moved.
    func has(
        _ sender: Int, _ receiver: Int, sharedName: () -> [String]?, isName: (TextID) -> Bool
    ) -> Bool {
        let sides = Sides(sender: side(sender), receiver: side(receiver))
        if sides.sender.payee == sides.receiver.payee, sides.sender.payee != .empty,
            isName(sides.sender.payee)
        {
            return true
        }
        if mirrored.contains(sides) { return true }
        guard !names.isEmpty, let name = sharedName() else { return false }
        // The texts of other rows may have more of it.
        return names.contains { known in
            known.count >= name.count
                && (0...known.count - name.count).contains { known[$0...].starts(with: name) }
        }
    }

    private func side(_ row: Int) -> Side {
        Side(account: transactions[row].account, payee: transactions[row].payee)
    }
}

extension AccountType {
    /// Whether wages hardly ever arrive in such an account.
    fileprivate var getsNoWages: Bool { self == .savings || isLiability }
}

extension TransferMatcher {
    /// Equal and opposite amounts in two accounts within days, nearest first and each row
    /// once, whatever their texts say.
    func pairsByAmount(
        _ amounts: RowsByAmount, _ isFree: (Int) -> Bool
    ) -> [(sender: Int, receiver: Int)] {
        var pairs: [(sender: Int, receiver: Int)] = []
        for rows in amounts.rows.map({ $0.filter(isFree) }) where hasBothSides(rows) {
            let byDay = rows.sorted {
                (transactions[$0].day, transactions[$0].id)
                    < (transactions[$1].day, transactions[$1].id)
            }
            let receivers = byDay.filter { transactions[$0].amount > 0 }
            var isTaken = [Bool](repeating: false, count: receivers.count)
            var first = 0
            var compared = 0
            var found: [(sender: Int, receiver: Int)] = []
            for sender in byDay where transactions[sender].amount < 0 {
                let day = transactions[sender].day
                while first < receivers.count,
                    daysFrom(receivers[first], to: day) > settings.maximumDays
                {
                    first += 1
                }
                var nearest: (place: Int, days: Int)?
                for place in first..<receivers.count {
                    let days = daysFrom(receivers[place], to: day)
                    compared += 1
                    if -days > settings.maximumDays || compared > Self.mostPossiblePairs { break }
                    guard !isTaken[place],
                        transactions[receivers[place]].account != transactions[sender].account
                    else { continue }
                    if nearest.map({ abs(days) < $0.days }) ?? true {
                        nearest = (place, abs(days))
                    }
                    if days == 0 { break }
                }
                guard let nearest else { continue }
                isTaken[nearest.place] = true
                found.append((sender, receivers[nearest.place]))
            }
            // So many equal amounts are no evidence, and would take long.
            if compared <= Self.mostPossiblePairs { pairs += found }
        }
        return pairs
    }
}
