import Engine
import Testing
import Vault

/// `ghostvault.cells`, as a plugin calls it.
@Suite("Texts of cells")
struct CellTextTests {
    private let demo: DemoVault

    init() throws { demo = try DemoVault() }

    /// Whether an expression of Lua gives a value.
    private func expect(_ expression: String, gives value: String) throws -> Bool {
        try demo.addPlugin(
            "cells",
            [
                "plugin.lua": """
                local cells = require("ghostvault.cells")
                if \(expression) ~= \(value) then error(tostring(\(expression)), 0) end
                plugin {
                    name = "cells", version = "1", summary = "s", decides = { "tags" },
                    classify = function() end,
                }
                """,
                "tests.lua": "test { transactions = { 'A' } }",
            ])
        return try demo.engine().testPlugins(["cells"]).allSatisfy(\.problems.isEmpty)
    }

    @Test(
        "are amounts in the smallest unit, as banks and shops write them",
        arguments: [
            ("$1,234.56", "123456"), ("12,30 €", "1230"), ("(4.10)", "-410"), ("-4,5000", "-450"),
            ("4.5000", "450"), ("1,2345", "nil"), ("12.50 pre-paid", "1250"),
            ("1,250", "125000"), ("12.5", "1250"), ("1.234.567", "123456700"),
            ("1.234,567", "nil"), ("1,234.500", "123450"), ("1.234.56", "nil"), ("5-", "-500"),
            ("US$-3.20", "-320"), ("- 12.01", "-1201"), ("−7", "-700"), ("7", "700"),
            ("x", "nil"), ("", "nil"), ("1.234,5", "123450"), ("-.50", "-50"), ("$-.50", "-50"),
            ("1 234,50", "123450"), ("1'234.50", "123450"), ("0,00", "0"),
        ])
    func amounts(text: String, minor: String) throws {
        #expect(try expect("cells.minor([[\(text)]])", gives: minor))
    }

    @Test(
        "have the decimals that a currency has",
        arguments: [
            ("1.234", 3, "1234"), ("1,234", 0, "1234"), ("12.00", 0, "12"), ("12.50", 0, "nil"),
            ("12.5", 3, "12500"),
        ])
    func decimals(text: String, decimals: Int, minor: String) throws {
        #expect(try expect("cells.minor([[\(text)]], \(decimals))", gives: minor))
    }

    @Test(
        "are days in an order, if a calendar has them",
        arguments: [
            ("9.3.25", "day-first", "'2025-03-09'"), ("03/09/2025", "month-first", "'2025-03-09'"),
            ("2025-03-09T10:00Z", "day-first", "'2025-03-09'"), ("31.02.25", "day-first", "nil"),
            ("1.1.70", "day-first", "'1970-01-01'"), ("9.3.125", "day-first", "nil"),
        ])
    func days(text: String, order: String, day: String) throws {
        #expect(try expect("cells.day('\(text)', '\(order)')", gives: day))
    }
}
