import Foundation
import Testing

@Suite("The memory of a pass", .inTurns, .enabled(if: isLinux, "it tells kilobytes"))
struct PassMemoryTests {
    @Test("grows by less than 2 KB for each transaction that it changes")
    func growth() async throws {
        let (few, many) = (4_000, 12_000)
        let growth = try await Self.peak(changing: many) - Self.peak(changing: few)
        #expect(growth < (many - few) * 2_048)
    }

    /// The bytes that a pass takes which changes all of so many transactions, and shows it.
    private static func peak(changing count: Int) async throws -> Int {
        let scenario = try Scenario()
        let rows = (0..<count).map { number in
            """
            {"id": "\(number)", "posted": \(1_700_000_000 + number * 4_000),
             "amount": "-\(number % 90 + 1).00", "description": "SHOP \(number % 700)"}
            """
        }
        let answer = """
            {"errors": [], "accounts": [
            {"org": {"domain": "first.example", "sfin-url": "https://bridge.example/simplefin"},
             "id": "A", "name": "Checking", "currency": "USD", "balance": "1000.00",
             "balance-date": 1773532800, "transactions": [\(rows.joined(separator: ","))]}]}
            """
        try answer.write(
            toFile: scenario.folder + "/answer.json", atomically: true, encoding: .utf8)
        let finished = try await scenario.run(
            """
            ghostvault init >made
            ghostvault import --format simplefin answer.json >imported
            echo 'rule { name = "All", when = {}, set = { tags = { "x" } } }' >vault/rules/20-all.lua
            python3 -c 'import resource, subprocess
            subprocess.run(["ghostvault", "apply-rules"], stdout=subprocess.DEVNULL, check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)'
            """)
        try await scenario.close()
        let kilobytes = Int(finished.output.trimmingCharacters(in: .whitespacesAndNewlines))
        return try #require(kilobytes, "\(finished.errors)") * 1_024
    }
}

#if os(Linux)
    private let isLinux = true
#else
    private let isLinux = false
#endif
