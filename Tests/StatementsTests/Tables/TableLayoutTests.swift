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
                #"day_order = "day-first""#,
                #"decimal_mark = "comma""#,
                "accounts = []",
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

    @Test("a layout's encoding reads a file that has its headings in it")
    func encoding() throws {
        let text = "Date,Grund,Amount\n2025-03-04,Caf\u{E9},-1.00\n"
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        var layout = try #require(try StatementReader.read(bytes).layout)
        layout.answers.encoding = "windows-1251"
        let read = try StatementReader.read(bytes, layouts: [layout])
        #expect(read.accounts.flatMap(\.rows).map(\.description) == ["Caf\u{439}"])
        layout.headings = ["Date", "Text", "Amount"]
        #expect(try StatementReader.read(bytes, layouts: [layout]) == StatementReader.read(bytes))
    }

    @Test(
        "a layout without headings fits rows with days and amounts in its columns",
        arguments: [
            ("2025-03-04;-1.00;A\n2025-03-05;-2.00;B\n", true),
            ("2025-03-04;A;-1.00\n2025-03-05;B;-2.00\n", false),
            ("2025-03-04;-1.00;A\n2025-03-05;;B\n", false),
        ])
    func headless(text: String, isUsed: Bool) throws {
        let layout = TableLayout(
            file: "a.toml", headings: [], columns: [.day: [0], .amount: [1], .description: [2]],
            separator: ";", answers: StatementAnswers())
        let read = try StatementReader.read(Array(text.utf8), layouts: [layout])
        #expect(read.layout?.file == (isUsed ? "a.toml" : ""))
    }

    @Test("a table whose layout has a mistake is not read without it")
    func broken() throws {
        let layout = TableLayout.broken(
            file: "a.toml", headings: ["Fecha", "Concepto", "Detail \"x\"", "Importe"])
        #expect(throws: StatementError.brokenLayout("a.toml")) {
            try StatementReader.read(Array(text.utf8), layouts: [layout])
        }
    }
}
