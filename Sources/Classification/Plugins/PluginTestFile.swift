import Model
import Scripting
import Statements

/// A test of a plugin's `read`: a file, and what it should be read as.
struct PluginTestFile {
    let text: String
    /// The fields that each transaction should have, in the file's order; others don't matter.
    let reads: [[String: ScriptValue]]
    /// The lines of rows that can't be read.
    let unreadable: [Int]

    /// - Returns: every failed expectation, one sentence each.
    func failures(
        readBy plugin: LoadedPlugin, _ settings: [String: SettingValue]
    ) -> [String] {
        let statement: Statement
        do {
            let signs = [plugin.manifest.reads].compactMap(\.self)
            guard let own = try OwnStatement.find(signs, in: Array(text.utf8)) else {
                return ["the file has not what \"reads\" asks for, so the plugin wouldn't read it"]
            }
            statement = try plugin.read(own.file, named: "test", settings: settings)
        } catch let error as PluginReadingError {
            return [error.words]
        } catch {
            return ["the file can't be read: \(error)"]
        }
        let read = statement.accounts.flatMap { account in account.rows.map { ($0, account) } }
        var failures = zip(reads, read).enumerated().flatMap { position, pair in
            Self.differences(of: pair.0, pair.1).map { "transaction \(position + 1) \($0)" }
        }
        if read.count != reads.count {
            failures.append(
                "\(reads.count) transactions should be read, but \(read.count) are")
        }
        let rejected = statement.rejected.map(\.line)
        if rejected.sorted() != unreadable.sorted() {
            failures.append(
                "the unreadable lines should be \(Self.words(unreadable)), but are "
                    + Self.words(rejected))
        }
        return failures
    }

    private static func words(_ lines: [Int]) -> String {
        lines.isEmpty ? "none" : lines.sorted().map(String.init).joined(separator: ", ")
    }

    private static func differences(
        of wanted: [String: ScriptValue], _ read: (row: StatementRow, account: StatementAccount)
    ) -> [String] {
        wanted.sorted { $0.key < $1.key }.compactMap { name, wanted in
            guard let field = Field(rawValue: name) else {
                return "has no field \"\(name)\""
                    + Suggestion.phrase(for: name, among: Field.allCases.map(\.rawValue))
            }
            let value = field.text(of: read.row, read.account)
            let wanted = field.text(of: wanted)
            return value == wanted
                ? nil : "should have \(name) \"\(wanted)\", but has \"\(value)\""
        }
    }

    /// A field that a test can name.
    private enum Field: String, CaseIterable {
        case day, amount, description, payee, memo, id, currency, pending, balance, line, account
        case valueDay = "value_day"

        func text(of row: StatementRow, _ account: StatementAccount) -> String {
            switch self {
            case .day: row.day.description
            case .amount: row.amount.description
            case .description: row.description
            case .payee: row.payee
            case .memo: row.memo
            case .id: row.id
            case .currency: row.currency ?? account.currency ?? ""
            case .pending: row.isPending.description
            case .balance: row.balance?.description ?? ""
            case .line: String(row.line)
            case .account: account.id.isEmpty ? account.name : account.id
            case .valueDay: row.valueDay?.description ?? ""
            }
        }

        /// An expected value as ``text(of:_:)`` writes it.
        func text(of value: ScriptValue) -> String {
            switch value {
            case .integer(let number): return String(number)
            case .number(let number):
                return DecimalAmount(of: number)?.description ?? String(number)
            case .boolean(let value): return value.description
            case .string(let text):
                guard self == .amount || self == .balance else { return text }
                do throws(AmountError) {
                    return try DecimalAmount(exactly: text).description
                } catch {
                    return text
                }
            default: return ""
            }
        }
    }
}
