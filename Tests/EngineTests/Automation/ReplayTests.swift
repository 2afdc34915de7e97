import Automation
import Engine
import Foundation
import Model
import TestSupport
import Testing
import Vault

@Suite("Past events, sent to handlers again")
struct ReplayTests {
    private static let kinds: [EventSubscription] = [
        EventSubscription(.newTransaction), EventSubscription(.newPayee),
    ]

    private static let handlers = """
        on("new_transaction", function(e) notify { title = e.transaction.description } end)
        on("new_payee", function(e) notify { title = e.transaction.description } end)
        """

    @Test("are those that were told when they happened", arguments: Seeds.first(of: 6, few: 2))
    func asTold(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let vault = try EventVault()
        let last = vault.today
        vault.today = vault.date(ago: 60)
        let first = vault.today
        try vault.receive([line("old", -999, on: vault.date(ago: 9), "BLUE DOOR CAFE")])
        _ = try vault.told(Self.kinds[0], Self.kinds[1])
        var told: [String] = []
        while vault.today < last {
            vault.today = vault.today.adding(days: 1)
            let count = Int.random(in: 0...2, using: &random)
            guard count > 0 else { continue }
            let payees = ["BLUE DOOR CAFE", "RED BARN GROCERY", "GREEN LAKE BOOKS", "OLD MILL INN"]
            try vault.receive(
                (0..<count).map { number in
                    line(
                        "\(vault.today) \(number)", -Int64.random(in: 100...90_000, using: &random),
                        on: vault.today, payees.randomElement(using: &random) ?? "")
                })
            told += try vault.told(Self.kinds[0], Self.kinds[1]).map {
                "\($0.day) \($0.subscription.key) \($0.text("transaction", "amount_text") ?? "")"
            }
        }
        try write(Self.handlers, to: vault)
        let replayed = try vault.engine.replay(
            first.adding(days: 1)..<last.adding(days: 1), to: vault.engine.automations())
        #expect(
            replayed.map { event in
                let amount = event.about.split(separator: " ").suffix(2).joined(separator: " ")
                return "\(event.day) \(event.handler.subscription.key) \(amount)"
            }.sorted() == told.sorted())
        #expect(replayed.map(\.day) == replayed.map(\.day).sorted())
    }

    @Test("reach a handler that was written later, change nothing, and are no news afterwards")
    func nothingStored() throws {
        let vault = try EventVault()
        try vault.receive([
            line("1", -60_000, on: vault.date(ago: 40), "BLUE DOOR CAFE"),
            line("2", -60_001, on: vault.date(ago: 400), "BLUE DOOR CAFE"),
            line("3", -100, on: vault.date(ago: 4), "BLUE DOOR CAFE"),
        ])
        try write(
            """
            on("large_transaction", { over = 500 }, function(e) tag(e.transaction, "large") end)
            """, to: vault)
        let automations = try vault.engine.automations()
        let replayed = try vault.engine.replay(
            vault.date(ago: 92)..<vault.date(ago: -1), to: automations)
        #expect(replayed.map(\.day) == [vault.date(ago: 40)])
        #expect(try replayed.map { try $0.handling.outcome.get().actions.count } == [1])
        #expect(try vault.engine.toldEvents(limit: 10).isEmpty)
        #expect(try vault.engine.recordEvents(for: automations.listeners).toTell == 0)
    }

    @Test("end where the days end, and a handler that fails is told of")
    func failing() throws {
        let vault = try EventVault()
        try vault.receive([
            line("1", -60_000, on: vault.date(ago: 40), "BLUE DOOR CAFE"),
            line("2", -60_001, on: vault.date(ago: 30), "BLUE DOOR CAFE"),
        ])
        try write(
            """
            on("new_transaction", function(e) error("no") end)
            """, to: vault)
        let replayed = try vault.engine.replay(
            vault.date(ago: 50)..<vault.date(ago: 30), to: vault.engine.automations())
        #expect(replayed.map(\.day) == [vault.date(ago: 40)])
        #expect(throws: HandlerFailure.self) { try replayed.first?.handling.outcome.get() }
    }

    @Test("of all days begin with the oldest transaction, and end for a handler beyond a limit")
    func all() throws {
        let vault = try EventVault()
        try vault.receive(
            (0..<3).map { line("\($0)", -100, on: vault.date(ago: 400 - $0), "BLUE DOOR CAFE") })
        try write(
            """
            on("new_transaction", function(e) end)
            on("new_transaction", { over = 0 }, function(e) while true do end end)
            on("week_closed", function(e) end)
            """, to: vault)
        let all = CalendarDay(daysSinceEpoch: .min)..<vault.date(ago: -1)
        let replayed = try vault.engine.replay(all, to: vault.engine.automations())
        #expect(
            Dictionary(grouping: replayed, by: \.handler.line).mapValues(\.count)
                == [1: 3, 2: 1, 3: 1])
    }

    private func write(_ handlers: String, to vault: EventVault) throws {
        let folder = vault.demo.folder.path + "/automation"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try handlers.write(toFile: folder + "/10-a.lua", atomically: true, encoding: .utf8)
    }
}
