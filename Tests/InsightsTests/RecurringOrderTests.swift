import Insights
import Model
import Testing

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
