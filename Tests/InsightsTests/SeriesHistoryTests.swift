import Insights
import Model
import Testing

@Suite("The history of a series")
struct SeriesHistoryTests {
    /// A monthly series on the 14th, with what a test does not care about
    /// filled in.
    private func series(
        last: CalendarDay, isFixed: Bool = true, decision: SeriesDecision? = nil,
        class transactionClass: TransactionClass = .expense
    ) -> SeriesFacts {
        SeriesFacts(
            name: "Netflix", payee: "Netflix", currency: dollars, frequency: .monthly,
            rhythm: Rhythm(.months(1, phase: 0, day: 14)), usualAmount: -1549, isFixed: isFixed,
            confidence: 93, transactionCount: 6, firstDay: day(2025, 1, 14), lastDay: last,
            newestTransaction: 6, transactionClass: transactionClass, category: "entertainment",
            isLinkedByRule: false, decision: decision, decidedTransaction: nil)
    }

    private func history(
        _ payments: [(day: CalendarDay, amount: Int64)],
        leftOut: [(day: CalendarDay, amount: Int64)] = [],
        beside: [(day: CalendarDay, amount: Int64)] = [], today: CalendarDay,
        oldestDay: CalendarDay = day(2025, 1, 1), isFixed: Bool = true,
        decision: SeriesDecision? = nil
    ) -> SeriesHistory {
        SeriesHistory(
            series(
                last: payments.last?.day ?? today, isFixed: isFixed, decision: decision),
            payments: payments.enumerated().map {
                SeriesPayment(transaction: Int64($0 + 1), day: $1.day, amount: $1.amount)
            },
            besides: leftOut.map { paid in
                PaymentBeside(
                    SeriesPayment(transaction: 100, day: paid.day, amount: paid.amount),
                    isLeftOut: true)
            }
                + beside.map { paid in
                    PaymentBeside(
                        SeriesPayment(transaction: 200, day: paid.day, amount: paid.amount),
                        isLeftOut: false)
                }, today: today, oldestDay: oldestDay)
    }

    private func words(_ history: SeriesHistory) -> [String] {
        history.events.map { event in
            switch event.kind {
            case .new: "\(event.day) new"
            case .missed: "\(event.day) missed"
            case .duplicate: "\(event.day) duplicate \(event.transaction ?? 0)"
            case .priceChanged(let from, let to): "\(event.day) from \(from) to \(to)"
            }
        }
    }

    private func payments(
        _ amounts: [Int64?], from month: Int = 1
    ) -> [(day: CalendarDay, amount: Int64)] {
        amounts.enumerated().compactMap { position, amount in
            amount.map { (day(2025, month + position, 14), $0) }
        }
    }

    @Test("without surprises has no events")
    func nothing() {
        let steady = payments([-1549, -1549, -1549])
        #expect(words(history(steady, today: day(2025, 3, 30))).isEmpty)
    }

    @Test("reports a new price with its first payment")
    func priceChange() {
        let dearer = payments([-1549, -1549, -1799, -1799])
        #expect(
            words(history(dearer, today: day(2025, 4, 30))) == ["2025-03-14 from -1549 to -1799"])
        let newest = payments([-1549, -1549, -1549, -1799])
        #expect(
            words(history(newest, today: day(2025, 4, 30))) == ["2025-04-14 from -1549 to -1799"])
    }

    @Test("does not take one payment of another amount for a new price")
    func oneOff() {
        let doubled = payments([310_000, 310_000, 620_000, 310_000])
        #expect(words(history(doubled, today: day(2025, 4, 30))).isEmpty)
    }

    @Test(
        "takes what is paid for once between two prices for neither",
        arguments: [
            // A double and a triple salary before a rise, and a bonus.
            ([2104, 2104, 4208, 2157, 2157], ["2025-04-14 from 2104 to 2157"]),
            ([2104, 2104, 6312, 2157, 2157], ["2025-04-14 from 2104 to 2157"]),
            ([2104, 2104, 3300, 2157], ["2025-04-14 from 2104 to 2157"]),
            // Nobody knows yet.
            ([2104, 2104, 4208], []),
            ([2104, 2104, 6312], []),
            // Paid again, it is a price.
            ([2104, 2104, 4208, 4208], ["2025-04-14 from 2104 to 4208"]),
            (
                [2104, 2104, 4208, 4208, 2104, 2104],
                ["2025-04-14 from 2104 to 4208", "2025-05-14 from 4208 to 2104"]
            ),
            ([-1000, -1000, -1700, -1700], ["2025-03-14 from -1000 to -1700"]),
            ([.min, .min, .max, .max], []),
        ] as [([Int64], [String])])
    func multiples(amounts: [Int64], expected: [String]) {
        let paid = payments(amounts)
        #expect(words(history(paid, today: day(2025, amounts.count, 20))) == expected)
    }

    @Test("reports no prices if amounts vary")
    func varying() {
        let electricity = payments([-9000, -8100, -12000, -11900])
        #expect(words(history(electricity, today: day(2025, 4, 30), isFixed: false)).isEmpty)
    }

    @Test("reports a missed payment once it is overdue")
    func missed() {
        let gap = payments([-1549, -1549, nil, -1549])
        #expect(words(history(gap, today: day(2025, 4, 30))) == ["2025-03-14 missed"])
        let due = payments([-1549, -1549])
        #expect(words(history(due, today: day(2025, 3, 20))).isEmpty)
        #expect(words(history(due, today: day(2025, 3, 21))) == ["2025-03-14 missed"])
    }

    @Test("misses the skipped payment after a late one, not the late one")
    func lateBeforeSkipped() {
        let paid = [
            (day: day(2025, 1, 14), amount: Int64(-1549)), (day(2025, 2, 14), -1549),
            (day(2025, 3, 22), -1549), (day(2025, 5, 15), -1549),
        ]
        #expect(words(history(paid, today: day(2025, 5, 30))) == ["2025-04-14 missed"])
    }

    @Test(
        "misses no payment that came and is left out of figures",
        arguments: [
            (day(2025, 3, 15), -1549, []), (day(2025, 3, 15), -1799, []),
            (day(2025, 3, 15), 1549, ["2025-03-14 missed"]),
            (day(2025, 3, 15), -4999, ["2025-03-14 missed"]),
            (day(2025, 3, 27), -1549, ["2025-03-14 missed"]),
        ] as [(CalendarDay, Int64, [String])])
    func leftOut(day paid: CalendarDay, amount: Int64, expected: [String]) {
        let gap = payments([-1549, -1549, nil, -1549])
        let history = history(gap, leftOut: [(paid, amount)], today: day(2025, 4, 30))
        #expect(words(history) == expected)
    }

    @Test(
        "misses no payment that came to another amount",
        arguments: [
            // The first of a price that rose by more than the series takes.
            ([(day(2025, 3, 15), -2199)], []),
            // Of an employer that paid less for once.
            ([(day(2025, 3, 12), -990)], []),
            // The other direction, and what is more than double or less than half.
            ([(day(2025, 3, 15), 1549)], ["2025-03-14 missed"]),
            ([(day(2025, 3, 15), -3100)], ["2025-03-14 missed"]),
            ([(day(2025, 3, 15), -773)], ["2025-03-14 missed"]),
            // On a day on which none was expected.
            ([(day(2025, 3, 28), -1549)], ["2025-03-14 missed"]),
            // A shop that is paid as much at any time: only the price itself counts.
            ([(day(2025, 2, 28), -2199), (day(2025, 3, 15), -2199)], ["2025-03-14 missed"]),
            ([(day(2025, 2, 28), -2199), (day(2025, 3, 15), -1599)], []),
            // Long before, and after it, it was no shop yet.
            ([(day(2025, 1, 28), -2199), (day(2025, 3, 15), -2199)], []),
            ([(day(2025, 3, 15), -2199), (day(2025, 3, 28), -2199)], []),
        ] as [([(CalendarDay, Int64)], [String])])
    func cameOtherwise(beside: [(CalendarDay, Int64)], expected: [String]) {
        let gap = payments([-1549, -1549, nil, -1549])
        let history = history(
            gap, beside: beside.map { (day: $0.0, amount: $0.1) }, today: day(2025, 4, 30))
        #expect(words(history) == expected)
    }

    @Test(
        "expects the payment after one that came to another amount, from its day on",
        arguments: [
            (day(2025, 3, 14), day(2025, 3, 14)), (day(2025, 3, 15), day(2025, 4, 14)),
            (day(2025, 4, 2), day(2025, 4, 14)),
        ])
    func dueAfterOther(today: CalendarDay, expected: CalendarDay) {
        let history = history(
            payments([-1549, -1549]), beside: [(day(2025, 3, 12), -2199)], today: today)
        #expect(history.dueDay == expected)
        #expect(words(history).isEmpty)
    }

    @Test("expects the payment after the one that is left out of figures")
    func dueAfterLeftOut() {
        let paid = payments([-1549, -1549])
        let history = history(paid, leftOut: [(day(2025, 3, 13), -1549)], today: day(2025, 3, 20))
        #expect(history.dueDay == day(2025, 4, 14))
        #expect(words(history).isEmpty)
    }

    @Test("misses nothing of a series that is over or was cancelled")
    func over() {
        let ended = payments([-1549, -1549])
        #expect(words(history(ended, today: day(2025, 12, 1))).isEmpty)
        #expect(words(history(ended, today: day(2025, 3, 25), decision: .cancelled)).isEmpty)
    }

    @Test("reports a duplicate payment")
    func duplicate() {
        var twice = payments([-1549, -1549])
        twice.append((day(2025, 2, 16), -1549))
        #expect(words(history(twice, today: day(2025, 2, 20))) == ["2025-02-16 duplicate 3"])
    }

    @Test("is new where there was time for an earlier payment")
    func new() {
        let first = payments([-1549, -1549], from: 3)
        #expect(words(history(first, today: day(2025, 4, 20))) == ["2025-03-14 new"])
        #expect(
            words(history(first, today: day(2025, 4, 20), oldestDay: day(2025, 3, 1))).isEmpty)
    }

    @Test(
        "expects its next payment",
        arguments: [
            ("2025-03-01", "2025-03-14"), ("2025-03-14", "2025-03-14"),
            ("2025-03-19", "2025-03-14"), ("2025-03-22", "2025-04-14"),
        ])
    func due(today: String, expected: String) throws {
        let today = try #require(CalendarDay(today))
        let steady = payments([-1549, -1549])
        #expect(history(steady, today: today).dueDay == CalendarDay(expected))
    }

    @Test("expects nothing once it is over")
    func nothingDue() {
        let steady = payments([-1549, -1549])
        #expect(history(steady, today: day(2025, 4, 14)).dueDay == nil)
        #expect(history(steady, today: day(2025, 3, 1), decision: .cancelled).dueDay == nil)
    }

    @Test(
        "says of a payment that it did not come until the next is due, and then is over",
        arguments: [
            (day(2025, 4, 20), []), (day(2025, 4, 21), ["2025-04-14 missed"]),
            (day(2025, 5, 13), ["2025-04-14 missed"]), (day(2025, 5, 14), []),
        ] as [(CalendarDay, [String])])
    func missedUntilNext(today: CalendarDay, expected: [String]) {
        let paid = payments([-1549, -1549, -1549])
        let history = history(paid, today: today)
        #expect(words(history) == expected)
        #expect((history.dueDay == nil) == (today == day(2025, 5, 14)))
    }

    @Test("with a moved day misses no payment")
    func movedDay() {
        let paid = [
            (day(2024, 12, 2), -1549), (day(2025, 1, 2), -1549), (day(2025, 2, 1), -1549),
            (day(2025, 3, 3), -1549), (day(2025, 4, 14), -1549), (day(2025, 5, 14), -1549),
        ].map { (day: $0.0, amount: Int64($0.1)) }
        let history = history(paid, today: day(2025, 5, 20), oldestDay: day(2024, 12, 1))
        #expect(words(history).isEmpty)
        #expect(history.dueDay == day(2025, 6, 14))
    }

    @Test("with a moved day still reports an earlier missed month")
    func missedBeforeMove() {
        let paid = [
            (day(2024, 12, 28), -1549), (day(2025, 2, 28), -1549), (day(2025, 4, 14), -1549),
            (day(2025, 5, 14), -1549),
        ].map { (day: $0.0, amount: Int64($0.1)) }
        let history = history(paid, today: day(2025, 5, 20), oldestDay: day(2024, 12, 1))
        #expect(words(history).count == 1)
    }

    @Test("a payment of a card came, however large it was")
    func largeCardPayment() {
        let paid = payments([-61_000, -48_000, nil, -55_000])
        func events(_ transactionClass: TransactionClass) -> [String] {
            words(
                SeriesHistory(
                    series(last: day(2025, 4, 14), isFixed: false, class: transactionClass),
                    payments: paid.enumerated().map {
                        SeriesPayment(transaction: Int64($0 + 1), day: $1.day, amount: $1.amount)
                    },
                    besides: [
                        PaymentBeside(
                            SeriesPayment(
                                transaction: 9, day: day(2025, 3, 14), amount: -413_195),
                            isLeftOut: false)
                    ], today: day(2025, 4, 30), oldestDay: day(2025, 1, 1)))
        }
        #expect(events(.transfer).isEmpty)
        #expect(events(.expense) == ["2025-03-14 missed"])
    }
}
