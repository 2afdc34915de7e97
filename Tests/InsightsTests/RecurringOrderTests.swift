import Insights
import Model
import Testing
import Vault

@Suite("Recurring payments in several currencies")
struct RecurringOrderTests {
    private func series(_ name: String, _ currency: Currency, _ amount: Int64) -> SeriesFacts {
        SeriesFacts(
            name: name, payee: name, currency: currency, frequency: .monthly,
            rhythm: Rhythm(.months(1, phase: 0, day: 14)), usualAmount: amount, isFixed: true,
            confidence: 93, transactionCount: 6, firstDay: day(2025, 1, 14),
            lastDay: day(2025, 6, 14), newestTransaction: 6, transactionClass: .expense,
            category: "other", isLinkedByRule: false, decision: nil, decidedTransaction: nil)
    }

    @Test("are ordered by amount within a currency, never across")
    func order() {
        let euro = Currency(code: "EUR", exponent: 2)
        let found = FoundSeries(
            [
                series("Yen", yen, -900_000), series("Rent", dollars, -200_000),
                series("Gym", dollars, -4000), series("Strom", euro, -8000),
            ], payments: [:], besides: [:], ownCharges: [], newest: [:], oldestDay: nil)
        func names(_ first: Currency?) -> [String] {
            RecurringPayments(
                found, reminders: [:], today: day(2025, 6, 20), selection: .all,
                order: CurrencyOrder(first: first)
            ).payments.map(\.series.name)
        }
        #expect(names(dollars) == ["Rent", "Gym", "Strom", "Yen"])
        #expect(names(yen) == ["Yen", "Strom", "Rent", "Gym"])
        #expect(names(nil) == ["Strom", "Yen", "Rent", "Gym"])
    }
}

@Suite("Recurring payments on days that a bank was not read for")
struct UnreadPaymentTests {
    private static let last = day(2025, 6, 14)

    /// A weekly series that was paid last on 14 June.
    private static func series() -> SeriesFacts {
        SeriesFacts(
            name: "Box", payee: "Box", currency: dollars, frequency: .weekly,
            rhythm: Rhythm(.days(7, phase: Int(last.daysSinceEpoch) % 7)), usualAmount: -2900,
            isFixed: true, confidence: 93, transactionCount: 6, firstDay: last.adding(days: -35),
            lastDay: last, newestTransaction: 6, transactionClass: .expense, category: "other",
            isLinkedByRule: false, decision: nil, decidedTransaction: nil)
    }

    private static func found(readThrough read: CalendarDay) -> FoundSeries {
        let payments = (0..<6).map { number in
            SeriesPayment(
                transaction: Int64(number + 1), day: last.adding(days: 7 * number - 35),
                amount: -2900)
        }
        return FoundSeries(
            [series()], payments: ["Box": payments], besides: [:], ownCharges: [],
            newest: ["Box": NewestPayment(unreadFrom: read.adding(days: 1))], oldestDay: nil)
    }

    @Test(
        "are all still to come, as in a forecast, unless it has been silent for a month",
        arguments: [
            (day(2025, 6, 16), day(2025, 7, 10), [21, 28, 35, 42]),
            (day(2025, 6, 16), day(2025, 7, 16), [21, 28, 35, 42]),
            (day(2025, 6, 16), day(2025, 7, 17), []),
        ] as [(CalendarDay, CalendarDay, [Int])])
    func unread(read: CalendarDay, today: CalendarDay, june: [Int]) {
        let found = Self.found(readThrough: read)
        let recurring = RecurringPayments(
            found, reminders: [:], today: today, selection: .current)
        let due = recurring.upcoming(within: 2)
        #expect(
            due.map { day(2025, 6, 1).days(until: $0.day) + 1 } == june)
        #expect(due.filter { $0.daysUntil < 0 }.allSatisfy { $0.unreadSince == read })
        #expect(recurring.payments.map(\.isActive) == (june.isEmpty ? [] : [true]))
    }
}
