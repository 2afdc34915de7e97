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
        /// The account's number, or its last digits, in the account's name or id.
        case number
        /// Rows of the same day and amount.
        case rows(Int)
        case chosen
    }
}

extension Engine {
    /// The account that the rows of a file belong to, by what the file says and by its
    /// rows. A guess that could be wrong is none.
    public func place(of account: StatementAccount) throws -> StatementPlace {
        let accounts = try vault.accounts().filter { known in
            account.currency.map { $0 == known.currency.code } ?? true
        }
        if let id = try vault.account(importedAs: account.source),
            let known = accounts.first(where: { $0.id == id })
        {
            return .known(known, because: .earlierFile)
        }
        let named = accounts.filter { account.isNamed(as: $0) }
        if named.count == 1 { return .known(named[0], because: .number) }
        var found: [(account: AccountRecord, rows: Int)] = []
        for known in named.isEmpty ? accounts : named {
            let rows = account.rows.filter { !$0.isPending }.compactMap {
                $0.received(in: known.currency)
            }
            // Of the rows that could be there, most must be.
            let (common, possible) = try vault.commonRows(rows, account: known.id)
            if common >= 3, common * 2 > possible { found.append((known, common)) }
        }
        if let best = found.max(by: { $0.rows < $1.rows }),
            found.count(where: { $0.rows * 2 > best.rows }) == 1
        {
            return .known(best.account, because: .rows(best.rows))
        }
        return .unknown(among: accounts)
    }
}

extension StatementAccount {
    /// The account in the file's words, which recognises it in the next file; empty if
    /// the file doesn't name it.
    var source: String {
        if !id.isEmpty { return "\(bank)#\(id)" }
        return name.isEmpty ? "" : "\(name)#\(currency ?? "")"
    }

    /// Whether an account's id or name is the file's, or its name ends with the number's
    /// last digits, as "Checking ••1234".
    fileprivate func isNamed(as known: AccountRecord) -> Bool {
        if !name.isEmpty, [known.name, known.bankName].contains(name) { return true }
        let number = id.filter { !$0.isWhitespace }
        guard !number.isEmpty else {
            return !name.isEmpty && name.lowercased() == known.name.lowercased()
        }
        if known.bankID.filter({ !$0.isWhitespace }) == number { return true }
        let digits = number.filter { $0.isASCII && $0.isNumber }
        return digits.count >= 4
            && known.name.split(whereSeparator: { !($0.isASCII && $0.isNumber) }).contains {
                $0.count >= 4 && digits.hasSuffix($0)
            }
    }
}

extension StatementRow {
    /// The row as the vault stores it; nil if its amount isn't exact in the currency.
    func received(in currency: Currency) -> ReceivedTransaction? {
        guard let amount = try? MinorUnits.exactly(amount.description, exponent: currency.exponent)
        else { return nil }
        let noon = day.secondsSinceEpoch + 43_200
        return ReceivedTransaction(
            bankID: id, day: day, amount: amount, description: description, payee: payee,
            memo: memo, merchantCode: "", isPending: false, postedAt: noon, transactedAt: nil)
    }
}
