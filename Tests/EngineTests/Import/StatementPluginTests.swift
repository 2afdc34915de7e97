import Engine
import Foundation
import Model
import Scripting
import Statements
import Testing
import Vault

@Suite("Plugins that read statements")
struct StatementPluginTests {
    private let demo: DemoVault
    private static let file = "ACME 4711\nTag;Betrag\n2025-02-03;-4.50\n"

    init() throws { demo = try DemoVault() }

    private func addPlugin(_ name: String = "acme", isGood: Bool = true) throws {
        try demo.addPlugin(
            name,
            [
                "plugin.lua": """
                plugin {
                    name = "\(name)", version = "1", summary = "Reads Acme's files.",
                    reads = { text = "ACME", headings = "Tag" },
                    settings = { sign = { type = "integer", default = 1, help = "The sign." } },
                    read = function(file, ctx)
                        for _, row in ipairs(file.rows) do
                            transaction {
                                line = row.line, day = row.Tag,
                                amount = \(isGood ? "tonumber(row.Betrag) * ctx.settings.sign" : "row.Nothing"),
                                description = "Acme",
                            }
                        end
                    end,
                }
                """
            ])
    }

    private func read(_ answers: StatementAnswers = StatementAnswers()) throws -> Statement {
        try Engine.readStatement(
            Array(Self.file.utf8), of: "acme.csv", answers: answers,
            plugins: try demo.engine().statementPlugins(), scripts: .inThisProcess)
    }

    private func amounts(_ statement: Statement) -> [String] {
        statement.accounts.flatMap(\.rows).map { "\($0.amount) \($0.description)" }
    }

    @Test("read their files once they are approved and enabled")
    func states() throws {
        try addPlugin()
        #expect(try read().plugin == "")
        _ = try demo.engine().enablePlugin("acme", true)
        #expect(try read().plugin == "")
        try demo.letRun("acme")
        #expect(try amounts(read()) == ["-4.5 Acme"])
        _ = try demo.engine().enablePlugin("acme", false)
        #expect(try read().plugin == "")
    }

    @Test("read with the person's settings")
    func settings() throws {
        try addPlugin()
        try demo.letRun("acme")
        _ = try demo.engine().setPlugin("acme", setting: "sign", to: "-1")
        #expect(try amounts(read()) == ["4.5 Acme"])
    }

    @Test("read as they were approved last while a change is not")
    func changed() throws {
        try addPlugin()
        try demo.letRun("acme")
        try addPlugin(isGood: false)
        #expect(try amounts(read()) == ["-4.5 Acme"])
    }

    @Test(
        "refuse what only tables of the program's own need, and take the encoding",
        arguments: [
            (StatementAnswers(dayOrder: .dayFirst), false),
            (StatementAnswers(decimalMark: .comma), false),
            (StatementAnswers(isReversed: true), false),
            (StatementAnswers(encoding: "iso-8859-1"), true),
        ])
    func options(answers: StatementAnswers, isTaken: Bool) throws {
        try addPlugin()
        try demo.letRun("acme")
        do {
            #expect(try amounts(read(answers)) == ["-4.5 Acme"])
            #expect(isTaken)
        } catch StatementFailure.readByPlugin(let name) {
            #expect(name == "acme")
            #expect(!isTaken)
        }
    }

    @Test("name the others that would read a file")
    func several() throws {
        for name in ["acme", "acme-two", "bakery"] {
            try addPlugin(name)
            try demo.letRun(name)
        }
        let statement = try read()
        #expect(statement.plugin == "acme")
        #expect(statement.otherPlugins == ["acme-two", "bakery"])
        _ = try demo.engine().enablePlugin("acme", false)
        #expect(try read().plugin == "acme-two")
    }

    @Test("are named when their folder is gone, and others aren't")
    func missing() throws {
        try addPlugin()
        try demo.letRun("acme")
        try demo.addPlugin("other", ["plugin.lua": PluginFiles.plugin("other")])
        try demo.letRun("other")
        #expect(try demo.engine().statementPlugins().missing.isEmpty)
        for name in ["acme", "other"] {
            try FileManager.default.removeItem(atPath: "\(demo.folder.pluginsPath)/\(name)")
        }
        #expect(try demo.engine().statementPlugins().missing.map(\.name) == ["acme"])
    }

    @Test("share a budget among the files of a command")
    func budget() throws {
        try demo.addPlugin(
            "acme",
            [
                "plugin.lua": """
                plugin {
                    name = "acme", version = "1", summary = "s", reads = { text = "ACME" },
                    read = function(file)
                        if file.name == "slow" then while true do end end
                        transaction { day = "2025-02-03", amount = 1, description = "Acme" }
                    end,
                }
                """
            ])
        try demo.letRun("acme")
        let plugins = try demo.engine(scripts: PlantedWorker.patientHost())
            .statementPlugins(budget: ScriptHost.Budget(nanoseconds: 100_000_000))
        func read(_ name: String) throws {
            _ = try Engine.readStatement(
                Array(Self.file.utf8), of: name, plugins: plugins, scripts: .inThisProcess)
        }
        try read("quick")
        #expect(throws: StatementFailure.self) { try read("slow") }
        #expect(throws: StatementFailure.self) { try read("quick") }
    }

    @Test("refuse a file in which they find nothing")
    func nothing() throws {
        try demo.addPlugin(
            "acme",
            [
                "plugin.lua": """
                plugin {
                    name = "acme", version = "1", summary = "s", reads = { text = "ACME" },
                    read = function() account { id = "4711", currency = "EUR" } end,
                }
                """
            ])
        try demo.letRun("acme")
        #expect(throws: StatementFailure.self) { try read() }
    }

    @Test("let files of the inbox be tried again when they change")
    func retried() throws {
        try addPlugin(isGood: false)
        let before = try demo.engine().circumstancesOfImports()
        try demo.letRun("acme")
        let between = try demo.engine().circumstancesOfImports()
        try addPlugin()
        try demo.letRun("acme")
        #expect(Set([before, between, try demo.engine().circumstancesOfImports()]).count == 3)
    }

    @Test("refuse a file whole where they fail")
    func failing() throws {
        try addPlugin(isGood: false)
        try demo.letRun("acme")
        #expect(throws: StatementFailure.self) { try read() }
    }

    @Test("bring rows that are imported as any other's, and once")
    func imported() throws {
        try addPlugin()
        try demo.letRun("acme")
        let engine = demo.engine()
        let first = try engine.importStatement(
            try read(), file: "acme.csv",
            to: [.new(name: "Acme", currency: Currency(code: "EUR"))], dryRun: false)
        let again = try engine.importStatement(
            try read(), file: "acme.csv", to: [.known(try engine.account(meantBy: "Acme"))],
            dryRun: false)
        #expect([first, again].map(\.newTransactions) == [1, 0])
    }
}
