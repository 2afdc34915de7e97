import Engine
import Insights
import Letter
import Model
import Vault

extension LetterSource {
    // MARK: Bills

    func bills() throws -> [Letter.Section] {
        let recurring = try engine.recurringPayments(through: lastDay, selection: .all)
            .payments.filter {
                $0.isBill && $0.visibility.isCounted && $0.series.decision != .dismissed
                    && $0.series.standing != .possible
            }
        var section = Letter.Section("Bills")
        let (spent, moved) = (
            recurring.filter { $0.series.transactionClass == .expense },
            recurring.filter { $0.series.transactionClass != .expense }
        )
        section.parts += byCurrency(spent.compactMap(paid), "Paid", as: .spending, isOpen: false)
        section.parts += byCurrency(
            moved.compactMap(paid), "Paid to loans, cards and savings", as: .spending,
            isOpen: false)
        section.parts += byCurrency(
            recurring.flatMap(changed), "New prices, for a whole year", as: .change)
        section.notes = recurring.flatMap { bill in
            bill.events.filter { days.contains($0.day) }.compactMap { event -> LetterText? in
                switch event.kind {
                case .new: "\(bill.series.name) is new."
                case .missed:
                    "\(bill.series.name) "
                        + LetterText(words: "was expected on \(event.day.words(on: today)).")
                case .duplicate:
                    "\(bill.series.name) "
                        + LetterText(words: "was charged twice on \(event.day.words(on: today)).")
                case .priceChanged: nil
                }
            }
        }
        if isRunning {
            let due = try engine.upcomingBills(within: Self.daysAhead, through: lastDay)
            section.parts += byCurrency(
                due.map { bill in
                    let words =
                        UpcomingPayment.words(
                            forDays: bill.daysUntil, unreadSince: bill.unreadSince)
                    return Letter.Figure(
                        "\(bill.bill.series.name)", bill.amount.negated,
                        as: .spending, on: bill.day, remark: LetterText(words: words))
                }, LetterText(words: "Due in \(Self.daysAhead) days"), as: .spending)
        }
        return [section]
    }

    private static let daysAhead = 31

    /// What was paid of a bill in the period; nil for nothing.
    private func paid(_ bill: RecurringPayment) -> Letter.Figure? {
        let own = bill.payments.filter { days.contains($0.day) }.map {
            Letter.Figure(
                "\(bill.series.name)",
                Money(sum: -Int128($0.amount), currency: bill.series.currency), as: .spending,
                on: $0.day, remark: LetterText(words: bill.series.frequency.rawValue))
        }
        guard own.count > 1 else { return own.first }
        return Letter.Figure(
            sumOf: own, "\(bill.series.name)", in: bill.series.currency, as: .spending)
    }

    /// The new prices of a bill, with what they change in a year.
    private func changed(_ bill: RecurringPayment) -> [Letter.Figure] {
        let times = Int128(bill.series.frequency.timesAYear)
        func year(_ price: Int64, isNegated: Bool = false) -> Money {
            let sum = -Int128(price) * times
            return Money(sum: isNegated ? -sum : sum, currency: bill.series.currency)
        }
        return bill.events.filter { days.contains($0.day) }.compactMap { event in
            guard case .priceChanged(let from, let to) = event.kind else { return nil }
            return Letter.Figure(
                sumOf: [
                    Letter.Figure(
                        LetterText(words: "\(times) payments at the new price"), year(to),
                        as: .plain),
                    Letter.Figure(
                        LetterText(words: "less \(times) at the old one"),
                        year(from, isNegated: true), as: .plain),
                ], "\(bill.series.name)", in: bill.series.currency, as: .change,
                remark: LetterText(
                    words: "\(bill.series.frequency.rawValue), since \(event.day.words(on: today))")
            )
        }
    }

    /// A figure for each currency of some rows.
    private func byCurrency(
        _ rows: [Letter.Figure], _ label: LetterText, as meaning: Letter.Meaning,
        isOpen: Bool = true
    ) -> [Letter.Part] {
        order.sorted(rows.map(\.amount.currency).distinct, by: { $0 }).map { currency in
            let figure = Letter.Figure(
                sumOf: rows.filter { $0.amount.currency == currency }, label, in: currency,
                as: meaning)
            return .figure(isOpen ? figure.opened : figure)
        }
    }

    // MARK: Payees

    /// The payees that were paid for the first time, and the largest payments.
    func payees() throws -> [Letter.Section] {
        let spent = rows.all.filter { $0.kind == .spending && $0.amount.minorUnits < 0 }
        var sections: [Letter.Section] = []
        // Without earlier data everyone would be new.
        if let oldest = try vault.oldestDay(), oldest < days.lowerBound {
            var known: Set<ExactText> = []
            var query = TransactionQuery()
            query.days = CalendarDay(daysSinceEpoch: .min)..<days.lowerBound
            try vault.forEachTransaction(query) { known.insert(ExactText($0.payee)) }
            let new = spent.filter { !known.contains(ExactText($0.record.payee)) }
            var section = Letter.Section("New payees")
            section.parts = order.sorted(new.map(\.amount.currency).distinct, by: { $0 }).map {
                currency in
                .figure(
                    Letter.Figure(
                        sumOf: rows.byPayee(
                            new.filter { $0.amount.currency == currency }, as: .spending,
                            isNegated: true), "Paid for the first time", in: currency,
                        as: .spending
                    ).opened)
            }
            sections.append(section)
        }
        var largest = Letter.Section("The largest")
        for currency in order.sorted(spent.map(\.amount.currency).distinct, by: { $0 }) {
            let own = spent.filter { $0.amount.currency == currency }
                .sorted {
                    ($0.amount.minorUnits, $0.record.id) < ($1.amount.minorUnits, $1.record.id)
                }.prefix(Self.mostLargest)
            largest.parts.append(
                .figure(
                    Letter.Figure(
                        sumOf: own.map { rows.figure(of: $0, as: .spending, isNegated: true) },
                        LetterText(words: Count.text(own.count, "payment") + " together"),
                        in: currency, as: .spending
                    ).opened))
        }
        return sections + [largest]
    }

    private static let mostLargest = 10

    // MARK: Questions

    /// What only the person can answer.
    func questions() throws -> Letter.Section {
        let review = try engine.review(days)
        let groups = review.open.filter(\.isUnclear)
        var section = Letter.Section("Open questions")
        section.parts = byCurrency(
            groups.map { group in
                let conclusion = group.category.map { categories[$0]?.name ?? $0 } ?? "split"
                let kind =
                    group.transactionClass == .expense
                    ? Verdict.marked(conclusion, isGuess: group.guess != nil)
                    : group.transactionClass.rawValue
                return Letter.Figure(
                    "\(group.payee)", group.total, as: .flow, remark: "\(kind)",
                    rows: group.transactions.count == 1
                        ? []
                        : group.transactions.map {
                            Letter.Figure(
                                "\($0.payee)", $0.amount, as: .flow, on: $0.day,
                                remark: rows.reason(for: $0))
                        })
            }, "Is this right? ghostvault review", as: .flow)
        let transfers = try vault.doubtfulTransfers(through: lastDay).count { $0.touches(days) }
        if transfers > 0 {
            section.notes.append(
                LetterText(
                    words: Count.text(transfers, "possible transfer")
                        + (transfers == 1 ? " is" : " are")
                        + " uncertain: ghostvault transfers --review"))
        }
        guard isRunning else { return section }
        let holds = try vault.doubtfulHoldCount()
        if holds > 0 {
            section.notes.append(
                LetterText(
                    words: Count.text(holds, "pending charge")
                        + " may match several transactions: ghostvault transactions holds"))
        }
        let offers = try engine.mergeOffers().count(where: \.countsTwice)
        if offers > 0 {
            section.notes.append(
                LetterText(
                    words: Count.text(offers, "account")
                        + " may count twice until you decide: ghostvault accounts"))
        }
        return section
    }
}
