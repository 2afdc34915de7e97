import Classification
import Model
import TestSupport
import Testing

@Suite("A plugin in a pass")
struct PluginRunTests {
    @Test("decides what it returns, with its reason")
    func decides() throws {
        let verdict = try #require(
            try verdicts(
                "classify = function(tx) return { category = 'gifts' }, 'it is ' .. tx.day end",
                decides: "category", [Row()]
            ).first)
        #expect(verdict.category.value == "gifts")
        #expect(
            verdict.category.reason
                == Reason(by: "p", rule: nil, Evidence(.plugin, "p", "it is 2025-03-09")))
    }

    @Test("leaves to others what it returns nil for")
    func noOpinion() throws {
        let verdict = try #require(
            try verdicts("classify = function() end", decides: "category", [Row()]).first)
        #expect(verdict.category.value == "other")
    }

    @Test("decides nothing that an earlier stage decided")
    func earlierStagesWin() throws {
        let all = try verdicts(
            "classify = function(tx) return { category = 'gifts' } end", decides: "category",
            rules: "rule { when = { text = 'BURGER' }, set = { category = 'dining' } }",
            [Row(description: "BURGER"), Row(description: "OTHER")])
        #expect(all.map(\.category.value) == ["dining", "gifts"])
    }

    @Test("that decides loans makes transfers of them")
    func loan() throws {
        let verdict = try verdicts(
            "classify = function(tx) return { loan = 'Sam' } end", decides: "loan", [Row()]
        ).first
        #expect(verdict?.loan?.value == "Sam")
        #expect(verdict?.transactionClass.value == .transfer)
    }

    @Test("replaces what a stage decided that it overrules, and sees it")
    func overrules() throws {
        let all = try verdicts(
            """
            overrules = "map",
            classify = function(tx)
                return { category = tx.category == "dining" and "gifts" or "other" }
            end
            """, decides: "category", map: [("BURGER", "dining"), ("SHOP", "groceries")],
            [Row(description: "BURGER"), Row(description: "SHOP")])
        #expect(all.map(\.category.value) == ["gifts", "other"])
        #expect(all.map(\.category.reason.by) == ["p", "p"])
    }

    @Test("replaces neither what the person decided nor what other stages did")
    func overrulesOne() throws {
        let all = try verdicts(
            "overrules = 'transfers', after = 'map', classify = function(tx) return { category = 'gifts' } end",
            decides: "category",
            rules: "rule { when = { text = 'MINE' }, set = { category = 'dining' } }",
            map: [("SHOP", "groceries")], [Row(description: "SHOP")])
        #expect(all.map(\.category.value) == ["groceries"])
        let own = try verdicts(
            """
            overrules = { "map", "rules" },
            classify = function(tx) return { category = "gifts" } end
            """, decides: "category",
            rules: "rule { when = { text = 'MINE' }, set = { category = 'dining' } }",
            map: [("SHOP", "groceries")],
            [Row(description: "MINE SHOP"), Row(description: "SHOP")])
        #expect(own.map(\.category.value) == ["dining", "gifts"])
    }

    @Test("sees what earlier stages decided, and the decided payee")
    func seesDecisions() throws {
        let all = try verdicts(
            """
            classify = function(tx)
                return { notes = tostring(tx.class) .. " " .. tostring(tx.category) .. " "
                    .. tostring(tx.lens) .. " " .. table.concat(tx.tags, "+") .. " " .. tx.payee }
            end
            """, decides: "notes",
            rules: """
                rule { when = { text = "A" }, set = {
                    class = "income", category = "gifts", lens = "want", tags = { "x", "y" },
                    payee = "Alma" } }
                """,
            [Row(description: "A"), Row(description: "B")])
        #expect(all.map(\.notes?.value) == ["income gifts want x+y Alma", "nil nil nil  B"])
    }

    @Test("sees the note so far, and an empty one where there is none")
    func seesNotes() throws {
        let all = try verdicts(
            "classify = function(tx) return { tags = \"<\" .. tx.notes .. \">\" } end",
            decides: "tags",
            rules: "rule { when = { text = \"A\" }, set = { notes = \"by a rule\" } }",
            [Row(description: "A"), Row(description: "B")])
        #expect(all.map(\.tags?.value) == [["<by a rule>"], ["<>"]])
    }

    @Test("is given its settings and the day that counts as today")
    func context() throws {
        let source = """
            settings = { least = { type = "number", default = 2.5, help = "h" },
                         words = { type = "texts", default = { "a" }, help = "h" } },
            classify = function(tx, ctx)
                return { notes = ctx.settings.least .. table.concat(ctx.settings.words) .. ctx.today }
            end
            """
        #expect(
            try verdicts(source, decides: "notes", [Row()]).first?.notes?.value == "2.5a2025-03-09")
        #expect(
            try verdicts(
                source, decides: "notes", settings: ["words": .texts(["b", "c"])], [Row()]
            ).first?.notes?.value == "2.5bc2025-03-09")
    }

    @Test("that decides something undeclared is ignored and reported")
    func undeclared() throws {
        let pass = try pass(
            "classify = function() return { class = 'ignore' } end", decides: "category", [Row()])
        #expect(pass.verdict(0).transactionClass.value == .expense)
        #expect(
            pass.problems.map(\.message) == [
                "the plugin decided \"class\", which is not in its \"decides\""
            ])
    }

    @Test(
        "that gives a text too long to keep for each transaction loses its say",
        arguments: ["{ notes = ('x'):rep(1001) }", "{ notes = 'x' }, ('y'):rep(1001)"])
    func longTexts(answer: String) throws {
        let pass = try pass(
            "classify = function() return \(answer) end", decides: "notes", [Row()])
        #expect(pass.verdict(0).notes == nil)
        #expect(pass.problems.count == 1)
        #expect(pass.problems.first?.message.hasSuffix("is longer than 1000 bytes") == true)
    }

    @Test("that fails on one transaction still decides the others")
    func failsOnce() throws {
        let pass = try pass(
            """
            classify = function(tx)
                if tx.description == "BAD" then error("no") end
                return { notes = "ok" }
            end
            """, decides: "notes", [Row(description: "BAD"), Row(description: "GOOD")])
        #expect(pass.verdict(0).notes == nil)
        #expect(pass.verdict(1).notes?.value == "ok")
        #expect(pass.problems.count == 1)
        #expect(pass.problems.first?.transactions == 1)
        #expect(pass.problems.first?.file == "Plugins/p/plugin.lua")
    }

    @Test("that fails again and again is not asked any more")
    func setAside() throws {
        let pass = try pass(
            "classify = function(tx) error('no') end", decides: "notes",
            (0..<150).map { Row(day: $0) })
        #expect(pass.problems.map(\.transactions) == [100])
    }

    @Test("decides across transactions, and nothing of it holds where it fails")
    func classifyAll() throws {
        func source(_ end: String) -> String {
            """
            classify_all = function(view)
                for tx in view:each() do
                    view:decide(tx, { notes = view:count() .. "/" .. #view:by_payee(tx.payee) })
                end
                \(end)
            end
            """
        }
        let rows = [
            Row(description: "A"), Row(description: "B"), Row(description: "a "),
        ]
        #expect(
            try verdicts(source(""), decides: "notes", rows).map(\.notes?.value)
                == ["3/2", "3/1", "3/2"])
        let failed = try pass(source("error('late')"), decides: "notes", rows)
        #expect((0..<3).allSatisfy { failed.verdict($0).notes == nil })
        #expect(failed.problems.count == 1)
    }

    @Test("keeps no transaction beyond its call, and nothing else")
    func staleTransaction() throws {
        let pass = try pass(
            """
            classify = (function()
                local first
                return function(tx)
                    if first then return { notes = first.description } end
                    first = tx
                end
            end)()
            """, decides: "notes",
            [Row(description: "A"), Row(description: "B")])
        #expect(pass.verdict(1).notes == nil)
        #expect(
            pass.problems.map(\.message) == [
                "a function can't set 'first', a variable outside it, because the result would "
                    + "depend on the order of the transactions; make it inside the function, or use "
                    + "classify_all, which sees them all"
            ])
        #expect(pass.problems.map(\.transactions) == [2])
    }

    @Test("finds by each index what a walk over all finds")
    func indexes() throws {
        var random = RandomNumbers(seed: 11)
        for _ in 0..<20 {
            let rows = randomRows(40, using: &random)
            let indexed = """
                for tx in view:each() do
                    local ids = {}
                    local function add(list)
                        for _, other in ipairs(list) do ids[#ids + 1] = other.id end
                        ids[#ids + 1] = "|"
                    end
                    add(view:by_payee(tx.payee:lower()))
                    add(view:by_account(tx.account))
                    add(view:by_amount(tx.amount_minor))
                    add(view:between("2025-03-10", tx.day))
                    add(view:by_id(tx.id))
                    view:decide(tx, { notes = table.concat(ids, " ") })
                end
                """
            let walked = """
                for tx in view:each() do
                    local ids = {}
                    local function add(holds)
                        for other in view:each() do
                            if holds(other) then ids[#ids + 1] = other.id end
                        end
                        ids[#ids + 1] = "|"
                    end
                    add(function(o) return o.payee:lower() == tx.payee:lower() end)
                    add(function(o) return o.account == tx.account end)
                    add(function(o) return o.amount_minor == tx.amount_minor end)
                    add(function(o) return o.day >= "2025-03-10" and o.day <= tx.day end)
                    add(function(o) return o.id == tx.id end)
                    view:decide(tx, { notes = table.concat(ids, " ") })
                end
                """
            func notes(_ body: String) throws -> [String?] {
                try verdicts(
                    "classify_all = function(view) \(body) end", decides: "notes",
                    rules: "rule { when = { text = 'GIFT' }, set = { payee = 'NETFLIX' } }", rows
                ).map(\.notes?.value)
            }
            #expect(try notes(indexed) == (try notes(walked)))
        }
    }

    @Test("loses everything if classify_all fails, and reports it")
    func lostWhole() throws {
        let pass = try pass(
            """
            classify_all = function(view)
                for tx in view:each() do
                    view:decide(tx, { notes = "x" })
                    if tx.id == 2 then error("no") end
                end
            end
            """, decides: "notes", [Row(), Row()])
        let problem = try #require(pass.problems.first)
        #expect(problem.message.hasSuffix("no; all that classify_all decided is lost"))
        #expect(problem.transactions == 0)
        #expect(pass.verdict(0).notes == nil)
    }

    @Test("sees the oldest transaction first, and of one day the one that came first")
    func order() throws {
        let all = try verdicts(
            """
            classify_all = function(view)
                local place = 0
                for tx in view:each() do
                    place = place + 1
                    view:decide(tx, { notes = tostring(place) })
                end
            end
            """, decides: "notes", [Row(day: 5), Row(day: 1), Row(day: 5), Row(day: 0)])
        #expect(all.map(\.notes?.value) == ["3", "2", "4", "1"])
    }

    private func verdicts(
        _ functions: String, decides: String, rules: String = "",
        settings: [String: SettingValue] = [:], map: [(String, String)] = [], _ rows: [Row]
    ) throws -> [Verdict] {
        let pass = try pass(
            functions, decides: decides, rules: rules, settings: settings, map: map, rows)
        #expect(pass.problems == [])
        return rows.indices.map(pass.verdict)
    }

    private func pass(
        _ functions: String, decides: String, rules: String = "",
        settings: [String: SettingValue] = [:], map: [(String, String)] = [], _ rows: [Row]
    ) throws -> Pass {
        let plugin = try LoadedPlugin(
            pluginSource(
                "p",
                main: """
                    plugin { name = "p", version = "1", summary = "s", decides = "\(decides)",
                    \(functions) }
                    """))
        let classifier = Classifier(
            pipeline: try makeBarePipeline(map: map), userRules: try load([rules]),
            plugins: [Plugins.Choice(plugin, settings: settings)])
        return try classifier.conclude(makeSnapshot(rows))
    }
}

extension Pass {
    fileprivate func verdict(_ row: Int) -> Verdict {
        conclusions.verdict(of: conclusions.entries[row])
    }
}
