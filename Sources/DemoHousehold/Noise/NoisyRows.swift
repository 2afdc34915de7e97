import Model

/// The rows that banks sent, while noise is laid over them.
struct NoisyRows {
    private let noise: Noise
    private let today: CalendarDay
    private var sent: [TransactionReference: DemoTransaction] = [:]
    private var order: [String: [TransactionReference]] = [:]

    init(_ noise: Noise, today: CalendarDay) {
        self.noise = noise
        self.today = today
    }

    mutating func send(_ account: DemoAccount) {
        let shares = noise.shares
        for transaction in account.transactions {
            let place = TransactionReference(account: account.id, transaction: transaction.id)
            var random = randomness(of: place.account, place.transaction)
            guard !random.chance(percent: shares.lost) else { continue }
            sent[place] = noisy(transaction, in: account, random: &random)
            order[account.id, default: []].append(place)
        }
    }

    /// Takes away partners that were lost, and lets the later side of a
    /// transfer come at most three days after the earlier one.
    mutating func bringPairsTogether() {
        for (place, transaction) in sent {
            guard let partner = transaction.truth.partner else { continue }
            guard let other = sent[partner] else {
                sent[place]?.truth.partner = nil
                continue
            }
            if let day = transaction.posted, let first = other.posted,
                first.days(until: day) > 3
            {
                sent[place]?.post(on: first.adding(days: 3))
            }
        }
    }

    func rows(of account: String) -> [DemoTransaction] {
        let rows = (order[account] ?? []).compactMap { sent[$0] }
        let posted = rows.filter { !$0.isPending }.enumerated()
            .sorted { ($0.element.booked, $0.offset) < ($1.element.booked, $1.offset) }
        return posted.map(\.element) + rows.filter(\.isPending)
    }

    private func noisy(
        _ transaction: DemoTransaction, in account: DemoAccount, random: inout SplitMix64
    ) -> DemoTransaction {
        let shares = noise.shares
        var sent = transaction
        if let posted = transaction.posted { sent.post(on: later(posted, random: &random)) }
        sent.amount = amount(of: transaction, random: &random)
        let text = NoisyText(
            transaction, isCard: account.type == .credit,
            limit: noise.textLimit(isCard: account.type == .credit), shares: shares,
            usual: randomness(of: account.id, transaction.truth.payee))
        sent.description = text.made(random: &random)
        if random.chance(percent: shares.withoutPayee) { sent.payee = nil }
        if random.chance(percent: shares.withoutMemo) { sent.memo = nil }
        if random.chance(percent: shares.withoutCode) { sent.merchantCode = nil }
        return sent
    }

    private func later(_ posted: CalendarDay, random: inout SplitMix64) -> CalendarDay {
        guard random.chance(percent: noise.shares.late) else { return posted }
        let days = random.days(in: 1...max(noise.shares.mostDaysLate, 1))
        return min(posted.adding(days: days).businessDayOnOrAfter, today)
    }

    /// Restaurants are tipped, foreign purchases cost a fee, and utilities
    /// swing. What was agreed on, and what is between own accounts, stays.
    private func amount(of transaction: DemoTransaction, random: inout SplitMix64) -> Int64 {
        let amount = transaction.amount
        let truth = transaction.truth
        guard noise.level != .none, truth.transactionClass == .expense, amount < 0 else {
            return amount
        }
        switch (truth.series?.amounts, truth.category) {
        case (.seasonal, _):
            let swing = noise.shares.seasonalSwing
            return amount * (100 + random.number(in: -swing...swing)) / 100
        case (nil, SpendingCategory.dining.rawValue):
            guard random.chance(percent: noise.shares.tipped) else { return amount }
            return amount + amount * random.number(in: 15...22) / 100
        case (nil, SpendingCategory.travel.rawValue):
            return amount - random.number(in: 1...99)
        default:
            return amount
        }
    }

    private func randomness(of names: String...) -> SplitMix64 {
        var bits = noise.seed
        for byte in names.joined().utf8 { bits = SplitMix64.mixed(bits ^ UInt64(byte)) }
        return SplitMix64(seed: bits)
    }
}

extension DemoTransaction {
    /// The day that a feed would show.
    fileprivate var booked: CalendarDay { posted ?? transacted }

    fileprivate mutating func post(on day: CalendarDay) {
        posted = day
        transacted = min(transacted, day)
    }
}
