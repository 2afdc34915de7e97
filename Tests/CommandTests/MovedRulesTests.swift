import Foundation
import TestSupport
import Testing

@Suite("Rules of hledger, as hledger itself applies them", .inTurns)
struct MovedRulesTests {
    private static let files = """
        cat >bank.csv.rules <<'END'
        skip 1
        fields date, description, amount
        currency $
        account1 assets:checking
        if COFFEE
         account2 expenses:dining
        if
        %description ^KELP
        & %amount ^-
         account2 expenses:gifts
        if (FERNWAY|HARBOR) M.*T
         account2 expenses:groceries
        if %description REFUND$
         account2 expenses:shopping
        if
        PAYROLL
        SALARY [0-9]+
         account2 income:pay
        if,account2,comment
        TO SAVINGS,assets:savings,moved
        CINEMA,expenses:entertainment,

        END
        cat >bank.csv <<'END'
        Date,Description,Amount
        2026-03-01,kelp coffee 12,-4.50
        2026-03-02,OTHER COFFEE,-3.00
        2026-03-03,THE KELP,-3.00
        2026-03-04,KELP BACK,3.00
        2026-03-05,FERNWAY MARKET,-12.00
        2026-03-06,HARBOR MEAT CO,-12.00
        2026-03-07,COFFEE REFUND,4.00
        2026-03-08,REFUND OF COFFEE,4.00
        2026-03-09,ACME PAYROLL,2000.00
        2026-03-10,SALARY 12,2000.00
        2026-03-13,TO SAVINGS,-200.00
        2026-03-14,CINEMA COFFEE,-9.00
        2026-03-15,HARBOR MART COFFEE,-9.00
        END

        """

    @Test(
        "every row that they decide gets the same here",
        .enabled(if: TestProgram.areExpected("hledger")))
    func agreement() async throws {
        guard let hledger = TestProgram("hledger") else { throw TestProgramMissing("hledger") }
        let scenario = try Scenario()
        let theirs = try await scenario.run(
            Self.files + "\(hledger.path) -f bank.csv register -O csv not:assets:checking")
        let ours = try await scenario.run(
            """
            ghostvault init >/dev/null && ghostvault rules import bank.csv.rules >/dev/null
            ghostvault import bank.csv --currency USD >/dev/null
            ghostvault transactions --all --csv --fields day,class,category
            """)
        try await scenario.close()
        let expected = Self.rows(theirs.output, [1, 4]).compactMap { row -> [String]? in
            let parts = row[1].split(separator: ":").map(String.init)
            guard parts.count == 2, parts[1] != "unknown" else { return nil }
            let meaning = ["assets": "transfer", "income": "income"][parts[0]] ?? parts[1]
            return [row[0], meaning]
        }
        try #require(expected.count == 11)
        let found = Set(
            Self.rows(ours.output, [0, 1, 2]).map { row in
                // Money back counts in the category that a rule gives it.
                let isNamed = row[1] == "expense" || row[2] != "other" && !row[2].isEmpty
                return [row[0], isNamed ? row[2] : row[1]]
            })
        #expect(expected.filter { !found.contains($0) } == [])
    }

    /// Some cells of each line but the first, of a table without commas in cells.
    private static func rows(_ csv: String, _ cells: [Int]) -> [[String]] {
        csv.split(whereSeparator: \.isNewline).dropFirst().map { line in
            let all = line.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: ["\""]) }
            return cells.map { all.indices.contains($0) ? all[$0] : "" }
        }
    }
}
