import Model
import Testing

/// Who sends the same again and again pays for something; who sends something once,
/// or is paid as well, gives back what was paid for them.
@Suite("Money from people")
struct RegularMoneyFromPeopleTests {
    private static let checking = "Checking (4321)"
    private static let venmo = "Venmo"
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        (checking, "Chase Bank", .checking), (venmo, "Venmo", .checking),
    ]
    private static let everyMonth = [1, 32, 62, 93]

    private static func classes(_ bookings: [Booking]) throws -> [TransactionClass] {
        try BankFeed(accounts, bookings).classes
    }

    private static func each(
        _ days: [Int], _ amount: Int64, _ text: String, in account: String = checking
    ) -> [Booking] {
        days.map { Booking(account, $0, amount, text) }
    }

    @Test(
        "is income where the same comes regularly from somebody who was never paid",
        arguments: [
            (checking, "ZELLE FROM ANNA BAKER"), (checking, "Zelle payment from ANNA BAKER"),
            (checking, "INTERAC E-TRANSFER FROM MARIE TREMBLAY"), (venmo, "Anna Baker"),
        ])
    func regular(account: String, text: String) throws {
        #expect(
            try Self.classes(Self.each(Self.everyMonth, 650, text, in: account))
                == [.income, .income, .income, .income])
    }

    @Test(
        "is money back where it calls itself a part, however regular",
        arguments: [
            "ZELLE FROM SAM ODELL RENT SHARE", "ZELLE FROM SAM ODELL HALF OF THE PHONE PLAN",
        ])
    func shared(text: String) throws {
        #expect(
            try Self.classes(Self.each(Self.everyMonth, 650, text))
                == [.expense, .expense, .expense, .expense])
    }

    @Test("is money back where it comes twice only")
    func twice() throws {
        #expect(
            try Self.classes(Self.each([1, 32], 650, "ZELLE FROM ANNA BAKER"))
                == [.expense, .expense])
    }

    @Test("is money back where amounts vary")
    func varying() throws {
        let bookings = zip([1, 32, 62, 93], [41, 38, 44, 40]).map {
            Booking(Self.checking, $0, Int64($1), "ZELLE FROM ANNA BAKER")
        }
        #expect(try Self.classes(bookings) == [.expense, .expense, .expense, .expense])
    }

    @Test("is money back where about as much was paid to them")
    func giveAndTake() throws {
        let received = Self.each(Self.everyMonth, 60, "ZELLE FROM ANNA BAKER")
        let paid = Self.each([5, 40, 70], -55, "ZELLE TO ANNA BAKER")
        #expect(try Self.classes(received + paid).prefix(4).allSatisfy { $0 == .expense })
    }

    @Test("stays income where a little was paid to them")
    func oneRepair() throws {
        let received = Self.each(Self.everyMonth, 650, "ZELLE FROM ANNA BAKER")
        let paid = Self.each([40], -80, "ZELLE TO ANNA BAKER")
        #expect(try Self.classes(received + paid).prefix(4).allSatisfy { $0 == .income })
    }

    @Test("has a category where it is money back, and none where it is earned")
    func category() throws {
        let text = "VENMO FROM ANNA BAKER UBER RIDE"
        #expect(
            try BankFeed(Self.accounts, [Booking(Self.checking, 1, 12, text)]).categories
                == ["transportation"])
        #expect(
            try BankFeed(Self.accounts, Self.each(Self.everyMonth, 12, text)).categories
                == ["other", "other", "other", "other"])
    }

    @Test("explains why it is income")
    func reason() throws {
        let feed = try BankFeed(
            Self.accounts, Self.each(Self.everyMonth, 650, "ZELLE FROM ANNA BAKER"))
        #expect(
            feed.reasonsOfClasses.last
                == "Auto-detected: regular payments from somebody who was paid little are income")
    }
}

/// Who shops somewhere gets money back in parts of what was paid; who works there is
/// paid more than that, and in a rhythm.
@Suite("Money from merchants")
struct RegularMoneyFromMerchantsTests {
    private static let checking = "Checking (4321)"
    private static let everyOtherWeek = [1, 15, 29, 43, 57, 71]

    private static func feed(
        _ days: [Int], _ amounts: [Int64], _ text: String, paid: [Booking] = []
    ) throws -> BankFeed {
        let received = zip(days, amounts).map { Booking(checking, $0, $1, text) }
        return try BankFeed([(checking, "Chase Bank", .checking)], received + paid)
    }

    @Test(
        "is income where the same comes regularly from whom little was paid",
        arguments: ["NEW YORK LIFE 0012345", "SAINSBURYS SUPERMKTS LTD", "SAFEWAY 0412"])
    func regular(text: String) throws {
        let bought = [3, 10, 40].map { Booking(Self.checking, $0, -60, text) }
        let feed = try Self.feed(
            [1, 32, 62, 93], [1_711, 1_711, 1_711, 1_711], text, paid: bought)
        #expect(feed.classes.prefix(4).allSatisfy { $0 == .income })
        #expect(feed.categories.prefix(4).allSatisfy { $0 == "other" })
        #expect(
            feed.reasonsOfClasses.first
                == "Auto-detected: regular payments from somebody who was paid little are income")
    }

    @Test("is income where wages of other amounts come every other week")
    func wages() throws {
        let feed = try Self.feed(
            Self.everyOtherWeek, [702, 688, 655, 731, 694, 669], "SAFEWAY 0412")
        #expect(feed.classes.allSatisfy { $0 == .income })
    }

    @Test("is money back where it comes on any day")
    func anyDay() throws {
        let feed = try Self.feed([1, 4, 20, 61], [70, 12, 33, 90], "SAFEWAY 0412")
        #expect(feed.classes.allSatisfy { $0 == .expense })
        #expect(feed.categories.allSatisfy { $0 == "groceries" })
    }

    @Test("is money back where it comes twice only")
    func twice() throws {
        let feed = try Self.feed([1, 32], [1_711, 1_711], "SAFEWAY 0412")
        #expect(feed.classes == [.expense, .expense])
    }

    @Test("is money back where more was paid, however regular")
    func paidMore() throws {
        let bills = [5, 36, 66, 97].map { Booking(Self.checking, $0, -80, "VERIZON WIRELESS") }
        let feed = try Self.feed(
            [1, 32, 62, 93], [10, 10, 10, 10], "VERIZON WIRELESS", paid: bills)
        #expect(feed.classes.allSatisfy { $0 == .expense })
    }

    @Test(
        "is money back where it gives back what something cost, however regular",
        arguments: ["BLUE CROSS CLAIM 0412", "AFLAC CLAIMS", "VERIZON WIRELESS REBATE"])
    func claims(text: String) throws {
        let feed = try Self.feed([1, 32, 62, 93], [84, 84, 84, 84], text)
        #expect(feed.classes.allSatisfy { $0 == .expense })
    }

    @Test("leaves what a shop gives back out of the wages that it pays")
    func wagesAndReturns() throws {
        let returns = zip([8, 19, 50], [30, 12, 55]).map {
            Booking(Self.checking, $0, Int64($1), "SAFEWAY 0412")
        }
        let wages = zip(Self.everyOtherWeek, [702, 688, 655, 731, 694, 669]).map {
            Booking(Self.checking, $0, Int64($1), "SAFEWAY PAYROLL")
        }
        let feed = try BankFeed([(Self.checking, "Chase Bank", .checking)], wages + returns)
        #expect(feed.classes.prefix(6).allSatisfy { $0 == .income })
        #expect(feed.classes.suffix(3).allSatisfy { $0 == .expense })
        #expect(feed.conclusions.series.map(\.transactionCount) == [6])
    }

    @Test(
        "is income where it is paid for work, for life or to who can't work, also once",
        arguments: [
            "NEW YORK LIFE ANNUITY PMT 0012345", "MASSMUTUAL ANN PYMT", "AVIVA PENSIONS",
            "SUN LIFE FINANCIAL RRIF PAYMENT", "SUN LIFE DISABILITY", "MANULIFE LTD PMT",
            "COMCAST CABLE COMM SAL", "KROGER CO NET PAY", "EXXON MOBIL DIV",
            "TECHNIKER KRANKENKASSE KRANKENGELD", "AMAZON DISBURSEMNT",
        ])
    func worded(text: String) throws {
        #expect(try Self.feed([1], [1_300], text).classes == [.income])
    }

    @Test(
        "is money back where a name only has the letters of such a word",
        arguments: ["SALLY BEAUTY 0412", "TARGET DIVISION ST", "ANNIE SEZ TARGET"])
    func letters(text: String) throws {
        #expect(try Self.feed([1], [30], text).classes == [.expense])
    }
}

@Suite("Money back from any payee")
struct PurchaseGivenBackTests {
    private static let checking = "Checking (4321)"
    private static let card = "Sapphire (1111)"
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        (checking, "Chase Bank", .checking), (card, "Chase Bank", .credit),
    ]

    private static func feed(_ bookings: Booking...) throws -> BankFeed {
        try BankFeed(accounts, bookings)
    }

    @Test("is what comes back as it was paid, in the category of what was bought")
    func sameAmount() throws {
        let feed = try Self.feed(
            Booking(Self.checking, 1, -60, "BAYSIDE CLINIC"),
            Booking(Self.checking, 40, 60, "CREDIT FROM BAYSIDE CLINIC"))
        #expect(feed.classes == [.expense, .expense])
        #expect(feed.categories == ["healthcare", "healthcare"])
        #expect(
            feed.reasonsOfClasses[1] == "Auto-detected: Money back for what was paid on 2026-05-28")
    }

    @Test("is what comes back to the bank account for a purchase with a card")
    func boughtByCard() throws {
        let feed = try Self.feed(
            Booking(Self.card, 1, -60, "BAYSIDE CLINIC"),
            Booking(Self.checking, 40, 60, "CREDIT FROM BAYSIDE CLINIC"))
        #expect(feed.classes == [.expense, .expense])
    }

    @Test("is given once for each purchase")
    func once() throws {
        let feed = try Self.feed(
            Booking(Self.checking, 1, -60, "BAYSIDE CLINIC"),
            Booking(Self.checking, 40, 60, "CREDIT FROM BAYSIDE CLINIC"),
            Booking(Self.checking, 47, 60, "CREDIT FROM BAYSIDE CLINIC"))
        #expect(feed.classes == [.expense, .expense, .income])
    }

    @Test(
        "is neither another amount, nor what came before, long after, from another or as pay",
        arguments: [
            (40, 61, "CREDIT FROM BAYSIDE CLINIC"), (0, 60, "CREDIT FROM BAYSIDE CLINIC"),
            (130, 60, "CREDIT FROM BAYSIDE CLINIC"), (40, 60, "CREDIT FROM LAKESIDE GALLERY"),
            (40, 60, "BAYSIDE CLINIC PAYROLL"), (40, 60, "BAYSIDE CLINIC ACH CREDIT"),
        ])
    func other(day: Int, amount: Int64, text: String) throws {
        let feed = try Self.feed(
            Booking(Self.checking, 1, -60, "BAYSIDE CLINIC"),
            Booking(Self.checking, day, amount, text))
        #expect(feed.classes == [.expense, .income])
    }

    @Test("is what a shop gives back whose owner's name is a word for pay")
    func nameOfOwner() throws {
        let feed = try Self.feed(
            Booking(Self.checking, 1, -24, "SAL'S BARBER SHOP"),
            Booking(Self.checking, 4, 24, "SAL'S BARBER SHOP"))
        #expect(feed.classes == [.expense, .expense])
    }

    @Test("is not what comes regularly")
    func regular() throws {
        let feed = try Self.feed(
            Booking(Self.checking, 1, -60, "BAYSIDE CLINIC"),
            Booking(Self.checking, 5, 60, "CREDIT FROM BAYSIDE CLINIC"),
            Booking(Self.checking, 36, 60, "CREDIT FROM BAYSIDE CLINIC"),
            Booking(Self.checking, 66, 60, "CREDIT FROM BAYSIDE CLINIC"),
            Booking(Self.checking, 97, 60, "CREDIT FROM BAYSIDE CLINIC"))
        #expect(feed.classes == [.expense, .income, .income, .income, .income])
    }
}
