import Model

/// Reads QIF, the format of Quicken: lines that begin with a letter for what they hold, and
/// records that end with "^".
struct QIFReader {
    private var records: [QIFRecord] = []
    private var account = StatementAccount()
    private var list = AccountList()
    private var rejected: [RejectedRow] = []
    private var trades = 0
    private let answers: StatementAnswers

    /// Whether a text is QIF: its first line says so.
    static func recognises(_ text: String) -> Bool {
        let first = FieldValue.trimmed(text.prefix(200)).lowercased()
        return ["!type:", "!account", "!option:", "!clear:"].contains { first.hasPrefix($0) }
    }

    static func read(
        _ decoded: DecodedText, answers: StatementAnswers
    ) throws(StatementError) -> Statement {
        var reader = QIFReader(answers: answers)
        try reader.readRecords(decoded.text)
        return try reader.statement(encoding: decoded.encoding)
    }

    private init(answers: StatementAnswers) {
        self.answers = answers
    }

    /// What the records of a section are.
    private enum Section {
        case rows, trades, accounts, other

        init(_ header: Substring) {
            let header = header.lowercased()
            let type = FieldValue.trimmed(header.dropFirst("!type:".count))
            switch header {
            case _ where header.hasPrefix("!account"): self = .accounts
            case _ where !header.hasPrefix("!type:"): self = .other
            case _ where ["bank", "cash", "ccard", "oth a", "oth l"].contains(type):
                self = .rows
            case _ where type == "invst": self = .trades
            default: self = .other
            }
        }
    }

    private mutating func readRecords(_ text: String) throws(StatementError) {
        var section = Section.other
        var record = QIFRecord()
        let endsWithLine = text.utf8.last.map { $0 == 10 || $0 == 13 } ?? true
        for line in try TextLine.all(of: text) {
            let content = FieldValue.trimmed(line.text)
            if content.hasPrefix("!") {
                take(&record, of: section)
                section = Section(content)
                if case .rows = section { account.kind = Self.kind(of: content) }
            } else if content.hasPrefix("^") {
                take(&record, of: section)
            } else if !content.isEmpty {
                record.add(line.text, line: line.number)
            }
        }
        // A file may end without "^", but not within a line.
        record.isCut = !endsWithLine
        take(&record, of: section)
    }

    private static func kind(of header: Substring) -> StatementAccount.Kind? {
        switch FieldValue.trimmed(header.dropFirst("!type:".count)).lowercased() {
        case "ccard": .credit
        case "cash": .cash
        default: nil
        }
    }

    private mutating func take(_ record: inout QIFRecord, of section: Section) {
        defer { record = QIFRecord() }
        guard !record.isEmpty else { return }
        switch section {
        case .accounts: account = StatementAccount(name: record["N"])
        case .trades:
            trades += 1
            account.kind = .investment
            _ = list.position(of: account)
            rejected.append(RejectedRow(line: record.line, reason: .notMoney, of: record.text))
        case .other: break
        case .rows:
            record.account = list.position(of: account)
            records.append(record)
        }
    }

    private mutating func statement(encoding: String) throws(StatementError) -> Statement {
        guard !records.isEmpty else {
            if trades > 0 { throw .otherContent("trades of shares") }
            throw .empty
        }
        let days = QIFDays(records.map { $0["D"] }, answer: answers.dayOrder)
        let amounts = QIFAmounts(
            records.flatMap { [$0.amount] + $0.parts.map(\.amount) }, answer: answers.decimalMark)
        nameFromOpeningBalance()
        for record in records { take(record, days: days, amounts: amounts) }

        var questions: [StatementQuestion] = []
        if days.isUndecided { questions.append(.dayOrder) }
        if amounts.isUndecided { questions.append(.decimalMark) }
        return Statement(
            format: .qif, encoding: encoding, accounts: list.accounts, rejected: rejected,
            questions: questions)
    }

    /// Programs that name no account begin it with an opening balance that is a transfer
    /// from itself.
    private mutating func nameFromOpeningBalance() {
        guard list.accounts.count == 1, list[0].name.isEmpty, let first = records.first,
            first["P"].lowercased().hasPrefix("opening balance"),
            let name = QIFCategory(first["L"]).account
        else { return }
        list[0].name = name
    }

    private mutating func take(_ record: QIFRecord, days: QIFDays, amounts: QIFAmounts) {
        do throws(RejectedRow.Reason) {
            if record.isCut { throw .incomplete }
            let day = try days.day(record["D"])
            let amount = try amounts.amount(record.amount)
            let category = QIFCategory(record["L"])
            if let other = category.account, other == list[record.account].name {
                let opening = StatementBalance(day: day, amount: amount, kind: .opening)
                list[record.account].balances.append(opening)
                return
            }
            let parts = try parts(of: record, amount: amount, amounts: amounts)
            let number = record["N"]
            let isCheck = !number.isEmpty && number.utf8.allSatisfy { (48...57).contains($0) }
            let row = StatementRow(
                line: record.line, day: day, amount: amount, payee: record["P"],
                description: isCheck ? "Check \(number)" : "", memo: record["M"],
                category: category.name, tags: category.tags,
                otherAccount: category.account ?? "", parts: parts)
            list[record.account].rows.append(row)
        } catch {
            rejected.append(RejectedRow(line: record.line, reason: error, of: record.text))
        }
    }

    private func parts(
        of record: QIFRecord, amount: DecimalAmount, amounts: QIFAmounts
    ) throws(RejectedRow.Reason) -> [StatementRow.Part] {
        var parts: [StatementRow.Part] = []
        for part in record.parts {
            let category = QIFCategory(part.category)
            // A part that goes to another account keeps its brackets, as the program wrote it.
            let name = category.account.map { "[\($0)]" } ?? category.name
            parts.append(
                StatementRow.Part(
                    amount: try amounts.amount(part.amount), category: name, memo: part.memo))
        }
        guard parts.isEmpty || parts.map(\.amount).addUp(to: amount) else { throw .partsDiffer }
        return parts
    }
}
