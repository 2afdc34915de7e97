import Foundation
import GRDB
import Testing

@Suite("The day on the person's wall", .inTurns)
struct LocalDayTests {
    /// At any time these two have different days.
    private static let zones = ["EAST-14", "WEST12"]

    @Test("is today, whatever the day is in UTC", arguments: zones)
    func today(zone: String) async throws {
        let scenario = try Scenario(environment: ["TZ": zone, "GHOSTVAULT_TODAY": ""])
        _ = try await scenario.run("ghostvault init")
        // Midnight may pass between the two.
        let before = try await scenario.run("date '+%-d %B %Y'").output
        let heading = try await scenario.run("ghostvault | head -n 1").output
        let after = try await scenario.run("date '+%-d %B %Y'").output
        #expect(["GhostVault  \(before)", "GhostVault  \(after)"].contains(heading))
        try await scenario.close()
    }

    @Test("moves no transaction to another day")
    func transactions() async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("cat >answer.json <<'END'\n\(Self.answer)\nEND")
        _ = try await scenario.run(
            "ghostvault init; ghostvault import --format simplefin answer.json")
        for zone in Self.zones {
            let listed = try await scenario.run(
                "TZ=\(zone) ghostvault transactions --json | grep '\"day\"'"
            ).output
            #expect(listed.contains("2026-03-03"))
        }
        try await scenario.close()
    }

    @Test(
        "is that of the last good version of a file, and of what a bank stopped listing",
        arguments: zones)
    func since(zone: String) async throws {
        let scenario = try Scenario(environment: ["TZ": zone, "GHOSTVAULT_TODAY": ""])
        _ = try await scenario.run("cat >answer.json <<'END'\n\(Self.answer)\nEND")
        let before = try await scenario.run("date '+%-d %b %Y|%F'").output
        _ = try await scenario.run(
            """
            ghostvault init
            echo 'rule { name = "Any", when = { text = "A" }, set = { tags = { "x" } } }' >vault/rules/20-mine.lua
            ghostvault import --format simplefin answer.json
            """)
        let database = try DatabaseQueue(path: scenario.folder + "/vault/vault.sqlite")
        try await database.write {
            try $0.execute(
                sql: "INSERT INTO missing_transactions VALUES (1, unixepoch())")
        }
        try database.close()
        let explained = try await scenario.run("ghostvault explain 1").output
        let checked = try await scenario.run(
            "echo 'rule {' >vault/rules/20-mine.lua; ghostvault apply-rules"
        ).errors
        // Midnight may pass between the two.
        let days = try await [before, scenario.run("date '+%-d %b %Y|%F'").output].map {
            $0.trimmingCharacters(in: .newlines).components(separatedBy: "|")
        }
        let isGood = days.contains { checked.contains("its last good version (\($0[0]))") }
        #expect(isGood, "\(checked)")
        let isMissing = days.contains { explained.contains("not listed since \($0[1]);") }
        #expect(isMissing, "\(explained)")
        try await scenario.close()
    }

    /// A minute past UTC's midnight.
    private static let answer = """
        {"errors": [], "accounts": [
          {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
           "id": "C1", "currency": "USD", "balance": "100.00", "name": "Checking",
           "balance-date": 1773532800, "transactions": [
             {"id": "a", "posted": 1772496060, "amount": "-5.00", "description": "SHOP"}]}]}
        """
}
