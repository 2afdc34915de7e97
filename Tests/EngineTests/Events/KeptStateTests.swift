import Automation
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("What handlers keep from one event to the next")
struct KeptStateTests {
    private let vault: EventVault

    init() throws {
        vault = try EventVault()
        try FileManager.default.createDirectory(
            atPath: vault.vault.folder.automationPath, withIntermediateDirectories: true)
    }

    private func write(_ lua: String) throws {
        try vault.demo.write(lua, to: "automation/a.lua")
        _ = try vault.engine.recordEvents(for: vault.engine.automations().listeners)
    }

    private func receive(_ number: Int) throws {
        try vault.receive([line("\(number)", Int64(-100 * number), on: vault.today, "ACME STORE")])
    }

    private func deliver() throws -> DeliveryReport {
        let automations = try vault.engine.automations()
        _ = try vault.engine.recordEvents(for: automations.listeners)
        return try vault.engine.deliver(to: automations)
    }

    private var states: [String] { get throws { try vault.engine.keptStates().map(\.state.text) } }

    private static let counter = """
        on("new_transaction", function(e, state)
            state.seen = (state.seen or 0) + 1
            notify { title = "number " .. state.seen }
        end)
        """

    @Test("it is stored with the actions, within a batch and after it")
    func stored() throws {
        try write(Self.counter)
        try receive(1)
        try receive(2)
        #expect(try deliver().actions == 2)
        try receive(3)
        #expect(try deliver().actions == 1)
        #expect(try states == ["{ seen = 3 }"])
        var sent: [String] = []
        _ = try vault.send { entry in
            if case .notify(let notification) = entry.action { sent.append(notification.title) }
            return .delivered
        }
        #expect(sent == ["number 1", "number 2", "number 3"])
    }

    @Test("a handler that fails keeps what it had, and goes on from there when it is tried again")
    func failing() throws {
        try write(Self.counter)
        try receive(1)
        _ = try deliver()
        try write(Self.counter.replacing("notify {", with: "error('no') notify {"))
        try receive(2)
        #expect(try deliver().failures.count == 1)
        #expect(try states == ["{ seen = 1 }"])
        try write(Self.counter)
        try vault.vault.hastenDeliveries(at: vault.now)
        #expect(try deliver().delivered == 1)
        #expect(try states == ["{ seen = 2 }"])
    }

    @Test("each handler has its own, which a replay neither reads nor changes")
    func apart() throws {
        try write(Self.counter + "\n" + Self.counter)
        try receive(1)
        _ = try deliver()
        #expect(try states == ["{ seen = 1 }", "{ seen = 1 }"])
        let replayed = try vault.engine.replay(
            vault.today..<vault.today.adding(days: 1), to: vault.engine.automations())
        #expect(replayed.map(\.handling.state.text) == ["{ seen = 1 }", "{ seen = 1 }"])
        #expect(try states == ["{ seen = 1 }", "{ seen = 1 }"])
    }

    @Test("it can be emptied, and the handler begins anew")
    func emptied() throws {
        try write(Self.counter)
        try receive(1)
        try receive(2)
        _ = try deliver()
        try vault.vault.forgetStates(of: try vault.engine.keptStates().map(\.handler))
        #expect(try states == [])
        try receive(3)
        _ = try deliver()
        #expect(try states == ["{ seen = 1 }"])
    }

    @Test("that of a handler which is gone stays, and is told to be")
    func gone() throws {
        try write(Self.counter)
        try receive(1)
        _ = try deliver()
        try write("")
        #expect(try vault.engine.keptStates().map(\.hasHandler) == [false])
    }
}
