import Model

/// A bill in fixed months around the same day.
struct Bill: Sendable {
    let kind: EntryKind
    let account: AccountKey
    /// The due day of the month.
    let day: Int
    let cost: Cost
    /// The remainder of its months' numbers modulo ``everyMonths``.
    var everyMonths = 1
    var remainder = 0
    /// Whether it is occasionally missed, late, or charged twice.
    var isUnreliable = false

    enum Cost: Sendable {
        /// The same each month, rising each year.
        case priced(Int64)
        /// A base and a seasonal part by month, with some randomness.
        case seasonal(base: Int64, byMonth: [Int64])
        /// A list price that was `first` in 2015. It rises after every so many months,
        /// the first time after `offset`.
        case subscription(first: Int64, rise: Int64, everyMonths: Int, offset: Int)
    }

    func comes(in month: CalendarMonth) -> Bool {
        month.month % everyMonths == remainder
    }
}

extension Bill.Cost {
    func amount(in month: CalendarMonth, of ledger: inout Ledger) -> Int64 {
        switch self {
        case .priced(let amount):
            return ledger.priced(amount)
        case .seasonal(let base, let byMonth):
            let amount = base + byMonth[month.month - 1]
            return ledger.priced(amount * ledger.random.number(in: 90...110) / 100)
        case .subscription(let first, let rise, let everyMonths, let offset):
            let age = (month.year - 2015) * 12 + month.month - 1
            return first + rise * Int64((age + everyMonths - offset) / everyMonths)
        }
    }
}

/// All of the household's bills and subscriptions.
struct Bills: Routine {
    private let bills: [(bill: Bill, kind: KindID)]

    init(catalogue: inout EntryCatalogue) {
        var bills: [(bill: Bill, kind: KindID)] = []
        for bill in Self.household + Self.subscriptions {
            bills.append((bill, catalogue.add(bill.kind)))
        }
        self.bills = bills
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        for (bill, kind) in bills where bill.comes(in: month) {
            let amount = -bill.cost.amount(in: month, of: &ledger)
            let due = ledger.day(bill.day + ledger.random.days(in: 0...1))
            for day in bill.daysOfCharges(due: due, random: &ledger.random) {
                if bill.account.isCard {
                    ledger.addCardPurchase(kind, on: bill.account, amount, transacted: day)
                } else {
                    ledger.add(kind, to: bill.account, amount, on: day.businessDayOnOrAfter)
                }
            }
        }
    }
}

extension Bill {
    /// The days of its charges: the due day, unless something goes wrong.
    fileprivate func daysOfCharges(
        due: CalendarDay, random: inout SplitMix64
    ) -> [CalendarDay] {
        guard isUnreliable else { return [due] }
        return switch random.number(in: 1...100) {
        case 1...5: []
        case 6...15: [due.adding(days: random.days(in: 3...8))]
        case 16...19: [due, due.adding(days: random.days(in: 0...2))]
        default: [due]
        }
    }
}

extension Bills {
    /// The bills for a house, a car and a child.
    static let household: [Bill] = [
        Bill(
            kind: .expense(
                "Prairie Electric", "PRAIRIE ELECTRIC COOP BILLPAY ~~~~~~~~~ WEB ID: 7398810212",
                category: .bills, series: .monthly("electric", .seasonal)),
            account: .checking, day: 18,
            cost: .seasonal(
                base: 84_00,
                byMonth: [
                    31_00, 24_00, 12_00, 0, 8_00, 52_00, 94_00, 88_00, 41_00, 6_00, 11_00, 27_00,
                ])),
        Bill(
            kind: .expense(
                "Badger Natural Gas", "BADGER NATURAL GAS UTILITY PMT ACH ~~~~~~~~",
                category: .bills, series: .monthly("natural-gas", .seasonal),
                memo: "ACCT ENDING 0931"),
            account: .checking, day: 12,
            cost: .seasonal(
                base: 28_00,
                byMonth: [
                    118_00, 104_00, 71_00, 34_00, 9_00, 0, 0, 0, 3_00, 19_00, 58_00, 97_00,
                ])),
        Bill(
            kind: .expense(
                "City of Madison Water", "CITY OF MADISON WATER SEWER ~~~~~~~~",
                category: .bills, code: "4900", series: .quarterly("water", .seasonal)),
            account: .checking, day: 22,
            cost: .seasonal(
                base: 112_00, byMonth: [0, 0, 0, 0, 18_00, 0, 0, 46_00, 0, 0, 22_00, 0]),
            everyMonths: 3, remainder: 2),
        Bill(
            kind: .expense(
                "Spectrum", "SPECTRUM 855-707-7328 MO", category: .bills, code: "4899",
                series: .monthly("internet")),
            account: .mastercard, day: 7,
            cost: .subscription(first: 54_99, rise: 5_00, everyMonths: 24, offset: 9)),
        Bill(
            kind: .expense(
                "Verizon Wireless", "VERIZON WRLS P^^^^ 800-922-0204 FL", category: .bills,
                code: "4814", series: .monthly("phone")),
            account: .visa, day: 10, cost: .priced(128_44)),
        Bill(
            kind: .expense(
                "Great Lakes Mutual", "GREAT LAKES MUTUAL INS PREM PPD ID: 4390117742",
                category: .insurance, series: .monthly("car-insurance"), memo: "AUTO POLICY ~~~~~~~"
            ),
            account: .checking, day: 3, cost: .priced(162_50)),
        Bill(
            kind: .expense(
                "Little Acorns Preschool", "LITTLE ACORNS PRESCHOOL TUITION ~~~~~~",
                category: .children, series: .monthly("preschool")),
            account: .checking, day: 2, cost: .priced(985_00)),
        Bill(
            kind: .expense(
                "Piano teacher", "CHECK #1~~~", category: .other, series: .monthly("piano"),
                isKnownToBank: false),
            account: .checking, day: 25, cost: .priced(140_00)),
        Bill(
            kind: .expense(
                "Wisconsin DMV", "WI DMV VEHICLE REGISTRATION MADISON WI",
                category: .transportation,
                code: "9399", series: .yearly("car-registration")),
            account: .visa, day: 9, cost: .priced(100_00), everyMonths: 12, remainder: 8),
        Bill(
            kind: .expense(
                "Delta Dental", "DELTA DENTAL OF WI PREMIUM ~~~~~~~", category: .healthcare,
                series: .monthly("dental")),
            account: .checking, day: 6, cost: .priced(61_20)),
        Bill(
            // The same wording as the car insurance.
            kind: .expense(
                "Great Lakes Mutual", "GREAT LAKES MUTUAL INS PREM PPD ID: 4390117742",
                category: .insurance, series: .monthly("life-insurance")),
            account: .checking, day: 17, cost: .priced(41_35)),
        Bill(
            kind: .expense(
                "United Healthcare", "UNITED HEALTHCARE PREMIUM PPD ID: 1411289245",
                category: .healthcare, series: .monthly("health-insurance")),
            account: .checking, day: 13, cost: .priced(94_60)),
        Bill(
            kind: .expense(
                "Apple Valley Water", "APPLE VALLEY WATER UTILITY ~~~~~~", category: .bills,
                series: .quarterly("cabin-water")),
            account: .mastercard, day: 24, cost: .priced(58_15), everyMonths: 3, remainder: 1),
        Bill(
            kind: .expense(
                "Tallgrass Homeowners", "TALLGRASS HOMEOWNERS ASSN DUES ~~~~~~~~",
                category: .bills, series: .monthly("association")),
            account: .checking, day: 31, cost: .priced(64_00)),
        Bill(
            kind: .expense(
                "Dane Self Storage", "DANE SELF STORAGE RENT MADISON WI", category: .bills,
                code: "4225", series: .monthly("storage")),
            account: .mastercard, day: 31, cost: .priced(79_00), isUnreliable: true),
        Bill(
            kind: .expense(
                "Prairie Pest Control", "PRAIRIE PEST CONTROL MADISON WI", category: .home,
                code: "7342", series: .halfYearly("pest-control")),
            account: .visa, day: 15, cost: .priced(84_00), everyMonths: 6, remainder: 4),
    ]

    /// Monthly subscriptions.
    static let subscriptions: [Bill] = [
        Bill(
            kind: .expense(
                "Netflix", "NETFLIX.COM 866-579-7172 CA", "Netflix.com Los Gatos CA",
                category: .entertainment, code: "4899", series: .monthly("netflix")),
            account: .visa, day: 14,
            cost: .subscription(first: 7_99, rise: 1_50, everyMonths: 20, offset: 11)),
        Bill(
            kind: .expense(
                "Spotify", "Spotify USA P^^^^^^^^^ New York NY", category: .entertainment,
                code: "5815", series: .monthly("spotify")),
            account: .visa, day: 21,
            cost: .subscription(first: 9_99, rise: 1_00, everyMonths: 22, offset: 17)),
        Bill(
            kind: .expense(
                "Disney Plus", "PAYPAL *DISNEYPLUS 402-935-7733 CA", category: .entertainment,
                code: "5968", series: .monthly("disney-plus")),
            account: .mastercard, day: 27,
            cost: .subscription(first: 6_99, rise: 1_00, everyMonths: 18, offset: 5)),
        Bill(
            kind: .expense(
                "Apple iCloud", "APPLE.COM/BILL 866-712-7753 CA", category: .shopping,
                code: "5818", series: .monthly("icloud")),
            account: .visa, day: 4,
            cost: .subscription(first: 2_99, rise: 0, everyMonths: 24, offset: 0)),
        Bill(
            kind: .expense(
                "Planet Fitness", "PLANET FIT CLUB FEES MADISON WI", category: .healthcare,
                code: "7997", series: .monthly("gym")),
            account: .mastercard, day: 17, cost: .priced(44_98), isUnreliable: true),
        Bill(
            kind: .expense(
                "Capitol Daily News", "CAPITOL DAILY NEWS DIGITAL ~~~~~~ WI",
                category: .entertainment, code: "5994", series: .monthly("newspaper")),
            account: .mastercard, day: 20, cost: .priced(12_00), isUnreliable: true),
        Bill(
            kind: .expense(
                "Amazon Prime", "AMAZON PRIME*^^^^^^^^^ Amzn.com/bill WA", category: .shopping,
                code: "5968", series: .yearly("amazon-prime")),
            account: .visa, day: 11, cost: .priced(139_00), everyMonths: 12, remainder: 5),
    ]
}

/// Bills on a weekday instead of a day of the month.
struct WeeklyBills: Routine {
    private let bills: [(bill: Bill, kind: KindID)]

    private struct Bill {
        let kind: EntryKind
        let account: AccountKey
        /// A day of one payment.
        let first: CalendarDay
        let everyWeeks: Int
        /// Cents, in dollars of 2025.
        let amount: Int64
    }

    init(catalogue: inout EntryCatalogue) {
        let known = [
            Bill(
                kind: .expense(
                    "Harvest Box", "HARVEST BOX FARM SHARE VERONA WI", category: .groceries,
                    code: "5499", series: .weekly("farm-share")),
                account: .visa, first: CalendarDay(daysSinceEpoch: 16_438), everyWeeks: 1,
                amount: 28_50),
            Bill(
                kind: .expense(
                    "Sparkle Cleaning", "SPARKLE HOME CLEANING LLC WEB PMT ~~~~~~",
                    category: .home, series: .biweekly("cleaning")),
                account: .checking, first: CalendarDay(daysSinceEpoch: 16_442), everyWeeks: 2,
                amount: 96_00),
        ]
        var bills: [(bill: Bill, kind: KindID)] = []
        for bill in known { bills.append((bill, catalogue.add(bill.kind))) }
        self.bills = bills
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        for (bill, kind) in bills {
            let amount = -ledger.priced(bill.amount)
            for number in 1...month.dayCount {
                let day = ledger.day(number)
                guard bill.first.days(until: day).isMultiple(of: 7 * bill.everyWeeks) else {
                    continue
                }
                if bill.account.isCard {
                    ledger.addCardPurchase(kind, on: bill.account, amount, transacted: day)
                } else {
                    ledger.add(kind, to: bill.account, amount, on: day)
                }
            }
        }
    }
}
