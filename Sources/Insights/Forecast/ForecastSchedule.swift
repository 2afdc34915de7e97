internal import Model
internal import Vault

/// The movements that are expected of all accounts until a day.
struct ForecastSchedule {
    /// By day, account and name.
    private(set) var movements: [ForecastMovement] = []
    /// Planned items that aren't simply in it.
    private(set) var notes: [PlanNote] = []

    private let facts: ForecastFacts
    private let accounts: [Int64: ForecastFacts.Account]
    private let end: CalendarDay
    /// What came into accounts and is taken for the other side of an expected payment.
    private var arrived: Set<Int64> = []

    /// - Parameter everyday: what each account does besides.
    init(
        _ facts: ForecastFacts, _ recognised: RecognisedPayments,
        everyday: [Int64: EverydayMovement], through end: CalendarDay
    ) {
        self.facts = facts
        self.end = end
        accounts = Dictionary(
            facts.accounts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for flow in facts.pending {
            guard let account = accounts[flow.account] else { continue }
            movements.append(
                ForecastMovement(
                    account: flow.account, day: account.knownDay.adding(days: 1),
                    amount: Int128(flow.minorUnits),
                    source: .pending(
                        transaction: flow.transaction,
                        payee: facts.pendingPayees[flow.transaction] ?? "#\(flow.transaction)"),
                    isCounted: !facts.pendingTransfers.contains(flow.transaction)))
        }
        let cards = recognised.series.filter { one in
            one.facts.usualAmount < 0 && one.partner.flatMap { accounts[$0]?.type } == .credit
        }
        let cardNames = Set(cards.map(\.facts.name))
        for one in recognised.series where !cardNames.contains(one.facts.name) {
            // The charges after the next one are a little less still.
            let amount = nextCharge(of: one) ?? one.amount
            for due in days(of: one) { add(one, amount, on: due) }
        }
        plan()
        pay(cards, everyday)
        movements.sort {
            ($0.day, $0.account, $0.name, $0.amount) < ($1.day, $1.account, $1.name, $1.amount)
        }
    }

    private struct DueDay {
        /// When it is expected: later than it was due if it is late.
        let day: CalendarDay
        let isLate: Bool
        let dueDay: CalendarDay
    }

    /// The days on which a series is due after what is known of its account.
    private func days(of one: RecognisedPayments.Recognised) -> [DueDay] {
        guard let account = accounts[one.account] else { return [] }
        let arrival = one.partner.flatMap { accounts[$0] }.map {
            $0.knownDay.adding(days: -Self.daysUnderWay)
        }
        let known = max(account.knownDay, arrival ?? account.knownDay)
        let history = SeriesHistory(
            one.facts, payments: facts.found.payments[one.facts.name] ?? [],
            besides: facts.found.besides[one.facts.name] ?? [], today: known,
            oldestDay: facts.found.oldestDay)
        guard var day = history.dueDay else { return [] }
        let rhythm = one.facts.rhythm
        var slot = rhythm.slot(nearestTo: day)
        var days: [DueDay] = []
        while day <= end {
            // One of today may still come today.
            let isLate = day <= known && day < facts.today
            days.append(
                DueDay(
                    day: isLate ? known.adding(days: 1) : day, isLate: isLate, dueDay: day))
            slot += 1
            day = rhythm.day(ofSlot: slot)
        }
        return days
    }

    /// The days after which money that another own account paid has arrived.
    private static let daysUnderWay = 3

    /// What arrives at the other side of a payment: of another currency, the amount at the rate of
    /// the newest payment.
    private func arrival(
        of amount: Int128, from one: RecognisedPayments.Recognised, in other: Int64
    ) -> (amount: Int128, isExchanged: Bool) {
        guard let sent = one.payments.last, let received = one.partners.last ?? nil,
            sent.minorUnits != 0, accounts[one.account]?.currency != accounts[other]?.currency
        else { return (-amount, false) }
        let product = amount * Int128(received.minorUnits) * Int128(sent.minorUnits.signum())
        return (product.divided(by: sent.minorUnits.magnitude), true)
    }

    /// Whether the money of a due day is in the balance of the account that it goes to already, as
    /// an amount whose other side isn't known yet.
    private mutating func hasArrived(
        _ arrival: (amount: Int128, isExchanged: Bool), in other: Int64, for due: CalendarDay
    ) -> Bool {
        guard let known = accounts[other]?.knownDay, due <= known else { return false }
        // A rate moves a little from one payment to the next.
        let slack = arrival.isExchanged ? Int128(arrival.amount.magnitude) / 20 : 0
        let flow = facts.flows.first { flow in
            flow.account == other && flow.partner == nil && !arrived.contains(flow.transaction)
                && abs(due.days(until: flow.day)) <= Self.daysUnderWay
                && (Int128(flow.minorUnits) - arrival.amount).magnitude <= slack
        }
        if let flow { arrived.insert(flow.transaction) }
        return flow != nil
    }

    /// The day on which a payment arrives: after what is known of the account, if that is later.
    private func arrivalDay(of day: CalendarDay, in other: Int64) -> CalendarDay {
        guard day < facts.today, let known = accounts[other]?.knownDay else { return day }
        return max(day, known.adding(days: 1))
    }

    /// What a loan charges next, if the series is that of its interest.
    private func nextCharge(of one: RecognisedPayments.Recognised) -> Int128? {
        guard let charge = facts.loanCharges[one.account], let last = one.payments.last,
            last.day == charge.day, -Int128(last.minorUnits) == charge.amount
        else { return nil }
        return -charge.next
    }

    private mutating func add(
        _ one: RecognisedPayments.Recognised, _ amount: Int128, on due: DueDay,
        source: ForecastMovement.Source? = nil
    ) {
        let (day, isLate) = (due.day, due.isLate)
        let receiver = one.partner.flatMap { accounts[$0]?.id }
        var arriving: (amount: Int128, isExchanged: Bool)?
        // What has arrived is in two balances until it is taken from this one.
        var isThere = false
        if let receiver {
            let found = arrival(of: amount, from: one, in: receiver)
            isThere = hasArrived(found, in: receiver, for: due.dueDay)
            arriving = found
        }
        let other = isThere ? nil : receiver
        let statement = source
        let source =
            source ?? .series(name: one.facts.name, last: one.payments[one.payments.count - 1].day)
        movements.append(
            ForecastMovement(
                account: one.account, day: day, amount: amount, source: source, other: other,
                isLate: isLate,
                isCounted: one.facts.transactionClass == .income
                    || one.facts.transactionClass == .expense,
                isEstimate: !one.facts.isFixed && statement == nil,
                isPay: amount > 0 && one.facts.transactionClass == .income,
                category: one.facts.transactionClass == .expense ? one.facts.category : nil))
        guard let other, let arriving else { return }
        movements.append(
            ForecastMovement(
                account: other, day: arrivalDay(of: day, in: other), amount: arriving.amount,
                source: source, other: one.account, isLate: isLate, isEstimate: arriving.isExchanged
            )
        )
    }

    // MARK: Cards

    /// Adds the payments of cards, the earliest first, because a later statement holds what an
    /// earlier payment left.
    private mutating func pay(
        _ cards: [RecognisedPayments.Recognised], _ everyday: [Int64: EverydayMovement]
    ) {
        struct Payment {
            let series: RecognisedPayments.Recognised
            let due: DueDay
            let closing: CalendarDay?
        }
        var payments: [Payment] = []
        var debts: [Int64: [CalendarDay: Int128]] = [:]
        for card in cards {
            let isExchanged = card.partner.map {
                accounts[$0]?.currency != accounts[card.account]?.currency
            }
            let statement =
                isExchanged == true
                ? nil
                : card.partner.flatMap { account in
                    let owed = debts[account] ?? dailyDebts(of: account)
                    debts[account] = owed
                    return CardStatement(payments: card.partners.compactMap(\.self)) { owed[$0] }
                }
            payments += days(of: card).map { due in
                Payment(
                    series: card, due: due, closing: statement?.closing(before: due.day))
            }
        }
        payments.sort { ($0.due.day, $0.series.facts.name) < ($1.due.day, $1.series.facts.name) }
        for payment in payments {
            guard let closing = payment.closing, let card = payment.series.partner,
                let account = accounts[card]
            else {
                add(payment.series, payment.series.amount, on: payment.due)
                continue
            }
            let isForecast = closing > account.knownDay
            let owed =
                isForecast
                ? forecastDebt(of: account, on: closing, everyday[card])
                : debts[card]?[closing] ?? 0
            guard owed > 0 else { continue }
            add(
                payment.series, -owed, on: payment.due,
                source: .statement(
                    series: payment.series.facts.name, closing: closing, isForecast: isForecast))
        }
    }

    /// What a card owed at the end of each known day.
    private func dailyDebts(of card: Int64) -> [CalendarDay: Int128] {
        guard let account = accounts[card], let balance = account.balance,
            let first = account.firstDay
        else { return [:] }
        var debts: [CalendarDay: Int128] = [:]
        var debt = -balance
        var later = facts.flows.filter { $0.account == card && $0.day <= account.knownDay }
        var day = account.knownDay
        while day >= first {
            debts[day] = debt
            while let flow = later.last, flow.day == day {
                debt += Int128(flow.minorUnits)
                later.removeLast()
            }
            day = day.adding(days: -1)
        }
        return debts
    }

    /// What a card will owe at the end of a later day.
    private func forecastDebt(
        of card: ForecastFacts.Account, on day: CalendarDay, _ everyday: EverydayMovement?
    ) -> Int128 {
        let moved = movements.reduce(Int128(0)) {
            $0 + ($1.account == card.id && $1.day <= day ? $1.amount : 0)
        }
        let spent = everyday?.expected(over: card.knownDay.days(until: day)) ?? 0
        return -((card.balance ?? 0) + moved + spent)
    }

    // MARK: Planned items

    private mutating func plan() {
        let ofSeries = movements
        for item in facts.planned {
            guard let account = account(of: item) else {
                notes.append(PlanNote(item, .noAccount))
                continue
            }
            guard let amount = item.amount.minorUnits(in: account.currency) else {
                notes.append(PlanNote(item, .decimals))
                continue
            }
            let first = min(facts.today, account.knownDay.adding(days: 1))
            for day in item.days(in: first...end) {
                if let paid = ofSeries.first(where: { $0.covers(item, amount, day, account.id) }) {
                    let note = PlanNote(item, .paid(series: paid.name))
                    if notes.last != note { notes.append(note) }
                    continue
                }
                movements.append(
                    ForecastMovement(
                        account: account.id, day: day, amount: amount,
                        source: .planned(name: item.name), isCounted: true,
                        isPay: amount > 0 && item.isRecurring, category: item.category))
            }
        }
    }

    private func account(of item: PlannedItem) -> ForecastFacts.Account? {
        let usable = facts.accounts.filter { $0.balance != nil }
        guard let name = item.account else {
            return usable.first { $0.type == .checking && $0.visibility.isCounted }
        }
        return usable.meant(by: name) { ($0.id, $0.name) }
    }
}

extension ForecastMovement {
    /// Whether a series pays what was planned: in the same direction, within six days, and by
    /// the same name or, if it comes regularly, with the same amount.
    fileprivate func covers(
        _ item: PlannedItem, _ planned: Int128, _ day: CalendarDay, _ account: Int64
    ) -> Bool {
        guard case .series(let name, _) = source, self.account == account,
            (amount > 0) == (planned > 0), abs(self.day.days(until: day)) <= 6
        else { return false }
        if PlainLetters.typed(name) == PlainLetters.typed(item.name) { return true }
        // What comes once is no regular payment of the same amount.
        return item.isRecurring && amount == planned
    }
}
