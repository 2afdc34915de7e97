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

    @Test("Chase's rows without a balance are pending")
    func chase() throws {
        let text = """
            Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
            DEBIT,03/28/2025,FERNWAY MARKET,-65.00,DEBIT_CARD, ,,
            DEBIT,03/26/2025,KELP COFFEE,-4.50,DEBIT_CARD,1185.00,,
            CREDIT,03/03/2025,BRIGHTLINE PAYROLL,1250.00,ACH_CREDIT,1189.50,,
            """
        let account = try #require(try read(text).accounts.first)
        #expect(account.rows.map(\.isPending) == [true, false, false])
        #expect(account.balanceProof?.isWhole == true)
    }

    @Test("a layout that was understood reads the file the same way", arguments: BankTable.all)
    func layout(bank: BankTable) throws {
        let statement = try read(bank.text)
        let layout = try #require(statement.layout)
        let again = try StatementReader.read(Array(bank.text.utf8), layouts: [layout])
        #expect(again == statement)
    }
}
