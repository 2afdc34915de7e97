import Classification
import Model
import TestSupport
import Testing

/// Tries every way to pair the rows, by the costs that the transfers stage is
/// documented to have: 4 for each day apart, 1 for each side that is not
/// worded as a transfer, 1 where the receiver comes first.
private struct EveryMatching {
    let rows: [Row]
    private var best: (count: Int, cost: Int) = (0, 0)
    /// By row, its partners in all best matchings; nil where it is alone in one.
    private var choices: [Set<Int?>]

    init(_ rows: [Row]) {
        self.rows = rows
        choices = rows.map { _ in [] }
        search(from: 0, chosen: [], taken: [], cost: 0)
    }

    /// By row, the place of its partner counted from 1: the pairs that are in
    /// every best matching.
    var partners: [Int64?] {
        choices.map { choices in
            choices.count == 1 ? choices.first?.flatMap { $0 }.map { Int64($0 + 1) } : nil
        }
    }

    /// By row, whether it is a transfer whichever is chosen: none of those that
    /// compete is ever left alone.
    var areTransfers: [Bool] {
        rows.indices.map { row in
            guard isNeverAlone(row) else { return false }
            return choices[row].count == 1 || competitors(of: row).allSatisfy(isNeverAlone)
        }
    }

    private func competitors(of row: Int) -> Set<Int> {
        var found: Set<Int> = [row]
        var open = [row]
        while let next = open.popLast() {
            for other in choices[next].compactMap(\.self) where found.insert(other).inserted {
                open.append(other)
            }
        }
        return found
    }

    private func isNeverAlone(_ row: Int) -> Bool { !choices[row].contains(nil) }

    private mutating func search(
        from sender: Int, chosen: Set<[Int]>, taken: Set<Int>, cost: Int
    ) {
        guard sender < rows.count else {
            if chosen.count > best.count || chosen.count == best.count && cost < best.cost {
                best = (chosen.count, cost)
                choices = rows.map { _ in [] }
            }
            if chosen.count == best.count, cost == best.cost { note(chosen) }
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

    private mutating func note(_ chosen: Set<[Int]>) {
        var partners: [Int: Int] = [:]
        for pair in chosen { (partners[pair[0]], partners[pair[1]]) = (pair[1], pair[0]) }
        for row in rows.indices { choices[row].insert(partners[row]) }
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
        arguments: Seeds.first(of: 8))
    func bestMatching(seed: UInt64) throws {
        var random = RandomNumbers(seed: seed)
        let classifier = try makeClassifier(stages: [transferStage(), defaultStage])
        var pairsSeen = 0
        for _ in 0..<60 {
            let rows = crowd(using: &random)
            let every = EveryMatching(rows)
            let conclusions = try classifier.conclude(makeSnapshot(rows)).conclusions
            let partners = conclusions.entries.map(\.partner)
            #expect(partners == every.partners, "\(rows)")
            let areTransfers = conclusions.entries.map {
                conclusions.verdict(of: $0).transactionClass.value == .transfer
            }
            #expect(areTransfers == every.areTransfers, "\(rows)")
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
