import Automation
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("Events of payees")
struct PayeeEventTests {
    private let vault: EventVault

    init() throws {
        vault = try EventVault()
        try vault.receive([line("old", -1500, on: vault.date(ago: 40), "BLUE DOOR CAFE")])
    }

    @Test("a payee that was never paid before is new, once")
    func newPayee() throws {
        let subscription = EventSubscription(.newPayee)
        _ = try vault.told(subscription)
        try vault.receive([
            line("1", -1500, on: vault.today, "BLUE DOOR CAFE"),
            line("2", -900, on: vault.today, "NORTHWIND BOOKS"),
        ])
        let events = try vault.told(subscription)
        #expect(events.map { $0.text("payee") } == ["Northwind Books"])
        #expect(events.first?.text("transaction", "amount_text") == "-9.00 USD")
        try vault.receive([line("3", -900, on: vault.today, "NORTHWIND BOOKS")])
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("the first payment to a new payee is the earliest of an answer, in whatever order it is")
    func newestFirst() throws {
        let subscription = EventSubscription(.newPayee)
        _ = try vault.told(subscription)
        try vault.receive([
            line("2", -900, on: vault.today, "NORTHWIND BOOKS"),
            line("1", -700, on: vault.date(ago: 1), "NORTHWIND BOOKS"),
        ])
        let events = try vault.told(subscription)
        #expect(events.map { $0.text("transaction", "amount_text") } == ["-7.00 USD"])
    }

    @Test("a new payee with small amounts is filtered out by a larger limit")
    func overAmount() throws {
        let subscription = try EventSubscription(.newPayee) { $0.over = try amount("50") }
        _ = try vault.told(subscription)
        try vault.receive([
            line("1", -4000, on: vault.today, "NORTHWIND BOOKS"),
            line("2", -9000, on: vault.today, "GRAND HOTEL"),
        ])
        #expect(try vault.told(subscription).map { $0.text("payee") } == ["Grand Hotel"])
    }

    @Test("a payee that rules call by another name is not new for that")
    func renamed() throws {
        let subscription = EventSubscription(.newPayee)
        _ = try vault.told(subscription)
        try FileManager.default.createDirectory(
            atPath: vault.vault.folder.path + "/rules", withIntermediateDirectories: true)
        try vault.demo.write(
            """
            rule {
                name = "Cafe", when = { description = contains "BLUE DOOR" },
                set = { payee = "The Cafe" },
            }
            """, to: "rules/50-mine.lua")
        try vault.receive([line("1", -1500, on: vault.today, "BLUE DOOR CAFE")])
        #expect(try vault.told(subscription).isEmpty)
    }

    /// Has the vault know of a payment to somebody new, which is told.
    private func tellOfBooks(_ subscription: EventSubscription) throws {
        _ = try vault.told(subscription)
        try vault.receive([line("1", -900, on: vault.today, "NORTHWIND BOOKS")])
        #expect(try vault.toldPayees(subscription) == ["Northwind Books"])
    }

    @Test("a payee that was told is not told again when it gets another name")
    func renamedAfterwards() throws {
        let subscription = EventSubscription(.newPayee)
        try tellOfBooks(subscription)
        _ = try vault.engine.giveAlias("The Book Shop", toPayee: "Northwind Books")
        try vault.classify()
        #expect(try vault.toldPayees(subscription).isEmpty)
    }

    @Test("reassigning a payment makes no payee new")
    func givenToAnother() throws {
        let subscription = EventSubscription(.newPayee)
        _ = try vault.told(subscription)
        try vault.receive([line("1", -900, on: vault.today, "BLUE DOOR CAFE")])
        let transaction = try #require(try vault.vault.everything().last).id
        try vault.vault.correct(
            [transaction: Correction(payee: "Ann")], summary: "set")
        try vault.classify()
        #expect(try vault.toldPayees(subscription).isEmpty)
    }

    @Test("the same charge within some days is a duplicate")
    func duplicate() throws {
        let subscription = EventSubscription(.duplicateCharge)
        _ = try vault.told(subscription)
        try vault.receive([line("1", -5990, on: vault.date(ago: 3), "ACME STORE")])
        #expect(try vault.told(subscription).isEmpty)
        try vault.receive([line("2", -5990, on: vault.today, "ACME STORE")])
        let event = try #require(try vault.told(subscription).first)
        #expect(event.text("transaction", "day") == "2026-11-20")
    }

    @Test(
        "what is not the same charge is no duplicate",
        arguments: [
            ("another amount", 3, -5991, "ACME STORE"), ("six days later", 6, -5990, "ACME STORE"),
            ("another payee", 3, -5990, "NORTHWIND BOOKS"),
        ] as [(String, Int, Int64, String)])
    func noDuplicate(_: String, days: Int, cents: Int64, description: String) throws {
        let subscription = EventSubscription(.duplicateCharge)
        _ = try vault.told(subscription)
        try vault.receive([line("1", cents, on: vault.date(ago: days), description)])
        try vault.receive([line("2", -5990, on: vault.today, "ACME STORE")])
        #expect(try vault.told(subscription).isEmpty)
    }

    @Test("a coffee every morning is a habit")
    func habit() throws {
        let subscription = EventSubscription(.duplicateCharge)
        _ = try vault.told(subscription)
        try vault.receive(
            (1...4).map { line("\($0)", -350, on: vault.date(ago: $0), "ESPRESSO BAR") })
        _ = try vault.told(subscription)
        try vault.receive([line("5", -350, on: vault.today, "ESPRESSO BAR")])
        #expect(try vault.told(subscription).isEmpty)
    }
}
