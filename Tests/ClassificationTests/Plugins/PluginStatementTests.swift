import Classification
import Model
import Statements
import Testing

@Suite("A file that a plugin reads")
struct PluginStatementTests {
    private static let table = """
        ACME BANK, account 4711
        Tag;Text;Betrag;Gebühr
        2025-02-03;Café;-4.50;
        2025-02-04;Reise;-10;0.30

        """

    /// What a plugin makes of a file, with this body of its `read`.
    private func read(
        _ body: String, _ text: String = table, reads: String = "headings = { 'Tag', 'Betrag' }"
    ) throws -> Statement {
        let plugin = try LoadedPlugin(
            pluginSource(
                "p",
                main: """
                    plugin { name = "p", version = "1", summary = "s", reads = { \(reads) },
                    read = function(file, ctx)
                    \(body)
                    end }
                    """))
        let sign = try #require(plugin.manifest.reads)
        let own = try #require(try OwnStatement.find([sign], in: Array(text.utf8)))
        return try plugin.read(own.file, named: "acme.csv")
    }

    private func rows(_ statement: Statement) -> [String] {
        statement.accounts.flatMap { account in
            account.rows.map { "\(account.id) \($0.line) \($0.day) \($0.amount) \($0.description)" }
        }
    }

    @Test("has rows by heading and by number, and may have several transactions in one")
    func table() throws {
        let statement = try read(
            """
            account { id = file.lines[1]:match("%d+"), currency = "eur", kind = "checking" }
            for _, row in ipairs(file.rows) do
                transaction { line = row.line, day = row[1], amount = row.Betrag, description = row.Text }
                if row["Gebühr"] ~= "" then
                    transaction { line = row.line, day = row.Tag, amount = -tonumber(row["Gebühr"]), payee = "Fee" }
                end
            end
            """)
        #expect(
            rows(statement) == [
                "4711 3 2025-02-03 -4.5 Café", "4711 4 2025-02-04 -10 Reise",
                "4711 4 2025-02-04 -0.3 Fee",
            ])
        #expect(statement.plugin == "p")
        #expect(statement.accounts.map(\.currency) == ["EUR"])
        #expect(statement.accounts.map(\.kind) == [.checking])
    }

    @Test("has its lines where it is no table")
    func lines() throws {
        let statement = try read(
            """
            for number, line in ipairs(file.lines) do
                local day, amount = line:match("^(%S+) .- (%S+)$")
                if number > 1 then transaction { line = number, day = day, amount = amount } end
            end
            """, "ACME 1\r\n2025-02-03 Shop -4.50\r\n", reads: "text = 'ACME'")
        #expect(rows(statement) == [" 2 2025-02-03 -4.5 "])
    }

    @Test("has its accounts in turns, with balances")
    func accounts() throws {
        let statement = try read(
            """
            account { id = "A", balance = 5, balance_day = "2025-02-28" }
            transaction { day = "2025-02-01", amount = 1 }
            account { id = "B" }
            transaction { day = "2025-02-01", amount = 2 }
            account { id = "A" }
            transaction { day = "2025-02-02", amount = 3, balance = "4.00", value_day = "2025-02-05" }
            """)
        #expect(
            rows(statement) == ["B 0 2025-02-01 2 ", "A 0 2025-02-01 1 ", "A 0 2025-02-02 3 "])
        let last = try #require(statement.accounts.last)
        #expect(
            last.balances == [
                StatementBalance(
                    day: try #require(CalendarDay("2025-02-28")),
                    amount: DecimalAmount(coefficient: 5, decimals: 0), kind: .closing)
            ])
        #expect(last.rows.last?.balance == DecimalAmount(coefficient: 4, decimals: 0))
        #expect(last.rows.last?.valueDay == CalendarDay("2025-02-05"))
    }

    @Test(
        "takes the decimal number that a computed one is meant to be",
        arguments: [
            ("0.1 + 0.2", "0.3"), ("-(19.99 * 3)", "-59.97"), ("1e6 / 8", "125000"),
            ("1234567890.12", "1234567890.12"), ("'-12.50'", "-12.5"), ("2 ^ 40", "1099511627776"),
            ("0.005 - 0.004", "0.001"),
        ])
    func numbers(number: String, amount: String) throws {
        let statement = try read("transaction { day = '2025-02-03', amount = \(number) }")
        #expect(rows(statement) == [" 0 2025-02-03 \(amount) "])
    }

    @Test(
        "leaves out a row without a day or an amount that there is",
        arguments: [
            ("amount = 1", RejectedRow.Reason.noDay), ("day = '2025-02-03'", .noAmount),
            ("day = '2025-02-30', amount = 1", .badDay), ("day = '3.2.25', amount = 1", .badDay),
            ("day = '2025-02-03', amount = '1,5'", .badAmount),
            ("day = '2025-02-03', amount = 1 / 3", .badAmount),
            ("day = '2025-02-03', amount = 1 / 0", .badAmount),
            ("day = '2025-02-03', amount = 0 / 0", .badAmount),
            ("day = '2025-02-03', amount = 1e300", .badAmount),
        ])
    func rejected(fields: String, reason: RejectedRow.Reason) throws {
        let statement = try read("transaction { line = 3, \(fields) }")
        #expect(
            statement.rejected == [
                RejectedRow(line: 3, reason: reason, text: "2025-02-03;Café;-4.50;")
            ])
        #expect(rows(statement) == [])
    }

    @Test("names a row without a line by its words")
    func withoutLine() throws {
        let statement = try read("transaction { amount = 1, description = 'Shop' }")
        #expect(statement.rejected == [RejectedRow(line: 0, reason: .noDay, text: "Shop")])
    }

    @Test("names the rows that the plugin can't read")
    func unreadable() throws {
        let statement = try read("unreadable { line = 4 } unreadable { line = 99, why = 'odd' }")
        #expect(
            statement.rejected == [
                RejectedRow(line: 4, reason: .plugin, text: "2025-02-04;Reise;-10;0.30"),
                RejectedRow(line: 99, reason: .plugin, text: "odd"),
            ])
    }

    @Test(
        "is refused with the plugin's line where it says what can't be",
        arguments: [
            "transaction { dya = '2025-02-03' }", "transaction { day = 20250203, amount = 1 }",
            "transaction { day = '2025-02-03', amount = true }", "transaction { 1, 2 }",
            "transaction 'x'", "account { kind = 'chequing' }", "account { currency = 'EURO' }",
            "account { balance = 5 }", "account { balance = 5, balance_day = '2025-02-30' }",
            "transaction { line = -1 }", "unreadable { line = 3, amount = 1 }",
            "local x = file.rows[1].Bertag", "error('no')", "file.rows[1].Tag = 'x'",
        ])
    func refused(body: String) throws {
        let error = try #require(throws: PluginReadingError.self) { try read("\n" + body) }
        #expect(error.words.hasPrefix("Plugins/p/plugin.lua:4: "))
    }

    @Test("is refused whole if it has too many lines or cells for values of Lua")
    func tooLarge() throws {
        let lines = String(repeating: "2025-02-03;Shop;-1;\n", count: 50_001)
        #expect(throws: PluginReadingError.self) { try read("", Self.table + lines) }
        let row = "2025-02-03" + String(repeating: ";x", count: 999) + "\n"
        let wide = String(repeating: row, count: 501)
        #expect(throws: PluginReadingError.self) { try read("", Self.table + wide) }
    }

    @Test(
        "is for the plugin only with all that it asks for",
        arguments: [
            ("headings = { 'Tag', 'Betrag' }", true), ("headings = { 'Tag', 'Amount' }", false),
            ("text = 'ACME'", true), ("text = { 'ACME', '4711' }", true),
            ("text = { 'ACME', 'Bmca' }", false),
            ("headings = 'Text', text = 'ACME'", true), ("headings = 'text'", false),
            ("headings = 'Text', text = 'Bmca'", false),
        ])
    func signs(reads: String, isFound: Bool) throws {
        let plugin = try LoadedPlugin(
            pluginSource(
                "p",
                main: """
                    plugin { name = "p", version = "1", summary = "s", reads = { \(reads) },
                    read = function() end }
                    """))
        let sign = try #require(plugin.manifest.reads)
        #expect(try (OwnStatement.find([sign], in: Array(Self.table.utf8)) != nil) == isFound)
    }

    @Test("decides nothing in a pass")
    func pass() throws {
        let plugin = try LoadedPlugin(
            pluginSource(
                "p",
                main: """
                    plugin { name = "p", version = "1", summary = "s", reads = { text = "A" },
                    read = function() end }
                    """))
        let pipeline = try makeBarePipeline()
        #expect(
            Plugins([Plugins.Choice(plugin)], in: pipeline).pipeline.stages.map(\.name)
                == pipeline.stages.map(\.name))
    }

    @Test(
        "has tests that fail for what is read otherwise",
        arguments: [
            ("reads = { { day = '2025-02-03', amount = -4.50, line = 3 }, {} }", 0),
            ("reads = { { amount = '-4.5', currency = '' }, { description = 'Reise' } }", 0),
            ("reads = { { amount = -4.51 }, { day = '2025-02-05' } }", 2),
            ("reads = { {} }", 1), ("reads = { {}, { amuont = 1 } }", 1),
            ("reads = { {}, {} }, unreadable = { 3 }", 1),
        ])
    func tests(gets: String, failures: Int) throws {
        let main = """
            plugin { name = "p", version = "1", summary = "s", reads = { headings = "Tag" },
            read = function(file)
                for _, row in ipairs(file.rows) do
                    transaction { line = row.line, day = row.Tag, amount = row.Betrag,
                        description = row.Text }
                end
            end }
            """
        let test = "test { file = [[\n\(Self.table)]], \(gets) }"
        let plugin = try LoadedPlugin(
            PluginSource(
                name: "p", folder: "Plugins/p",
                files: [
                    PluginSource.File(path: "plugin.lua", bytes: Array(main.utf8)),
                    PluginSource.File(path: "tests.lua", bytes: Array(test.utf8)),
                ], isShipped: false))
        let outcomes = try PluginTests.run(plugin, in: makeBarePipeline())
        #expect(outcomes.map(\.failures.count) == [failures])
    }
}
