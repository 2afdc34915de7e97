import Classification
import Model
import Testing

@Suite("Recurring payments of several contracts")
struct SeveralContractsTests {
    struct Contracts: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let parts: [Payments]

        init(_ testDescription: String, _ parts: Payments...) {
            self.testDescription = testDescription
            self.parts = parts
        }
    }

    static let contracts = [
        Contracts(
            "of other amounts on one day", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(120_00, on: monthly(on: 3, times: 12))),
        Contracts(
            "of other amounts on other days", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(120_00, on: monthly(on: 19, times: 12))),
        Contracts(
            "of one amount on other days", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(45_00, on: monthly(on: 16, times: 12))),
        Contracts(
            "of one amount on one day", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(45_00, on: monthly(on: 3, times: 12))),
        Contracts(
            "of which one has become dearer", Payments(45_00, on: monthly(on: 3, times: 12)),
            Payments(
                [80_00, 80_00, 80_00, 80_00, 80_00, 80_00, 86_00, 86_00, 86_00, 86_00, 86_00],
                on: monthly(on: 10, times: 11))),
        Contracts(
            "of varying amounts far from each other",
            Payments(
                [131_20, 118_05, 127_40, 114_00, 122_10, 140_25, 126_30, 121_90],
                on: monthly(on: 18, times: 8)),
            Payments(
                [31_20, 28_05, 37_40, 34_00, 32_10, 30_25, 36_30, 31_90],
                on: monthly(on: 4, times: 8))),
        Contracts(
            "each month and each year", Payments(12_00, on: monthly(on: 20, times: 26)),
            Payments([99_00, 99_00, 99_00], on: monthly(on: 2, every: 12, times: 3))),
        Contracts(
            "of two plans that cost nearly the same",
            Payments(10_99, on: monthly(on: 8, times: 12)),
            Payments(11_99, on: monthly(on: 21, times: 12))),
        Contracts(
            "twice a month at one price, of which one began later",
            Payments(9_99, on: monthly(on: 2, times: 12)),
            Payments(9_99, on: Array(monthly(on: 20, times: 12).suffix(5)))),
        Contracts(
            "of two policies whose yearly prices rise, 150 days apart",
            Payments([412_00, 431_00, 449_00], on: yearly("2024-01-03", times: 3), .bill),
            Payments([655_20, 671_80, 690_00], on: yearly("2024-06-01", times: 3), .bill)),
        Contracts(
            "of three policies whose yearly prices rise, on one day",
            Payments([96_00, 96_00, 98_40], on: yearly("2024-01-03", times: 3), .bill),
            Payments([412_00, 431_00, 449_00], on: yearly("2024-01-03", times: 3), .bill),
            Payments([655_20, 671_80, 690_00], on: yearly("2024-01-03", times: 3), .bill)),
        Contracts(
            "of two policies that cost nearly the same, of which one stayed at its price",
            Payments([90_00, 97_00, 99_50], on: yearly("2024-01-03", times: 3), .bill),
            Payments([96_00, 96_00, 96_00], on: yearly("2024-01-03", times: 3), .bill)),
        Contracts(
            "of two policies of which each was paid twice",
            Payments([412_00, 431_00], on: yearly("2024-01-03", times: 2), .bill),
            Payments([655_20, 671_80], on: yearly("2024-06-01", times: 2), .bill)),
        Contracts(
            "of two yearly policies and a monthly one",
            Payments([412_00, 431_00, 449_00], on: yearly("2024-01-03", times: 3), .bill),
            Payments([655_20, 671_80, 690_00], on: yearly("2024-06-01", times: 3), .bill),
            Payments(38_90, on: monthly(on: 5, times: 30), .bill)),
    ]

    @Test("with one payee are as many series as there are contracts,", arguments: contracts)
    func severalContracts(_ contracts: Contracts) {
        let payments = contracts.parts.dropFirst().reduce(contracts.parts[0], +)
        func words(_ occurrences: [Occurrence]) -> [String] {
            occurrences.map { "\($0.day) \($0.amount)" }.sorted()
        }
        let found = payments.series.map { series in
            words(series.members.map { payments.occurrences[$0] })
        }
        #expect(found.count == contracts.parts.count)
        #expect(Set(found) == Set(contracts.parts.map { words($0.occurrences) }))
    }

    @Test("need to be bills to be several a year, of prices that rise")
    func yearlyBillsAlone() {
        let dates = yearly("2024-01-03", times: 3)
        let rising: [Int64] = [412_00, 431_00, 449_00]
        let other = yearly("2024-06-01", times: 3)
        func found(_ prices: [Int64], _ leaning: PaymentLeaning = .bill) -> Int {
            (Payments(rising, on: dates, leaning) + Payments(prices, on: other, leaning))
                .series.count
        }
        #expect(found([655_20, 671_80, 690_00]) == 2)
        #expect(found([655_20, 671_80, 690_00], .none) == 0)
        #expect(found([690_00, 671_80, 655_20]) == 1)
        #expect(found([655_20, 871_80, 1_190_00]) == 1)
        // Two payments a year apart are chance where there are others besides.
        let twice =
            Payments([412_00, 431_00], on: Array(dates.prefix(2)), .bill)
            + Payments([655_20, 671_80], on: Array(other.prefix(2)), .bill)
        #expect(twice.series.count == 2)
        #expect((twice + Payments(12_00, on: days("2025-01-20"), .bill)).series.isEmpty)
    }

    @Test("are found amid two hundred purchases at the same merchant")
    func amidPurchases() throws {
        var random = RandomPurchases(seed: 11)
        let membership = Payments(14_99, on: monthly(on: 9, times: 24), .everyday)
        let payments = membership + random.purchases(200, over: 730, .everyday)
        let series = payments.series
        #expect(series.map(\.members) == [Array(0..<24)])
        #expect(series.first?.usualAmount == -14_99)
    }
}
