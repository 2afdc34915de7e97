import Model

/// Reads CAMT.052, .053 and .054 of ISO 20022, in all versions.
struct CamtReader {
    private var list = AccountList()
    private var rejected: [RejectedRow] = []
    /// The statement that is read, and the balances and rows of it.
    private var statement = StatementAccount()
    private var balances: [(currency: String, balance: StatementBalance)] = []
    private var hasStatement = false

    /// Whether an XML text is one of these messages.
    static func recognises(_ head: Substring) -> Bool {
        head.contains(":camt.05") || head.contains("BkToCstmr")
    }

    static func read(_ decoded: DecodedText) throws(StatementError) -> Statement {
        var reader = CamtReader()
        try XMLElements.read(decoded.text, named: ["GrpHdr", "Acct", "Bal", "Ntry"]) {
            reader.take($0)
        }
        return try reader.result(encoding: decoded.encoding)
    }

    private mutating func take(_ tree: XMLTree) {
        hasStatement = true
        switch tree.elements[0].name {
        case "GrpHdr": break
        case "Acct": begin(tree)
        case "Bal": takeBalance(tree)
        default: takeEntry(tree)
        }
    }

    private mutating func begin(_ tree: XMLTree) {
        endStatement()
        let currency = tree.text("Ccy")
        statement = StatementAccount(
            id: tree.text("Id/IBAN", "Id/Othr/Id", "Id/BBAN", "Id/PrtryAcct/Id", "Id/UPIC"),
            bank: tree.text(
                "Svcr/FinInstnId/Nm", "Svcr/FinInstnId/NmAndAdr/Nm", "Svcr/FinInstnId/BICFI",
                "Svcr/FinInstnId/BIC", "Svcr/FinInstnId/CmbndId/Nm"),
            name: tree.text("Nm"), currency: currency.isEmpty ? nil : currency)
    }

    private mutating func takeBalance(_ tree: XMLTree) {
        let kinds: [String: StatementBalance.Kind] = [
            "OPBD": .opening, "PRCD": .opening, "CLBD": .closing, "ITBD": .closing,
            "CLAV": .available, "ITAV": .available,
        ]
        guard let kind = kinds[tree.text("Tp/CdOrPrtry/Cd", "Tp/Cd")],
            let amount = tree.all("Amt").first,
            let day = CalendarDay(tree.text("Dt/Dt", "Dt/DtTm").prefix(10)),
            // A balance that can't be read proves nothing; the rows count without it.
            let plain = try? FieldValue.amount(tree.text("Amt")),
            let signed = tree.text("CdtDbtInd") == "DBIT" ? try? plain.negated() : plain
        else { return }
        balances.append(
            (
                tree.elements[amount].currency,
                StatementBalance(day: day, amount: signed, kind: kind)
            ))
    }

    private mutating func takeEntry(_ tree: XMLTree) {
        do throws(RejectedRow.Reason) {
            statement.rows.append(try CamtEntry.row(tree))
        } catch {
            let text = [
                tree.text("BookgDt/Dt", "BookgDt/DtTm"), tree.text("Amt"), tree.text("CdtDbtInd"),
                tree.text("AcctSvcrRef"), tree.text("AddtlNtryInf"),
            ]
            let shown = FieldValue.joined(text)
            rejected.append(RejectedRow(line: tree.line, reason: error, of: shown))
        }
    }

    private mutating func endStatement() {
        var ended = statement
        let endedBalances = balances
        (statement, balances) = (StatementAccount(), [])
        guard !ended.id.isEmpty || !ended.rows.isEmpty || !endedBalances.isEmpty else { return }
        ended.currency =
            ended.currency
            ?? endedBalances.first { $0.balance.kind == .opening }?.currency
            ?? ended.rows.first?.currency ?? endedBalances.first?.currency
        let currency = list[list.position(of: ended)].currency
        for index in ended.rows.indices where ended.rows[index].currency == currency {
            ended.rows[index].currency = nil
        }
        ended.balances = endedBalances.filter { $0.currency == currency }.map(\.balance)
        list.add(ended)
    }

    private mutating func result(encoding: String) throws(StatementError) -> Statement {
        endStatement()
        guard hasStatement else { throw .notAStatement }
        guard !list.accounts.isEmpty || !rejected.isEmpty else { throw .empty }
        list.dropSharedIDs()
        return Statement(
            format: .camt, encoding: encoding, accounts: list.accounts, rejected: rejected)
    }
}
