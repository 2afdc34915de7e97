/// A program for personal finance. Its exports have what a person decided about each row:
/// categories, notes and tags.
public enum StatementProgram: String, CaseIterable, Hashable, Sendable {
    case actual, firefly, gnuCash, mint, monarch, ynab

    /// The name that people know.
    public var name: String {
        switch self {
        case .actual: "Actual"
        case .firefly: "Firefly III"
        case .gnuCash: "GnuCash"
        case .mint: "Mint"
        case .monarch: "Monarch"
        case .ynab: "YNAB"
        }
    }

    /// The program that writes tables with these headings; nil for those of banks.
    ///
    /// - Parameter headings: the keys of headings; see ``ColumnWords/key(_:)``.
    init?(headings: Set<String>) {
        let found = Self.signs.first { sign in
            sign.headings.allSatisfy(headings.contains)
        }
        guard let found else { return nil }
        self = found.program
    }

    /// Headings that a program has together, and no bank.
    private static let signs: [(program: StatementProgram, headings: [String])] = [
        // A row has the accounts on both sides.
        (.firefly, ["sourcename", "destinationname", "type", "amount"]),
        // Each row is one side of a double entry.
        (.gnuCash, ["fullaccountname", "transactionid", "accountname"]),
        (.actual, ["splitamount", "payee", "notes"]),
        (.mint, ["originaldescription", "transactiontype", "category", "accountname", "labels"]),
        (.monarch, ["merchant", "originalstatement", "category", "account", "tags"]),
        (.ynab, ["payee", "flag", "category", "memo", "outflow", "inflow"]),
    ]
}
