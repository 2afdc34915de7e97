import Classification
import Model
import Testing

@Suite("Transfers between own accounts")
struct TransferTests {
    struct Situation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rows: [Row]
        /// By row, the place of its partner counted from 1.
        let partners: [Int64?]

        init(_ testDescription: String, _ rows: [Row], _ partners: [Int64?]) {
            self.testDescription = testDescription
            self.rows = rows
            self.partners = partners
        }
    }

    private static func sent(
        _ day: Int, from account: Int = 0, _ text: String = "", code: String = "",
        cents: Int64 = 50_000, isPending: Bool = false
    ) -> Row {
        Row(
            account: account, cents: -cents, day: day, description: text, merchantCode: code,
            isPending: isPending)
    }

    private static func received(
        _ day: Int, in account: Int = 1, _ text: String = "", code: String = "",
        cents: Int64 = 50_000, isPending: Bool = false
    ) -> Row {
        Row(
            account: account, cents: cents, day: day, description: text, merchantCode: code,
            isPending: isPending)
    }

    static let pairs = [
        Situation("on the same day", [sent(0), received(0)], [2, 1]),
        Situation("three days apart", [sent(0), received(3)], [2, 1]),
        Situation("four days apart", [sent(0), received(4)], [nil, nil]),
        Situation("received three days before it was sent", [received(0), sent(3)], [2, 1]),
        Situation("received four days before it was sent", [received(0), sent(4)], [nil, nil]),
        Situation("in one account", [sent(0), received(0, in: 0)], [nil, nil]),
        Situation("in different currencies", [sent(0), received(0, in: 3)], [nil, nil]),
        Situation("of different amounts", [sent(0), received(0, cents: 50_001)], [nil, nil]),
        Situation("both out", [sent(0), sent(0, from: 1)], [nil, nil]),
        Situation("of nothing", [sent(0, cents: 0), received(0, cents: 0)], [nil, nil]),
        Situation(
            "of the largest amounts", [sent(0, cents: .max), received(0, cents: .max)], [2, 1]),
        Situation("sent and pending", [sent(0, isPending: true), received(0)], [nil, nil]),
        Situation("received and pending", [sent(0), received(0, isPending: true)], [nil, nil]),
    ]

    static let texts = [
        Situation("sent as wages", [sent(0, "PAYROLL"), received(0)], [nil, nil]),
        Situation(
            "received as wages, worded as a transfer",
            [sent(0, "TRANSFER"), received(0, "TRANSFER PAYROLL")], [nil, nil]),
        Situation(
            "both sides with a merchant", [sent(0, "GROCER"), received(0, "GROCER")], [nil, nil]),
        Situation("one side with a merchant", [sent(0, "GROCER"), received(0)], [nil, nil]),
        Situation(
            "one side with a merchant code", [sent(0, code: "5411"), received(0)], [nil, nil]),
        Situation(
            "a merchant against a side worded as a transfer",
            [sent(0, "GROCER"), received(0, "TRANSFER")], [nil, nil]),
        Situation(
            "a merchant that words itself as a transfer",
            [sent(0, "TRANSFER GROCER"), received(0)], [2, 1]),
        Situation(
            "both sides with a merchant and a transfer's wording",
            [sent(0, "TRANSFER GROCER"), received(0, "TRANSFER GROCER")], [2, 1]),
        Situation("a code of money movements", [sent(0, code: "6012"), received(0)], [2, 1]),
    ]

    static let choices = [
        Situation(
            "two equal partners are a tie", [sent(0), received(0), received(0, in: 2)],
            [nil, nil, nil]),
        Situation(
            "two equal partners in one account are a tie", [sent(0), received(1), received(1)],
            [nil, nil, nil]),
        Situation(
            "the nearer day decides", [sent(0), received(1), received(0, in: 2)], [3, nil, 1]),
        Situation(
            "wording decides on one day",
            [sent(0), received(0), received(0, in: 2, "TRANSFER")], [3, nil, 1]),
        Situation(
            "a nearer day outweighs wording",
            [sent(0), received(0), received(1, in: 2, "TRANSFER")], [2, 1, nil]),
        Situation(
            "sent first is likelier than received first",
            [received(0), sent(1), received(2, in: 2)], [nil, 3, 2]),
        Situation(
            "two pairs on one day, kept apart by a day",
            [sent(0), received(0), sent(1), received(1)], [2, 1, 4, 3]),
        Situation(
            "the nearest partner is not taken from one that has no other",
            [received(0), sent(3), received(4), sent(7)], [2, 1, 4, 3]),
        Situation(
            "a chain of accounts leaves no one out",
            [sent(0, from: 0), received(0, in: 1), sent(0, from: 1), received(0, in: 2)],
            [2, 1, 4, 3]),
        Situation(
            "a tie does not keep another pair from being found",
            [
                sent(0), received(0), received(0, in: 2), sent(9, cents: 50_000),
                received(9, cents: 50_000),
            ], [nil, nil, nil, 5, 4]),
        Situation(
            "a tie of one amount leaves other amounts alone",
            [sent(0), received(0), received(0, in: 2), sent(0, cents: 7), received(0, cents: 7)],
            [nil, nil, nil, 5, 4]),
    ]

    @Test("two rows are a pair, or not", arguments: pairs + texts + choices)
    func situation(_ situation: Situation) throws {
        let classifier = try makeClassifier(stages: [transferStage(), defaultStage])
        #expect(try classifier.partners(situation.rows) == situation.partners)
    }

    @Test("both sides of a pair are transfers, with the days between them as the reason")
    func verdict() throws {
        let classifier = try makeClassifier(stages: [transferStage(), defaultStage])
        for (days, words) in [(0, "on the same day"), (1, "1 day apart"), (3, "3 days apart")] {
            let verdicts = try classifier.verdicts([Self.sent(0), Self.received(days)])
            for verdict in verdicts {
                #expect(verdict.transactionClass.value == .transfer)
                #expect(
                    verdict.partner?.text
                        == "Auto-detected: equal and opposite amounts in two of your accounts, "
                        + words)
            }
        }
    }

    @Test("one amount that moves every day for weeks is paired day by day")
    func daily() throws {
        let rows = (0..<300).flatMap { [Self.sent($0), Self.received($0)] }
        let classifier = try makeClassifier(stages: [transferStage(), defaultStage])
        // Rows 1 and 2 are a pair, 3 and 4, and so on.
        let expected = rows.indices.map { Int64($0.isMultiple(of: 2) ? $0 + 2 : $0) }
        #expect(try classifier.partners(rows) == expected)
    }
}
