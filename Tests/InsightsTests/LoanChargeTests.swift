import Insights
import Model
import Testing

@Suite("What a loan is paid and what it charges")
struct LoanChargeTests {
    private static let march = CalendarMonth(year: 2025, month: 3)
    private static let accounts = [
        AccountSketch("checking"), AccountSketch("mortgage", .mortgage),
    ]

    /// The interest of a month, and property tax that the lender paid from escrow.
    private static let charges = [
        Entry(day(2025, 3, 2), -900, .expense, "bills", account: "mortgage", lens: .need),
        Entry(day(2025, 3, 10), -3600, .expense, "bills", account: "mortgage", lens: .need),
    ]

    /// A payment of the loan, which the loan shows.
    private static let seenPayment = [
        Entry(day(2025, 3, 1), -2400, .transfer, partner: 1, lens: .need),
        Entry(day(2025, 3, 2), 2400, .transfer, account: "mortgage", partner: 0),
    ]

    /// A payment of the loan, which the loan does not show.
    private static func namedPayment(_ kind: Reason.Kind? = .loanPayment) -> Entry {
        var payment = Entry(day(2025, 3, 1), -2400, .transfer, lens: .need)
        payment.kind = kind
        return payment
    }

    private func needs(_ entries: [Entry], accounts: [AccountSketch] = accounts) throws -> Int128 {
        let targets = try #require(LensTargets(need: 50, want: 30, saving: 20))
        let months = try MonthlyLens.months(
            Books(accounts, entries).vault, from: Self.march, through: Self.march,
            targets: targets)
        return try #require(months.first).parts[0].amount.minorUnits
    }

    @Test("is spent once: when the lender charges it, not when the loan is paid")
    func spending() throws {
        let vault = try Books(Self.accounts, Self.seenPayment + Self.charges).vault
        let days = Self.march.firstDay..<Self.march.next.firstDay
        #expect(
            try CategorySpending.breakdown(vault, days: days).map(\.spent.minorUnits) == [4500])
        let months = try MonthlyIncome.months(vault, from: Self.march, through: Self.march)
        #expect(months.map(\.expenses.minorUnits) == [4500])
        #expect(months.map(\.income.minorUnits) == [0])
    }

    @Test("is a need once: when the loan is paid, not when the lender charges it")
    func lens() throws {
        #expect(try needs(Self.seenPayment + Self.charges) == 2400)
    }

    @Test("is a need once where the loan does not show its payments")
    func lensOfUnseenPayment() throws {
        #expect(try needs([Self.namedPayment()] + Self.charges) == 2400)
    }

    @Test("is a need by its charges where what was paid is another's loan")
    func lensOfOtherLoan() throws {
        #expect(try needs([Self.namedPayment(nil)] + Self.charges) == 6900)
    }

    @Test("is a need by its charges where nothing tells which of two loans was paid")
    func lensOfTwoLoans() throws {
        #expect(
            try needs(
                [Self.namedPayment()] + Self.charges,
                accounts: Self.accounts + [AccountSketch("car", .loan)]) == 6900)
    }

    @Test("is told of the one that shows no payment where the other shows its own")
    func lensBesideSeenPayment() throws {
        let car = [
            Entry(day(2025, 3, 5), -300, .transfer, partner: 1, lens: .need),
            Entry(day(2025, 3, 6), 300, .transfer, account: "car", partner: 0),
        ]
        #expect(
            try needs(
                car + [Self.namedPayment()] + Self.charges,
                accounts: Self.accounts + [AccountSketch("car", .loan)]) == 2700)
    }
}
