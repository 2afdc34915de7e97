import Insights
import Model
import TestSupport
import Testing
import Vault

@Suite("Views of the vault agree to the cent with")
struct ViewFigureTests {
    private static let days = day(2025, 1, 1)...day(2025, 3, 31)
    private static let currencies = [
        dollars, yen, Currency(code: "BTC", exponent: 8), Currency(code: "KWD", exponent: 3),
    ]
    private static let seeds = Seeds.first(of: 40, few: 4)

    @Test(
        "income and spending by category, with splits, refunds and four currencies",
        arguments: seeds)
    func months(seed: UInt64) throws {
        let books = try Self.books(seed)
        let days = Self.days.lowerBound..<Self.days.upperBound.adding(days: 1)
        for month in try MonthlyIncome.months(books.vault, days: days) {
            let key = "\(month.month)' AND currency = '\(month.currency.code)"
            let sums = try books.vault.rows(
                """
                SELECT coalesce(sum(iif(class = 'income', minor_units, 0)), 0),
                    coalesce(-sum(iif(class = 'expense', minor_units, 0)), 0)
                FROM v_months WHERE month = '\(key)'
                """)
            #expect(sums == [[number(month.income), number(month.expenses)]], "\(key)")
        }
        let spending = try CategorySpending.breakdown(books.vault, days: days)
        let rows = try books.vault.rows(
            """
            SELECT currency, category, digits, -sum(minor_units) FROM v_months
            WHERE class = 'expense' GROUP BY 1, 2, 3 ORDER BY 1, 4 DESC, 2
            """)
        #expect(
            rows
                == spending.map {
                    [
                        .text($0.spent.currency.code), .text($0.category),
                        .integer(Int64($0.spent.currency.exponent)), number($0.spent),
                    ]
                })
        #expect(!rows.isEmpty)
    }

    @Test("net worth and each account's balance on each day", arguments: seeds)
    func balances(seed: UInt64) throws {
        let books = try Self.books(seed)
        let days = Self.days
        for series in try NetWorthHistory(books.vault, on: days).series {
            let rows = try books.vault.rows(
                """
                SELECT day, assets, liabilities, net, is_estimated FROM v_net_worth
                WHERE currency = '\(series.currency.code)' ORDER BY day
                """)
            #expect(
                rows
                    == series.points.map {
                        [
                            .text("\($0.day)"), .text($0.assets.plainText),
                            .text($0.liabilities.plainText), .text($0.net.plainText),
                            .integer($0.isEstimated ? 1 : 0),
                        ]
                    })
        }
        for account in try books.vault.accounts() {
            let points = try AccountBalances(books.vault, of: account, on: days).points
            let rows = try books.vault.rows(
                """
                SELECT day, balance, minor_units, is_estimated FROM v_balances
                WHERE account_id = \(account.id) ORDER BY day
                """)
            #expect(
                rows
                    == points.map {
                        [
                            .text("\($0.day)"), .text($0.balance.plainText), number($0.balance),
                            .integer($0.isEstimated ? 1 : 0),
                        ]
                    }, "\(account.name)")
        }
    }

    @Test("accounts and the totals of transactions", arguments: seeds)
    func totals(seed: UInt64) throws {
        let books = try Self.books(seed)
        let accounts = try books.vault.rows(
            """
            SELECT id, name, type, is_liability, visibility, currency, digits, balance
            FROM v_accounts ORDER BY id
            """)
        #expect(
            try accounts
                == books.vault.accounts().map {
                    [
                        .integer($0.id), .text($0.name), .text($0.type.rawValue),
                        .integer($0.type.isLiability ? 1 : 0), .text($0.visibility.rawValue),
                        .text($0.currency.code), .integer(Int64($0.currency.exponent)),
                        $0.balance.map { .text($0.plainText) } ?? .null,
                    ]
                })
        let totals = try books.vault.rows(
            """
            SELECT currency, count(*), sum(minor_units), sum(counted),
                (SELECT coalesce(sum(minor_units), 0) FROM v_parts
                    WHERE v_parts.currency = v_transactions.currency AND v_parts.counted)
            FROM v_transactions GROUP BY 1 ORDER BY 1
            """)
        #expect(
            try totals
                == books.vault.totals(of: TransactionQuery()).map {
                    [
                        .text($0.sum.currency.code), .integer(Int64($0.count)), number($0.sum),
                        .integer(Int64($0.countedCount)), number($0.counted),
                    ]
                })
        let sums = try TransactionSums(books.vault, TransactionQuery(), by: .category).totals
        #expect(
            try books.vault.rows(
                "SELECT currency, sum(minor_units) FROM v_parts WHERE counted GROUP BY 1 ORDER BY 1"
            )
                == sums.map { [.text($0.sum.currency.code), number($0.sum)] })
        let whole = try books.vault.rows("SELECT sum(minor_units) FROM v_transactions")
        #expect(try whole == books.vault.rows("SELECT sum(minor_units) FROM v_parts"))
    }

    // MARK: A vault with all that figures treat differently

    private static func books(_ seed: UInt64) throws -> Books {
        var random = RandomNumbers(seed: seed)
        let accounts = Self.accounts(&random)
        let books = try Books(accounts, entries(&random, of: accounts))
        for account in try books.vault.accounts() {
            switch account.name {
            case "hidden": try books.vault.decideVisibility(.hidden, account: account.id)
            case "tracked": try books.vault.decideVisibility(.trackingOnly, account: account.id)
            case "reversed":
                try books.vault.reverseSigns(
                    ReversedSigns(balance: true, transactions: true), account: account.id)
            default: break
            }
        }
        return books
    }

    private static func accounts(_ random: inout RandomNumbers) -> [AccountSketch] {
        let types: [(String, AccountType)] = [
            ("checking", .checking), ("card", .credit), ("loan", .loan), ("broker", .brokerage),
            ("hidden", .savings), ("tracked", .checking), ("reversed", .credit),
            ("unknown", .checking),
        ]
        return
            (types.map { ($0.0, $0.1, dollars) }
            + currencies.dropFirst().map { ($0.code, AccountType.savings, $0) })
            .map { name, type, currency in
                // Banks gave a balance on a few days, and always on the first and last one.
                let told = [0, 89] + (0..<3).map { _ in Int.random(in: 1...88, using: &random) }
                let balances = Set(told).sorted().map {
                    (days.lowerBound.adding(days: $0), amount(&random))
                }
                return AccountSketch(
                    name, type, currency: currency, balances: name == "unknown" ? [] : balances)
            }
    }

    private static func entries(
        _ random: inout RandomNumbers, of accounts: [AccountSketch]
    ) -> [Entry] {
        (0..<300).map { _ in
            var entry = Entry(
                days.lowerBound.adding(days: Int.random(in: 0...89, using: &random)),
                amount(&random),
                ([nil] + TransactionClass.allCases).randomElement(using: &random) ?? nil,
                ["dining", "groceries", "other"].randomElement(using: &random) ?? "other",
                account: accounts.randomElement(using: &random)?.name ?? "checking",
                isPending: Int.random(in: 0..<10, using: &random) == 0,
                isExcluded: Int.random(in: 0..<10, using: &random) == 0 ? true : nil,
                isContribution: Bool.random(using: &random))
            guard Int.random(in: 0..<4, using: &random) == 0 else { return entry }
            let first = Int64.random(in: -900...900, using: &random)
            entry.parts = [
                part("fees", first, in: entry, &random),
                part("dining", entry.amount - first, in: entry, &random),
            ]
            return entry
        }
    }

    private static func part(
        _ category: String, _ minorUnits: Int64, in entry: Entry, _ random: inout RandomNumbers
    ) -> SplitPart {
        let isKept = Bool.random(using: &random)
        return SplitPart(
            category: isKept ? entry.category : category, isKept: isKept, minorUnits: minorUnits,
            class: ([nil, nil] + TransactionClass.allCases).randomElement(using: &random) ?? nil,
            loan: Int.random(in: 0..<4, using: &random) == 0 ? "Bob" : nil,
            isExcluded: Int.random(in: 0..<4, using: &random) == 0)
    }

    private static func amount(_ random: inout RandomNumbers) -> Int64 {
        Int64.random(in: -90_000...90_000, using: &random)
    }
}

private func number(_ money: Money) -> QueryValue { .integer(Int64(money.minorUnits)) }

extension Vault {
    fileprivate func rows(_ sql: String) throws -> [[QueryValue]] {
        var rows: [[QueryValue]] = []
        try VaultQuery(sql, of: self, seconds: 60).forEachRow { rows.append($0) }
        return rows
    }
}
