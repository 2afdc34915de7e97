import Model
import Statements

/// A statement's rows as "day amount payee|description|memo", account by account.
func rows(_ text: String, answers: StatementAnswers = StatementAnswers()) throws -> [String] {
    try read(text, answers: answers).accounts.flatMap(\.rows).map(words)
}

func read(_ text: String, answers: StatementAnswers = StatementAnswers()) throws -> Statement {
    try StatementReader.read(Array(text.utf8), answers: answers)
}

func words(_ row: StatementRow) -> String {
    var texts = [row.payee, row.description, row.memo]
    while texts.last?.isEmpty == true { texts.removeLast() }
    return "\(row.day) \(row.amount) \(texts.joined(separator: "|"))"
}

/// Why a text is refused; nil if it is read.
func refusal(_ text: String) -> StatementError? { refusal(Array(text.utf8)) }

/// Why a file is refused; nil if it is read.
func refusal(_ bytes: [UInt8]) -> StatementError? {
    do throws(StatementError) {
        _ = try StatementReader.read(bytes)
        return nil
    } catch {
        return error
    }
}

extension Statement {
    var reasons: [RejectedRow.Reason] { rejected.map(\.reason) }

    var balances: [String] {
        accounts.flatMap(\.balances).map { "\($0.kind) \($0.day) \($0.amount)" }
    }
}
