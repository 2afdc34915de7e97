import Model
import Terminal
import Testing

@Suite("Table")
struct TableTests {
    private static let columns = [
        Table.Column("Date"), Table.Column("Payee", isFlexible: true),
        Table.Column("Amount", alignment: .trailing),
    ]

    private static var ledger: Table {
        var table = Table(columns: columns)
        table.add("2025-03-09", "Trader Joe's", Table.Cell("-84.12", .negative))
        table.add("2025-03-14", "Acme Payroll Services Inc", Table.Cell("2,450.00", .positive))
        table.add("2025-03-15", "寿司", "-31.00")
        return table
    }

    private let coloured = Palette(
        TerminalCapabilities(isTerminal: true, width: 80, usesColour: true, usesUnicode: true))

    @Test("columns are as wide as their widest cell, numbers to the right")
    func layout() {
        #expect(
            Self.ledger.text(width: nil, palette: .plain) == """
                Date        Payee                        Amount
                2025-03-09  Trader Joe's                 -84.12
                2025-03-14  Acme Payroll Services Inc  2,450.00
                2025-03-15  寿司                         -31.00

                """)
    }

    @Test(
        "a cut cell keeps the amount at its end, and shows no part of a number",
        arguments: [
            ("Ians Pizza on State Street -68.30 USD", "Ians Pizz… -68.30 USD"),
            ("The Home Depot of Madison -5.10", "The Home Depot… -5.10"),
            ("rose from 16.99 to 1234567.89 again and again", "rose from 16.99 to…"),
            ("balance of 1234567890123", "balance of…"),
            ("TRN-1234567890-1234567890-1234567890", "TRN-1234567890-12345…"),
        ])
    func amounts(text: String, expected: String) {
        var table = Table(columns: [.init("", isFlexible: true), .init("", alignment: .trailing)])
        table.add(.init(text), "1")
        let line = table.text(width: 24, palette: .plain).split(separator: "\n").first ?? ""
        #expect(line.hasPrefix(expected), "\(line)")
    }

    @Test("a column with amounts at the end of its cells is never narrower than these")
    func leastWidth() {
        var table = Table(columns: [
            .init("", isFlexible: true), .init("", isFlexible: true), .init("", isFlexible: true),
        ])
        table.add("Ians Pizza -1,234,568.30 USD", "low_balance", "a handler with a long name")
        for width in 36...70 {
            #expect(
                table.text(width: width, palette: .plain).contains("-1,234,568.30 USD"), "\(width)")
        }
    }

    @Test("a heading of some rows is cut by the terminal alone, and widens no column")
    func headings() {
        var table = Table(columns: Self.columns)
        table.addHeading("Payees with a long name", inColumn: 1)
        table.add("2025-03-09", "Trader Joe's", "-84.12")
        #expect(
            table.text(width: 30, palette: .plain) == """
                Date        Payee       Amount
                            Payees with a lon…
                2025-03-09  Trader Jo…  -84.12

                """)
        #expect(
            table.text(width: nil, palette: .plain) == """
                Date        Payee         Amount
                            Payees with a long name
                2025-03-09  Trader Joe's  -84.12

                """)
    }

    @Test("a last column that wraps goes on in further lines, below itself")
    func wrapping() {
        var table = Table(columns: [
            .init("Payee", isFlexible: true), .init("Amount", alignment: .trailing),
            .init("Why", isFlexible: true, wraps: true),
        ])
        table.add("Trader Joe's", "-84.12", "Groceries, by the name of a merchant in a list")
        table.add("Acme", "2,450.00", "Payroll")
        #expect(
            table.text(width: 60, palette: .plain) == """
                Payee           Amount  Why
                Trader Joe's    -84.12  Groceries, by the name of a merchant
                                        in a list
                Acme          2,450.00  Payroll

                """)
        #expect(
            table.text(width: 40, palette: .plain) == """
                Payee           Amount
                Trader Joe's    -84.12
                    Groceries, by the name of a merchant
                    in a list
                Acme          2,450.00
                    Payroll

                """)
        #expect(
            table.text(width: nil, palette: .plain).split(separator: "\n").count == 3)
    }

    @Test("a narrow terminal cuts the flexible column only")
    func narrow() {
        #expect(
            Self.ledger.text(width: 36, palette: .plain) == """
                Date        Payee             Amount
                2025-03-09  Trader Joe's      -84.12
                2025-03-14  Acme Payroll…   2,450.00
                2025-03-15  寿司              -31.00

                """)
    }

    @Test("amounts and dates are never cut, however narrow the terminal")
    func tooNarrow() {
        #expect(
            Self.ledger.text(width: 10, palette: .plain) == """
                Date        Payee       Amount
                2025-03-09  Trader…     -84.12
                2025-03-14  Acme Pa…  2,450.00
                2025-03-15  寿司        -31.00

                """)
    }

    @Test("of several flexible columns the widest is cut first")
    func severalFlexible() {
        var table = Table(columns: [
            Table.Column("", isFlexible: true), Table.Column("", isFlexible: true),
        ])
        table.add("twelve chars", "a text of twenty-four ch")
        #expect(table.text(width: 28, palette: .plain) == "twelve chars  a text of twe…\n")
    }

    @Test("one long cell is cut before the cells of another column")
    func outlier() {
        var table = Table(columns: [
            .init("payee", isFlexible: true), .init("why", isFlexible: true),
        ])
        table.add("Steamboat Lodge Wisconsin Dells Resort", "Travel, merchant code")
        for _ in 0..<3 { table.add("Hy-Vee", "Groceries, merchant code (map)") }
        #expect(
            table.text(width: 52, palette: .plain) == """
                payee                 why
                Steamboat Lodge Wis…  Travel, merchant code
                Hy-Vee                Groceries, merchant code (map)
                Hy-Vee                Groceries, merchant code (map)
                Hy-Vee                Groceries, merchant code (map)

                """)
    }

    @Test("one long text makes no other line long, and is whole in a last column")
    func endless() {
        let long = String(repeating: "x", count: 100_000)
        var table = Table(columns: [
            Table.Column("Payee", isFlexible: true), Table.Column("Note", isFlexible: true),
        ])
        table.add(.init(long), .init(long))
        for _ in 0..<100 { table.add("Rent", "paid") }
        let (text, isCut, headings) = table.layout(width: nil, palette: .plain)
        #expect(isCut)
        #expect(headings == ["Payee", "Note"])
        let lines = text.split(separator: "\n")
        #expect(lines[1].count == Table.widestCell + 2 + long.count)
        #expect(lines[2].count == Table.widestCell + 2 + 4)
        #expect(text.count < 200 * 103 + 2 * long.count)
        #expect(!Self.ledger.layout(width: nil, palette: .plain).isCut)
        let narrow = table.layout(width: 40, palette: .plain)
        #expect(narrow.text.split(separator: "\n").allSatisfy { $0.count <= 40 })
    }

    @Test("a long last column that ends at the right pads no other line to its length")
    func endlessTrailing() {
        var table = Table(columns: [Table.Column(""), Table.Column("", alignment: .trailing)])
        table.add("a", .init(String(repeating: "x", count: 10_000)))
        table.add("b", "1.00")
        let lines = table.text(width: nil, palette: .plain).split(separator: "\n")
        #expect(lines.map(\.count) == [3 + Table.widestCell, 3 + Table.widestCell])
    }

    @Test("no line ends in blanks")
    func trailingBlanks() {
        var table = Table(columns: [Table.Column("Account"), Table.Column("Note")])
        table.add("Checking", "  ")
        table.add("Savings account", "kept   ")
        table.add("Card")
        #expect(
            table.text(width: nil, palette: .plain) == """
                Account          Note
                Checking
                Savings account  kept
                Card

                """)
    }

    @Test("a gap in a row keeps the columns after it in place")
    func gaps() {
        var table = Table(columns: Self.columns)
        table.add("", "", "1.00")
        table.add("2025-03-09", "Rent", "10.00")
        #expect(
            table.text(width: nil, palette: .plain) == """
                Date        Payee  Amount
                                     1.00
                2025-03-09  Rent    10.00

                """)
    }

    @Test("columns without headings have no heading line")
    func noHeadings() {
        var table = Table(columns: [Table.Column(""), Table.Column("", alignment: .trailing)])
        table.add("Assets", "10.00")
        table.add("Owed", "-2.00")
        #expect(table.text(width: nil, palette: .plain) == "Assets  10.00\nOwed    -2.00\n")
    }

    @Test("cells beyond the last column are left out")
    func extraCells() {
        var table = Table(columns: [Table.Column("")])
        table.add("kept", "lost")
        #expect(table.text(width: nil, palette: .plain) == "kept\n")
    }

    @Test("colour is around the text and not around the blanks")
    func colour() {
        var table = Table(columns: [Table.Column("In"), Table.Column("Out", alignment: .trailing)])
        table.add("9.00", Table.Cell("-1.00", .negative))
        #expect(
            table.text(width: nil, palette: coloured)
                == "\u{1B}[1mIn\u{1B}[0m      \u{1B}[1mOut\u{1B}[0m\n"
                + "9.00  \u{1B}[31m-1.00\u{1B}[0m\n")
    }

    @Test("a hostile cell can neither colour, nor break a line")
    func hostile() {
        var table = Table(columns: [Table.Column(""), Table.Column("")])
        table.add("\u{1B}[2JPAID\nFRAUD", "1.00")
        #expect(table.text(width: nil, palette: .plain) == "␛[2JPAID FRAUD  1.00\n")
    }

    /// A table that loses its columns one by one.
    private static var ranked: Table {
        var table = Table(columns: [
            .init("day", rank: 2), .init("payee", isFlexible: true),
            .init("amount", alignment: .trailing), .init("category", rank: 1),
            .init("account", isName: true, rank: 3),
        ])
        table.add("2025-03-14", "Acme Payroll", "2,450.00", "income", "Family Checking Plus (4471)")
        return table
    }

    @Test("the column of the lowest rank is left out whole before others are cut")
    func ranks() {
        #expect(
            Self.ranked.text(width: 72, palette: .plain) == """
                day         payee           amount  category  account
                2025-03-14  Acme Payroll  2,450.00  income    Family Checking Pl… (4471)

                """)
        #expect(
            Self.ranked.text(width: 60, palette: .plain) == """
                day         payee           amount  category
                2025-03-14  Acme Payroll  2,450.00  income

                """)
    }

    @Test("below 60 columns what was left out stands in a second line, as far as there is room")
    func twoLines() {
        #expect(
            Self.ranked.text(width: 36, palette: .plain) == """
                payee           amount  category
                Acme Payroll  2,450.00  income
                    2025-03-14  Family Check… (4471)

                """)
    }

    @Test("a number in the second line is named")
    func namedNumber() {
        var table = Table(columns: [
            .init("month"), .init("in", alignment: .trailing, rank: 1),
            .init("net worth", alignment: .trailing),
        ])
        table.add("2025-03", "2,450.00", "1,234,567.89")
        #expect(
            table.text(width: 25, palette: .plain) == """
                month       net worth
                2025-03  1,234,567.89
                    in 2,450.00

                """)
    }

    @Test("an output without Unicode gets a table of ASCII, still in line")
    func ascii() {
        let plain = TerminalCapabilities(
            isTerminal: true, width: 30, usesColour: false, usesUnicode: false)
        var table = Table(columns: [.init("", isFlexible: true), .init("", alignment: .trailing)])
        table.add("Zürich – the long way round …", "1.00")
        table.add("Rent", "2.00")
        #expect(
            table.text(width: 24, palette: Palette(plain)) == """
                Zurich - the lo...  1.00
                Rent                2.00

                """)
    }

    @Test("a table that can be cut fits every width from its narrowest on", arguments: 30...60)
    func fits(width: Int) {
        let lines = Self.ledger.text(width: width, palette: .plain).split(separator: "\n")
        #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= width })
    }
}
