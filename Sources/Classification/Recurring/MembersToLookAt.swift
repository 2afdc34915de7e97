import Model

/// The payments that are only remembered and that a pass has to look at, since
/// something else is to be said of them than the last one said.
///
/// What is said of a payment in a series does not change while the series goes on
/// as it was, so that of a new payment's series mostly the new payment alone is
/// looked at.
struct MembersToLookAt {
    /// By the vault's numbers.
    private(set) var transactions: Set<Int64> = []

    /// - Parameters:
    ///   - found: the series of the payees that are remembered.
    ///   - givenBack: by payee, the payments that give something back, by the vault's
    ///     numbers, with the days since what they give back.
    init(
        _ found: [RecurringStage.Found], givenBack: [String: [Int64: Int]], rows: RecurringRows,
        _ memory: PaymentMemory
    ) {
        let seriesOfPayee = Dictionary(grouping: found, by: \.facts.payee)
        for history in memory.histories.values {
            let series = seriesOfPayee[history.payee] ?? []
            let members = series.flatMap { $0.rows.compactMap(rows.remembered) }
            let goesOn =
                series.count == 1
                && Self.goesOn(memory.onlySeries(of: history.payee), as: series[0].facts)
            // Of the newest it is told what it is for.
            let newest = series.first?.facts.newestTransaction
            let isNewestKnown = memory.onlySeries(of: history.payee)?.newestTransaction == newest
            for member in members
            where !goesOn || !member.isInSeries || member.transaction == newest && !isNewestKnown {
                transactions.insert(member.transaction)
            }
            let givenBack = givenBack[history.payee] ?? [:]
            for payment in history.payments
            where payment.daysSincePurchase != givenBack[payment.transaction]
                && !memory.lookedAt.contains(payment.transaction)
            {
                transactions.insert(payment.transaction)
            }
            let kept = Set(members.map(\.transaction))
            for payment in history.payments
            where payment.isInSeries && !kept.contains(payment.transaction)
                && !memory.lookedAt.contains(payment.transaction)
            {
                transactions.insert(payment.transaction)
            }
        }
        transactions.subtract(memory.concluded)
    }

    /// Whether the same is said of the transactions of a series as before.
    private static func goesOn(_ before: SeriesFacts?, as now: SeriesFacts) -> Bool {
        guard let before, before.decision == now.decision else { return false }
        return RecurringOpinion(of: before, stage: 0, name: "").membership
            == RecurringOpinion(of: now, stage: 0, name: "").membership
    }
}
