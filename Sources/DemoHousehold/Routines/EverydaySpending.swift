import Model

/// Groceries, fuel, coffee and other purchases by card or in cash.
struct EverydaySpending: Routine {
    private let habits: [(habit: Habit, shops: [KindID])]
    private let cash: [(habit: Habit, shops: [KindID])]

    init(catalogue: inout EntryCatalogue) {
        habits = Self.known(Self.habits, in: &catalogue)
        cash = Self.known(Self.cash, in: &catalogue)
    }

    static func known(
        _ habits: [Habit], in catalogue: inout EntryCatalogue
    ) -> [(habit: Habit, shops: [KindID])] {
        var known: [(habit: Habit, shops: [KindID])] = []
        for habit in habits { known.append((habit, catalogue.add(habit.shops))) }
        return known
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        for (habit, shops) in habits {
            var times = ledger.random.number(in: habit.timesAMonth)
            if month.month > 10 { times += times * habit.holidayRise / 100 }
            for _ in 0..<times {
                let amount = ledger.priced(ledger.random.amount(in: habit.amount))
                buy(at: ledger.random.element(of: shops), for: amount, in: &ledger, habit)
            }
        }
        for (habit, kinds) in cash {
            for _ in 0..<ledger.random.number(in: habit.timesAMonth) {
                let amount = ledger.random.number(in: habit.amount) * 20_00
                let day = ledger.day(ledger.random.days(in: 1...Int64(month.dayCount)))
                let kind = ledger.random.element(of: kinds)
                ledger.add(kind, to: .checking, -amount, on: day.businessDayOnOrAfter)
            }
        }
    }

    private func buy(
        at shop: KindID, for amount: Int64, in ledger: inout Ledger, _ habit: Habit
    ) {
        let day = ledger.day(ledger.random.days(in: 1...Int64(ledger.month.dayCount)))
        let account = ledger.drawnMeansOfPayment()
        guard account.isCard else {
            ledger.add(
                shop, to: account, -amount, on: day.adding(days: 1).businessDayOnOrAfter,
                transacted: day)
            return
        }
        ledger.addCardPurchase(shop, on: account, -amount, transacted: day)
        if ledger.random.chance(percent: habit.returned) {
            let later = day.adding(days: ledger.random.days(in: 4...13))
            ledger.addCardPurchase(shop, on: account, amount, transacted: later)
        }
    }
}

/// Additional small purchases, for histories with a given number of transactions.
struct FurtherPurchases: Routine {
    private let shops: [(amount: ClosedRange<Int64>, kinds: [KindID])]
    private let timesAMonth: Int

    /// - Parameter timesAMonth: purchases in each month, 0 or more.
    init(timesAMonth: Int, catalogue: inout EntryCatalogue) {
        self.timesAMonth = timesAMonth
        shops = EverydaySpending.known(EverydaySpending.habits, in: &catalogue)
            .map { (Self.smallAmount(of: $0.habit), $0.shops) }
    }

    /// Their average cost in cents for a month of 2025.
    static func monthlyCost(timesAMonth: Int) -> Int64 {
        let means = EverydaySpending.habits.map { SplitMix64.meanAmount(in: smallAmount(of: $0)) }
        return means.reduce(0, +) * Int64(timesAMonth) / Int64(means.count)
    }

    func live(through month: CalendarMonth, in ledger: inout Ledger) {
        let lastDay = Int64(month.dayCount)
        for _ in 0..<timesAMonth {
            let shop = ledger.random.element(of: shops)
            let amount = ledger.priced(ledger.random.amount(in: shop.amount))
            let kind = ledger.random.element(of: shop.kinds)
            let day = ledger.day(ledger.random.days(in: 1...lastDay))
            let account = ledger.drawnMeansOfPayment()
            if account.isCard {
                ledger.addCardPurchase(kind, on: account, -amount, transacted: day)
            } else {
                ledger.add(kind, to: account, -amount, on: day)
            }
        }
    }

    private static func smallAmount(of habit: Habit) -> ClosedRange<Int64> {
        max(habit.amount.lowerBound / 8, 1_00)...max(habit.amount.upperBound / 16, 2_00)
    }
}

extension Ledger {
    /// Most purchases are by Visa, some by debit card.
    fileprivate mutating func drawnMeansOfPayment() -> AccountKey {
        switch random.number(in: 1...10) {
        case 1...6: .visa
        case 7...9: .mastercard
        default: .checking
        }
    }
}

/// A repeated kind of purchase, at one shop or another.
struct Habit: Sendable {
    let shops: [EntryKind]
    /// How often it happens in an ordinary month.
    let timesAMonth: ClosedRange<Int64>
    /// Cents, in dollars of 2025.
    let amount: ClosedRange<Int64>
    /// Returned purchases, in percent.
    var returned: Int64 = 0
    /// The increase in November and December, in percent.
    var holidayRise: Int64 = 0
}

extension EverydaySpending {
    static let habits: [Habit] = [
        Habit(
            shops: [
                .expense(
                    "Pick 'n Save", "PICK N SAVE #412 MADISON WI", "PICK N SAVE #388 MONONA WI",
                    category: .groceries, code: "5411"),
                .expense(
                    "Trader Joe's", "TRADER JOE S #712 MADISON WI", category: .groceries,
                    code: "5411"),
                .expense(
                    "Whole Foods", "WHOLEFDS MSN #10234 MADISON WI", category: .groceries,
                    code: "5411"),
                .expense(
                    "Costco", "COSTCO WHSE #1020 MIDDLETON WI", category: .groceries, code: "5300"),
                .expense(
                    "Willy Street Co-op", "SQ *WILLY STREET CO-OP MADISON WI",
                    category: .groceries, code: "5411"),
                .expense(
                    "Hy-Vee", "HY-VEE FITCHBURG 1229 FITCHBURG WI", category: .groceries,
                    code: "5411"),
            ], timesAMonth: 9...13, amount: 18_00...214_00),
        Habit(
            shops: [
                .expense(
                    "Shell", "SHELL OIL ~~~~~~~~~~~ MADISON WI", category: .transportation,
                    code: "5542"),
                .expense(
                    "Kwik Trip", "KWIK TRIP  95100009514 MADISON WI", category: .transportation,
                    code: "5541"),
                .expense(
                    "Costco Gas", "COSTCO GAS #1020 MIDDLETON WI", category: .transportation,
                    code: "5542"),
            ], timesAMonth: 4...6, amount: 31_00...63_00),
        Habit(
            shops: [
                .expense(
                    "City of Madison Parking", "CITY OF MADISON PARKING 608-266-4761 WI",
                    category: .transportation, code: "7523"),
                .expense(
                    "Uber", "UBER   *TRIP HELP.UBER.COM CA", "UBER TRIP ^^^^^ 8005928996 CA",
                    category: .transportation, code: "4121"),
                .expense(
                    "Lyft", "LYFT   *RIDE SUN 8PM LYFT.COM CA", category: .transportation,
                    code: "4121"),
            ], timesAMonth: 2...4, amount: 3_00...34_00),
        Habit(
            shops: [
                .expense(
                    "Graze", "TST* GRAZE MADISON WI", category: .dining, code: "5812"),
                .expense(
                    "El Pastor", "SQ *EL PASTOR RESTAURANT MADISON WI", category: .dining,
                    code: "5812"),
                .expense(
                    "Chipotle", "CHIPOTLE 1187 MADISON WI", "CHIPOTLE ONLINE 1187 MADISON WI",
                    category: .dining, code: "5814"),
                .expense(
                    "DoorDash", "DD *DOORDASH NOODLESCO 855-973-1040 CA",
                    "DOORDASH*LAO LAAN XANG SAN FRANCISCO CA", category: .dining, code: "5812"),
                .expense(
                    "Ian's Pizza", "TST* IANS PIZZA - STATE ST MADISON WI", category: .dining,
                    code: "5814"),
                .expense(
                    "Uber Eats", "UBER   *EATS HELP.UBER.COM CA", category: .dining, code: "5812"),
            ], timesAMonth: 6...10, amount: 13_00...96_00),
        Habit(
            shops: [
                .expense(
                    "Blue Heron Coffee", "SQ *BLUE HERON COFFEE Madison WI", category: .dining,
                    code: "5814"),
                .expense(
                    "Starbucks", "STARBUCKS STORE 02713 MADISON WI", "STARBUCKS 800-782-7282 WA",
                    category: .dining, code: "5814"),
                .expense(
                    "Colectivo", "TST* COLECTIVO COFFEE - MONROE Madison WI", category: .dining,
                    code: "5814"),
            ], timesAMonth: 8...13, amount: 4_25...14_00),
        Habit(
            shops: [
                .expense(
                    "Walgreens", "WALGREENS #6174 MADISON WI", category: .healthcare, code: "5912"),
                .expense(
                    "CVS", "CVS/PHARMACY #02871 MADISON WI", category: .healthcare, code: "5912"),
                .expense(
                    "Dane Family Clinic", "DANE FAMILY CLINIC COPAY MADISON WI",
                    category: .healthcare, code: "8011"),
            ], timesAMonth: 2...3, amount: 6_00...62_00),
        Habit(
            shops: [
                .expense(
                    "Amazon", "AMAZON MKTPL*^^^^^^^^^ Amzn.com/bill WA",
                    "AMZN Mktp US*^^^^^^^^^ Amzn.com/bill WA", "Amazon.com*^^^^^^^^^ SEATTLE WA",
                    category: .shopping, code: "5942"),
                .expense(
                    "Target", "TARGET 00011072 MADISON WI", "TARGET.COM * 800-591-3869 MN",
                    category: .shopping, code: "5310"),
                .expense(
                    "Home Depot", "THE HOME DEPOT #4927 MADISON WI", category: .home,
                    code: "5200"),
                .expense(
                    "Best Buy", "BESTBUYCOM~~~~~~~~~~~~ 888-BESTBUY MN", category: .shopping,
                    code: "5732"),
                .expense(
                    "Etsy", "PAYPAL *ETSY INC 4029357733 NY", category: .shopping, code: "5947"),
                .expense(
                    "Amazon", "AMAZON.COM*^^^^^^^^^ AMZN.COM/BILL WA", category: .shopping,
                    code: "5942"),
            ], timesAMonth: 8...12, amount: 9_00...171_00, returned: 9, holidayRise: 60),
        Habit(
            shops: [
                .expense(
                    "Marcus Point Cinema", "MARCUS POINT CINEMA ONLINE MADISON WI",
                    category: .entertainment, code: "7832"),
                .expense(
                    "Steam", "STEAMGAMES.COM 4259522985 WA", category: .entertainment,
                    code: "5816"),
                .expense(
                    "Overture Center", "OVERTURE CENTER TICKETS 608-258-4141 WI",
                    category: .entertainment, code: "7922"),
            ], timesAMonth: 1...3, amount: 9_00...74_00, holidayRise: 30),
        Habit(
            shops: [
                .expense(
                    "Happy Tails Vet", "HAPPY TAILS VETERINARY MADISON WI", category: .pets,
                    code: "0742"),
                .expense(
                    "Great Clips", "GREAT CLIPS AT HILLDALE MADISON WI", category: .personalCare,
                    code: "7230"),
                .expense("USPS", "USPS PO 5651840712 MADISON WI", category: .other, code: "9402"),
            ], timesAMonth: 1...3, amount: 8_00...118_00),
        // Names that contain a word with another meaning.
        Habit(
            shops: [
                .expense(
                    "Shelley's Books", "SHELLEYS BOOKS MADISON WI", category: .shopping,
                    code: "5942"),
                .expense(
                    "Gastroenterology Associates", "GASTROENTEROLOGY ASSOC MADISON WI",
                    category: .healthcare, code: "8011"),
                .expense(
                    "Costco Pharmacy", "COSTCO PHARMACY #1020 MIDDLETON WI",
                    category: .healthcare, code: "5912"),
                .expense(
                    "United Way", "UNITED WAY OF DANE COUNTY 608-246-4350 WI", category: .gifts,
                    code: "8398"),
                .expense(
                    "Steamboat Lodge", "STEAMBOAT LODGE WISCONSIN DELLS WI", category: .travel,
                    code: "7011"),
                .expense(
                    "Metropolitan Opera", "METROPOLITAN OPERA LIVE MADISON WI",
                    category: .entertainment, code: "7922"),
                .expense(
                    "Holiday Market", "SQ *HOLIDAY FARMERS MARKET MADISON WI",
                    category: .groceries, code: "5499"),
                .expense(
                    "Target Optical", "TARGET OPTICAL 1072 MADISON WI", category: .healthcare,
                    code: "8043"),
                .expense(
                    "Delta Sanitation", "DELTA SANITATION SERVICE MADISON WI", category: .bills,
                    code: "4900"),
                .expense(
                    "Gas Light Theatre", "GAS LIGHT THEATRE MADISON WI",
                    category: .entertainment, code: "7922"),
            ], timesAMonth: 1...4, amount: 9_00...88_00),
    ]

    /// Withdrawals and payments from the checking account without a card.
    static let cash: [Habit] = [
        Habit(
            shops: [
                .expense(
                    "ATM cash", "ATM WITHDRAWAL 00~~~~ 1 S PINCKNEY ST MADISON WI",
                    "NON-HARBORLINE ATM WITHDRAW ~~~~~~ MADISON WI", category: .other)
            ], timesAMonth: 1...3, amount: 2...7),
        Habit(
            shops: [
                .expense(
                    "Jordan M", "ZELLE PAYMENT TO JORDAN M JPM99^^^^^^^", category: .other,
                    memo: "babysitting"),
                .expense(
                    "Venmo", "VENMO PAYMENT ~~~~~~~~~~~ WEB ID: 3264681992", category: .other),
                .expense("Priya K", "ZELLE TO PRIYA K ON 0~/1~ REF #PP0^^^^^^^", category: .other),
            ], timesAMonth: 1...3, amount: 1...5),
    ]
}
