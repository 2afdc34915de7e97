import Model
import Rules

/// Texts that take money out of an account and bring other sums back into it: to and from a
/// place where the person keeps money.
///
/// Nobody else is both paid and paid by in round sums that differ. A shop's refunds repeat what
/// was paid there; wages, rent and what friends settle go mostly one way.
struct RoundTrips {
    private let snapshot: Snapshot
    private let suffixes: Set<String>
    /// By text, the words that make texts the same.
    private var keys: [TextID: [String]] = [:]

    private static let fewestIn = 2
    private static let fewestOut = 2
    /// Of the sum that went the other way, in percent.
    private static let leastShare = 20
    /// Of all amounts, in percent.
    private static let leastRound = 50

    private struct Side: Hashable {
        let account: Int32
        let words: [String]
    }

    init(_ settings: TransferSettings, in snapshot: Snapshot) {
        suffixes = settings.nameSuffixes
        self.snapshot = snapshot
    }

    /// The rows of each such text, in their order.
    ///
    /// - Parameter rows: all posted rows.
    mutating func groups(among rows: [Int]) -> [[Int]] {
        var groups: [Side: [Int]] = [:]
        for row in rows {
            let transaction = snapshot.transactions[row]
            switch snapshot.account(of: transaction).type {
            case .checking, .savings, .other, .cash: break
            case .credit, .investment, .brokerage, .loan, .mortgage, .asset: continue
            }
            let words = words(of: transaction.description)
            guard !words.isEmpty else { continue }
            groups[Side(account: transaction.account, words: words), default: []].append(row)
        }
        return groups.values.filter(isRoundTrip).sorted { $0[0] < $1[0] }
    }

    /// The words of a text without references; none if it names a firm.
    private mutating func words(of text: TextID) -> [String] {
        if let known = keys[text] { return known }
        let all = SearchText(snapshot.texts[text]).words
        let isFirm = !suffixes.isDisjoint(with: all)
        let words = isFirm ? [] : all.filter { !$0.contains(where: \.isNumber) }
        keys[text] = words
        return words
    }

    private func isRoundTrip(_ rows: [Int]) -> Bool {
        guard rows.count >= Self.fewestIn + Self.fewestOut else { return false }
        let amounts = rows.map { snapshot.transactions[$0].amount }
        let (received, sent) = (amounts.filter { $0 > 0 }, amounts.filter { $0 < 0 })
        guard received.count >= Self.fewestIn, sent.count >= Self.fewestOut else { return false }
        let sums = [received, sent].map { $0.reduce(Int128(0)) { $0 + Int128($1.magnitude) } }
        guard sums.allSatisfy({ $0 * 100 >= (sums.max() ?? 0) * Int128(Self.leastShare) }) else {
            return false
        }
        let paid = Set(sent.map(\.magnitude))
        guard received.count(where: { paid.contains($0.magnitude) }) * 2 < received.count else {
            return false
        }
        let round = 5 * Self.unit(of: snapshot.account(of: snapshot.transactions[rows[0]]).currency)
        return amounts.count(where: { $0.magnitude.isMultiple(of: round) }) * 100
            >= amounts.count * Self.leastRound
    }

    /// The minor units of the smallest sum that counts as a whole one.
    private static func unit(of currency: Currency) -> UInt64 {
        var unit: UInt64 = 1
        for _ in 0..<max(currency.exponent, 2) { unit *= 10 }
        return unit
    }
}

extension PipelineRun {
    /// Makes money that a text took out of an account and brought back a transfer, where no
    /// word, list or decision says what it is.
    mutating func runRoundTrips(stage: Int) throws {
        let transfers = pipeline.stages.lazy.compactMap { stage in
            if case .transfers(let settings) = stage.kind { (settings, stage.name) } else { nil }
        }.first
        guard let (settings, name) = transfers else { return }
        var trips = RoundTrips(settings, in: snapshot)
        let groups = trips.groups(
            among: snapshot.transactions.indices.filter { !snapshot.transactions[$0].isPending })
        guard !groups.isEmpty else { return }
        let names = try accountNames.names(of: snapshot.accounts, settings, stage: name)
        let evidence = TransferEvidence(settings, names, snapshot: snapshot)
        let contribution = number(
            of: Contribution(
                stage: stage,
                reason: Reason(
                    by: pipeline.stages[stage].name, rule: nil, Evidence(.roundTrip)),
                effect: Effect(class: .transfer)))
        for rows in groups
        where evidence.saysMoreThanChannel(snapshot.transactions[rows[0]].description)
            && rows.allSatisfy({ isOpen($0, evidence.testimony(of: $0)) })
        {
            for row in rows where partnerOfRow[row] < 0 && !unlinked.contains(row) {
                add(contribution, to: row)
            }
        }
    }

    /// Whether nothing speaks against a row as one side of a transfer.
    private func isOpen(_ row: Int, _ testimony: TransferEvidence.TextSignals) -> Bool {
        if states.transactionClass(of: stateOfRow[row]) == .transfer { return true }
        return states.transactionClass(of: stateOfRow[row]) == nil
            && states.category(of: stateOfRow[row]) == nil && !waiting.contains(row)
            && !testimony.isContradicted && !testimony.isMerchant && !testimony.isCash
            && !testimony.isPurchase && !testimony.isReversal
    }
}
