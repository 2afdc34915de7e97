import Statements
import Testing

/// The export of a bank, with its rows as "day amount payee", or description without a payee.
struct BankTable: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let rows: [String]

    static let all = european + further

    var testDescription: String { name }
}

@Suite("Tables of banks")
struct BankTableTests {
    @Test("an export is read without a question", arguments: BankTable.all)
    func rows(bank: BankTable) throws {
        let statement = try read(bank.text)
        let rows = statement.accounts.flatMap(\.rows).map { row in
            "\(row.day) \(row.amount) \(row.payee.isEmpty ? row.description : row.payee)"
        }
        #expect(rows == bank.rows)
        #expect(statement.questions == [])
    }

    @Test("a layout that was understood reads the file the same way", arguments: BankTable.all)
    func layout(bank: BankTable) throws {
        let statement = try read(bank.text)
        let layout = try #require(statement.layout)
        let again = try StatementReader.read(Array(bank.text.utf8), layouts: [layout])
        #expect(again == statement)
    }
}
