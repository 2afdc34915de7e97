import Model
import Testing

@Suite("The person's own name, known from their own transfers")
struct LearnedHolderTests {
    private static let giro = "Girokonto"
    private static let savings = "Tagesgeld"
    private static let other = "Konto"
    private static let accounts: [(name: String, bank: String, type: AccountType)] = [
        (giro, "Sparkasse", .checking), (savings, "Sparkasse", .savings),
        (other, "Volksbank", .checking),
    ]

    /// So many months in which money goes to savings, and once back.
    private static func savingBookings(_ name: String, months: Int) -> [Booking] {
        (0..<months).flatMap { month in
            [
                Booking(giro, month * 30, -150, "Überweisung Empfänger: \(name)"),
                Booking(savings, month * 30 + 1, 150, "Überweisung Auftraggeber: \(name)"),
            ]
        }
    }

    /// The partner of the last booking but one.
    private func partner(
        _ sent: String, _ received: String, after bookings: [Booking]
    ) throws -> Int64? {
        let feed = try BankFeed(
            Self.accounts,
            bookings + [
                Booking(Self.other, 200, -700, sent), Booking(Self.giro, 201, 700, received),
            ])
        return feed.partners[bookings.count]
    }

    @Test("makes a transfer if one side has the name and the other names no one else")
    func oneSide() throws {
        let bookings = Self.savingBookings("Änne Öhler", months: 3)
        let received = Int64(bookings.count + 2)
        #expect(
            try partner(
                "Fixkosten", "Überweisung Auftraggeber: Änne Öhler Verwendungszweck: Fixkosten",
                after: bookings)
                == received)
        #expect(
            try partner("Überweisung", "Auftraggeber: Änne Öhler", after: bookings) == received)
        // It could be a longer name.
        #expect(
            try partner(
                "Fixkosten", "Überweisung Auftraggeber: Änne Öhler Fixkosten GmbH", after: bookings)
                == nil)
        // Not known yet
        #expect(
            try partner(
                "Fixkosten", "Überweisung Auftraggeber: Änne Öhler Verwendungszweck: Fixkosten",
                after: [])
                == nil)
    }

    @Test("is not enough if the other side names someone")
    func somebodyElse() throws {
        let bookings = Self.savingBookings("Änne Öhler", months: 3)
        for text in ["Überweisung Max Weber", "Fixkosten Max Weber", "Miete Hausverwaltung Weber"] {
            #expect(
                try partner(
                    text, "Überweisung Auftraggeber: Änne Öhler Verwendungszweck: Fixkosten",
                    after: bookings)
                    == nil)
        }
    }

    @Test("is not learned if it is on other payments too")
    func friend() throws {
        let bookings =
            Self.savingBookings("Max Weber", months: 3)
            + (0..<9).map {
                Booking(Self.giro, $0 * 9 + 5, -20 - Int64($0), "Überweisung Max Weber")
            }
        #expect(
            try partner(
                "Fixkosten", "Überweisung Max Weber Verwendungszweck: Fixkosten", after: bookings)
                == nil)
    }

    @Test("is not learned from a person who only receives")
    func merchant() throws {
        let bookings = (0..<6).flatMap { month in
            [
                Booking(Self.giro, month * 30, -150 - Int64(month), "LASTSCHRIFT Nordstern Leben"),
                Booking(Self.other, month * 30 + 1, 150 + Int64(month), "EINGANG \(month)"),
            ]
        }
        #expect(
            try partner("Fixkosten", "Nordstern Leben Verwendungszweck: Fixkosten", after: bookings)
                == nil)
    }

    @Test("counts with an initial")
    func initial() throws {
        let bookings = Self.savingBookings("A Kuiper", months: 3)
        #expect(
            try partner(
                "Fixkosten", "Überweisung A Kuiper Verwendungszweck: Fixkosten", after: bookings)
                == Int64(bookings.count + 2))
    }
}
