import Model
public import Scripting
public import Statements

/// The functions that a plugin's `read` calls.
enum ReadingWord: String, CaseIterable {
    case account, transaction, unreadable
}

extension LoadedPlugin {
    /// Reads a file of the plugin's own format.
    ///
    /// - Parameters:
    ///   - file: one that has the plugin's sign.
    ///   - name: the file's name, without its folder.
    ///   - settings: by name; the default applies to missing ones.
    /// - Throws: what the plugin did that it can't, with its file and line. A row whose day or
    ///   amount is none is only left out, as in other formats.
    public func read(
        _ file: OwnStatement, named name: String, settings: [String: SettingValue] = [:]
    ) throws(PluginReadingError) -> Statement {
        guard let read else { throw PluginReadingError("\(manifest.name) reads no files") }
        let (lines, cells) = (file.lines.count, file.rows.reduce(0) { $0 + $1.cells.count })
        guard lines <= Self.mostLines, cells <= Self.mostCells else {
            throw PluginReadingError(
                "it has \(lines) lines and \(cells) cells, and a plugin reads up to "
                    + "\(Self.mostLines) and \(Self.mostCells)")
        }
        let requests: [ScriptRequest]
        do throws(ScriptError) {
            try sandbox.setContext(
                .table(ScriptTable(fields: ["settings": values(of: settings)])))
            requests = try sandbox.requests(of: read, toldOf: file.value(named: name))
        } catch {
            let place = error.line.map { "\(error.chunkName):\($0)" } ?? error.chunkName
            throw PluginReadingError("\(place): \(error.message)")
        }
        var reading = PluginStatement(file: file)
        for request in requests {
            do throws(PluginReadingError) {
                try reading.take(request)
            } catch {
                let place = request.line.map { "\(request.chunkName):\($0)" }
                throw PluginReadingError("\(place ?? request.chunkName): \(error.words)")
            }
        }
        return Statement(
            format: .own, encoding: file.encoding, accounts: reading.accounts,
            rejected: reading.rejected, plugin: manifest.name)
    }

    /// A file's lines and cells are in memory as values of Lua, about 200 bytes each.
    static let mostLines = 50_000
    static let mostCells = 500_000

    /// The limits for a file of so many lines.
    public static let readingLimits = ScriptLimits(
        memoryBytes: 256 << 20, callInstructions: 200_000_000, valueNodes: 4_000_000)
}

/// Why a plugin couldn't read a file. The words may quote the file.
public struct PluginReadingError: Error, Hashable, Sendable {
    public let words: String

    init(_ words: String) { self.words = words }
}

extension OwnStatement {
    /// The file as `read` sees it. A row has its cells by number and by heading.
    fileprivate func value(named name: String) -> ScriptValue {
        let rows = rows.map { row in
            var fields: [String: ScriptValue] = [:]
            for (column, heading) in headings.enumerated()
            where !heading.isEmpty && fields[heading] == nil {
                fields[heading] = .string(column < row.cells.count ? row.cells[column] : "")
            }
            fields["line"] = .integer(Int64(row.line))
            return ScriptValue.table(
                ScriptTable(array: row.cells.map(ScriptValue.string), fields: fields))
        }
        return .table(
            ScriptTable(fields: [
                "name": .string(name),
                "lines": .table(ScriptTable(array: lines.map(ScriptValue.string))),
                "rows": .table(ScriptTable(array: rows)),
            ]))
    }
}

/// The accounts and rows that a plugin's calls make.
private struct PluginStatement {
    let file: OwnStatement
    private(set) var accounts: [StatementAccount] = []
    private(set) var rejected: [RejectedRow] = []

    init(file: OwnStatement) { self.file = file }

    mutating func take(_ request: ScriptRequest) throws(PluginReadingError) {
        guard let word = ReadingWord(rawValue: request.verb),
            case .table(let table)? = request.values.first, table.array.isEmpty
        else { throw PluginReadingError("write \(request.verb) { name = value, … }") }
        var fields = ReadFields(word: word, table.fields)
        switch word {
        case .account: try begin(&fields)
        case .transaction: try add(&fields)
        case .unreadable:
            let (line, why) = (try fields.line(), try fields.text("why"))
            try fields.refuseOthers()
            reject(line, .plugin, why.isEmpty ? nil : why)
        }
    }

    /// Rows from here on are the account's.
    private mutating func begin(_ fields: inout ReadFields) throws(PluginReadingError) {
        var account = StatementAccount(
            id: try fields.text("id"), bank: try fields.text("bank"),
            name: try fields.text("name"))
        account.currency = try fields.currency()
        account.kind = try fields.word("kind", of: StatementAccount.Kind.self)
        let balance = try fields.amount("balance")
        let day = try fields.day("balance_day")
        try fields.refuseOthers()
        if balance != nil || day != nil {
            guard case .value(let amount)? = balance, case .value(let day)? = day else {
                throw PluginReadingError(
                    "a \"balance\" is an amount, and has a \"balance_day\" such as "
                        + "\"2025-03-09\"")
            }
            account.balances = [StatementBalance(day: day, amount: amount, kind: .closing)]
        }
        let known = accounts.firstIndex { $0.id == account.id && $0.name == account.name }
        guard let known else { return accounts.append(account) }
        accounts.append(accounts.remove(at: known))
        accounts[accounts.count - 1].balances += account.balances
    }

    private mutating func add(_ fields: inout ReadFields) throws(PluginReadingError) {
        let line = try fields.line()
        let (day, amount) = (try fields.day("day"), try fields.amount("amount"))
        let (valueDay, balance) = (try fields.day("value_day"), try fields.amount("balance"))
        var row = StatementRow(
            line: line, id: try fields.text("id"), day: CalendarDay(daysSinceEpoch: 0),
            amount: DecimalAmount(coefficient: 0, decimals: 0), currency: try fields.currency(),
            payee: try fields.text("payee"), description: try fields.text("description"),
            memo: try fields.text("memo"), isPending: try fields.boolean("pending"))
        // Without a line, its words must say which one is left out.
        let words = line > 0 ? nil : [row.payee, row.description].first { !$0.isEmpty } ?? ""
        try fields.refuseOthers()
        if row.description.isEmpty { row.description = row.payee }
        switch (day, amount) {
        case (nil, _): return reject(line, .noDay, words)
        case (_, nil): return reject(line, .noAmount, words)
        case (.unfit?, _): return reject(line, .badDay, words)
        case (_, .unfit?): return reject(line, .badAmount, words)
        case (.value(let day)?, .value(let amount)?): (row.day, row.amount) = (day, amount)
        }
        if case .value(let day)? = valueDay { row.valueDay = day }
        if case .value(let amount)? = balance { row.balance = amount }
        if accounts.isEmpty { accounts.append(StatementAccount()) }
        accounts[accounts.count - 1].rows.append(row)
    }

    private mutating func reject(_ line: Int, _ reason: RejectedRow.Reason, _ words: String?) {
        let text = file.lines.indices.contains(line - 1) ? file.lines[line - 1] : ""
        rejected.append(RejectedRow(line: line, reason: reason, of: words ?? text))
    }
}

/// The fields of one call, each read once.
private struct ReadFields {
    /// A value, or what is meant to be one.
    enum Read<Value> {
        case value(Value), unfit
    }

    private let word: ReadingWord
    private var fields: [String: ScriptValue]
    private var known: [String] = []

    init(word: ReadingWord, _ fields: [String: ScriptValue]) {
        self.word = word
        self.fields = fields
    }

    private mutating func take(_ name: String) -> ScriptValue {
        known.append(name)
        return fields.removeValue(forKey: name) ?? .nil
    }

    private func unfit(_ name: String, _ form: String) -> PluginReadingError {
        PluginReadingError("\"\(name)\" of \"\(word.rawValue)\" must be \(form)")
    }

    mutating func text(_ name: String) throws(PluginReadingError) -> String {
        switch take(name) {
        case .nil: return ""
        case .string(let text): return text
        case .integer(let number): return String(number)
        default: throw unfit(name, "a text")
        }
    }

    mutating func line() throws(PluginReadingError) -> Int {
        switch take("line") {
        case .nil: return 0
        case .integer(let line) where (0...4_000_000).contains(line): return Int(line)
        default: throw unfit("line", "the number of a line")
        }
    }

    mutating func boolean(_ name: String) throws(PluginReadingError) -> Bool {
        switch take(name) {
        case .nil: return false
        case .boolean(let value): return value
        default: throw unfit(name, "true or false")
        }
    }

    mutating func currency() throws(PluginReadingError) -> String? {
        let code = try text("currency")
        guard code.isEmpty || code.utf8.count == 3 && code.allSatisfy(\.isLetter) else {
            throw unfit("currency", "a code such as \"EUR\"")
        }
        return code.isEmpty ? nil : code.uppercased()
    }

    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Word.Type
    ) throws(PluginReadingError) -> Word? {
        let text = try text(name)
        guard !text.isEmpty else { return nil }
        if let word = Word(rawValue: text) { return word }
        throw unfit(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
    }

    /// - Returns: nil if it is missing.
    mutating func day(_ name: String) throws(PluginReadingError) -> Read<CalendarDay>? {
        switch take(name) {
        case .nil: return nil
        case .string(let text): return CalendarDay(text).map(Read.value) ?? Read.unfit
        default: throw unfit(name, "a text such as \"2025-03-09\"")
        }
    }

    /// - Returns: nil if it is missing.
    mutating func amount(_ name: String) throws(PluginReadingError) -> Read<DecimalAmount>? {
        switch take(name) {
        case .nil: return nil
        case .integer(let number):
            return .value(DecimalAmount(coefficient: number, decimals: 0))
        case .number(let number): return DecimalAmount(of: number).map(Read.value) ?? Read.unfit
        case .string(let text):
            do throws(AmountError) {
                return .value(try DecimalAmount(exactly: text))
            } catch {
                return Read.unfit
            }
        default: throw unfit(name, "a number")
        }
    }

    func refuseOthers() throws(PluginReadingError) {
        guard let other = fields.keys.sorted().first else { return }
        throw PluginReadingError(
            "\"\(word.rawValue)\" has no field \"\(other)\""
                + Suggestion.phrase(for: other, among: known))
    }
}

extension DecimalAmount {
    /// The decimal number that a sum or product of decimal numbers is meant to be: 0.3 for
    /// 0.1 + 0.2. Nil for one that is none, such as a third.
    init?(of number: Double) {
        for decimals in 0...8 {
            let scaled = number * Double(powerOfTen(decimals))
            let whole = scaled.rounded()
            guard whole.magnitude < 9e15 else { return nil }
            // Some tens of the smallest steps that a number of this size has.
            if (scaled - whole).magnitude <= scaled.magnitude * 1e-14 {
                self.init(coefficient: Int64(whole), decimals: decimals)
                return
            }
        }
        return nil
    }
}
