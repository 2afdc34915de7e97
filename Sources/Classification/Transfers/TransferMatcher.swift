import Model
import Rules

/// Finds the transfers between a person's own accounts: equal and opposite
/// amounts of one currency, in different accounts, a few days apart at most,
/// both posted; each transaction in one pair at the most.
///
/// The choice among several possible partners is the best one for all of them
/// together (``Assignment``), the same on every run. Where two choices are
/// equally good nothing is matched: a wrong pair hides income or spending.
struct TransferMatcher {
    struct Pair: Hashable {
        /// Rows of the snapshot.
        let sender: Int
        let receiver: Int
        let daysApart: Int
    }

    let settings: TransferSettings

    /// - Parameter isCandidate: whether a row may be one side of a transfer.
    /// - Returns: the pairs, in the order of their senders' rows.
    func pairs(in snapshot: Snapshot, isCandidate: (Int) -> Bool) -> [Pair] {
        let evidence = TransferEvidence(settings, snapshot: snapshot)
        var groups: [Amount: [Int]] = [:]
        for (row, transaction) in snapshot.transactions.enumerated()
        where !transaction.isPending && transaction.amount != 0 && isCandidate(row) {
            let currency = snapshot.account(of: transaction).currency
            groups[Amount(size: transaction.amount.magnitude, currency: currency), default: []]
                .append(row)
        }
        return groups.values
            .flatMap { pairs(among: $0, snapshot: snapshot, evidence: evidence) }
            .sorted { $0.sender < $1.sender }
    }

    private struct Amount: Hashable {
        let size: UInt64
        let currency: Currency
    }

    private func pairs(
        among rows: [Int], snapshot: Snapshot, evidence: TransferEvidence
    ) -> [Pair] {
        guard rows.count > 1 else { return [] }
        let byDay = rows.sorted {
            (snapshot.transactions[$0].day, $0) < (snapshot.transactions[$1].day, $1)
        }
        // Rows further apart than a transfer may take can't compete for a
        // partner, so each run of close days is solved alone.
        var found: [Pair] = []
        var run: [Int] = []
        for row in byDay {
            if let last = run.last,
                snapshot.transactions[last].day.days(until: snapshot.transactions[row].day)
                    > settings.maximumDays
            {
                found += solve(run, snapshot: snapshot, evidence: evidence)
                run = []
            }
            run.append(row)
        }
        return found + solve(run, snapshot: snapshot, evidence: evidence)
    }

    private func solve(
        _ run: [Int], snapshot: Snapshot, evidence: TransferEvidence
    ) -> [Pair] {
        let senders = run.filter { snapshot.transactions[$0].amount < 0 && evidence.allows($0) }
        let receivers = run.filter { snapshot.transactions[$0].amount > 0 && evidence.allows($0) }
        guard !senders.isEmpty, !receivers.isEmpty else { return [] }
        let costs = senders.map { sender in
            receivers.map { receiver in
                cost(of: sender, receiver, snapshot: snapshot, evidence: evidence)
            }
        }
        return Assignment.certainPairs(costs: costs).map { sender, receiver in
            Pair(
                sender: senders[sender], receiver: receivers[receiver],
                daysApart: abs(
                    snapshot.transactions[senders[sender]].day.days(
                        until: snapshot.transactions[receivers[receiver]].day)))
        }
    }

    /// How unlikely it is that two rows are one transfer, or nil where they
    /// can't be. A day apart weighs more than all wording together.
    private func cost(
        of sender: Int, _ receiver: Int, snapshot: Snapshot, evidence: TransferEvidence
    ) -> Int? {
        let out = snapshot.transactions[sender]
        let into = snapshot.transactions[receiver]
        guard out.account != into.account else { return nil }
        let daysApart = out.day.days(until: into.day)
        guard abs(daysApart) <= settings.maximumDays else { return nil }
        guard !(evidence.isMerchant(sender) && evidence.isMerchant(receiver)),
            evidence.isWorded(sender) || evidence.isWorded(receiver)
                || !(evidence.isMerchant(sender) || evidence.isMerchant(receiver))
        else { return nil }
        let unworded = (evidence.isWorded(sender) ? 0 : 1) + (evidence.isWorded(receiver) ? 0 : 1)
        return abs(daysApart) * 4 + unworded + (daysApart < 0 ? 1 : 0)
    }
}
