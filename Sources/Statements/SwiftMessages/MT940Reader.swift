import Model

/// Reads MT940 and MT942, the statements of SWIFT, in the dialects of banks.
struct MT940Reader {
    private var list = AccountList()
    private var rejected: [RejectedRow] = []
    private var statement = StatementAccount()
    private var row: MT940Row?
    /// The lines of ":86:" and ":NS:" that belong to the row.
    private var details: [Substring] = []
    private var detailsAreNS = false

    /// Whether a text is a message: two of its first lines begin with tags that all have.
    static func recognises(_ text: String) throws(StatementError) -> Bool {
        let head = try TextLine.all(of: String(text.prefix(4_000)))
        let tags = head.compactMap { MT940Field.tag(of: $0.text)?.tag }
        let known: Set<Substring> = ["20", "25", "28", "28C", "60F", "60M", "61", "86", "34F"]
        return tags.count { known.contains($0) } >= 2 || (tags.contains("61") && head.count < 10)
    }

    static func read(_ decoded: DecodedText) throws(StatementError) -> Statement {
        var reader = MT940Reader()
        for field in try MT940Field.all(of: decoded.text) { reader.take(field) }
        return try reader.result(encoding: decoded.encoding)
    }

    private mutating func take(_ field: MT940Field) {
        switch field.tag {
        case "20":
            endStatement()
        case "25", "25P":
            statement.id = FieldValue.clean(field.lines.joined())
        case "61":
            endRow()
            do throws(RejectedRow.Reason) {
                row = try MT940Row(field)
            } catch {
                let text = field.lines.joined(separator: " ")
                rejected.append(RejectedRow(line: field.line, reason: error, of: text))
            }
        case "86", "NS":
            guard row != nil else { break }
            detailsAreNS = field.tag == "NS"
            details += field.lines
        case "60F": take(field, as: .opening)
        case "62F": take(field, as: .closing)
        case "64": take(field, as: .available)
        // Balances of pages, and of days to come.
        case "60M", "62M", "65": take(field, as: nil)
        case "34F":
            endRow()
            if statement.currency == nil {
                statement.currency = MT940Field.currency(field.lines[0].prefix(3))
            }
        default: endRow()
        }
    }

    private mutating func take(_ field: MT940Field, as kind: StatementBalance.Kind?) {
        endRow()
        guard let balance = MT940Balance(field.lines[0]) else { return }
        if statement.currency == nil { statement.currency = balance.currency }
        guard let kind, balance.currency == nil || balance.currency == statement.currency
        else { return }
        statement.balances.append(
            StatementBalance(day: balance.day, amount: balance.amount, kind: kind))
    }

    private mutating func endRow() {
        guard let ended = row else { return }
        let words = MT940Details(details, areNS: detailsAreNS)
        (row, details, detailsAreNS) = (nil, [], false)
        statement.rows.append(
            StatementRow(
                line: ended.line, id: ended.bankReference, day: ended.day,
                valueDay: ended.valueDay == ended.day ? nil : ended.valueDay,
                amount: ended.amount, payee: words.payee.isEmpty ? ended.payee : words.payee,
                description: words.description.isEmpty ? ended.supplement : words.description,
                memo: FieldValue.joined(
                    [words.memo, words.description.isEmpty ? "" : ended.supplement]),
                isPending: ended.isExpected))
    }

    private mutating func endStatement() {
        endRow()
        let ended = statement
        statement = StatementAccount()
        guard !ended.id.isEmpty || !ended.rows.isEmpty || !ended.balances.isEmpty else { return }
        list.add(ended)
    }

    private mutating func result(encoding: String) throws(StatementError) -> Statement {
        endStatement()
        guard !list.accounts.isEmpty || !rejected.isEmpty else { throw .empty }
        list.dropSharedIDs()
        return Statement(
            format: .mt940, encoding: encoding, accounts: list.accounts, rejected: rejected)
    }
}
