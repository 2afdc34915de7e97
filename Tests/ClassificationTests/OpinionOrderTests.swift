import Classification
import Model
import Scripting
import TestSupport
import Testing

@Suite("The order in which functions are asked")
struct OpinionOrderTests {
    @Test("is that of transactions, then of rules, whatever kinds of rules there are")
    func order() throws {
        let rules = try load([
            """
            local function note(name, tx) print(tx.id .. name) return true end
            rule { when = function(tx) return note("a", tx) end, set = { notes = "n" } }
            rule { when = {}, set = { tags = { "t" } } }
            rule { when = function(tx) return note("b", tx) and tx.memo == "last" end, set = {},
                   stop = true }
            rule { when = {}, set = function(tx) note("c", tx) end }
            rule { when = function(tx) return note("d", tx) end, set = { tags = { "u" } } }
            """
        ])
        let snapshot = makeSnapshot([Row(memo: ""), Row(memo: "last"), Row(memo: "")])
        _ = try rules.opinions(on: snapshot)
        #expect(
            rules.takeOutput().map(\.text)
                == ["1a", "1b", "1c", "1d", "2a", "2b", "3a", "3b", "3c", "3d"])
    }

    @Test("a rule that is set aside is not asked once more")
    func setAside() throws {
        let rules = try load([
            """
            rule { when = function(tx) print("asked") error("no") end, set = {} }
            rule { when = function(tx) return true end, set = { notes = "said" } }
            """
        ])
        let opinions = try rules.opinions(on: makeSnapshot((0..<700).map { _ in Row() }))
        #expect(rules.takeOutput().count == UserRules.failuresUntilSetAside)
        #expect(opinions.count == 700)
    }

    @Test("what rules say of many transactions is what they say of each alone")
    func manyAndAlone() throws {
        var generator = RandomNumbers(seed: 5)
        let whens = [
            "{}", "{ memo = \"a\" }", "{ amount = less(0) }",
            "function(tx) return tx.amount < 0 end",
            "function(tx) return tx.memo == \"a\" end",
            "function(tx) for i = 1, 3 do if tx.amount == i * 100 then return true end end end",
            "function(tx) if tx.memo == \"b\" then error(\"no\") end return tx.amount > 0 end",
            "function(tx) if tx.memo == \"a\" then return 1 end return true end",
        ]
        let sets = [
            "{ notes = \"n\" }", "{ tags = { \"t\" } }",
            "function(tx) if tx.memo == \"a\" then return { tags = { tx.memo } } end end",
            "function(tx) if tx.memo == \"b\" then error(\"no\") end return { notes = tx.memo } end",
        ]
        for _ in 0..<40 {
            let files = (0..<2).map { _ in
                (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    "rule { when = \(whens.randomElement(using: &generator) ?? ""), "
                        + "set = \(sets.randomElement(using: &generator) ?? ""), "
                        + "stop = \(Int.random(in: 0..<4, using: &generator) == 0), "
                        + "priority = \(Int.random(in: 0..<2, using: &generator)) }"
                }.joined(separator: "\n")
            }
            let rules = try load(files)
            #expect(rules.leftOut.isEmpty)
            let rows = (1...Int64(60)).map { id in
                Row(
                    cents: Int64.random(in: -3...3, using: &generator) * 100,
                    memo: ["a", "b", ""].randomElement(using: &generator) ?? "", id: id)
            }
            let alone = try rows.flatMap { try rules.opinions(on: makeSnapshot([$0])) }
            #expect(try rules.opinions(on: makeSnapshot(rows)) == alone)
        }
    }
}
