import Foundation
import Testing

@Suite("Tables at a terminal of 80 columns", .inTurns)
struct TableWidthTests {
    /// Five months of an account and its savings, with long names and large amounts.
    private static let answer = """
        {"errors": [], "accounts": [
          {"org": \(bank), "id": "C1", "currency": "USD", "balance": "1234567.89",
           "name": "Everyday Checking with Overdraft Protection and Rewards (4471)",
           "balance-date": 1773532800, "transactions": [\(months)]},
          {"org": \(bank), "id": "S1", "currency": "USD", "balance": "7654321.00",
           "name": "Harborline High Yield Relationship Savings Account (0042)",
           "balance-date": 1773532800, "transactions": []}]}
        """

    private static let bank = """
        {"name": "The Harborline Community Bank and Trust Company of the Upper Midwest",
         "domain": "first.example", "sfin-url": "https://bridge.example/simplefin"}
        """

    private static let months = [1_762_128_000, 1_764_720_000, 1_767_398_400, 1_770_076_800]
        .enumerated().map { number, time in
            """
            {"id": "a\(number)", "posted": \(time), "amount": "-98765.43",
             "description": "MERCHANTS AND ADVENTURERS OF OLD MADISON"},
            {"id": "b\(number)", "posted": \(time), "amount": "123456.78",
             "description": "ACME CONSOLIDATED HOLDINGS PAYROLL DIRECT DEP"},
            {"id": "c\(number)", "posted": \(time), "amount": "-12345.67",
             "description": "ONLINE TRANSFER TO HARBORLINE SAVINGS ACCOUNT XXXX0042"}
            """
        }.joined(separator: ",")

    @Test(
        "fit, and keep their amounts whole",
        arguments: [
            ("transactions --all", "-98,765.43"), ("explain 1", "98765.43"),
            ("recurring --all", "-98,765.43"), ("accounts", "1,234,567.89"),
            ("spending --month 2026-02", "98,765.43"), ("networth --months 2", "8,888,888.89"),
            ("income", "123,456.78"), ("lens --months 3", "98,765.43"), ("plugins list", "1.0.0"),
            ("payees", "4"),
            ("rules preview --description-contains ADVENTURERS --category dining", "-98,765.43"),
        ])
    func fit(command: String, amount: String) async throws {
        let scenario = try Scenario()
        _ = try await scenario.run("cat >answer.json <<'END'\n\(Self.answer)\nEND")
        _ = try await scenario.run(
            "ghostvault init; ghostvault import --format simplefin answer.json")
        let terminal = try scenario.startAtTerminal(
            "sh -c 'ghostvault \(command); echo THE-END'",
            environment: ["COLUMNS": "80", "NO_COLOR": "1"])
        let lines = try await terminal.shown(upTo: "THE-END").split(separator: "\r\n")
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(lines.contains { $0.contains(amount) })
        try await scenario.close()
    }
}
