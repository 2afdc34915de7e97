import Model

/// The transactions of a snapshot grouped by payee. Each series lies within one
/// group.
struct RecurringGroups {
    struct Group {
        let payee: String
        let currency: Currency
        var rows: [Int32]
        /// The remembered payments in each direction, if older ones may be missing.
        var remembered: (received: Remembered, paid: Remembered)?

        /// - Parameter addition: empty afterwards.
        fileprivate mutating func take(_ addition: inout Addition) {
            rows += addition.rows
            addition.rows.removeAll(keepingCapacity: true)
            guard addition.isCut else { return }
            var sum = remembered ?? (Remembered(), Remembered())
            sum.received.add(addition.received)
            sum.paid.add(addition.paid)
            remembered = sum
            (addition.received, addition.paid) = (Remembered(), Remembered())
        }
    }

    /// The count and oldest day of a payee's remembered payments in one direction.
    struct Remembered {
        var count = 0
        var oldest = CalendarDay(daysSinceEpoch: .max)

        mutating func add(_ payment: PaymentHistory.Payment) {
            count += 1
            oldest = min(oldest, payment.day)
        }

        mutating func add(_ other: Remembered) {
            count += other.count
            oldest = min(oldest, other.oldest)
        }
    }

    /// Remembered payments to be added to a group.
    fileprivate struct Addition {
        /// Whether there are older payments.
        let isCut: Bool
        var rows: [Int32] = []
        var received = Remembered()
        var paid = Remembered()

        mutating func count(_ payment: PaymentHistory.Payment) {
            guard isCut else { return }
            if payment.amount > 0 { received.add(payment) } else { paid.add(payment) }
        }
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
    ///   - memory: stands in for transactions that the snapshot lacks; nil if it has
    ///     all.
    init(
        _ snapshot: Snapshot, standings: [DecidedAttributes], stateOfRow: [Int32],
        usesBankPayees: Bool, memory: PaymentMemory?, isPaired: (Int) -> Bool
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
            guard !transaction.isPending, transaction.amount != 0, !standing.isLeftOut,
                // The snapshot may have it only as the other side of a transfer.
                memory?.lookedAt.contains(transaction.id) != false
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
            if let memory, memory.histories[payees.values[Int(payee)]] == nil { continue }
            let group = found.group(
                of: payee, named: payees.values[Int(payee)], inAccount: Int(transaction.account))
            found.groups[group].rows.append(Int32(row))
        }
        var rows = RecurringRows(snapshot)
        let positions = Dictionary(
            snapshot.accounts.enumerated().map { ($1.id, $0) },
            uniquingKeysWith: { first, _ in first })
        let lookedAt = memory?.lookedAt.sorted() ?? []
        let histories = memory?.histories.values ?? [:].values
        rows.reserve(histories.reduce(0) { $0 + $1.payments.count })
        for history in histories {
            let payee = payees.number(of: history.payee)
            var lookedAt = SortedLookup(lookedAt)
            // Most payments have the account and group of the one before.
            var account: Int64?
            var group: Int?
            var addition = Addition(isCut: history.isCut)
            for payment in history.payments {
                if payment.account != account {
                    account = payment.account
                    let next = positions[payment.account].map {
                        found.group(of: payee, named: history.payee, inAccount: $0)
                    }
                    if next != group {
                        if let group { found.groups[group].take(&addition) }
                        group = next
                    }
                }
                guard group != nil else { continue }
                addition.count(payment)
                if !lookedAt.contains(payment.transaction) {
                    addition.rows.append(rows.remember(payment))
                }
            }
            if let group { found.groups[group].take(&addition) }
        }
        groups = found.groups
        self.rows = rows
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
        case .bankAccounts: self = .everyday
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

/// The rows to search for series: those of a snapshot, followed by remembered
/// payments.
struct RecurringRows {
    private let transactions: [TransactionFacts]
    private var remembered: [PaymentHistory.Payment] = []

    init(_ snapshot: Snapshot) {
        transactions = snapshot.transactions
    }

    mutating func reserve(_ count: Int) {
        remembered.reserveCapacity(count)
    }

    mutating func remember(_ payment: PaymentHistory.Payment) -> Int32 {
        remembered.append(payment)
        return Int32(transactions.count + remembered.count - 1)
    }

    /// The remembered payment of a row; nil if the row is in the snapshot.
    func remembered(_ row: Int32) -> PaymentHistory.Payment? {
        isRemembered(row) ? remembered[Int(row) - transactions.count] : nil
    }

    func isRemembered(_ row: Int32) -> Bool { Int(row) >= transactions.count }

    /// The vault's number of the transaction.
    func id(_ row: Int32) -> Int64 {
        isRemembered(row)
            ? remembered[Int(row) - transactions.count].transaction : transactions[Int(row)].id
    }

    func day(_ row: Int32) -> CalendarDay {
        isRemembered(row)
            ? remembered[Int(row) - transactions.count].day : transactions[Int(row)].day
    }

    func amount(_ row: Int32) -> Int64 {
        isRemembered(row)
            ? remembered[Int(row) - transactions.count].amount : transactions[Int(row)].amount
    }
}

/// A look-up in sorted numbers. Faster than a set if the queries rise.
struct SortedLookup {
    private let numbers: [Int64]
    private var position = 0

    /// - Parameter numbers: in rising order.
    init(_ numbers: [Int64]) {
        self.numbers = numbers
    }

    mutating func contains(_ number: Int64) -> Bool {
        if position > 0, numbers[position - 1] >= number { position = 0 }
        while position < numbers.count, numbers[position] < number { position += 1 }
        return position < numbers.count && numbers[position] == number
    }
}
