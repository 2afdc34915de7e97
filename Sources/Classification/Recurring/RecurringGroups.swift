import Model

/// The transactions of a snapshot grouped by payee. Each series lies within one
/// group.
struct RecurringGroups {
    struct Group {
        let payee: String
        let currency: Currency
        var rows: [Int32]
    }

    private(set) var groups: [Group] = []
    let rows: RecurringRows
    /// Rows that rules link to a series, grouped by its name. The currency is that of
    /// the first row.
    private(set) var linked: [Group] = []

    /// - Parameters:
    ///   - standings: by state.
    ///   - stateOfRow: the state of each row.
    ///   - usesBankPayees: whether the bank's payee applies if none was decided.
    ///   - isPaired: whether a row is one side of a transfer.
    init(
        _ snapshot: Snapshot, standings: [DecidedAttributes], stateOfRow: [Int32],
        usesBankPayees: Bool, isPaired: (Int) -> Bool
    ) {
        var payees = Numbering<String>()
        var payeeOfState = [Int32](repeating: -1, count: standings.count)
        var payeeOfText: [TextID: Int32] = [:]
        let isInvestment = snapshot.accounts.map { Place($0.type) == .investments }
        var linkedOfName: [String: Int] = [:]
        var found = GroupList(accounts: snapshot.accounts)
        for (row, transaction) in snapshot.transactions.enumerated() {
            let state = Int(stateOfRow[row])
            let standing = standings[state]
            guard !transaction.isPending, transaction.amount != 0, !standing.isLeftOut
            else { continue }
            if let series = standing.series {
                let group = linkedOfName[series] ?? linked.count
                if group == linked.count {
                    linkedOfName[series] = group
                    linked.append(
                        Group(
                            payee: series, currency: snapshot.account(of: transaction).currency,
                            rows: []))
                }
                linked[group].rows.append(Int32(row))
                continue
            }
            // A refund is no income, however regular.
            if transaction.amount > 0, standing.transactionClass == .expense { continue }
            // A transfer inside an investment account is no bill.
            if isInvestment[Int(transaction.account)], standing.transactionClass == .transfer,
                !isPaired(row)
            {
                continue
            }
            var payee = payeeOfState[state]
            if payee < 0 {
                if let decided = standing.payee {
                    payee = payees.number(of: decided)
                    payeeOfState[state] = payee
                } else if !usesBankPayees {
                    continue
                } else if let known = payeeOfText[transaction.payee] {
                    payee = known
                } else {
                    payee = payees.number(of: snapshot.texts[transaction.payee])
                    payeeOfText[transaction.payee] = payee
                }
            }
            guard !payees.values[Int(payee)].isEmpty else { continue }
            let group = found.group(
                of: payee, named: payees.values[Int(payee)], inAccount: Int(transaction.account))
            found.groups[group].rows.append(Int32(row))
        }
        groups = found.groups
        rows = RecurringRows(snapshot)
    }
}

/// The kind of account in which a contract's payments appear.
///
/// A card may replace another. But the interest charged to a loan account and the
/// payment sent to it are separate.
private enum Place: Int32 {
    case everyday, loans, investments

    init(_ type: AccountType) {
        switch type.netWorthGroup {
        case .bankAccounts, .otherAssets: self = .everyday
        case .investments: self = .investments
        case .liabilities: self = type == .credit ? .everyday : .loans
        }
    }
}

/// Groups by payee, currency and place, in the order of first use.
private struct GroupList {
    var groups: [RecurringGroups.Group] = []
    private let accounts: [AccountFacts]
    /// By account, a number for its currency and place.
    private let places: [Int32]
    private var groupOfKey: [UInt64: Int] = [:]

    init(accounts: [AccountFacts]) {
        self.accounts = accounts
        var currencies = Numbering<Currency>()
        places = accounts.map { account in
            currencies.number(of: account.currency) * 4 + Place(account.type).rawValue
        }
    }

    /// - Parameters:
    ///   - payee: its number.
    ///   - account: a position among the accounts.
    /// - Returns: the position of the group.
    mutating func group(of payee: Int32, named name: String, inAccount account: Int) -> Int {
        let key = UInt64(UInt32(payee)) << 32 | UInt64(UInt32(places[account]))
        if let known = groupOfKey[key] { return known }
        groupOfKey[key] = groups.count
        groups.append(
            RecurringGroups.Group(payee: name, currency: accounts[account].currency, rows: []))
        return groups.count - 1
    }
}

/// Small numbers for values, in the order of first use.
private struct Numbering<Value: Hashable> {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int32] = [:]

    mutating func number(of value: Value) -> Int32 {
        if let known = numbers[value] { return known }
        let number = Int32(values.count)
        values.append(value)
        numbers[value] = number
        return number
    }
}

/// The contributions of earlier stages to a transaction that affect recurring
/// payments.
struct DecidedAttributes {
    let payee: String?
    /// The series to which a person's rule links the transaction.
    let series: String?
    let transactionClass: TransactionClass?
    let category: String?
    let isLeftOut: Bool

    init(_ decided: PartialVerdict) {
        payee = decided.payee
        series = decided.series
        transactionClass = decided.class
        category = decided.category
        isLeftOut = decided.class == .ignore || decided.excluded == true
    }

    func transactionClass(ofAmount amount: Int64) -> TransactionClass {
        transactionClass ?? (amount > 0 ? .income : .expense)
    }
}

/// The rows of a snapshot, as the search for series sees them.
struct RecurringRows {
    private let transactions: [TransactionFacts]

    init(_ snapshot: Snapshot) {
        transactions = snapshot.transactions
    }

    /// The vault's number of the transaction.
    func id(_ row: Int32) -> Int64 { transactions[Int(row)].id }

    func day(_ row: Int32) -> CalendarDay { transactions[Int(row)].day }

    func amount(_ row: Int32) -> Int64 { transactions[Int(row)].amount }
}
