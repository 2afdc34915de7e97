import Model
import Testing

@Suite("Snapshot")
struct SnapshotTests {
    @Test("a transaction leads to its account")
    func account() {
        let accounts = ["Checking", "Card"].enumerated().map { position, name in
            AccountFacts(
                id: Int64(position + 10), name: name, institution: "First Bank", type: .other,
                currency: Currency(code: "USD"))
        }
        let transaction = TransactionFacts(
            id: 1, amount: -100, day: CalendarDay(daysSinceEpoch: 0), account: 1,
            description: .empty, payee: .empty, memo: .empty, merchantCode: .empty,
            isPending: false)
        let snapshot = Snapshot(
            asOf: CalendarDay(daysSinceEpoch: 1), accounts: accounts, transactions: [transaction],
            texts: TextTable())
        #expect(snapshot.account(of: transaction).name == "Card")
    }

    @Test("a transaction stays small, since a snapshot holds millions")
    func size() {
        #expect(MemoryLayout<TransactionFacts>.stride <= 64)
    }
}

@Suite("Text column")
struct TextColumnTests {
    private static let texts = ["TRN-1", "", "Łódź", "TRN-1", "e\u{301}", "\0"]

    private static var column: TextColumn {
        var column = TextColumn()
        for text in texts { column.append(text) }
        return column
    }

    @Test("gives each row its text, byte for byte")
    func rows() {
        let column = Self.column
        #expect(column.count == Self.texts.count)
        #expect(column.withUTF8Bytes { $0.count } == Self.texts.joined().utf8.count)
        for (row, text) in Self.texts.enumerated() {
            #expect(Array(column[row].utf8) == Array(text.utf8))
            #expect(column.withUTF8Bytes { Array($0[column.range(of: row)]) } == Array(text.utf8))
        }
    }

    @Test("is empty at first")
    func empty() {
        #expect(TextColumn().count == 0)
    }
}

@Suite("Account type")
struct AccountTypeTests {
    @Test(
        "each type is in its net-worth group",
        arguments: [
            (AccountType.checking, NetWorthGroup.bankAccounts), (.savings, .bankAccounts),
            (.other, .bankAccounts), (.investment, .investments), (.brokerage, .investments),
            (.credit, .liabilities), (.loan, .liabilities), (.mortgage, .liabilities),
        ])
    func groups(type: AccountType, group: NetWorthGroup) {
        #expect(type.netWorthGroup == group)
    }

    @Test("what is owed is a liability, and nothing else is", arguments: AccountType.allCases)
    func liabilities(type: AccountType) {
        #expect(type.isLiability == (type.netWorthGroup == .liabilities))
    }

    @Test("the groups are shown bank accounts first, liabilities last")
    func order() {
        #expect(
            NetWorthGroup.allCases == [.bankAccounts, .investments, .otherAssets, .liabilities])
    }
}
