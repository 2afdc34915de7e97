import Classification
import TestSupport
import Testing

/// Tries every way to pair the rows, by the costs that the transfers stage is
/// documented to have: 4 for each day apart, 1 for each side that is not
/// worded as a transfer, 1 where the receiver comes first.
private struct EveryMatching {
    let rows: [Row]
    private var best: (count: Int, cost: Int) = (0, 0)
    private var common: Set<[Int]> = []

    init(_ rows: [Row]) {
        self.rows = rows
        search(from: 0, chosen: [], taken: [], cost: 0)
    }

    /// By row, the place of its partner counted from 1: the pairs that are in
    /// every best matching.
    var partners: [Int64?] {
        var partners = [Int64?](repeating: nil, count: rows.count)
        for pair in common {
            partners[pair[0]] = Int64(pair[1] + 1)
            partners[pair[1]] = Int64(pair[0] + 1)
        }
        return partners
    }

    private mutating func search(
        from sender: Int, chosen: Set<[Int]>, taken: Set<Int>, cost: Int
    ) {
        guard sender < rows.count else {
            if chosen.count > best.count || chosen.count == best.count && cost < best.cost {
                best = (chosen.count, cost)
                common = chosen
            } else if chosen.count == best.count, cost == best.cost {
                common.formIntersection(chosen)
            }
            return
        }
        search(from: sender + 1, chosen: chosen, taken: taken, cost: cost)
        for receiver in rows.indices where !taken.contains(receiver) {
            guard let price = price(sender, receiver) else { continue }
            search(
                from: sender + 1, chosen: chosen.union([[sender, receiver]]),
                taken: taken.union([receiver]), cost: cost + price)
        }
    }

    private func price(_ sender: Int, _ receiver: Int) -> Int? {
        let (out, into) = (rows[sender], rows[receiver])
        guard out.cents < 0, into.cents == -out.cents, out.account != into.account,
            abs(into.day - out.day) <= 3
        else { return nil }
        for row in [out, into] where row.isPending || row.description.contains("PAYROLL") {
            return nil
        }
        // What leaves the card is a purchase, unless it says otherwise.
        if out.account == 2, !isWorded(out), !out.description.isEmpty || isMerchant(out) {
            return nil
        }
        let worded = [out, into].filter(isWorded).count
        guard ![out, into].contains(where: { !isWorded($0) && isMerchant($0) }) else { return nil }
        return abs(into.day - out.day) * 4 + (2 - worded) + (into.day < out.day ? 1 : 0)
    }

    private func isWorded(_ row: Row) -> Bool {
        row.description.contains("TRANSFER") || row.merchantCode == "6012"
    }

    private func isMerchant(_ row: Row) -> Bool {
        row.description.contains("GROCER") || !row.merchantCode.isEmpty
    }
}

@Suite("The choice among possible transfers")
struct TransferChoiceTests {
    @Test(
        "it pairs as many as can be, then the likeliest, and nothing that is a tie",
        arguments: 1...8)
    func bestMatching(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let classifier = try makeClassifier(stages: [transferStage(), defaultStage])
        var pairsSeen = 0
        for _ in 0..<60 {
            let rows = crowd(using: &random)
            let partners = try classifier.partners(rows)
            #expect(partners == EveryMatching(rows).partners, "\(rows)")
            pairsSeen += partners.compactMap(\.self).count / 2
        }
        #expect(pairsSeen > 20)
    }

    /// Up to 9 rows of one amount within days.
    private func crowd(using random: inout RandomNumbers) -> [Row] {
        let texts = ["", "", "TRANSFER", "TRANSFER", "GROCER", "TRANSFER GROCER", "PAYROLL"]
        let isPlain = Bool.random(using: &random)
        return (0..<Int.random(in: 2...9, using: &random)).map { _ in
            Row(
                account: Int.random(in: 0..<3, using: &random),
                cents: Bool.random(using: &random) ? 500 : -500,
                day: Int.random(in: 0...7, using: &random),
                description: isPlain ? "" : texts[Int.random(in: 0..<texts.count, using: &random)],
                merchantCode: isPlain
                    ? "" : ["", "", "", "5411", "6012"].randomElement(using: &random) ?? "",
                isPending: Int.random(in: 0..<12, using: &random) == 0)
        }
    }
}
