internal import Classification
internal import Model
internal import Vault

/// What a pass has to look at: everything, or what changed since the last pass
/// with all that this can have an effect on.
///
/// What is concluded about a transaction comes of itself, its account, the
/// decisions about it and the rules; but for transfers, which are matched among
/// all transactions of one size that stand close together, and series, which
/// are found among all transactions of a payee. So these are taken along whole.
struct PassWork {
    let snapshot: Snapshot
    let settled: SettledTransfers
    /// The transactions to conclude on; nil for all of the snapshot.
    let concluded: Set<Int64>?
    var mark: PassMark
    /// The digest of the balances.
    let balances: String

    /// - Parameters:
    ///   - last: the pass that was stored last before the setup was read.
    ///   - isWhole: look at everything, whatever changed.
    /// - Throws: `VaultError.overtaken` where another pass was stored since: it
    ///   may know rules that the setup does not.
    init(
        _ reader: PassReader, _ setup: PassSetup, after last: PassState, asOf day: CalendarDay,
        isWhole: Bool
    ) throws {
        guard reader.last == last else { throw VaultError.overtaken }
        let frame = try reader.frame(asOf: day)
        let rulebook = try setup.digest(frame)
        var balances = try PassDigest()
        balances.addBalances(of: frame.accounts)
        self.balances = balances.text
        mark = try reader.mark(rulebook: rulebook, balances: reader.last.balances)
        let holds =
            !rulebook.isEmpty && reader.last.rulebook == rulebook
            && (reader.last.balances == nil || reader.last.balances == balances.text)
        if !isWhole, holds, let part = try Part(reader, setup, asOf: day) {
            snapshot = part.snapshot
            settled = part.settled
            concluded = part.concluded
        } else {
            snapshot = try reader.snapshot(asOf: day)
            settled = .none
            concluded = nil
        }
    }
}

/// The transactions that changes can have an effect on.
private struct Part {
    private(set) var snapshot: Snapshot
    private(set) var settled = SettledTransfers.none
    private(set) var concluded: Set<Int64> = []

    /// Beyond so many changes it is quicker to look at everything.
    private static let mostChanges = 10_000

    /// How many transactions may be looked at. Each costs some four times what
    /// it does where all are.
    private static func most(of transactions: Int64) -> Int {
        max(5_000, Int(transactions / 5))
    }

    /// - Returns: nil where everything has to be looked at, or where that is
    ///   quicker.
    init?(_ reader: PassReader, _ setup: PassSetup, asOf day: CalendarDay) throws {
        let changes = try reader.changes()
        guard changes.ids.count <= Self.mostChanges else { return nil }
        snapshot = try reader.snapshot(asOf: day, of: changes.ids)
        guard !changes.ids.isEmpty else { return }

        let open = try Self.competitors(
            of: changes, reader, snapshot.decisions, days: setup.classifier.daysOfTransfers,
            asOf: day)
        var all = open
        if setup.classifier.findsSeries {
            guard let companions = try Self.companions(of: open, reader, setup, asOf: day)
            else { return nil }
            all.formUnion(companions)
        }
        concluded = all
        var earlier = try reader.conclusions(about: all.subtracting(open))
        // The other sides are looked at too, and nothing is concluded on them.
        let others = setup.classifier.settledTransfers(lookingOnlyAt: open, earlier: earlier)
            .partners.subtracting(all)
        earlier.merge(try reader.conclusions(about: others)) { one, _ in one }
        snapshot = try reader.snapshot(asOf: day, of: all.union(others))
        settled = setup.classifier.settledTransfers(
            lookingOnlyAt: open, earlier: earlier,
            candidates: try reader.candidates(of: all.subtracting(open)))
    }

    /// The changed transactions, with all that are or were possible partners
    /// of one, and those that compete for them.
    private static func competitors(
        of changes: ChangedTransactions, _ reader: PassReader, _ decisions: Decisions, days: Int?,
        asOf day: CalendarDay
    ) throws -> Set<Int64> {
        var found = changes.ids
        guard let days else { return found }
        var pairs: [Int64: [Int64]] = [:]
        for (pair, decision) in decisions.pairs where decision == .linked {
            pairs[pair.first, default: []].append(pair.second)
            pairs[pair.second, default: []].append(pair.first)
        }
        // The neighbours of a neighbour are its own: a run is walked once.
        var isInRun: Set<Int64> = []
        func takeRun(around place: SizeAndDay) throws {
            for id in try reader.neighbours(of: place, within: days)
            where isInRun.insert(id).inserted {
                found.insert(id)
            }
        }
        for place in Set(changes.earlier) { try takeRun(around: place) }
        var looked: Set<Int64> = []
        while true {
            // What the person linked may be of another size.
            for id in found.subtracting(looked) { found.formUnion(pairs[id] ?? []) }
            let new = found.subtracting(looked)
            guard !new.isEmpty else { return found }
            looked.formUnion(new)
            let outside = new.subtracting(isInRun)
            for transaction in try reader.snapshot(asOf: day, of: outside).transactions
            where !isInRun.contains(transaction.id) {
                try takeRun(
                    around: SizeAndDay(
                        amount: transaction.amount, day: transaction.day.daysSinceEpoch))
            }
        }
    }

    /// All transactions of the payees and series of some, as they were and as
    /// they are now; nil where they are too many.
    private static func companions(
        of open: Set<Int64>, _ reader: PassReader, _ setup: PassSetup, asOf day: CalendarDay
    ) throws -> Set<Int64>? {
        let now = try setup.classifier.conclude(reader.snapshot(asOf: day, of: open)).conclusions
        let before = try reader.conclusions(about: open).values.map(\.verdict)
        var payees: Set<String> = []
        var series: Set<String> = []
        for verdict in now.verdicts + before {
            if let payee = verdict.payee?.value { payees.insert(payee) }
            if let name = verdict.series?.value { series.insert(name) }
        }
        return try reader.transactions(
            linkedWith: &payees, &series, atMost: most(of: reader.last.lastTransaction))
    }
}

extension Conclusions {
    /// What is concluded about some transactions only.
    func only(about ids: Set<Int64>) -> Conclusions {
        Conclusions(
            verdicts: verdicts, entries: entries.filter { ids.contains($0.transaction) },
            splits: splits.filter { ids.contains($0.key) },
            series: series.filter { ids.contains($0.newestTransaction) },
            candidates: candidates.filter { ids.contains($0.key) })
    }
}
