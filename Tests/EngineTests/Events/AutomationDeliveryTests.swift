import Automation
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("Events in handlers of the person's")
struct AutomationDeliveryTests {
    private let vault: EventVault

    init() throws { vault = try EventVault() }

    /// Reads a file of handlers, and lets two charges come.
    private func deliver(_ lua: String) throws -> DeliveryReport {
        try FileManager.default.createDirectory(
            atPath: vault.vault.folder.automationPath, withIntermediateDirectories: true)
        try vault.demo.write(lua, to: "automation/alerts.lua")
        let automations = try vault.engine.automations()
        #expect(automations.leftOut.isEmpty)
        _ = try vault.engine.recordEvents(for: automations.listeners)
        try vault.receive([
            line("1", -81_250, on: vault.today, "ACME STORE"),
            line("2", -90_000, on: vault.today, "GRAND HOTEL"),
        ])
        _ = try vault.engine.recordEvents(for: automations.listeners)
        return try vault.engine.deliver(to: automations)
    }

    @Test("a handler reads the event and is heard")
    func heard() throws {
        let report = try deliver(
            """
            on("large_transaction", { over = 500 }, function(e)
                if e.transaction.amount > -850 then return end
                notify { title = e.kind, text = e.transaction.payee .. " " .. e.day }
                tag(e.transaction, "large")
            end)
            """)
        #expect(report.delivered == 2)
        #expect(report.actions == 2)
        var sent: [Action] = []
        _ = try vault.send { entry in
            sent.append(entry.action)
            return .delivered
        }
        let expected = Notification(title: "large_transaction", text: "Grand Hotel 2026-11-20")
        #expect(sent == [.notify(expected)])
        _ = try vault.engine.makeCorrections()
        let tags = try vault.vault.everything().map { $0.verdict?.tags?.value.contains("large") }
        #expect(tags.count { $0 == true } == 1)
    }

    @Test("a handler that goes wrong is told by its place, and the vault keeps its words")
    func goesWrong() throws {
        let report = try deliver(
            """
            on("new_transaction", function(e)
                error("cannot bear " .. e.transaction.payee)
            end)
            """)
        #expect(report.delivered == 0)
        #expect(
            report.failures.map(\.reason) == [
                "automation/alerts.lua:2: the handler raised an error"
            ])
        let failing = try vault.engine.failingSteps()
        #expect(
            failing.steps.map(\.reason) == ["automation/alerts.lua:2: cannot bear Acme Store"])
        #expect(failing.steps.map(failing.isHandlerGone) == [false])
        #expect(try vault.vault.failingCounts() == FailingCounts(setAside: 0, triedAgain: 1))
    }

    @Test(
        "a handler that takes too much is told by the limit, with its figure",
        arguments: [
            ("while true do end", ":1: the script took more than 1000000 steps"),
            (
                "local t = 'a' while true do t = t .. t end",
                ": the script made a text longer than 262144 bytes"
            ),
        ])
    func takesTooMuch(lua: String, limit: String) throws {
        let report = try deliver("on(\"new_transaction\", function() \(lua) end)")
        #expect(report.failures.map(\.reason) == ["automation/alerts.lua\(limit)"])
        let failing = try vault.engine.failingSteps()
        #expect(failing.steps.map(\.reason) == ["automation/alerts.lua\(limit)"])
    }

    @Test("what failed at a handler that is gone is known as such")
    func gone() throws {
        _ = try deliver("on(\"new_transaction\", function() error(\"no\") end)")
        try FileManager.default.removeItem(
            atPath: vault.vault.folder.automationPath + "/alerts.lua")
        let failing = try vault.engine.failingSteps()
        #expect(failing.steps.map(failing.isHandlerGone) == [true])
    }
}
