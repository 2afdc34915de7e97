import Model

/// An element of OFX that holds others, with the values directly in it.
struct OFXAggregate {
    let name: String
    let line: Int
    private(set) var values: [String: String] = [:]

    init(name: String, line: Int) {
        self.name = name
        self.line = line
    }

    /// A value by its tag; empty if there is none.
    subscript(name: String) -> String { values[name] ?? "" }

    /// The first value counts.
    mutating func set(_ name: String, to value: String) {
        guard !value.isEmpty, values.count < 100, values[name] == nil else { return }
        values[name] = HTMLEntities.decoded(value)
    }
}

extension OFXAggregate {
    /// The kinds of statements, with what kind of account each is of.
    static let statements: [String: StatementAccount.Kind?] = [
        "STMTRS": nil, "CCSTMTRS": .credit, "INVSTMTRS": .investment, "LOANSTMTRS": .loan,
    ]

    static let kinds: [String: StatementAccount.Kind] = [
        "CHECKING": .checking, "SAVINGS": .savings, "MONEYMRKT": .savings, "CD": .savings,
        "CREDITLINE": .loan,
    ]

    /// Rows of an investment account that trade shares, or pay of them.
    static let trades: Set<String> = [
        "BUYDEBT", "BUYMF", "BUYOPT", "BUYOTHER", "BUYSTOCK", "CLOSUREOPT", "INCOME",
        "INVEXPENSE", "JRNLFUND", "JRNLSEC", "MARGININTEREST", "REINVEST", "RETOFCAP",
        "SELLDEBT", "SELLMF", "SELLOPT", "SELLOTHER", "SELLSTOCK", "SPLIT", "TRANSFER",
    ]

    /// Aggregates within a trade whose values are the trade's.
    static let containers: Set<String> = ["INVTRAN", "INVBUY", "INVSELL"]

    private static let others: Set<String> = [
        "SONRS", "STATUS", "FI", "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM", "LOANACCTFROM",
        "BANKACCTTO", "CCACCTTO", "BANKTRANLIST", "BANKTRANLISTP", "STMTTRN", "STMTTRNP",
        "LEDGERBAL",
        "AVAILBAL", "CURRENCY", "ORIGCURRENCY", "PAYEE", "INVTRANLIST", "INVBANKTRAN",
        "INVPOSLIST", "INVBAL", "BALLIST", "SECLIST", "SECID", "IMAGEDATA",
    ]

    private static let known = others.union(trades).union(containers).union(statements.keys)

    /// Whether a tag holds others. Tags that the standard doesn't know never do.
    static func isKnown(_ name: String) -> Bool {
        known.contains(name) || name.utf8.suffix(5).elementsEqual("TRNRS".utf8)
            || name.utf8.suffix(8).elementsEqual("MSGSRSV1".utf8)
    }
}
