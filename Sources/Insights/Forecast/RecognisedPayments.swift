internal import Model
internal import Vault

/// The series that a forecast continues, with their payments on accounts.
struct RecognisedPayments {
    struct Recognised {
        let facts: SeriesFacts
        /// Oldest first, none after the as-of day.
        let payments: [AccountFlow]
        /// The other side of each payment between own accounts; nil if there is none.
        let partners: [AccountFlow?]
        /// Whether each payment is like the last: a price, or what a loan charges, which falls
        /// a little each time.
        let followsLast: Bool

        /// The amount of the next payment.
        var amount: Int128 {
            Int128(
                followsLast && !facts.isFixed
                    ? payments[payments.count - 1].minorUnits : facts.usualAmount)
        }
        /// The account of the newest payment.
        var account: Int64 { payments[payments.count - 1].account }
        /// The account that receives the newest payment, or sent it.
        var partner: Int64? { partners[partners.count - 1]?.account }
    }

    /// By name.
    let series: [Recognised]
    /// The transactions that belong to them, both sides of transfers included.
    let transactions: Set<Int64>

    init(_ facts: ForecastFacts) {
        let flows = Dictionary(
            facts.flows.map { ($0.transaction, $0) }, uniquingKeysWith: { first, _ in first })
        let certain = facts.found.series.filter {
            $0.standing != .possible && $0.decision != .dismissed
        }
        let loans = Set(facts.accounts.filter(\.type.isLoan).map(\.id))
        func recognised(_ series: SeriesFacts) -> Recognised? {
            let payments = (facts.found.payments[series.name] ?? [])
                .compactMap { flows[$0.transaction] }
            guard !payments.isEmpty else { return nil }
            let partners = payments.map { payment in
                series.transactionClass == .transfer ? payment.partner.flatMap { flows[$0] } : nil
            }
            return Recognised(
                facts: series, payments: payments, partners: partners,
                followsLast: series.isFixed || loans.contains(payments[payments.count - 1].account))
        }
        let all = certain.compactMap(recognised)
        let paying = all.filter { $0.facts.usualAmount < 0 }
        let received = Set(paying.flatMap(\.partners).compactMap { $0?.transaction })
        // The receiving side of a transfer follows from the paying side, so that the sum of
        // own accounts stays.
        series = all.filter { one in
            one.facts.usualAmount < 0
                || !received.contains(one.payments[one.payments.count - 1].transaction)
        }
        transactions = Set(
            series.flatMap { one in
                one.payments.map(\.transaction) + one.partners.compactMap { $0?.transaction }
            })
    }
}

extension RecognisedPayments.Recognised {
    /// What was expected before each payment but the first: its day, and its amount.
    var expectations: [(payment: AccountFlow, partner: AccountFlow?, day: CalendarDay, Int128)] {
        payments.indices.dropFirst().map { position in
            let earlier = payments[max(0, position - 6)..<position].map(\.minorUnits)
            // What varies is near the middle of the last.
            let expected =
                followsLast
                ? earlier[earlier.count - 1] : earlier.sorted()[earlier.count / 2]
            return (
                payments[position], partners[position],
                facts.rhythm.nearest(to: payments[position].day).day, Int128(expected)
            )
        }
    }
}
