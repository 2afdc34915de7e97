import Configuration
import Model
import Testing

@Suite("config/budgets.toml")
struct BudgetFileTests {
    private func lines(_ text: String) throws -> [BudgetLine] {
        let files = try ShippedFiles.configuration(replacing: ["budgets.toml": text])
        return try files.budgetLines(
            BudgetNames(
                categories: files.categories(), currency: Currency(code: "USD", exponent: 2)))
    }

    @Test("has none as shipped")
    func shipped() throws {
        #expect(try ShippedFiles.configuration().budgetLines(nil) == [])
    }

    @Test(
        "numbers have the digits that were written",
        arguments: [
            ("400", 400_00), ("412.10", 412_10), ("0.29", 29), ("\"1234567.89\"", 1_234_567_89),
        ] as [(String, Int64)])
    func numbers(text: String, cents: Int64) throws {
        let line = try #require(
            try lines("[[budget]]\ncategory = \"Groceries\"\namount = \(text)\n").first)
        #expect(line.kind == .amount(Money(minorUnits: cents, currency: line.currency)))
        #expect(line.subject == .category("groceries"))
    }

    @Test("what is saved and what a series takes carries over unless the line says otherwise")
    func carries() throws {
        let kinds = [
            "amount = 5", "save = 5\nby = \"2026-05\"", "series = \"Gym\"",
            "series = \"Gym\"\ncarry = \"none\"",
        ]
        let carries = try kinds.flatMap { kind in
            try lines("[[budget]]\ncategory = \"travel\"\nfrom = \"2026-01\"\n\(kind)\n")
        }.map(\.carry)
        #expect(carries == [.none, .both, .both, .none])
    }

    @Test(
        "tells a mistake with its line and a guess",
        arguments: [
            ("category = \"grocerys\"\namount = 5", 2, "did you mean \"groceries\"?"),
            ("category = \"dining\"\namuont = 5", 3, "did you mean \"amount\"?"),
            ("category = \"dining\"\namount = -5", 3, "amount"),
            ("category = \"dining\"\namount = 5.005", 3, "USD"),
            ("category = \"dining\"\namount = 5\nevery = \"mont\"", 4, "\"month\""),
            ("category = \"dining\"\namount = 5\nfrom = \"march\"", 4, "2026-03"),
            ("category = \"dining\"", 1, "one of"),
            ("category = \"dining\"\namount = 5\nrest = 1", 1, "one of"),
            ("category = \"dining\"\ntag = \"x\"\namount = 5", 1, "one category, tag or view"),
            ("category = \"dining\"\namount = 5\ncarry = \"both\"", 1, "\"from\" is missing"),
            ("category = \"dining\"\nfrom = \"2026-05\"\nsave = 5\nby = \"2026-04\"", 5, "before"),
            ("category = \"dining\"\nshare = 101", 3, "percent"),
            ("category = \"dining\"\naverage = 0", 3, "1 to 36"),
        ])
    func mistakes(settings: String, line: Int, words: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try lines("[[budget]]\n\(settings)\n")
        }
        #expect(error?.file == "config/budgets.toml")
        #expect(error?.line == line)
        #expect(error?.message.contains(words) == true)
    }

    @Test("refuses two lines for one thing from the same month")
    func twice() throws {
        let line = "[[budget]]\ncategory = \"dining\"\namount = 5\nfrom = \"2026-05\"\n"
        let error = #expect(throws: ConfigurationError.self) { try lines(line + line) }
        #expect(error?.line == 8)
    }
}
