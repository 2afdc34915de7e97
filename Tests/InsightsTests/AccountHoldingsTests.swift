import Insights
import Model
import Testing
import Vault

@Suite("Holdings of an account")
struct AccountHoldingsTests {
    private static let euro = Currency(code: "EUR", exponent: 2)

    private func holding(
        _ symbol: String, value: Int64?, cost: Int64? = nil, currency: Currency = dollars
    ) -> ReceivedHolding {
        ReceivedHolding(
            symbol: symbol, name: "", currency: currency, shares: LongDecimal("2"), value: value,
            cost: cost)
    }

    /// A vault whose account reported holdings with a balance at noon of some days.
    private func books(
        _ states: [(day: CalendarDay, balance: Int64, holdings: [ReceivedHolding])]
    ) throws -> Books {
        let books = try Books([AccountSketch("broker", .brokerage)])
        let connection = try books.vault.fileConnection(createdAt: 0)
        for state in states {
            let account = ReceivedAccount(
                institutionKey: "Bank", bankID: "broker", name: "broker", currency: dollars,
                balance: ReceivedBalance(
                    minorUnits: state.balance, availableMinorUnits: nil,
                    at: state.day.secondsSinceEpoch + 43_200),
                transactions: [], coverage: nil, holdings: state.holdings)
            _ = try books.vault.store(
                ReceivedAnswer(
                    institutions: [.init(key: "Bank", name: "Bank", url: nil)],
                    accounts: [account], receivedAt: state.day.secondsSinceEpoch + 50_000),
                connection: connection.id, sync: nil)
        }
        return books
    }

    private func newest(_ books: Books, through last: CalendarDay) throws -> AccountHoldings? {
        try AccountHoldings.newest(
            books.vault, of: try books.vault.accounts(), through: last
        ).first
    }

    @Test("have gains and shares, and leave the rest of the balance unlisted")
    func figures() throws {
        let books = try books([
            (
                day(2025, 3, 1), 1000_00,
                [holding("A", value: 245_00, cost: 350_00), holding("B", value: 605_00, cost: 0)]
            )
        ])
        let found = try #require(try newest(books, through: day(2025, 3, 9)))
        #expect(found.positions.map(\.holding.symbol) == ["B", "A"])
        #expect(found.positions.map(\.gain?.minorUnits) == [605_00, -105_00])
        #expect(found.positions.map(\.gainPercent) == [nil, -30])
        #expect(found.positions.map(\.share) == [61, 25])
        #expect(found.unlisted?.minorUnits == 150_00)
    }

    @Test(
        "leave no rest where a value is unknown or in another currency",
        arguments: [nil, 5_00] as [Int64?])
    func noRest(value: Int64?) throws {
        let books = try books([
            (
                day(2025, 3, 1), 1000_00,
                [
                    holding("A", value: 245_00),
                    holding("B", value: value, currency: value == nil ? dollars : Self.euro),
                ]
            )
        ])
        #expect(try #require(try newest(books, through: day(2025, 3, 9))).unlisted == nil)
    }

    @Test("are never added to the account's balance")
    func balance() throws {
        let books = try books([(day(2025, 3, 1), 1000_00, [holding("A", value: 900_00)])])
        #expect(try books.vault.accounts().map(\.balance?.minorUnits) == [1000_00])
        let history = try NetWorthHistory(books.vault, today: day(2025, 3, 1), months: 0)
        #expect(history.series.first?.now?.net.minorUnits == 1000_00)
    }

    @Test("are those of the day that is asked for, and none once all is sold")
    func days() throws {
        let books = try books([
            (day(2025, 3, 1), 10_00, [holding("A", value: 10_00)]),
            (day(2025, 3, 5), 10_00, []),
        ])
        #expect(try newest(books, through: day(2025, 2, 27)) == nil)
        #expect(try newest(books, through: day(2025, 3, 4))?.day == day(2025, 3, 1))
        #expect(try newest(books, through: day(2025, 3, 5)) == nil)
    }

    @Test("have a history for each currency, by day and by the ends of months")
    func history() throws {
        let books = try books([
            (day(2025, 3, 1), 10_00, [holding("A", value: 10_00, cost: 4_00)]),
            (
                day(2025, 3, 5), 16_00,
                [
                    holding("A", value: 12_00, cost: 4_00), holding("B", value: 4_00),
                    holding("E", value: 7_00, currency: Self.euro),
                ]
            ),
            (day(2025, 4, 1), 9_00, [holding("A", value: 9_00, cost: 4_00)]),
        ])
        let account = try #require(try books.vault.accounts().first)
        let all = try HoldingHistory.all(
            books.vault, of: account, on: day(2025, 1, 1)...day(2025, 12, 31), where: { _ in true })
        #expect(all.map(\.currency) == [dollars, Self.euro])
        #expect(all[0].points.map(\.value.minorUnits) == [10_00, 16_00, 9_00])
        #expect(all[0].points.map(\.gain?.minorUnits) == [6_00, 8_00, 5_00])
        #expect(all[0].points.map(\.shares?.text) == ["2", nil, "2"])
        #expect(all[0].monthEnds.points.map(\.day) == [day(2025, 3, 5), day(2025, 4, 1)])
    }
}
