import Model

/// Finds money that came in from whom the very same amount was paid shortly before.
struct PurchasesGivenBack {
    /// By row, so many days ago the payment was.
    private(set) var daysOfRow: [Int32: Int] = [:]

    /// - Parameters:
    ///   - payments: with one payee.
    ///   - days: so long after a payment it may be given back.
    ///   - regular: rows of money that comes for itself.
    init(
        among payments: [Int32], in rows: RecurringRows, within days: Int,
        besides regular: Set<Int32>
    ) {
        let received = payments.filter { rows.amount($0) > 0 && !regular.contains($0) }
        guard !received.isEmpty, received.count < payments.count else { return }
        let amounts = Set(received.map { rows.amount($0).magnitude })
        var paid = Dictionary(
            grouping: payments.lazy.filter {
                rows.amount($0) < 0 && amounts.contains(rows.amount($0).magnitude)
            }, by: { rows.amount($0).magnitude })
        guard !paid.isEmpty else { return }
        func isBefore(_ one: Int32, _ other: Int32) -> Bool {
            (rows.day(one), rows.id(one)) < (rows.day(other), rows.id(other))
        }
        for row in received.sorted(by: isBefore) {
            let day = rows.day(row)
            let possible = day.adding(days: -days)...day
            let purchases = paid[rows.amount(row).magnitude] ?? []
            let purchase = purchases.filter { possible.contains(rows.day($0)) }.max(by: isBefore)
            guard let purchase else { continue }
            daysOfRow[row] = rows.day(purchase).days(until: day)
            // Each is given back once.
            paid[rows.amount(row).magnitude]?.removeAll { $0 == purchase }
        }
    }
}
