import Model

/// The transactions of a snapshot by whom they are with: only within one group
/// can there be a series.
struct RecurringGroups {
    struct Group {
        let payee: String
        let currency: Currency
        var rows: [Int32]
    }

    /// In the order of their first rows.
    private(set) var groups: [Group] = []
    /// Rows that rules link to a series, by its name; the currency is that of
    /// the first.
    private(set) var linked: [Group] = []

    /// - Parameters:
    ///   - standings: by state.
    ///   - stateOfRow: what was decided about each row.
    ///   - usesBankPayees: whether the bank's payee stands in where none was
    ///     decided.
    ///   - isPaired: whether a row is one side of a transfer.
    init(
        _ snapshot: Snapshot, standings: [RecurringStanding], stateOfRow: [Int32],
        usesBankPayees: Bool, isPaired: (Int) -> Bool
    ) {
        var payees = Numbering<String>()
        var payeeOfState = [Int32](repeating: -1, count: standings.count)
        var payeeOfText: [TextID: Int32] = [:]
        var currencies = Numbering<Currency>()
        let places = snapshot.accounts.map { account in
            currencies.number(of: account.currency) * 4 + Place(account.type).rawValue
        }
        var groupOfKey: [UInt64: Int32] = [:]
        var linkedOfName: [String: Int] = [:]
        for (row, transaction) in snapshot.transactions.enumerated() {
            let state = Int(stateOfRow[row])
            let standing = standings[state]
            guard !transaction.isPending, transaction.amount != 0, !standing.isLeftOut
            else { continue }
            let account = snapshot.account(of: transaction)
            if let series = standing.series {
                let group = linkedOfName[series] ?? linked.count
                if group == linked.count {
                    linkedOfName[series] = group
                    linked.append(Group(payee: series, currency: account.currency, rows: []))
                }
                linked[group].rows.append(Int32(row))
                continue
            }
            // Money back is no income, however regular.
            if transaction.amount > 0, standing.transactionClass == .expense { continue }
            // What happens inside an investment account is nobody's bill.
            if Place(account.type) == .investments, standing.transactionClass == .transfer,
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
            let key =
                UInt64(UInt32(payee)) << 32
                | UInt64(UInt32(places[Int(transaction.account)]))
            if let group = groupOfKey[key] {
                groups[Int(group)].rows.append(Int32(row))
            } else {
                groupOfKey[key] = Int32(groups.count)
                groups.append(
                    Group(
                        payee: payees.values[Int(payee)], currency: account.currency,
                        rows: [Int32(row)]))
            }
        }
    }

    /// Where a contract's payments are seen. A card may be replaced by another,
    /// but the interest that a loan account is charged and the payment that a
    /// bank account sends it are two things.
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
}

/// Small numbers for values, in the order in which they are first asked for.
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
