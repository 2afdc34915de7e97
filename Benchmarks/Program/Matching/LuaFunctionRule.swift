import Classification
import Model
import Scripting

/// Asking one rule that is a Lua function about every transaction, against
/// calling an empty Lua function as often.
func luaFunctionRule(over snapshot: Snapshot) throws -> Comparison {
    let sandbox = try Sandbox(
        layout: RecordLayout(typeName: "nothing", fields: []),
        vocabulary: Vocabulary(declarations: ["measure"]))
    try sandbox.load(source: "measure(function() end)", chunkName: "floor.lua")
    guard case .function(let empty)? = sandbox.declarations.first?.value else {
        throw BenchmarkError.noFunctionToCall
    }
    let record = RecordBuffer(layout: RecordLayout(typeName: "nothing", fields: []))
    let rules = try UserRules(
        [RuleSource(file: "rules/bench.lua", bytes: Array(paymentServiceRule.utf8))],
        categories: CategoryTree([]))
    return Comparison(
        name: "1 Lua function rule", floorName: "an empty protected call for each transaction",
        transactions: snapshot.transactions.count, limit: 3,
        floor: {
            var answers = 0
            for _ in snapshot.transactions.indices where try sandbox.call(empty, on: record) == .nil
            {
                answers += 1
            }
            return answers
        },
        work: {
            var opinions = 0
            try rules.forEachOpinion(on: snapshot) { _, _, _ in opinions += 1 }
            return opinions
        })
}

enum BenchmarkError: Error {
    case noFunctionToCall
}

/// A number and a text are read, and a text is searched: what most functions
/// of rules do.
private let paymentServiceRule = """
    rule {
        name = "Merchants behind a payment service",
        when = function(tx) return tx.amount < 0 and tx.description:starts_with("SQ *") end,
        set = { tags = { "payment-service" } },
    }
    """
