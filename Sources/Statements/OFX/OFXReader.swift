import Model

/// Reads statements of OFX 1 (SGML) and OFX 2 (XML), of which QFX is one.
///
/// The sign of an amount counts, and not the type beside it, which banks mix up.
struct OFXReader: ~Copyable {
    private var list = AccountList()
    private var rejected: [RejectedRow] = []
    private var errors: [OFXStatus] = []
    private var trades = 0
    private var organization = ""
    /// Whether the bank answered any request without an error.
    private var hasAnswer = false
    private var hasEnd = false

    /// The aggregates that are open, with the values found in each so far.
    private var open: [OFXAggregate] = []
    private var statement: StatementAccount?
    /// Ids that the bank corrected, with how many rows of the statement came before.
    private var corrected: [String: Int] = [:]

    static func read(_ decoded: DecodedText) throws(StatementError) -> Statement {
        var reader = OFXReader()
        try reader.readTags(decoded.text)
        return try reader.result(encoding: decoded.encoding)
    }

    private init() {}

    private static let deepest = 64
    private static let mostRejected = 100_000

    private mutating func readTags(_ text: String) throws(StatementError) {
        var tags = TagReader(text)
        while let tag = tags.next() {
            switch tag {
            case .start(let name, let value, let line):
                guard OFXAggregate.isKnown(name) else {
                    if name == "ORG", organization.isEmpty { organization = value }
                    open.last.map { _ in open[open.count - 1].set(name, to: value) }
                    continue
                }
                // A row that never ended ends where the next begins.
                if name == "STMTTRN", open.last?.name == name { close() }
                guard open.count < Self.deepest, rejected.count < Self.mostRejected else {
                    throw .malformed(line: line)
                }
                if OFXAggregate.statements[name] != nil { begin(name) }
                open.append(OFXAggregate(name: name, line: line))
            case .end(let name):
                if name == "OFX" { hasEnd = true }
                guard open.contains(where: { $0.name == name }) else { continue }
                while let last = open.last?.name {
                    close()
                    if last == name { break }
                }
            }
        }
        guard hasEnd, !tags.isMalformed else { throw .malformed(line: tags.line) }
        while !open.isEmpty { close() }
    }

    private mutating func begin(_ name: String) {
        end()
        statement = StatementAccount(kind: OFXAggregate.statements[name] ?? nil)
    }

    /// Takes the statement, if one is open, into the accounts.
    private mutating func end() {
        guard var ended = statement else { return }
        statement = nil
        let places = corrected
        corrected = [:]
        ended.rows = ended.rows.enumerated().filter { place, row in
            places[row.id].map { place >= $0 } ?? true
        }.map(\.element)
        if ended.bank.isEmpty { ended.bank = organization }
        if ended.currency == nil {
            // Some files say the currency in their rows alone.
            let currencies = Set(ended.rows.compactMap(\.currency))
            ended.currency = currencies.count == 1 ? currencies.first : nil
        }
        // TRNAMT is in the account's currency, whatever CURRENCY says of its origin.
        for index in ended.rows.indices { ended.rows[index].currency = nil }
        list.add(ended)
    }

    private mutating func close() {
        guard let closed = open.popLast() else { return }
        switch closed.name {
        case "STATUS":
            if let error = OFXStatus(closed) {
                errors.append(error)
            } else if open.last?.name.hasSuffix("TRNRS") == true {
                hasAnswer = true
            }
        case "BANKACCTFROM", "CCACCTFROM", "INVACCTFROM", "LOANACCTFROM":
            statement?.id = closed["ACCTID"]
            statement?.bank = organization.isEmpty ? closed["BANKID"] : organization
            if let kind = OFXAggregate.kinds[closed["ACCTTYPE"].uppercased()] {
                statement?.kind = kind
            }
        case "STMTTRN", "STMTTRNP": take(closed)
        case "LEDGERBAL", "AVAILBAL":
            // Many banks leave a balance blank, or its day.
            guard let day = try? FieldValue.compactDay(closed["DTASOF"]),
                let amount = try? FieldValue.amount(closed["BALAMT"])
            else { break }
            let kind: StatementBalance.Kind = closed.name == "LEDGERBAL" ? .closing : .available
            statement?.balances.append(StatementBalance(day: day, amount: amount, kind: kind))
        case "CURRENCY", "ORIGCURRENCY", "PAYEE", "BANKACCTTO", "CCACCTTO":
            hand(closed, toParent: closed.name + ".")
        case let name where OFXAggregate.trades.contains(name):
            trades += 1
            let text = name + " " + closed["MEMO"]
            rejected.append(RejectedRow(line: closed.line, reason: .notMoney, of: text))
        case let name where OFXAggregate.statements[name] != nil:
            if !closed["CURDEF"].isEmpty { statement?.currency = closed["CURDEF"] }
            end()
        default:
            if OFXAggregate.containers.contains(closed.name) { hand(closed, toParent: "") }
        }
    }

    private mutating func hand(_ closed: OFXAggregate, toParent prefix: String) {
        guard !open.isEmpty else { return }
        for (name, value) in closed.values { open[open.count - 1].set(prefix + name, to: value) }
    }

    private mutating func take(_ row: OFXAggregate) {
        if statement == nil { statement = StatementAccount() }
        do throws(RejectedRow.Reason) {
            if !row["CORRECTFITID"].isEmpty {
                corrected[row["CORRECTFITID"]] = statement?.rows.count
                // What takes a row away is no row itself.
                if row["CORRECTACTION"].uppercased() == "DELETE" { throw .notMoney }
            }
            let isPending = row.name == "STMTTRNP"
            let day = isPending && row["DTPOSTED"].isEmpty ? row["DTTRAN"] : row["DTPOSTED"]
            let check = row["CHECKNUM"]
            let name = [row["NAME"], row["PAYEE.NAME"], row["EXTDNAME"]].first { !$0.isEmpty }
            let valueDay = try? FieldValue.compactDay(row["DTAVAIL"])
            let posted = try FieldValue.compactDay(day)
            let taken = StatementRow(
                line: row.line, id: row["FITID"], day: posted,
                valueDay: valueDay == posted ? nil : valueDay,
                amount: try FieldValue.amount(row["TRNAMT"]),
                currency: row["CURRENCY.CURSYM"].isEmpty ? nil : row["CURRENCY.CURSYM"],
                payee: name ?? "",
                description: check.contains { $0 != "0" } ? "Check \(check)" : "",
                memo: row["MEMO"],
                otherAccount: row["BANKACCTTO.ACCTID"].isEmpty
                    ? row["CCACCTTO.ACCTID"] : row["BANKACCTTO.ACCTID"],
                isPending: isPending)
            statement?.rows.append(taken)
        } catch {
            let text = row.values.sorted { $0.key < $1.key }
            let shown = text.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            rejected.append(RejectedRow(line: row.line, reason: error, of: shown))
        }
    }

    private consuming func result(encoding: String) throws(StatementError) -> Statement {
        end()
        list.dropSharedIDs()
        let accounts = list.accounts
        let hasRows = accounts.contains { !$0.rows.isEmpty }
        if !hasRows, !hasAnswer, let error = errors.first {
            throw .bankError(code: error.code, words: error.words)
        }
        if !hasRows, trades > 0 { throw .otherContent("trades of shares") }
        guard !accounts.isEmpty || !rejected.isEmpty else { throw .empty }
        // An account whose statement the bank refused isn't left out without a word.
        let refused = errors.map {
            RejectedRow(line: $0.line, reason: .incomplete, of: "\($0.code) \($0.words)")
        }
        return Statement(
            format: .ofx, encoding: encoding, accounts: accounts, rejected: rejected + refused)
    }
}

/// The bank's word about a request that it refused.
private struct OFXStatus {
    let code: String
    let words: String
    let line: Int

    /// Nil if all is well.
    init?(_ status: OFXAggregate) {
        let code = status["CODE"]
        guard status["SEVERITY"].uppercased() == "ERROR", code != "0" else { return nil }
        self.code = code
        words = status["MESSAGE"]
        line = status.line
    }
}
