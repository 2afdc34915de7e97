import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("Needs, wants and saving of a month")
struct MonthlyLensTests {
    private static let march = CalendarMonth(year: 2025, month: 3)

    private func month(
        _ entries: [Entry], accounts: [AccountSketch] = [AccountSketch("checking")],
        need: Int = 50, want: Int = 30, saving: Int = 20
    ) throws -> MonthlyLens {
        let targets = try #require(LensTargets(need: need, want: want, saving: saving))
        let months = try MonthlyLens.months(
            Books(accounts, entries).vault, from: Self.march, through: Self.march,
            targets: targets)
        return try #require(months.first)
    }

    private func spent(_ amount: Int64, _ lens: Lens?) -> Entry {
        Entry(day(2025, 3, 9), -amount, .expense, lens: lens)
    }

    @Test("are the sums of expenses, less what came back, with their shares")
    func sums() throws {
        let month = try month([
            spent(5000, .need), spent(4000, .want), spent(2000, .saving),
            Entry(day(2025, 3, 31), 1000, .expense, lens: .want),
            Entry(day(2025, 4, 1), -9999, .expense, lens: .need),
            Entry(day(2025, 3, 9), 9999, .income),
        ])
        #expect(month.parts.map(\.lens) == [.need, .want, .saving])
        #expect(month.parts.map(\.amount.minorUnits) == [5000, 3000, 2000])
        #expect(month.parts.map(\.share) == [0.5, 0.3, 0.2])
        #expect(month.parts.map(\.percent) == [50, 30, 20])
        #expect(month.total.minorUnits == 10_000)
    }

    @Test("have no basis for advice before the month is whole and has enough days with payments")
    func basis() throws {
        let few = try month([spent(5000, .need)])
        let many = try month(
            (1...MonthlyLens.leastActiveDays).map {
                Entry(day(2025, 3, $0), -100, .expense, lens: .need)
            })
        let (first, last) = (day(2025, 3, 1), day(2025, 3, 31))
        #expect(many.missingBasis(from: first, through: last) == nil)
        #expect(many.missingBasis(from: first, through: day(2025, 3, 30)) == .end)
        #expect(many.missingBasis(from: day(2025, 3, 2), through: last) == .beginning)
        #expect(few.missingBasis(from: first, through: last) == .payments)
    }

    @Test("an expense without a lens is a want")
    func withoutLens() throws {
        #expect(try month([spent(700, nil)]).parts.map(\.amount.minorUnits) == [0, 700, 0])
    }

    @Test("a split expense counts by the lens of each part")
    func splits() throws {
        let month = try month([
            Entry(
                day(2025, 3, 9), -1000, .expense,
                parts: [
                    SplitPart(category: "dining", minorUnits: -400, lens: .need, note: nil),
                    SplitPart(category: "other", minorUnits: -600, lens: nil, note: nil),
                ], lens: .saving)
        ])
        #expect(month.parts.map(\.amount.minorUnits) == [400, 600, 0])
    }

    @Test("of a transfer the side with a lens counts, the paying one where both have it")
    func transfers() throws {
        let accounts = [AccountSketch("checking"), AccountSketch("savings", .savings)]
        func pair(_ amount: Int64, from sent: Lens?, to received: Lens?, at place: Int) -> [Entry] {
            [
                Entry(day(2025, 3, 9), -amount, .transfer, partner: place + 1, lens: sent),
                Entry(
                    day(2025, 3, 9), amount, .transfer, account: "savings", partner: place,
                    lens: received),
            ]
        }
        let month = try month(
            pair(1000, from: .saving, to: nil, at: 0) + pair(50, from: .saving, to: .saving, at: 2)
                + pair(7, from: nil, to: .saving, at: 4) + pair(900, from: nil, to: nil, at: 6),
            accounts: accounts)
        #expect(month.parts.map(\.amount.minorUnits) == [0, 0, 1043])
    }

    /// A payment of a mortgage on which interest and escrow are charged.
    private func mortgage(
        lens: Lens? = .need, isPending: Bool = false, isExcluded: Bool? = nil
    ) throws -> [Int128] {
        let month = try month(
            [
                Entry(
                    day(2025, 3, 3), -2100, .transfer, isPending: isPending,
                    isExcluded: isExcluded, partner: 1, lens: lens),
                Entry(day(2025, 3, 4), 2100, .transfer, account: "mortgage", partner: 0),
                Entry(day(2025, 3, 1), -800, .expense, "bills", account: "mortgage", lens: .need),
                Entry(day(2025, 3, 4), -500, .expense, "bills", account: "mortgage"),
                spent(300, .want),
            ], accounts: [AccountSketch("checking"), AccountSketch("mortgage", .mortgage)])
        return month.parts.map(\.amount.minorUnits)
    }

    @Test("what a loan charges to itself counts once, with the payment of the loan")
    func chargesOfLoans() throws {
        #expect(try mortgage() == [2100, 300, 0])
    }

    @Test("what a loan charges to itself counts where no payment of the loan does")
    func chargesOfUnpaidLoans() throws {
        #expect(try mortgage(lens: nil) == [800, 800, 0])
        #expect(try mortgage(isPending: true) == [800, 800, 0])
        #expect(try mortgage(isExcluded: true) == [800, 800, 0])
    }

    /// What March comes to where a loan with a minimum is paid.
    private func loan(
        minimum: Int64?, paid: [Int64], lens: Lens = .need, currency: Currency = dollars
    ) throws -> [Int128] {
        let entries = paid.enumerated().flatMap { place, amount in
            [
                Entry(
                    day(2025, 3, 1 + place), -amount, .transfer, partner: 2 * place + 1,
                    lens: lens),
                Entry(
                    day(2025, 3, 2 + place), amount, .transfer, account: "loan",
                    partner: 2 * place),
            ]
        }
        let books = try Books(
            [AccountSketch("checking"), AccountSketch("loan", .loan, currency: currency)], entries)
        let loan = try #require(try books.vault.accounts().first { $0.name == "loan" })
        try books.vault.decideMinimumPayment(minimum, account: loan.id)
        let targets = try #require(LensTargets(need: 50, want: 30, saving: 20))
        return try MonthlyLens.months(
            books.vault, from: Self.march, through: Self.march, targets: targets
        ).flatMap(\.parts).map(\.amount.minorUnits)
    }

    @Test("what a loan is paid in a month beyond its minimum is saving")
    func minimumPayment() throws {
        #expect(try loan(minimum: nil, paid: [450_00]) == [450_00, 0, 0])
        #expect(try loan(minimum: 300_00, paid: [450_00]) == [300_00, 0, 150_00])
        #expect(try loan(minimum: 300_00, paid: [200_00]) == [200_00, 0, 0])
        #expect(try loan(minimum: 300_00, paid: [200_00, 250_00, 5_00]) == [300_00, 0, 155_00])
        #expect(try loan(minimum: 0, paid: [450_00]) == [0, 0, 450_00])
    }

    @Test("a minimum changes no payment that counts as something else, or in another currency")
    func minimumOfOthers() throws {
        #expect(try loan(minimum: 300_00, paid: [450_00], lens: .want) == [0, 450_00, 0])
        #expect(try loan(minimum: 300, paid: [450_00], currency: yen) == [450_00, 0, 0])
    }

    @Test("a payment that names the one loan without its side there has its minimum too")
    func minimumOfNamedLoan() throws {
        var payment = Entry(day(2025, 3, 3), -450_00, .transfer, lens: .need)
        payment.kind = .loanPayment
        let books = try Books([AccountSketch("checking"), AccountSketch("loan", .loan)], [payment])
        let loan = try #require(try books.vault.accounts().first { $0.name == "loan" })
        try books.vault.decideMinimumPayment(300_00, account: loan.id)
        let targets = try #require(LensTargets(need: 50, want: 30, saving: 20))
        let month = try #require(
            try MonthlyLens.months(
                books.vault, from: Self.march, through: Self.march, targets: targets
            ).first)
        #expect(month.parts.map(\.amount.minorUnits) == [300_00, 0, 150_00])
    }

    @Test("what a card charges counts, since its payments do not")
    func chargesOfCards() throws {
        let month = try month(
            [
                Entry(day(2025, 3, 3), -900, .transfer, partner: 1),
                Entry(day(2025, 3, 4), 900, .transfer, account: "card", partner: 0),
                Entry(day(2025, 3, 9), -40, .expense, "bills", account: "card", lens: .need),
            ], accounts: [AccountSketch("checking"), AccountSketch("card", .credit)])
        #expect(month.parts.map(\.amount.minorUnits) == [40, 0, 0])
    }

    @Test("what is posted after the last day does not count")
    func lastDay() throws {
        let targets = try #require(LensTargets(need: 50, want: 30, saving: 20))
        let books = try Books(
            [AccountSketch("checking")],
            [spent(300, .need), Entry(day(2025, 3, 10), -40, .expense, lens: .need)])
        func needs(until last: CalendarDay?) throws -> [Int128] {
            try MonthlyLens.months(
                books.vault, from: Self.march, through: Self.march, until: last, targets: targets
            ).map { $0.parts[0].amount.minorUnits }
        }
        #expect(try needs(until: nil) == [340])
        #expect(try needs(until: day(2025, 3, 10)) == [340])
        #expect(try needs(until: day(2025, 3, 9)) == [300])
        #expect(try needs(until: day(2025, 2, 28)) == [])
    }

    @Test("pending, excluded and ignored transactions don't count")
    func leftOut() throws {
        let month = try month([
            spent(100, .need), Entry(day(2025, 3, 9), -50, .expense, isPending: true, lens: .need),
            Entry(day(2025, 3, 9), -50, .expense, isExcluded: true, lens: .need),
            Entry(day(2025, 3, 9), -50, .ignore, lens: .need),
        ])
        #expect(month.total.minorUnits == 100)
    }

    @Test("where a part brought money back, the total is lower, and nothing is a share of a whole")
    func negative() throws {
        let month = try month([
            spent(300, .need), spent(100, .want),
            Entry(day(2025, 3, 9), 50, .expense, lens: .saving),
        ])
        #expect(month.parts.map(\.amount.minorUnits) == [300, 100, -50])
        #expect(month.parts.map(\.percent) == [nil, nil, nil])
        #expect(month.signals.isEmpty)
        #expect(month.total.minorUnits == 350)
    }

    @Test("with refunds only there is no share and no warning")
    func onlyBack() throws {
        let month = try month([Entry(day(2025, 3, 9), 50, .expense, lens: .want)])
        #expect(month.parts.map(\.share) == [nil, nil, nil])
        #expect(month.signals.isEmpty)
    }

    struct Shares: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let shares: [Int64]
        let signals: [MonthlyLens.Signal]
        var targets = [50, 30, 20]
    }

    @Test(
        "what is more than five points off its target is told",
        arguments: [
            Shares(testDescription: "on target", shares: [50, 30, 20], signals: [.isBalanced]),
            Shares(
                testDescription: "five points off", shares: [55, 25, 20], signals: [.isBalanced]),
            Shares(testDescription: "high needs", shares: [56, 28, 16], signals: [.needsAreHigh]),
            Shares(testDescription: "low saving", shares: [51, 35, 14], signals: [.savingIsLow]),
            Shares(testDescription: "high wants", shares: [45, 36, 19], signals: [.wantsAreHigh]),
            Shares(
                testDescription: "high needs and low saving", shares: [60, 30, 10],
                signals: [.needsAreHigh, .savingIsLow]),
            Shares(testDescription: "much saving only", shares: [44, 25, 31], signals: []),
            Shares(
                testDescription: "own targets", shares: [60, 30, 10], signals: [.isBalanced],
                targets: [60, 30, 10]),
        ])
    func signals(_ case: Shares) throws {
        let month = try month(
            zip(Lens.allCases, `case`.shares).map { spent($1, $0) }, need: `case`.targets[0],
            want: `case`.targets[1], saving: `case`.targets[2])
        #expect(month.signals == `case`.signals)
    }

    @Test("percents make 100 and amounts the total, whatever they are", arguments: 1...5)
    func addUp(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let entries = (0..<60).map { _ in
            Entry(
                day(2025, Int.random(in: 1...3, using: &random), 9),
                Int64.random(in: -9000...2000, using: &random), .expense,
                account: Bool.random(using: &random) ? "checking" : "tokyo",
                lens: Lens.allCases.randomElement(using: &random))
        }
        let books = try Books(
            [AccountSketch("checking"), AccountSketch("tokyo", currency: yen)], entries)
        let targets = try #require(LensTargets(need: 50, want: 30, saving: 20))
        let months = try MonthlyLens.months(
            books.vault, from: CalendarMonth(year: 2025, month: 1), through: Self.march,
            targets: targets)
        #expect(months.count == 6)
        for month in months {
            let expenses = entries.filter {
                $0.day.month == month.month
                    && ($0.account == "tokyo") == (month.currency == yen)
            }.map { Int128($0.amount) }.reduce(0, +)
            #expect(month.total.minorUnits == -expenses)
            #expect(month.parts.map(\.amount.minorUnits).reduce(0, +) == -expenses)
            let isWhole = !month.parts.contains { $0.amount.minorUnits < 0 }
            #expect(month.parts.compactMap(\.percent).reduce(0, +) == (isWhole ? 100 : 0))
        }
    }
}
