import Testing

@Suite("What a change does to totals", .inTurns)
struct TotalsChangeTests {
    @Test("is shown by the commands that make it, and by those that take it back")
    func netWorth() async throws {
        let scenario = try Scenario()
        let steps = [
            ("accounts add House --type asset --value 420000 --currency USD", "0.00", "420,000.00"),
            ("accounts value House 435000", "420,000.00", "435,000.00"),
            ("undo", "435,000.00", "420,000.00"),
            ("redo", "420,000.00", "435,000.00"),
            ("accounts hide House", "435,000.00", "0.00"),
            ("undo", "0.00", "435,000.00"),
            ("accounts remove House", "435,000.00", "0.00"),
            ("undo", "0.00", "435,000.00"),
        ]
        let made = try await scenario.run("ghostvault init")
        #expect(made.exitCode == 0, "\(made.errors)")
        for (command, before, after) in steps {
            let finished = try await scenario.run("ghostvault \(command)")
            #expect(finished.exitCode == 0, "\(command): \(finished.errors)")
            #expect(
                finished.output.contains(": \(before) → \(after) USD\n"),
                "\(command): \(finished.output)")
        }
        try await scenario.close()
    }

    @Test("is shown by a budget's command with the former target")
    func budget() async throws {
        let scenario = try Scenario()
        let finished = try await scenario.run(
            """
            ghostvault init >made
            ghostvault budget set dining 450 --currency USD
            ghostvault budget set dining 500 --currency USD
            ghostvault budget set dining 500 --currency USD
            ghostvault budget clear dining
            """)
        #expect(finished.exitCode == 0, "\(finished.errors)")
        let lines = finished.output.split(separator: "\n")
        try #require(lines.count == 4, "\(finished.output)")
        #expect(lines.map { $0.contains("→") } == [false, true, false, false])
        #expect(lines[1].contains(" 450.00 → 500.00 USD "))
        #expect(lines[3].contains(" 500.00 USD "))
        try await scenario.close()
    }
}
