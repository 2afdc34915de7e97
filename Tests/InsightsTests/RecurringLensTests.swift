import Insights
import Model
import Testing
import Vault

@Suite("What recurring payments come to a month, by lens")
struct RecurringLensTests {
    private func series(
        _ name: String, _ amount: Int64, _ transactionClass: TransactionClass
    ) -> SeriesFacts {
        SeriesFacts(
            name: name, payee: name, currency: dollars, frequency: .monthly,
            rhythm: Rhythm(.months(1, phase: 0, day: 14)), usualAmount: amount, isFixed: true,
            confidence: 93, transactionCount: 6, firstDay: day(2025, 1, 14),
            lastDay: day(2025, 6, 14), newestTransaction: 6, transactionClass: transactionClass,
            category: "other", isLinkedByRule: false, decision: nil, decidedTransaction: nil)
    }

    @Test("holds what a loan is paid, not what it charges itself, and no moved money")
    func loan() {
        let lenses: [String: Lens] = [
            "Electric": .need, "Mortgage interest": .need, "Mortgage": .need, "Films": .want,
            "Mortgage, in": .need,
            "Savings plan": .saving,
        ]
        let found = FoundSeries(
            [
                series("Electric", -9000, .expense), series("Films", -1500, .expense),
                series("Mortgage interest", -80_000, .expense),
                series("Mortgage", -211_100, .transfer), series("Mortgage, in", 211_100, .transfer),
                series("Savings plan", -30_000, .transfer), series("Card", -150_000, .transfer),
                series("Pay", 400_000, .income), series("Gift", -700, .expense),
            ], payments: [:], besides: [:], ownCharges: ["Mortgage interest"],
            newest: lenses.mapValues { NewestPayment(lens: $0) }, oldestDay: nil)
        let recurring = RecurringPayments(
            found, reminders: [:], today: day(2025, 6, 20), selection: .all)
        #expect(recurring.paidByLens.map(\.lens) == [.need, .want, .saving, nil])
        #expect(
            recurring.paidByLens.map(\.monthly.minorUnits) == [-220_100, -1500, -30_000, -700])
    }
}
