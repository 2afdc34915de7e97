internal import Insights
internal import Model
public import Statements
public import Vault

/// Where the rows of an account of a file belong.
public enum StatementPlace: Sendable {
    case known(AccountRecord, because: Evidence)
    /// The file's account is none of these. It may still be one of them, or a new one.
    case unknown(among: [AccountRecord])

    /// What a file and an account have in common.
    public enum Evidence: Hashable, Sendable {
        /// An earlier file with the same account was imported there.
        case earlierFile
        /// The account's name, or its number or the last digits of it in the name or id.
        case name
        /// Rows of the same day and amount.
        case rows(Int)
        /// The file's balance begins where the account's ended.
        case balance
        /// The layout of such files names it.
        case layout
    }
}

extension Engine {
    /// The account that the rows of a file belong to, by what the file says and by its
    /// rows. A guess that could be wrong is none.
    ///
    /// - Parameter layout: how the file was read; its account is that of a file that names none.
    public func place(
        of account: StatementAccount, layout: TableLayout? = nil
    ) throws -> StatementPlace {
        // No bank writes statements of a house, or of money in the hand. Our own export names them.
        let accounts = try vault.accounts().filter { known in
            account.mayHaveCurrency(of: known)
                && (!(known.isByHand && [.cash, .asset].contains(known.type))
                    || account.isNamed(as: known))
        }
        if let id = try vault.account(importedAs: account.source),
            let known = accounts.first(where: { $0.id == id }),
            try !isContradicted(account, by: known)
        {
            return .known(known, because: .earlierFile)
        }
        let named = try accounts.filter {
            try account.isNamed(as: $0) && !isContradicted(account, by: $0)
        }
        if named.count == 1 { return .known(named[0], because: .name) }
        var found: [(account: AccountRecord, rows: Int)] = []
        for known in named.isEmpty ? accounts : named {
            // Of the rows that could be there, most must be.
            let (common, possible) = try commonRows(account, known)
            if common >= 3, common * 2 > possible { found.append((known, common)) }
        }
        if let best = found.max(by: { $0.rows < $1.rows }),
            found.count(where: { $0.rows * 2 > best.rows }) == 1
        {
            return .known(best.account, because: .rows(best.rows))
        }
        // However few its rows are, a file that was imported before is known again.
        let repeated = try (named.isEmpty ? accounts : named).filter {
            try vault.hasImported(rows(of: account, in: $0), account: $0.id)
        }
        if repeated.count == 1 { return .known(repeated[0], because: .earlierFile) }
        let continued = account.isNameless ? accounts.filter(account.continues) : []
        if continued.count == 1, try !isContradicted(account, by: continued[0]) {
            return .known(continued[0], because: .balance)
        }
        if account.isNameless, let names = layout?.accounts, names.count == 1,
            let known = accounts.first(where: { $0.name == names[0] }),
            try !isContradicted(account, by: known)
        {
            return .known(known, because: .layout)
        }
        return .unknown(among: accounts)
    }

    /// Whether an account has rows in the days of many of the file's, and none of these: then
    /// it is another with the same name.
    private func isContradicted(
        _ account: StatementAccount, by known: AccountRecord
    ) throws -> Bool {
        let (common, possible) = try commonRows(account, known)
        return common == 0 && possible >= 5
    }

    private func commonRows(
        _ account: StatementAccount, _ known: AccountRecord
    ) throws -> (common: Int, possible: Int) {
        try vault.commonRows(rows(of: account, in: known), account: known.id)
    }

    private func rows(
        of account: StatementAccount, in known: AccountRecord
    ) -> [ReceivedTransaction] {
        var rows: [ReceivedTransaction] = []
        for row in account.rows where account.movesBalance(row) {
            do throws(AmountError) {
                rows.append(try row.received(in: known.currency))
            } catch {
                // An amount that the account can't have is none of its rows.
                continue
            }
        }
        return rows
    }
}

extension StatementAccount {
    /// The account in the file's words, which recognises it in the next file; empty if
    /// the file doesn't name it.
    var source: String {
        if !id.isEmpty { return "\(bank)#\(id)" }
        return name.isEmpty ? "" : "\(name)#\(currency ?? "")"
    }

    /// Whether the file doesn't say which account it is.
    public var isNameless: Bool { source.isEmpty }

    /// Whether the file's amounts can be in an account's currency. Some name none.
    public func mayHaveCurrency(of known: AccountRecord) -> Bool {
        guard let currency, !known.currency.code.isEmpty else { return true }
        return currency.uppercased() == known.currency.code.uppercased()
    }

    /// Whether the balance before the file's first row is the one that the account had last.
    fileprivate func continues(_ known: AccountRecord) -> Bool {
        guard let balance = known.balance, balance.minorUnits != 0, let day = known.balanceDay,
            balanceProof?.isWhole == true, let first = postedInOrder.first,
            let after = first.balance, first.day >= day
        else { return false }
        do throws(AmountError) {
            let exponent = known.currency.exponent
            let end = try MinorUnits.exactly(after.description, exponent: exponent)
            let moved = try MinorUnits.exactly(first.amount.description, exponent: exponent)
            return Int128(end) - Int128(moved) == Int128(balance.minorUnits)
        } catch {
            return false
        }
    }

    /// Whether an account's id or name is the file's, or its name ends with the number's
    /// last digits, as "Checking ••1234".
    fileprivate func isNamed(as known: AccountRecord) -> Bool {
        let isOfOtherBank =
            known.isImported && !bank.isEmpty && !known.institution.isEmpty
            && bank.lowercased() != known.institution.lowercased()
        guard !isOfOtherBank else { return false }
        if !name.isEmpty, [known.name, known.bankName].contains(name) { return true }
        let number = id.filter { !$0.isWhitespace }
        guard !number.isEmpty else {
            return !name.isEmpty && name.lowercased() == known.name.lowercased()
        }
        if known.bankID.filter({ !$0.isWhitespace }) == number { return true }
        let digits = number.filter { $0.isASCII && $0.isNumber }
        // The whole number of an account of a file is known.
        let whole = known.bankID.split(separator: "#").last.map { $0.filter(\.isNumber) } ?? ""
        let isOther =
            known.isImported && whole.count > 4 && !whole.hasSuffix(digits)
            && !digits.hasSuffix(whole)
        return digits.count >= 4 && !isOther
            && known.name.split(whereSeparator: { !($0.isASCII && $0.isNumber) }).contains {
                $0.count >= 4 && digits.hasSuffix($0)
            }
    }
}

extension StatementRow {
    /// The row as the vault stores it.
    ///
    /// - Throws: why its amount isn't exact in the currency.
    func received(in currency: Currency) throws(AmountError) -> ReceivedTransaction {
        let amount = try MinorUnits.exactly(amount.description, exponent: currency.exponent)
        let noon = day.secondsSinceEpoch + 43_200
        return ReceivedTransaction(
            bankID: id, day: day, amount: amount, description: named, payee: payee,
            memo: purpose, merchantCode: "", isPending: false, postedAt: noon, transactedAt: nil)
    }

    /// What names whom was paid: the text, unless the file has a name that isn't in it. What
    /// stands there then is a purpose, such as "invoice 4711".
    private var named: String { isPurpose ? payee : description }

    private var purpose: String {
        isPurpose ? [description, memo].filter { !$0.isEmpty }.joined(separator: " ") : memo
    }

    private var isPurpose: Bool {
        !payee.isEmpty && !description.isEmpty
            && !PlainLetters.typed(description).contains(PlainLetters.typed(payee))
    }
}
