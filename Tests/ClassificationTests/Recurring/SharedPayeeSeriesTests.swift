import Classification
import Model
import Testing

@Suite("Series of one payee")
struct SharedPayeeSeriesTests {
    private func payments(
        _ cents: Int64, on days: [CalendarDay], account: Int32
    ) -> [Occurrence] {
        days.map { Occurrence(day: $0, amount: -cents, account: account) }
    }

    @Test(
        "are two where two accounts pay one price for three months",
        arguments: [(3, 8), (14, 14), (28, 2)])
    func accounts(one: Int, other: Int) {
        let found = RecurringDetector().series(
            among: payments(15_49, on: monthly(on: one, times: 3), account: 1)
                + payments(15_49, on: monthly(on: other, times: 3), account: 2))
        #expect(found.map(\.frequency) == [.monthly, .monthly])
        #expect(found.map(\.members.count) == [3, 3])
    }

    @Test("stay one where another account pays from some month on")
    func replacedCard() {
        let days = monthly(on: 14, times: 8)
        let found = RecurringDetector().series(
            among: payments(15_49, on: Array(days.prefix(4)), account: 1)
                + payments(15_49, on: Array(days.suffix(4)), account: 2))
        #expect(found.map(\.members.count) == [8])
    }

    @Test("are none where two accounts buy at one price now and then")
    func habits() {
        let found = RecurringDetector().series(
            among: payments(
                4_50, on: days("2024-01-03", "2024-01-22", "2024-03-01"), account: 1)
                + payments(
                    4_50, on: days("2024-01-09", "2024-02-27", "2024-03-12"), account: 2))
        #expect(found.isEmpty)
    }

    @Test("are one where the larger sums fill the months that the others lack")
    func largerPayments() {
        let days = monthly(on: 15, times: 24)
        let amounts = days.indices.map { number -> Int64 in
            number % 3 == 2
                ? Int64(390_000 + number * 317 % 9000) : Int64(121_000 + number * 997 % 7000)
        }
        let found = RecurringDetector().series(
            among: zip(days, amounts).map { Occurrence(day: $0, amount: -$1) })
        #expect(found.map(\.frequency) == [.monthly])
        #expect(found.map(\.members.count) == [24])
    }

    @Test("are two where a yearly bill comes beside the monthly ones")
    func besides() {
        let found = RecurringDetector().series(
            among: payments(9_99, on: monthly(on: 5, times: 30), account: 1)
                + payments(129_00, on: monthly(on: 20, every: 12, times: 3), account: 1))
        #expect(found.count == 2)
    }
}
