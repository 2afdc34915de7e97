import Scripting
import TestSupport
import Testing

/// What a body decides of the first record, over the rows above.
private func decided(_ expression: String) throws -> ScriptValue? {
    try OneViewFunction(
        """
        local first
        for tx in view:each() do first = first or tx end
        view:decide(first, { value = \(expression) })
        """
    ).decisions(over: fewRows).first.flatMap { decision in
        guard case .table(let table) = decision.value else { return nil }
        return table.fields["value"] ?? .nil
    }
}

@Suite("A view")
struct ViewTests {
    @Test(
        "it tells of its records",
        arguments: [
            ("view:count()", ScriptValue.integer(4)), ("first.payee", .string("Netflix")),
            ("#view:by_payee('Netflix')", .integer(2)), ("#view:by_payee('netflix')", .integer(0)),
            ("view:by_amount(-450)[1].payee", .string("Coffee Bar")),
            ("view:by_amount(-450.0)[1].payee", .string("Coffee Bar")),
            ("view:between('2025-02-01', '2025-02-28')[2].payee", .string("Refund")),
            ("view:by_payee('Netflix')[1] == first", .boolean(true)),
            ("view:by_payee('Netflix')[2] == first", .boolean(false)),
            ("table.concat(first.tags, ' ')", .string("tv home")),
            ("first:contains('FLIX')", .boolean(true)), ("first:copy().amount", .integer(-1_549)),
            ("tostring(view) .. tostring(first)", .string("viewtransaction")),
            ("#view", .integer(4)), ("view[2].payee", .string("Coffee Bar")),
            ("view[0] == nil and view[5] == nil", .boolean(true)),
            ("view:first() == first", .boolean(true)), ("view:last().payee", .string("Refund")),
            ("view:first(3):last(2)[1].payee", .string("Coffee Bar")),
            ("#view:last(9) + #view:first(0)", .integer(4)),
            ("view:first(0):first() == nil", .boolean(true)),
            ("#view:like { payee = contains 'flix' }", .integer(2)),
            ("view:like { payee = contains 'flix' }:last().day", .string("2025-02-03")),
            ("#view:last(2):like { payee = contains 'flix' }", .integer(1)),
            ("#view:last(2):by_payee 'Netflix'", .integer(1)),
            ("view:total('cents').minor", .integer(-1_999)),
            ("view:first(2):total('cents').text", .string("-1999 cents")),
            ("tostring(view:last(1):total('cents'))", .string("1549 cents")),
            ("view:total('cents')[1]", .integer(4)),
        ])
    func reading(expression: String, value: ScriptValue) throws {
        #expect(try decided(expression) == value)
    }

    @Test("a part of a view gives its records, in order, and no other")
    func eachOfAPart() throws {
        let walk = try OneViewFunction(
            """
            for tx in view:like { payee = contains 'flix' }:each() do
                view:decide(tx, tx.day)
            end
            """)
        #expect(try walk.decisions(over: fewRows).map(\.row) == [0, 2])
    }

    @Test("a misuse of it or of an index is told")
    func misuse() throws {
        let differences = try MistakeCatalogue("views").differences { body in
            [try #require(OneViewFunction(body).error(over: fewRows)).description]
        }
        #expect(differences == [])
    }

    @Test("each gives every record once, in order")
    func each() throws {
        let walk = try OneViewFunction("for tx in view:each() do view:decide(tx, tx.day) end")
        for count in [0, 1, 4] {
            let decisions = try walk.decisions(over: Array(fewRows.prefix(count)))
            #expect(decisions.map(\.row) == Array(0..<count))
            #expect(decisions.map(\.value) == fewRows.prefix(count).map { .string($0.day) })
        }
    }

    @Test("records can be read in any order, and a field is filled only when it must be")
    func filling() throws {
        let reader = try OneViewFunction(
            """
            local list = view:by_payee("Netflix")
            local a, b = list[1], list[2]
            view:decide(a, a.day .. b.day .. a.amount .. a.payee .. b.payee)
            """)
        let view = Transactions(fewRows)
        let decisions = try reader.sandbox.decisions(of: reader.function, over: view)
        #expect(decisions.first?.value == .string("2025-01-032025-02-03-1549NetflixNetflix"))
        // A worker is given the fields of many rows at once.
        if !isInWorker { #expect(view.filled == 5) }
    }

    @Test("a decision has its record, its value, its reason and its line")
    func decision() throws {
        let decisions = try OneViewFunction(
            source: """
                rule(function(view)
                    local coffee = view:by_payee("Coffee Bar")[1]
                    view:decide(coffee, { category = "dining", tags = { "a", "b" } }, "it is coffee")
                    view:decide(view:by_payee("Refund")[1], { class = "expense" })
                end)
                """
        ).decisions(over: fewRows)
        #expect(decisions.map(\.row) == [1, 3])
        #expect(decisions.map(\.reason) == ["it is coffee", nil])
        #expect(decisions.map(\.line) == [3, 4])
        let tags = ScriptValue.table(ScriptTable(array: [.string("a"), .string("b")]))
        #expect(
            decisions.map(\.value) == [
                .table(ScriptTable(fields: ["category": .string("dining"), "tags": tags])),
                .table(ScriptTable(fields: ["class": .string("expense")])),
            ])
    }

    @Test("a decision is what its table was when it was made")
    func copied() throws {
        let decisions = try OneViewFunction(
            """
            local set = { text = "a text that is made anew" .. view:count() }
            for tx in view:each() do
                set.amount = tx.amount
                view:decide(tx, set, "because of " .. tx.day)
            end
            set.text, set.amount = nil, nil
            for i = 1, 2000 do local garbage = ("x"):rep(i % 50) .. i end
            """
        ).decisions(over: fewRows)
        #expect(
            decisions.map(\.value)
                == fewRows.map {
                    .table(
                        ScriptTable(fields: [
                            "text": .string("a text that is made anew4"),
                            "amount": .integer($0.amount),
                        ]))
                })
        #expect(decisions.map(\.reason) == fewRows.map { "because of \($0.day)" })
    }

    @Test("a decision that failed and was caught leaves nothing behind")
    func caughtDecision() throws {
        let decisions = try OneViewFunction(
            """
            for tx in view:each() do
                pcall(view.decide, view, tx, { "kept?", { [0.5] = 1 } })
                pcall(view.decide, view, tx, { "kept?" }, {})
                view:decide(tx, "kept")
                pcall(view.decide, view, tx, { "kept?", pairs })
            end
            pcall(view.decide, view, view, { "kept?" })
            """
        ).decisions(over: fewRows)
        #expect(decisions.map(\.value) == Array(repeating: .string("kept"), count: 4))
    }

    @Test("after a caught decision an error is what it is")
    func errorAfterCaughtDecision() throws {
        let error = try OneViewFunction(
            "pcall(view.decide, view, view:by_payee('Netflix')[1], { [0.5] = 1 }) error('no')"
        ).error()
        #expect(error?.kind == .runtime)
        #expect(error?.message == "no")
    }

    @Test("it gets the context too")
    func context() throws {
        let one = try OneViewFunction("view:decide(view:by_payee(ctx.payee)[1], ctx)")
        let context = ScriptValue.table(ScriptTable(fields: ["payee": .string("Refund")]))
        try one.sandbox.setContext(context)
        let decisions = try one.decisions(over: fewRows)
        #expect(decisions.map(\.row) == [3])
        #expect(decisions.map(\.value) == [context])
    }

    @Test(
        "an index wants what it is made for",
        arguments: [
            "by_payee({})", "by_payee()", "by_amount('x')", "by_amount(1.5)", "between('a')",
        ])
    func badArgument(call: String) throws {
        let error = try OneViewFunction("view:\(call)").error()
        #expect(error?.kind == .runtime)
        #expect(error?.message.hasPrefix("bad argument #") == true)
    }

    @Test("a text that is not UTF-8 finds nothing")
    func invalidText() throws {
        #expect(try decided("#view:by_payee('\\xFF')") == .integer(0))
    }

    @Test("random lookups find what trying every record finds")
    func lookups() throws {
        var generator = RandomNumbers(seed: 11)
        let search = try OneViewFunction(
            """
            for i = 1, 5 do
                for _, tx in ipairs(view:by_amount(i)) do
                    for _, other in ipairs(view:by_payee(tx.payee)) do
                        if other ~= tx and other.amount == tx.amount then
                            view:decide(tx, "double")
                            break
                        end
                    end
                end
            end
            """)
        for _ in 0..<50 {
            let rows = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
                Transactions.Row(
                    amount: Int64.random(in: 1...5, using: &generator),
                    payee: "P\(Int.random(in: 0..<6, using: &generator))")
            }
            let doubles = rows.indices.filter { row in
                rows.indices.contains { other in
                    other != row && rows[other].payee == rows[row].payee
                        && rows[other].amount == rows[row].amount
                }
            }
            let decisions = try search.decisions(over: rows)
            #expect(decisions.map(\.row).sorted() == doubles)
        }
    }
}
