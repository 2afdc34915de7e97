import Model
import TestSupport
import Testing
import Vault

@Suite("A connection and files of one account")
struct ImportOrderTests {
    /// What happened on an account in 60 days: some shops, each with a few usual amounts, so
    /// that many rows are alike.
    private static func purchases(
        _ numbers: inout RandomNumbers
    ) -> [(day: Int, amount: Int64, shop: Int)] {
        (0..<60).flatMap { day in
            (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
                let shop = Int.random(in: 0..<6, using: &numbers)
                let price = Int64.random(in: 1...3, using: &numbers)
                return (day, -100 * price - 7 * Int64(shop), shop)
            }
        }
    }

    private static let shops = [
        "FERNWAY MARKET", "KELP COFFEE", "OSTER BAKERY", "HARROW CINEMA", "LUNDE PETROL",
        "MIRA BOOKS",
    ]

    private static func rows(
        _ purchases: [(day: Int, amount: Int64, shop: Int)], _ days: Range<Int>,
        _ text: (Int) -> String, isFeed: Bool
    ) -> [ReceivedTransaction] {
        purchases.enumerated().filter { days.contains($0.element.day) }.map { number, purchase in
            transaction(
                isFeed ? "T\(number)" : "", purchase.amount,
                on: day(2025, 3, 1).adding(days: purchase.day), description: text(purchase.shop))
        }
    }

    /// One of the things that bring rows.
    private enum Source: CaseIterable { case sync, laterSync, earlyFile, lateFile }

    @Test(
        "give one list in every order: each purchase once, in the bank's words where it has them",
        arguments: Seeds.first(of: 40, few: 4))
    func orders(seed: UInt64) throws {
        var numbers = RandomNumbers(seed: seed)
        let purchases = Self.purchases(&numbers)
        var lists: [[String]] = []
        for _ in 0..<4 {
            let order = Source.allCases.shuffled(using: &numbers)
            let stored = try StoredVault()
            try stored.store(account("A1"))
            for source in order { try bring(source, purchases, to: stored) }
            lists.append(
                try stored.vault.everything().map {
                    "\($0.day) \($0.amount.minorUnits) \($0.description)"
                }.sorted())
        }
        #expect(lists[0].count == purchases.count)
        for list in lists.dropFirst() { #expect(list == lists[0]) }
    }

    private func bring(
        _ source: Source, _ purchases: [(day: Int, amount: Int64, shop: Int)],
        to stored: StoredVault
    ) throws {
        switch source {
        case .sync, .laterSync:
            let days = source == .sync ? 30..<45 : 30..<60
            let first = day(2025, 3, 1)
            try stored.store(
                account(
                    "A1",
                    coverage: first.adding(
                        days: days.lowerBound)..<first.adding(
                            days: days.upperBound),
                    Self.rows(purchases, days, { "POS \(Self.shops[$0]) 4471" }, isFeed: true)),
                receivedAt: firstOfMarch + 61 * 86_400)
        case .earlyFile, .lateFile:
            let days = source == .earlyFile ? 0..<40 : 20..<60
            let rows = Self.rows(
                purchases, days, { "\(Self.shops[$0]) card purchase" }, isFeed: false)
            let account = ImportedAccount(place: .known(1), source: "", rows: rows, closing: nil)
            _ = try stored.vault.importFile(
                ImportedFile(name: "file.csv", accounts: [account]), summary: "import file.csv",
                dryRun: false)
        }
    }
}
