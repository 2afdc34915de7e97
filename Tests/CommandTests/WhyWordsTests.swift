import Foundation
import Testing

@Suite("The reasons that \"why\" gives", .inTurns)
struct WhyWordsTests {
    /// A payee, its days in November and December, and the reason. On a negative day a tenth came
    /// back.
    private static let payees: [(name: String, november: [Int], december: [Int], why: String)] = [
        ("Alder Dentists", [5], [1, 1], "twice on 1 December"),
        ("Birch Gardens", [5], [2, 30], "twice: 2 and 30 December"),
        ("Cedar Tickets", [], [3], "not in November"),
        ("Damson Repairs", [3], [], "not in December"),
        ("Elder Bakery", [3], [4, 5, 6], "3×, before 1×"),
        ("Fern Outfitters", [-6], [3], "only money back in November"),
        ("Gorse Hardware", [3], [-6], "only money back in December"),
    ]

    @Test("are the days of what was paid twice, and the months that lack it")
    func words() async throws {
        let scenario = try Scenario()
        try Self.answer.write(
            toFile: scenario.folder + "/answer.json", atomically: true, encoding: .utf8)
        let shops = """
            rule { name = "Shops", when = { payee = { "Fern Outfitters", "Gorse Hardware" } }, \
            set = { class = "expense" } }
            """
        let imported = try await scenario.run(
            """
            ghostvault init >made
            echo '\(shops)' >vault/rules/20-shops.lua
            ghostvault import --as-of 2027-01-05 --format simplefin answer.json >imported
            """)
        try #require(imported.exitCode == 0, "\(imported.errors)")
        let why = try await scenario.run("ghostvault why 2026-12 --as-of 2027-01-05")
        let lines = why.output.split(separator: "\n")
        for payee in Self.payees {
            let line = lines.first { $0.contains(payee.name) } ?? ""
            #expect(line.contains("  \(payee.why)  "), "\(payee.name): \(why.output)\(why.errors)")
        }
        try await scenario.close()
    }

    private static var answer: String {
        var rows: [String] = []
        for (place, payee) in payees.enumerated() {
            // Days since the first of November.
            let days = payee.november.map { ($0, 0) } + payee.december.map { ($0, 30) }
            for (day, offset) in days {
                let amount = day < 0 ? "\(2 + place / 10).00" : "-\(20 + place).00"
                rows.append(
                    """
                    {"id": "\(rows.count)", "posted": \(instant(abs(day) - 1 + offset)), "amount": "\(amount)",
                     "description": "\(payee.name)", "payee": "\(payee.name)"}
                    """)
            }
        }
        return """
            {"errors": [], "accounts": [
            {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
             "id": "A", "name": "Checking", "currency": "USD", "balance": "1000.00",
             "balance-date": \(instant(65)),
             "transactions": [\(rows.joined(separator: ","))]}]}
            """
    }

    /// Noon of a day since 1 November 2026.
    private static func instant(_ day: Int) -> Int { (20758 + day) * 86_400 + 43_200 }
}
