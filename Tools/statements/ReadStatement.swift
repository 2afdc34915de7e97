import FoundationEssentials
import Model
import Statements

/// Prints statement files as JSON, one object a line, in the order of its arguments:
/// the content of a file, or why it is refused. With --count only the number of its rows, so that
/// the time is that of reading.
@main
struct ReadStatement {
    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        var answers = StatementAnswers()
        if let first = arguments.first, first.hasPrefix("--day-order=") {
            answers.dayOrder = StatementAnswers.DayOrder(rawValue: String(first.dropFirst(12)))
            arguments.removeFirst()
        }
        let onlyCounts = arguments.first == "--count"
        if onlyCounts { arguments.removeFirst() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for path in arguments {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let answer: Answer
            do {
                let statement = try StatementReader.read(bytes, answers: answers)
                if onlyCounts {
                    print(statement.accounts.reduce(0) { $0 + $1.rows.count })
                    continue
                }
                answer = Answer(statement)
            } catch {
                answer = Answer(error: "\(error)")
            }
            print(String(decoding: try encoder.encode(answer), as: UTF8.self))
        }
    }
}

private struct Answer: Encodable {
    var error: String?
    var format: String?
    var encoding: String?
    var questions: [String]?
    var accounts: [Account]?
    var rejected: [Rejected]?

    init(error: String) {
        self.error = error
    }

    init(_ statement: Statement) {
        format = statement.format.rawValue
        encoding = statement.encoding
        questions = statement.questions.map(\.rawValue)
        accounts = statement.accounts.map(Account.init)
        rejected = statement.rejected.map {
            Rejected(line: $0.line, reason: $0.reason.rawValue, text: $0.text)
        }
    }
}

private struct Rejected: Encodable {
    let line: Int
    let reason: String
    let text: String
}

private struct Account: Encodable {
    let id: String
    let bank: String
    let name: String
    let kind: String?
    let currency: String?
    let rows: [Row]
    let balances: [Balance]

    init(_ account: StatementAccount) {
        id = account.id
        bank = account.bank
        name = account.name
        kind = account.kind?.rawValue
        currency = account.currency
        rows = account.rows.map(Row.init)
        balances = account.balances.map {
            Balance(day: "\($0.day)", amount: "\($0.amount)", kind: $0.kind.rawValue)
        }
    }
}

private struct Balance: Encodable {
    let day: String
    let amount: String
    let kind: String
}

private struct Row: Encodable {
    let line: Int
    let id: String
    let day: String
    let valueDay: String?
    let amount: String
    let currency: String?
    let payee: String
    let description: String
    let memo: String
    let category: String
    let tags: [String]
    let notes: String
    let otherAccount: String
    let isPending: Bool
    let balance: String?
    let parts: [Part]

    init(_ row: StatementRow) {
        line = row.line
        id = row.id
        day = "\(row.day)"
        valueDay = row.valueDay.map { "\($0)" }
        amount = "\(row.amount)"
        currency = row.currency
        payee = row.payee
        description = row.description
        memo = row.memo
        category = row.category
        tags = row.tags
        notes = row.notes
        otherAccount = row.otherAccount
        isPending = row.isPending
        balance = row.balance.map { "\($0)" }
        parts = row.parts.map {
            Part(amount: "\($0.amount)", category: $0.category, memo: $0.memo)
        }
    }
}

private struct Part: Encodable {
    let amount: String
    let category: String
    let memo: String
}
