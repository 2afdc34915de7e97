import Automation
import Classification
import Model
import Scripting
import Testing

@Suite("Events of extreme amounts and texts")
struct HostileEventTests {
    @Test(
        "handlers of the largest amounts are tried on made-up events",
        arguments: [
            "on('large_transaction', { over = '92233720368547757.08' }, f)",
            "on('large_transaction', { over = '92233720368547758.07' }, f)",
            "on('over_budget', { category = 'food', limit = '92233720368547757.08' }, f)",
            "on('low_balance', { below = '-92233720368547758.08' }, f)",
            "on('low_balance', { below = '92233720368547758.07' }, f)",
            "on('low_balance', { below = -9223372036854775807 - 1 }, f)",
        ])
    func amounts(declaration: String) throws {
        let automations = try automations("local function f(e) end \(declaration)")
        #expect(automations.leftOut == [])
        #expect(automations.handlerProblems() == [])
    }

    @Test(
        "texts are cut to what a handler takes, after a whole character",
        arguments: [
            (String(repeating: "a", count: 2_000), String(repeating: "a", count: 2_000)),
            (String(repeating: "a", count: 262_200), String(repeating: "a", count: 1_999) + "…"),
            (String(repeating: "é", count: 2_000), String(repeating: "é", count: 2_000)),
            (
                String(repeating: "👩‍👩‍👧", count: 500),
                String(repeating: "👩‍👩‍👧", count: 444) + "…"
            ),
            ("a" + String(repeating: "\u{301}", count: 4_100), "…"),
        ])
    func texts(text: String, cut: String) throws {
        var transaction = purchase
        transaction.description = text
        transaction.payee = text
        transaction.tags = [text]
        let fields = EventContent.payee(transaction).fields
        guard case .table(let told)? = fields.fields["transaction"] else {
            Issue.record("no transaction")
            return
        }
        #expect(told.fields["description"] == .string(cut))
        #expect(told.fields["payee"] == .string(cut))
        #expect(told.fields["tags"] == .table(ScriptTable(array: [.string(cut)])))
        #expect(fields.fields["payee"] == .string(cut))
    }

    @Test(
        "unknown names of any length are quoted in part and compared with none",
        arguments: ["webhook('NAME', {})", "run('NAME')", "notify { NAME = 1 }"])
    func longNames(call: String) throws {
        let name = String(repeating: "phone", count: 12_000)
        let source = "on('refund', function(e) \(call.replacing("NAME", with: name)) end)"
        let automations = try automations(source)
        let messages =
            automations.leftOut.flatMap(\.problems).map(\.message)
            + automations.handlerProblems().map(\.message)
        #expect(!messages.isEmpty)
        #expect(messages.allSatisfy { $0.utf8.count < 300 })
    }
}
