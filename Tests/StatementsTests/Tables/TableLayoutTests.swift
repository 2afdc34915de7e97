import Statements
import Testing

@Suite("Layouts of tables")
struct TableLayoutTests {
    private let text = """
        Fecha;Concepto;Detail "x";Importe
        14.03.2025;A;m;-1.234,50
        """

    @Test("a layout says as TOML how the columns were understood")
    func toml() throws {
        let layout = try #require(try read(text).layout)
        let lines = layout.toml.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                #"headings = ["Fecha", "Concepto", "Detail \"x\"", "Importe"]"#,
                #"separator = ";""#,
                #"day-order = "day-first""#,
                #"decimal-mark = "comma""#,
                "[columns]",
                "day = [1]  # Fecha",
                "amount = [4]  # Importe",
                "description = [2]  # Concepto",
            ])
    }

    @Test("a layout decides against the words, and the cells that don't fit are set aside")
    func given() throws {
        var layout = try #require(try read(text).layout)
        layout.columns[.amount] = [1]
        let statement = try StatementReader.read(Array(text.utf8), layouts: [layout])
        #expect(statement.accounts == [])
        #expect(statement.reasons == [.badAmount])
    }

    @Test("the layout of another file is not used")
    func other() throws {
        let other = TableLayout(
            headings: ["Date", "Text"], columns: [.day: [0], .amount: [1]], separator: ",",
            answers: StatementAnswers())
        let bytes = Array(text.utf8)
        #expect(try StatementReader.read(bytes, layouts: [other]) == StatementReader.read(bytes))
    }

    @Test("an answer of now goes before the layout's")
    func answers() throws {
        let text = "Date,Text,Amount\n03/04/2025,A,-1.00\n"
        var layout = try #require(try read(text).layout)
        layout.answers.dayOrder = .monthFirst
        let statement = try StatementReader.read(
            Array(text.utf8), answers: StatementAnswers(dayOrder: .dayFirst), layouts: [layout])
        #expect(statement.accounts.flatMap(\.rows).map { "\($0.day)" } == ["2025-04-03"])
    }
}
