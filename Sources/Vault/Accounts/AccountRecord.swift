internal import GRDB
public import Model

/// An account with its facts, decisions and conclusions.
public struct AccountRecord: Hashable, Sendable {
    public let id: Int64
    public let connection: Int64
    public let bankID: String
    /// The displayed name: the person's nickname, else the bank's name, else the bank and the
    /// account's number.
    public let name: String
    public let bankName: String
    public let institution: String
    public let currency: Currency
    /// The person's choice, else the guess, else ``AccountType/other``.
    public private(set) var type: AccountType
    /// Whether the person chose the type.
    public let isTypeChosen: Bool
    /// Why the account has its type.
    public let typeReason: String
    public let visibility: AccountVisibility
    public let reversedSigns: ReversedSigns
    /// A loan's minimum monthly payment, from the person; nil if unknown.
    public let minimumPayment: Money?
    public private(set) var balance: Money?
    public private(set) var availableBalance: Money?
    /// POSIX seconds.
    public private(set) var balanceAt: Int64?
    /// Days with complete answers, end exclusive.
    public let coverage: Range<CalendarDay>?
    /// Whether a sync has reached the beginning of the bank's history.
    public let hasWholeHistory: Bool
    /// Whether a file or the person made it, rather than a connection.
    public let isImported: Bool
    /// Whether the person keeps it without a bank.
    public let isByHand: Bool
    /// Texts of transactions of other accounts that change its balance.
    public let follows: [String]

    /// The account with the balance of a day instead of the bank's newest one.
    ///
    /// - Parameter balance: nil if none is known.
    public func having(balance: Money?, on day: CalendarDay) -> AccountRecord {
        var account = self
        account.balance = balance
        account.availableBalance = nil
        account.balanceAt = balance.map { _ in day.secondsSinceEpoch }
        return account
    }
}

extension Sequence<AccountRecord> {
    /// The names that tell the accounts apart in lists, by id: "Checking (First Bank)" where
    /// another bank has a "Checking", and "Checking (3)" where the same bank has.
    public var listedNames: [Int64: String] {
        Dictionary(grouping: self, by: \.name).reduce(into: [:]) { names, entry in
            let (name, accounts) = entry
            let ofBank = Dictionary(grouping: accounts, by: \.institution)
            for account in accounts {
                let isNumbered =
                    account.institution.isEmpty || ofBank[account.institution]?.count != 1
                names[account.id] =
                    accounts.count == 1
                    ? name : "\(name) (\(isNumbered ? "\(account.id)" : account.institution))"
            }
        }
    }
}

/// A guess of the type for an account without a chosen one.
public typealias AccountTypeGuess = (AccountRecord) -> AccountType

extension AccountRecord {
    func typed(by guess: AccountTypeGuess) -> AccountRecord {
        guard !isTypeChosen else { return self }
        var account = self
        account.type = guess(self)
        return account
    }
}

extension Vault {
    /// All accounts, in the order of their first appearance; merged accounts as the
    /// remaining one.
    public func accounts() throws(VaultError) -> [AccountRecord] {
        try read(Self.accounts)
    }

    static func accounts(_ database: Database) throws -> [AccountRecord] {
        let sql = """
            SELECT accounts.id, accounts.connection_id, accounts.bank_id, accounts.name,
                coalesce(reverses_balance, 0) AS reverses_balance,
                coalesce(reverses_transactions, 0) AS reverses_transactions,
                \(ShownAccountName.sql) AS shown_name, account_decisions.visibility, minimum_payment,
                institutions.name AS institution, currencies.code, currencies.exponent,
                account_decisions.type AS decided_type, account_conclusions.type AS guessed_type,
                account_conclusions.reason, balance, available_balance, balance_at,
                covered_from, covered_to, has_whole_history,
                accounts.import_id IS NOT NULL AS is_imported,
                connections.kind = 'hand' AS is_by_hand, follows
            FROM accounts
            JOIN institutions ON institutions.id = accounts.institution_id
            JOIN connections ON connections.id = accounts.connection_id
            JOIN currencies ON currencies.id = accounts.currency_id
            LEFT JOIN account_decisions ON account_decisions.account_id = accounts.id
            LEFT JOIN account_signs ON account_signs.account_id = accounts.id
            LEFT JOIN account_conclusions ON account_conclusions.account_id = accounts.id
            WHERE accounts.id NOT IN (SELECT from_account FROM account_merges)
                AND \(ImportedTransactions.isShown)
            ORDER BY accounts.id
            """
        var accounts: [AccountRecord] = []
        let rows = try Row.fetchCursor(try database.cachedStatement(sql: sql))
        while let row = try rows.next() { accounts.append(try AccountRecord(row)) }
        return accounts
    }
}

extension AccountRecord {
    fileprivate init(_ row: Row) throws {
        let id: Int64 = try row.value("id")
        let currency = try Currency(code: row.value("code"), exponent: row.value("exponent"))
        let decided: String? = try row.value("decided_type")
        let guessed: String? = try row.value("guessed_type")
        let typeName = decided ?? guessed ?? AccountType.other.rawValue
        guard let type = AccountType(rawValue: typeName) else {
            throw VaultError.damagedRow(
                table: "accounts", id: id, reason: "unknown account type \(typeName)")
        }
        let decidedVisibility: String? = try row.value("visibility")
        let visibility = decidedVisibility.map(AccountVisibility.init(rawValue:)) ?? .counted
        guard let visibility else {
            throw VaultError.damagedRow(table: "accounts", id: id, reason: "unknown visibility")
        }
        let bankName: String = try row.value("name")
        let from: Int64? = try row.value("covered_from")
        let to: Int64? = try row.value("covered_to")
        var coverage: Range<CalendarDay>?
        if let from, let to, from <= to {
            func day(_ days: Int64) throws(VaultError) -> CalendarDay {
                CalendarDay(
                    daysSinceEpoch: try row.int32(days, "coverage", of: "accounts", row: id))
            }
            coverage = try day(from)..<day(to)
        }
        let signs = try ReversedSigns(
            balance: row.value("reverses_balance"), transactions: row.value("reverses_transactions")
        )
        let minimum: Int64? = try row.value("minimum_payment")
        let balance: Int64? = try row.value("balance")
        let available: Int64? = try row.value("available_balance")
        let bankID: TextBytes = try row.value("bank_id")
        try self.init(
            id: id, connection: row.value("connection_id"), bankID: bankID.text,
            name: row.value("shown_name"), bankName: bankName,
            institution: row.value("institution"), currency: currency, type: type,
            isTypeChosen: decided != nil,
            typeReason: decided != nil
                ? "chosen by you" : row.value("reason") ?? "not looked at yet",
            visibility: visibility,
            reversedSigns: signs,
            minimumPayment: minimum.map { Money(minorUnits: $0, currency: currency) },
            balance: balance.map { Money(sum: signs.counted(balance: $0), currency: currency) },
            availableBalance: available.map { Money(minorUnits: $0, currency: currency) },
            balanceAt: row.value("balance_at"), coverage: coverage,
            hasWholeHistory: row.value("has_whole_history"),
            isImported: row.value("is_imported"), isByHand: row.value("is_by_hand"),
            follows: (row.value("follows") as String?)?.split(separator: "\n").map(String.init)
                ?? [])
    }
}

extension Vault {
    /// Stores the person's choice of a type, which outranks every guess.
    public func decideType(_ type: AccountType, account: Int64) throws(VaultError) {
        try decide(about: account, { "accounts type \($0.quoted) \(type.rawValue)" }) { database in
            try database.execute(
                sql: """
                    INSERT INTO account_decisions (account_id, type) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET type = excluded.type
                    """,
                arguments: [account, type.rawValue])
        }
    }

    /// Gives an account a nickname, or removes it.
    public func nameAccount(_ nickname: String?, account: Int64) throws(VaultError) {
        let words = nickname.map(JournalWords.quoted) ?? "--bank-name"
        try decide(about: account, { "accounts rename \($0.quoted) \(words)" }) { database in
            try database.execute(
                sql: """
                    INSERT INTO account_decisions (account_id, nickname) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET nickname = excluded.nickname
                    """,
                arguments: [account, nickname])
        }
    }

    /// Stores what a loan asks for in a month.
    ///
    /// - Parameter minimum: minor units, not below 0; nil takes it back.
    public func decideMinimumPayment(_ minimum: Int64?, account: Int64) throws(VaultError) {
        func words(_ account: JournalAccount) -> String {
            "accounts minimum \(account.quoted) \(minimum.map(account.text) ?? "--off")"
        }
        try decide(about: account, words) { database in
            try database.execute(
                sql: """
                    INSERT INTO account_decisions (account_id, minimum_payment) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET minimum_payment = excluded.minimum_payment
                    """,
                arguments: [account, minimum])
        }
    }

    /// Stores the visibility of an account.
    public func decideVisibility(
        _ visibility: AccountVisibility, account: Int64
    ) throws(VaultError) {
        try decideVisibility(visibility, accounts: [account])
    }

    /// Stores the visibility of accounts, as one decision.
    public func decideVisibility(
        _ visibility: AccountVisibility, accounts: [Int64]
    ) throws(VaultError) {
        let names = try read { database in
            try accounts.map { try JournalAccount($0, in: database).quoted }
        }
        let verb = accounts.count == 1 ? "is" : "are"
        let summary = "accounts: \(JournalWords.listed(names)) \(verb) \(visibility.rawValue)"
        try decide(summary) { database in
            for account in accounts {
                try database.execute(
                    sql: """
                        INSERT INTO account_decisions (account_id, visibility) VALUES (?, ?)
                        ON CONFLICT DO UPDATE SET visibility = excluded.visibility
                        """,
                    arguments: [account, visibility.isCounted ? nil : visibility.rawValue])
            }
        }
    }

    /// Stores the guessed types with their reasons; writes only differences.
    ///
    /// - Returns: the number of changed accounts.
    @discardableResult
    public func storeTypes(
        _ types: [(account: Int64, type: AccountType, reason: String)]
    ) throws(VaultError) -> Int {
        let known = try guessedTypes()
        let other = types.filter { guess in
            known[guess.account].map { $0 != (guess.type.rawValue, guess.reason) } ?? true
        }
        guard !other.isEmpty else { return 0 }
        return try write { database in
            var changed = 0
            for (account, type, reason) in other {
                try database.execute(
                    sql: """
                        INSERT INTO account_conclusions (account_id, type, reason)
                        VALUES (?, ?, ?)
                        ON CONFLICT DO UPDATE SET type = excluded.type, reason = excluded.reason
                        WHERE type <> excluded.type OR reason <> excluded.reason
                        """,
                    arguments: [account, type.rawValue, reason])
                changed += database.changesCount
            }
            return changed
        }
    }

    /// By account.
    private func guessedTypes() throws(VaultError) -> [Int64: (type: String, reason: String)] {
        try read { database in
            var types: [Int64: (type: String, reason: String)] = [:]
            try RowIterator(
                database, sql: "SELECT account_id, type, reason FROM account_conclusions"
            )
            .forEach { types[$0.integer(0)] = ($0.text(1), $0.text(2)) }
            return types
        }
    }
}

/// The name of an account that a person can read and type, in SQL.
enum ShownAccountName {
    /// The person's nickname, else the bank's name. If that has nothing to read, the bank and
    /// the account's number: "First Bank 3".
    ///
    /// For a query of `accounts` with `account_decisions`. Most names have a letter, and need no
    /// slower look.
    static let sql = """
        coalesce(account_decisions.nickname, iif(accounts.name GLOB '*[A-Za-z0-9]*'
            OR \(readable("accounts.name")) != '', accounts.name, coalesce(nullif((SELECT \(readable("institutions.name"))
                FROM institutions WHERE institutions.id = accounts.institution_id), ''),
                'Account') || ' ' || accounts.id))
        """

    /// A column without what can't be read at its ends: empty if nothing else is there.
    private static func readable(_ column: String) -> String { "trim(\(column), \(unreadable))" }

    /// Spaces, controls, marks without width, and what stands for a character that was lost.
    private static let unreadable: String = {
        let ranges: [ClosedRange<Int>] = [
            0x01...0x20, 0x7F...0xA0, 0xAD...0xAD, 0x2000...0x200F, 0x2028...0x202F,
            0x205F...0x206F, 0x2400...0x2426, 0x3000...0x3000, 0xFEFF...0xFEFF, 0xFFFC...0xFFFD,
        ]
        return ranges.map { "char(\($0.map(String.init).joined(separator: ",")))" }
            .joined(separator: " || ")
    }()
}
