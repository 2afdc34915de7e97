import Classification
import Model
import Rules
import Testing

@Suite("Payments that come back in another account again and again")
struct MirroredPaymentTests {
    /// Two rows of one amount: out of one account, and into another a day later.
    private func pair(
        _ cents: Int64, day: Int, _ sent: String, _ received: String, from sender: Int = 0,
        into receiver: Int = 1
    ) -> [Row] {
        [
            Row(account: sender, cents: -cents, day: day, description: sent),
            Row(account: receiver, cents: cents, day: day + 1, description: received),
        ]
    }

    private func classes(_ rows: [Row]) throws -> [TransactionClass] {
        let settings = try TransferSettings(
            maximumDays: 3, wording: .text(.anyText, .containsWord("TRANSFER")),
            contradictions: .text(.anyText, .containsWord("PAYROLL")), merchants: try grocers(),
            words: TransferSettings.Words(nameless: ["VIR", "MME"], checks: ["CHECK"]))
        return try makeClassifier(
            stages: [
                payeeStage(), Stage(name: "transfers", kind: .transfers(settings)), defaultStage,
            ]
        ).verdicts(rows).map(\.transactionClass.value)
    }

    private func areTransfers(_ rows: [Row]) throws -> Bool {
        try classes(rows).allSatisfy { $0 == .transfer }
    }

    @Test("two payees that mirror each other in three amounts are both the person")
    func payees() throws {
        let rows = [101, 257, 333].enumerated().flatMap { position, cents in
            pair(Int64(cents), day: position * 30, "BANK NORWEGIAN", "BETALNING MOTTAGEN")
        }
        #expect(try areTransfers(rows))
    }

    @Test("two pairs, or three of one amount, are chance")
    func chance() throws {
        let twice = [101, 257].enumerated().flatMap { position, cents in
            pair(Int64(cents), day: position * 30, "BANK NORWEGIAN", "BETALNING MOTTAGEN")
        }
        #expect(try !classes(twice).contains(.transfer))
        let rentAndPay = (0..<12).flatMap { month in
            pair(120_000, day: month * 30, "LANDLORD", "EMPLOYER", from: 1, into: 0)
        }
        #expect(try !classes(rentAndPay).contains(.transfer))
    }

    @Test("a payee that does mostly something else is not the person")
    func share() throws {
        let mirrored = [101, 257, 333].enumerated().flatMap { position, cents in
            pair(Int64(cents), day: position * 30, "CORNER SHOP", "FRIENDS REPAY")
        }
        let others = (0..<5).flatMap { position in
            [
                Row(cents: -Int64(700 + position), day: position * 7, description: "CORNER SHOP"),
                Row(
                    account: 1, cents: Int64(900 + position), day: position * 7,
                    description: "FRIENDS REPAY"),
            ]
        }
        #expect(try !classes(mirrored + others).contains(.transfer))
    }

    @Test("a standing order of one amount is a transfer into savings or a card, after six times")
    func standingOrder() throws {
        let six = (0..<6).flatMap { pair(50_000, day: $0 * 30, "SPARANDE", "INSATT") }
        #expect(try areTransfers(six))
        #expect(try !classes(Array(six.dropLast(2))).contains(.transfer))
    }

    @Test("one payee on both sides is a transfer at once")
    func onePayee() throws {
        #expect(try areTransfers(pair(4_711, day: 0, "GIROCONTO", "GIROCONTO")))
    }

    @Test("a name that both texts share is the person's after three times")
    func name() throws {
        let rows = (0..<3).flatMap { month in
            pair(
                50_000, day: month * 30, "VIR SOLENN KERBRAT", "MME SOLENN KERBRAT \(month)",
                into: 1)
        }
        #expect(try areTransfers(rows))
        #expect(try !classes(Array(rows.prefix(4))).contains(.transfer))
    }

    @Test("a purchase that someone repaid is not a transfer")
    func purchase() throws {
        let rows = [101, 257, 333].enumerated().flatMap { position, cents in
            [
                Row(
                    account: 2, cents: -Int64(cents), day: position * 30, description: "LA FAVORITA"
                ),
                Row(cents: Int64(cents), day: position * 30 + 1, description: "REPAID BY MAX"),
            ]
        }
        #expect(try !classes(rows).contains(.transfer))
    }

    @Test("a paid check and a deposited check are not a transfer")
    func checks() throws {
        #expect(try !classes(pair(4_711, day: 0, "CHECK", "CHECK")).contains(.transfer))
    }

    @Test("thousands of equal amounts in a few days are no evidence")
    func thousands() throws {
        let rows = (0..<600).flatMap { pair(100, day: $0 % 2, "SENT \($0)", "RECEIVED \($0)") }
        #expect(try !classes(rows).contains(.transfer))
    }
}
