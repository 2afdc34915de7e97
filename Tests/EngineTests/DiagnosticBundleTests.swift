import Foundation
import GRDB
import Insights
import Testing
import Vault

@testable import Engine

@Suite("The bundle for a bug report")
struct DiagnosticBundleTests {
    private let demo: DemoVault
    private let connection: Connection

    init() throws {
        (demo, connection) = try HouseholdVault(syncedMonths: 1).copyWithConnection()
    }

    private func bundle(
        versions: [(name: String, value: String)] = [("Version", "1.2.3")]
    ) throws -> DiagnosticBundle {
        DiagnosticBundle(
            of: demo.folder, try Examination(of: demo.folder), versions: versions)
    }

    private func lines() throws -> Set<String> {
        let bundle = try bundle()
        #expect(bundle.leaks == [])
        return Set(bundle.text.split(separator: "\n").map(String.init))
    }

    @Test("has no name, payee, bank, day or number of the vault")
    func household() throws {
        let bundle = try bundle()
        #expect(bundle.leaks == [])
        #expect(bundle.checked > 100)
        let text = bundle.text.lowercased()
        let names = try demo.vault.accounts().flatMap { [$0.name, $0.institution] }
        let payees = try demo.vault.everything().map(\.payee)
        for name in names + payees where name.count > 6 {
            #expect(!text.contains(name.lowercased()))
        }
        #expect(bundle.text.contains("- Version: 1.2.3\n"))
        #expect(!text.replacing("1.2.3", with: "").contains(/\d/))
    }

    @Test("has the kinds of problems, of accounts and of syncs, and sizes in words")
    func kinds() throws {
        try demo.setMode(0o644, of: demo.secretPath(connection))
        let lines = try lines()
        for line in [
            "- opens: fine", "- privacy: open to others (one)", "- checking: one",
            "- simplefin: complete", "- connections: one",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test("names shipped files alone, whatever is in them")
    func files() throws {
        for path in ["config/rates.toml", "config/hospital.toml", "rules/90-hospital.lua"] {
            try demo.write("broken {", to: path)
        }
        let lines = try lines()
        #expect(lines.isSuperset(of: ["- config: rates.toml", "- config, other: one"]))
        #expect(lines.contains { $0.contains("mistake in rates.toml") })
        #expect(!lines.contains { $0.contains("hospital") })
    }

    @Test("is there for a vault that can't be opened")
    func damaged() throws {
        try Data(repeating: 1, count: 9999).write(
            to: URL(fileURLWithPath: demo.folder.databasePath))
        try demo.setMode(0o600, of: demo.folder.databasePath)
        #expect(try lines().contains("- opens: cannot open, damage (one)"))
    }

    @Test("says which part of a damaged vault can't be read, and has the others")
    func damagedRow() throws {
        let queue = try DatabaseQueue(path: demo.folder.databasePath)
        try queue.write { database in
            try database.execute(
                sql: """
                    PRAGMA ignore_check_constraints = ON;
                    UPDATE syncs SET outcome = 'hospital';
                    """)
        }
        let lines = try lines()
        #expect(lines.isSuperset(of: ["- cannot read: damage", "- checking: one"]))
    }

    @Test(
        "is not to be shown with any of these in it",
        arguments: [
            "Netflix", "netflix", "N e t f l i x", "Sam", "hospital", "4471", "15.49", "1549",
            "2026-03-15", "March", "/home/sam/vault", "sam@example.com", "bridge.example",
            "rules/20-mine.lua:3:14", "1.2.3", "Netf\u{200B}lix", "Ｎｅｔｆｌｉｘ", "DE89 3704",
        ])
    func planted(leak: String) {
        let prover = LeakProver(
            PrivateFacts(texts: ["Netflix", "Sam Porter"]),
            publicWords: DiagnosticBundle.publicWords)
        #expect(!prover.leaks(in: "- rules: \(leak)\n", publicLines: ["- Version: 1.2.3"]).isEmpty)
        #expect(
            !prover.leaks(in: "- Version: 1.2.3 \(leak)", publicLines: ["- Version: 1.2.3"]).isEmpty
        )
    }

    @Test(
        "says sizes in words",
        arguments: [
            (0, "none"), (1, "one"), (2, "up to ten"), (10, "up to ten"), (11, "up to a hundred"),
            (12_000, "up to a hundred thousand"), (1_000_001, "more than a million"),
        ])
    func size(count: Int, words: String) {
        #expect(DiagnosticBundle.size(count) == words)
    }
}
