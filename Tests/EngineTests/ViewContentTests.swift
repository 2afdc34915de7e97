import Engine
import Foundation
import Insights
import Model
import Testing
import Vault

@Suite("The views of a household's vault")
struct ViewContentTests {
    private let demo: DemoVault

    init() throws {
        demo = try HouseholdVault().copy()
    }

    private func rows(_ sql: String) throws -> [[QueryValue]] {
        var rows: [[QueryValue]] = []
        try VaultQuery(sql, of: demo.vault, seconds: 60).forEachRow { rows.append($0) }
        return rows
    }

    @Test("have values of the documented kinds")
    func kinds() throws {
        let id = try #require(demo.vault.transactions(TransactionQuery()).first).id
        _ = try demo.engine().correct([id], CorrectionChange(Correction(category: "travel")))
        for view in VaultView.all {
            let found = try rows("SELECT * FROM \(view.name)")
            #expect(!found.isEmpty, "\(view.name)")
            for row in found {
                for (column, value) in zip(view.columns, row) where !column.accepts(value) {
                    Issue.record("\(view.name).\(column.name): \(value)")
                    return
                }
            }
        }
    }

    @Test("agree with income, spending and net worth of every month")
    func figures() throws {
        let first = today.month.adding(months: -23)
        let months = try MonthlyIncome.months(demo.vault, from: first, through: today.month)
        #expect(
            try rows(
                """
                SELECT month, sum(iif(class = 'income', minor_units, 0)),
                    -sum(iif(class = 'expense', minor_units, 0))
                FROM v_months WHERE month >= '\(first)' GROUP BY month ORDER BY month
                """)
                == months.filter { $0.income.minorUnits != 0 || $0.expenses.minorUnits != 0 }.map {
                    [
                        .text("\($0.month)"), .integer(Int64($0.income.minorUnits)),
                        .integer(Int64($0.expenses.minorUnits)),
                    ]
                })
        let days = first.firstDay..<today.month.next.firstDay
        let spending = try CategorySpending.breakdown(
            demo.vault, days: days, in: demo.engine().categories()
        ).flatMap(\.withParts).filter { $0.own.minorUnits != 0 }
        #expect(
            try Set(
                rows(
                    """
                    SELECT category, -sum(minor_units) FROM v_months WHERE class = 'expense'
                        AND month >= '\(first)'
                    GROUP BY category HAVING sum(minor_units) <> 0
                    """))
                == Set(spending.map { [.text($0.category), .integer(Int64($0.own.minorUnits))] }))
        let history = try NetWorthHistory(demo.vault, today: today, months: 12)
        for point in try #require(history.series.first).points {
            #expect(
                try rows("SELECT net FROM v_net_worth WHERE day = '\(point.day)'")
                    == [[.text(point.net.plainText)]], "\(point.day)")
        }
    }

    @Test("have the tree of categories as it is after each pass")
    func categories() throws {
        let engine = demo.engine()
        func check() throws {
            #expect(
                try rows("SELECT id, name, type, parent, lens FROM v_categories ORDER BY position")
                    == engine.categories().categories.map { category in
                        [
                            .text(category.id), .text(category.name),
                            .text(category.type.rawValue), .of(category.parent),
                            .of(category.lensInUse?.rawValue),
                        ]
                    })
        }
        try check()
        _ = try engine.addCategory(
            "Boats", id: "boats", CategoryEdit(), summary: "add")
        try check()
        _ = try engine.mergeCategory("dining", into: "groceries", summary: "merge")
        try check()
        #expect(
            try rows("SELECT count(*) FROM v_months WHERE category = 'dining'") == [[.integer(0)]])
    }

    @Test("name the handler whose values they are")
    func handlers() throws {
        let id = try #require(demo.vault.transactions(TransactionQuery()).first).id
        let correction = Correction(note: "seen", tags: ["a \"b\"", "c"], excluded: true)
        try demo.vault.correct(
            [id: correction],
            settingForHandlers: HandlerValue.all(
                of: Correction(tags: ["c"], excluded: true), on: id, by: "10-mine.lua#1"),
            summary: "test")
        #expect(
            try rows("SELECT kind, value, handler FROM v_decisions ORDER BY kind, value")
                == [
                    [.text("excluded"), .text("true"), .text("10-mine.lua#1")],
                    [.text("notes"), .text("seen"), .null],
                    [.text("tags"), .text("a \"b\""), .null],
                    [.text("tags"), .text("c"), .text("10-mine.lua#1")],
                ])
        _ = try demo.engine().classify(dryRun: false)
        let tags = try rows(
            """
            SELECT json_each.value FROM v_transactions, json_each(tags) WHERE v_transactions.id = \(id)
            ORDER BY 1
            """)
        #expect(tags == [[.text("a \"b\"")], [.text("c")]])
    }
}

extension QueryValue {
    fileprivate static func of(_ text: String?) -> QueryValue { text.map { .text($0) } ?? .null }
}

extension VaultView.Column {
    /// Whether a value is what the reference says.
    fileprivate func accepts(_ value: QueryValue) -> Bool {
        switch (kind, value) {
        case (_, .null): isOptional
        case (.text, .text): true
        case (.integer, .integer): true
        case (.truth, .integer(let number)): number == 0 || number == 1
        case (.decimal, .text(let text)): text.wholeMatch(of: /-?\d+(\.\d+)?/) != nil
        case (.day, .text(let text)): text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
        case (.time, .text(let text)):
            text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil
        case (.list, .text(let text)): text.hasPrefix("[") && text.hasSuffix("]")
        default: false
        }
    }
}
