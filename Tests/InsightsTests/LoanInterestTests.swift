import Insights
import Model
import Testing
import Vault

@Suite("Interest of a loan")
struct LoanInterestTests {
    /// A lender that charges interest on the fifth of each month, computed day by day.
    private struct Lender: Sendable {
        let dayCount: InterestMethod.DayCount
        /// Thousandths of a percent a year, by month.
        var rate: @Sendable (Int) -> Int64 = { _ in 6125 }
        /// Days from a charge to the payment.
        var wait = 0
        /// Cents that the lender adds without a reason, by month.
        var surcharge: @Sendable (Int) -> Int64 = { _ in 0 }
        var text: @Sendable (CalendarDay) -> String = { _ in "INTEREST 4411" }

        static let payment: Int64 = 1_500_00

        /// The charges of months, the payments after them, and the debt at the end of each day.
        func run(_ months: Int) -> (
            charges: [(day: CalendarDay, amount: Int64)],
            payments: [(day: CalendarDay, amount: Int64)],
            debts: [(day: CalendarDay, minorUnits: Int64)]
        ) {
            var owed: Int64 = 200_000_00
            var (weight, month): (Int64, Int) = (0, 0)
            var charges: [(day: CalendarDay, amount: Int64)] = []
            var payments: [(day: CalendarDay, amount: Int64)] = []
            var debts: [(day: CalendarDay, minorUnits: Int64)] = []
            var today = day(2023, 1, 5)
            debts.append((today, -owed))
            weight = owed
            while month < months || payments.count < months {
                today = today.adding(days: 1)
                if today.components.day == 5, month < months {
                    let days = dayCount == .thirty360 ? owed * 30 : weight
                    let year: Int64 = dayCount == .actual365 ? 365 : 360
                    let exact = days * rate(month)
                    let whole = year * 100_000
                    let interest = (exact * 2 + whole) / (whole * 2) + surcharge(month)
                    charges.append((today, interest))
                    owed += interest
                    (weight, month) = (0, month + 1)
                }
                if let last = charges.last, payments.count < charges.count,
                    last.day.adding(days: wait) == today
                {
                    payments.append((today, Self.payment))
                    owed -= Self.payment
                }
                debts.append((today, -owed))
                weight += owed
            }
            return (charges, payments, debts)
        }

        /// The interest of a loan that shows its charges, and one balance of the newest day.
        func interest(months: Int, through last: CalendarDay? = nil) throws -> LoanInterest {
            let all = run(months)
            let entries =
                all.charges.map {
                    Entry($0.day, -$0.amount, .expense, account: "loan", text: text($0.day))
                }
                + all.payments.map {
                    Entry($0.day, $0.amount, .transfer, account: "loan", text: "PAYMENT")
                }
            return try LoanInterestTests.interest(
                [AccountSketch("loan", .loan, balances: Array(all.debts.suffix(1)))],
                entries, through: last ?? all.debts[all.debts.count - 1].day)
        }
    }

    private static func interest(
        _ accounts: [AccountSketch], _ entries: [Entry], through last: CalendarDay
    ) throws -> LoanInterest {
        let books = try Books(accounts, entries)
        let account = try #require(try books.vault.accounts().first { $0.bankID == "loan" })
        return try #require(try LoanInterest(books.vault, of: account, through: last))
    }

    @Test(
        "is foretold to the cent in 24 of 24 months, whichever way the lender counts days",
        arguments: InterestMethod.DayCount.allCases, [0, 12])
    func foretold(dayCount: InterestMethod.DayCount, wait: Int) throws {
        let lender = Lender(dayCount: dayCount, wait: wait)
        let loan = try lender.interest(months: 28)
        let foretold = loan.charges.filter { $0.predicted != nil }
        #expect(foretold.count == 24)
        #expect(foretold.allSatisfy { $0.predicted == $0.interest })
        #expect(loan.fit?.method.dayCount == dayCount)
        #expect(loan.fit?.rate.percentText == "6.125")
        #expect(loan.fit?.count == 27)
        let next = lender.run(29).charges[28]
        #expect(loan.next?.day == next.day)
        #expect(loan.next?.interest.minorUnits == Int128(next.amount))
        #expect(loan.next?.payment == nil)
    }

    @Test("counts on the usual payment until the next charge if it has not come")
    func expectedPayment() throws {
        let lender = Lender(dayCount: .actual365, wait: 12)
        let charged = lender.run(12).charges[11].day
        let all = lender.run(12)
        let entries =
            all.charges.map { Entry($0.day, -$0.amount, .expense, account: "loan", text: "INT") }
            + all.payments.dropLast().map { Entry($0.day, $0.amount, .transfer, account: "loan") }
        let owed = all.debts.first { $0.day == charged }.map { [$0] } ?? []
        let loan = try Self.interest(
            [AccountSketch("loan", .loan, balances: owed)], entries,
            through: charged.adding(days: 2))
        let next = try #require(loan.next)
        #expect(next.payment?.day == charged.adding(days: 12))
        #expect(next.payment?.amount.minorUnits == Int128(Lender.payment))
        #expect(next.interest.minorUnits == Int128(lender.run(13).charges[12].amount))
    }

    @Test("follows from payments and balances where the lender lists no charges")
    func unlisted() throws {
        let lender = Lender(dayCount: .actual360)
        let all = lender.run(12)
        let payments = all.payments.map {
            Entry($0.day, $0.amount, .transfer, account: "loan", text: "PAYMENT")
        }
        let loan = try Self.interest(
            [AccountSketch("loan", .loan, balances: all.debts)], payments,
            through: all.debts[all.debts.count - 1].day)
        #expect(
            loan.charges.map(\.interest.minorUnits)
                == all.charges.dropFirst().map { Int128($0.amount) })
        #expect(loan.fit?.method.dayCount == .actual360)
        #expect(loan.fit?.rate.percentText == "6.125")
    }

    @Test("follows from what another account paid where the loan shows balances alone")
    func paidElsewhere() throws {
        let all = Lender(dayCount: .thirty360).run(8)
        let payments = all.payments.map { payment in
            var entry = Entry(
                payment.day.adding(days: -2), -payment.amount, .transfer, lens: .need)
            entry.kind = .loanPayment
            return entry
        }
        let loan = try Self.interest(
            [AccountSketch("checking"), AccountSketch("loan", .loan, balances: all.debts)],
            payments, through: all.debts[all.debts.count - 1].day)
        #expect(
            loan.charges.map(\.interest.minorUnits)
                == all.charges.dropFirst().map { Int128($0.amount) })
        #expect(loan.charges.map(\.paid.minorUnits) == Array(repeating: 1_500_00, count: 7))
        #expect(loan.fit?.rate.percentText == "6.125")
    }

    @Test("leaves out what was paid after the newest balance, which shows no charge yet")
    func paidAfterBalances() throws {
        let all = Lender(dayCount: .actual360).run(12)
        let payments = all.payments.map {
            Entry($0.day, $0.amount, .transfer, account: "loan", text: "PAYMENT")
        }
        let loan = try Self.interest(
            [AccountSketch("loan", .loan, balances: Array(all.debts.dropLast(3)))], payments,
            through: all.debts[all.debts.count - 1].day)
        #expect(loan.charges.count == 10)
        #expect(loan.charges.allSatisfy { $0.paid.minorUnits == Int128(Lender.payment) })
    }

    @Test("is recognised where each charge names its month")
    func monthsInTexts() throws {
        let lender = Lender(
            dayCount: .actual365, text: { "Interest \($0.month.name) \($0.month.year)" })
        #expect(try lender.interest(months: 9).fit?.count == 8)
    }

    @Test("has the newest rate, and the day since which it stands")
    func newRate() throws {
        let lender = Lender(dayCount: .thirty360, rate: { $0 < 12 ? 4900 : 5400 })
        let loan = try lender.interest(months: 18)
        #expect(loan.fit?.rate.percentText == "5.4")
        #expect(loan.fit?.count == 6)
        #expect(loan.fitsSince == day(2024, 2, 5))
    }

    @Test("has no rate where none gives the charges, and the difference of the nearest")
    func noFit() throws {
        let lender = Lender(dayCount: .thirty360, surcharge: { $0.isMultiple(of: 2) ? 3_17 : 0 })
        let loan = try lender.interest(months: 14)
        #expect(loan.fit == nil)
        #expect(loan.next == nil)
        let nearest = try #require(loan.nearest)
        #expect(nearest.method.dayCount == .thirty360)
        #expect((1_50...1_75).contains(nearest.difference.minorUnits))
    }

    @Test("is what payments don't take off the debt")
    func principal() throws {
        let loan = try Lender(dayCount: .actual365, wait: 12).interest(months: 6)
        for (before, charge) in zip(loan.charges, loan.charges.dropFirst()) {
            #expect(before.owed.minorUnits - charge.owed.minorUnits == charge.principal.minorUnits)
        }
        #expect(loan.charges.allSatisfy { $0.paid.minorUnits == Int128(Lender.payment) })
    }

    @Test(
        "has no rate and no overflow for amounts of any size",
        arguments: [1, 1_000_000_000_000_000, Int64.max / 4])
    func sizes(amount: Int64) throws {
        let entries = (1...6).map {
            Entry(day(2025, $0, 1), -amount + Int64($0), .expense, account: "loan", text: "INT")
        }
        let loan = try Self.interest(
            [
                AccountSketch(
                    "loan", .loan, balances: [(day(2025, 1, 1), -Int64.max), (day(2025, 6, 2), -7)])
            ], entries, through: day(2025, 7, 1))
        #expect(loan.fit == nil)
    }

    @Test("needs three charges")
    func tooFew() throws {
        let loan = try Lender(dayCount: .thirty360).interest(months: 3)
        #expect(loan.charges.count == 2)
        #expect(loan.fit == nil)
        #expect(loan.nearest == nil)
    }
}

@Suite("Methods of interest")
struct InterestMethodTests {
    /// 100,000.00 at 6 % from a day to another, by hand.
    @Test(
        "count days",
        arguments: [
            (InterestMethod.DayCount.thirty360, day(2025, 1, 1), day(2025, 2, 1), 500_00),
            (.actual365, day(2025, 1, 1), day(2025, 2, 1), 509_59),
            (.actual360, day(2025, 1, 1), day(2025, 2, 1), 516_67),
            // The end of February is the end of a month.
            (.thirty360, day(2025, 1, 31), day(2025, 2, 28), 500_00),
            (.actual365, day(2025, 1, 31), day(2025, 2, 28), 460_27),
            (.actual360, day(2024, 2, 1), day(2024, 3, 1), 483_33),
            // A weekend moves the charge by two days.
            (.thirty360, day(2025, 3, 3), day(2025, 4, 1), 500_00),
            (.thirty360, day(2025, 1, 15), day(2025, 4, 15), 1_500_00),
        ])
    func counts(
        dayCount: InterestMethod.DayCount, start: CalendarDay, end: CalendarDay, interest: Int
    ) throws {
        let charges = InterestCharges(
            (0..<3).map { _ in .init(start: start, end: end, amount: Int128(interest)) }
        ) { _ in 100_000_00 }
        let method = InterestMethod(dayCount: dayCount, base: .beforeCharge, rounding: .nearest)
        let fit = charges.fits(first: 3).first { $0.method == method }
        #expect(fit?.rate.percentText == "6")
    }

    /// The first months of 200,000.00 at 6.5 % over thirty years, as amortisation tables have them.
    @Test("give the interest of a published table")
    func table() throws {
        let days = (1...7).map { day(2025, $0, 1) }
        let owed: [Int128] = [200_000_00, 199_819_19, 199_637_40, 199_454_63]
        let interest: [Int128] = [1083_33, 1082_35, 1081_37]
        let charges = (0..<3).map {
            InterestFit.Charge(start: days[$0], end: days[$0 + 1], amount: interest[$0])
        }
        let fit = try #require(
            InterestCharges(charges) { day in owed[max(0, days.lastIndex { $0 <= day } ?? 0)] }
                .fit(first: 3))
        #expect(fit.method.dayCount == .thirty360)
        #expect(fit.rate.percentText == "6.5")
        #expect(fit.interest(from: days[3], to: days[4]) { _ in owed[3] } == 1080_38)
    }
}
