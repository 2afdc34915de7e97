import Testing

@Suite("The total below a list of transactions", .inTurns)
struct ListTotalTests {
    private static let filters = [
        "2026-03", "--category dining", "--account visa", "--account 5 --transfers",
        "--class income", "--class transfer", "2026-03 --transfers", "coffee", "--new",
        "--uncategorised", "--min 100",
    ]

    @Test("is the total of its sums, and says of the same ones that they are not counted")
    func asSums() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 3")
        let made = try await scenario.run(
            """
            ghostvault connect --token-file token --allow-http-on-loopback >connected \
            && ghostvault transactions set 60 --exclude >excluded
            """)
        try #require(made.exitCode == 0, "\(made.errors)")
        for filter in Self.filters {
            let list = try await scenario.run("ghostvault transactions \(filter) --limit 3")
            let sums = try await scenario.run("ghostvault transactions \(filter) --by month")
            let total = list.output.split(separator: "\n").last.map(String.init) ?? ""
            let lines = sums.output.split(separator: "\n").map(String.init)
            let told = lines.filter { $0.hasPrefix("Total") || $0.hasSuffix("not counted") }
            #expect(!told.isEmpty, "\(filter): \(sums.output)")
            #expect(total == told.joined(separator: "; "), "\(filter)")
        }
        try await scenario.close()
    }

    @Test("is right for payments without a category, which are no money in")
    func uncategorised() async throws {
        let scenario = try Scenario()
        try await scenario.startBank(" --months 3")
        let made = try await scenario.run(
            "ghostvault connect --token-file token --allow-http-on-loopback >connected")
        try #require(made.exitCode == 0, "\(made.errors)")
        let found = try await scenario.run(
            "ghostvault transactions --uncategorised --all --csv --fields amount")
        let amounts = found.output.split(separator: "\n").dropFirst()
        #expect(!amounts.isEmpty)
        #expect(amounts.allSatisfy { $0.hasPrefix("-") }, "\(found.output)")
        try await scenario.close()
    }
}
