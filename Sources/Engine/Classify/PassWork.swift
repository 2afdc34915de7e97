internal import Classification
internal import Model
internal import Vault

/// The work of a pass: everything, or what changed since the last pass and what that
/// can affect.
///
/// The conclusion about a transaction depends on itself, its account, the decisions
/// about it and the rules. There are two exceptions. Transfers are matched among all
/// transactions of one size and close days, so a partial pass includes those. Series
/// are found among the newest payments with a payee, so it includes what is
/// remembered of those.
struct PassWork {
    enum Scope {
        case whole(Snapshot)
        case part(PartialPass)
        /// Everything, with rules read again: a function keeps state between
        /// transactions and has to see all of them in order.
        case anew
    }

    let scope: Scope
    var stamp: PassStamp
    /// The digest of the balances.
    let balances: String

    /// - Parameters:
    ///   - last: the last stored pass before the setup was read.
    ///   - isWhole: classify everything, whatever changed.
    /// - Throws: `VaultError.overtaken` if another pass was stored since: it may know
    ///   rules that the setup doesn't.
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
        stamp = try reader.stamp(
            rulebookDigest: rulebook, balancesDigest: reader.last.balancesDigest)
        let canBePart =
            !isWhole && !rulebook.isEmpty
            && (reader.last.balancesDigest == nil || reader.last.balancesDigest == balances.text)
        if canBePart, reader.last.rulebookDigest == rulebook,
            let part = try PartialPass(
                reader, setup, frame, after: try reader.changes(), asOf: day)
        {
            scope = part.isRowLocal ? .part(part) : .anew
        } else {
            scope = .whole(try reader.snapshot(asOf: day))
        }
    }

    /// Records what the next pass has to know about this one.
    ///
    /// - Parameter isPart: whether the pass was partial.
    mutating func updateStamp(after pass: Pass, isPart: Bool) {
        // Problems are reported on every pass until they are fixed.
        if !pass.isRowLocal || !pass.problems.isEmpty || !pass.decisionProblems.isEmpty {
            stamp.rulebookDigest = ""
        }
        if !isPart || pass.hasReadBalances {
            stamp.balancesDigest = pass.hasReadBalances ? balances : nil
        }
    }
}

/// A pass over the transactions that changes can affect.
struct PartialPass {
    let pass: Pass
    /// Limited to those transactions.
    let conclusions: Conclusions
    let concluded: PassScope
    /// Whether each rule's opinion depended on its own transaction alone.
    private(set) var isRowLocal = true

    /// Beyond this a whole pass is faster.
    private static let mostChanges = 10_000

    /// - Parameters:
    ///   - frame: the accounts and decisions.
    ///   - changes: since the last pass.
    /// - Returns: nil if a whole pass is necessary or faster.
    init?(
        _ reader: PassReader, _ setup: PassSetup, _ frame: Snapshot,
        after changes: ChangedTransactions, asOf day: CalendarDay
    ) throws {
        guard changes.ids.count <= Self.mostChanges else { return nil }
        let open = try CompetingTransfers(
            reader, frame.decisions, days: setup.classifier.daysOfTransfers
        )
        .all(around: changes)
        _ = setup.userRules.takeOutput()
        var companions = try RecurringDependents(of: open, reader, frame.decisions)
        func look(
            at all: Set<Int64>, matching open: Set<Int64>, recall: @escaping PaymentRecall
        ) throws -> Pass {
            let (snapshot, settled) = try Self.material(
                all, open: open, reader, setup.classifier, asOf: day)
            return try setup.classifier.conclude(snapshot, settled: settled, recall: recall)
        }
        var pass = try look(at: open, matching: open, recall: companions.memory(of:))
        isRowLocal = pass.isRowLocal
        looking: while true {
            switch try companions.extend(after: pass) {
            case nil: return nil
            case .nothing?: break looking
            case .members(let members)?:
                let (companions, before) = (companions, pass.conclusions)
                let later = try look(at: members, matching: []) { payees in
                    try companions.memory(of: payees, after: before, lookingAt: members)
                }
                pass = pass.followed(by: later, over: members)
            case .all?:
                // Only the last output is reported.
                _ = setup.userRules.takeOutput()
                pass = try look(at: companions.all, matching: open, recall: companions.memory(of:))
            }
            isRowLocal = isRowLocal && pass.isRowLocal
        }
        self.pass = pass
        concluded = PassScope(
            transactions: companions.all, payees: Set(pass.conclusions.histories.map(\.payee)))
        conclusions = pass.conclusions.only(about: concluded)
    }

    /// - Parameters:
    ///   - all: the transactions to classify.
    ///   - open: those of them to match as transfers.
    private static func material(
        _ all: Set<Int64>, open: Set<Int64>, _ reader: PassReader, _ classifier: Classifier,
        asOf day: CalendarDay
    ) throws -> (Snapshot, KnownTransfers) {
        var earlier = try reader.conclusions(about: all.subtracting(open))
        // The snapshot includes the other sides, but they are not classified.
        let others = classifier.knownTransfers(lookingOnlyAt: open, earlier: earlier)
            .partners.subtracting(all)
        earlier.merge(try reader.conclusions(about: others)) { one, _ in one }
        let settled = classifier.knownTransfers(
            lookingOnlyAt: open, earlier: earlier,
            candidates: try reader.candidates(of: all.subtracting(open)))
        return (try reader.snapshot(asOf: day, of: all.union(others)), settled)
    }
}

extension Conclusions {
    /// The conclusions about a part.
    func only(about part: PassScope) -> Conclusions {
        let ids = part.transactions
        return Conclusions(
            verdicts: verdicts, entries: entries.filter { ids.contains($0.transaction) },
            splits: splits.filter { ids.contains($0.key) }, series: series.filter(part.has),
            candidates: candidates.filter { ids.contains($0.key) }, histories: histories)
    }
}

/// Finds the transactions that can affect a changed one's transfers: its possible
/// partners, now and before, and their rivals.
struct CompetingTransfers {
    private let reader: PassReader
    /// The pairs that the person linked, whatever their amounts.
    private var linked: [Int64: [Int64]] = [:]
    private let days: Int?

    /// - Parameter days: the most days between the sides of a transfer; nil if none
    ///   are matched.
    init(_ reader: PassReader, _ decisions: Decisions, days: Int?) {
        self.reader = reader
        self.days = days
        for (pair, decision) in decisions.pairs where decision == .linked {
            linked[pair.first, default: []].append(pair.second)
            linked[pair.second, default: []].append(pair.first)
        }
    }

    /// The changed transactions and all that are connected with them by possible
    /// transfers, now and before.
    func all(around changes: ChangedTransactions) throws -> Set<Int64> {
        guard let days else { return changes.ids }
        var found = changes.ids
        var isSeen: Set<SizeAndDay> = []
        var places = changes.earlier
        var new = changes.ids
        while true {
            for id in new { new.formUnion(linked[id] ?? []) }
            found.formUnion(new)
            places += try reader.places(of: new)
            guard !places.isEmpty else { return found }
            new = []
            while let place = places.popLast() {
                guard isSeen.insert(place).inserted else { continue }
                for other in try reader.counterparts(of: place, within: days)
                where found.insert(other.id).inserted {
                    places.append(other.place)
                    if linked[other.id] != nil { new.insert(other.id) }
                }
            }
        }
    }
}

/// Finds the transactions whose series depend on changed ones, and reads the
/// remembered payments of other payees.
struct RecurringDependents {
    /// All transactions to classify, as far as known.
    private(set) var all: Set<Int64>

    private let reader: PassReader
    private let decisions: Decisions
    /// The payees and series of the changed transactions, now and before.
    private var payees: Set<String> = []
    private var series: Set<String> = []
    /// Payees and series of rules whose transactions all have to be read.
    private var wholePayees: Set<String> = []
    private var wholeSeries: Set<String> = []
    private var seriesOfRules: Set<String>
    private let searches = SeriesSearches()
    private var isFirstPass = true

    /// The most transactions of a partial pass. Each costs about four times as much
    /// as in a whole pass.
    private static func most(of transactions: Int64) -> Int {
        max(5_000, Int(transactions / 5))
    }

    /// - Parameter open: the transactions that changed, or whose transfers may have.
    init(of open: Set<Int64>, _ reader: PassReader, _ decisions: Decisions) throws {
        all = open
        self.reader = reader
        self.decisions = decisions
        seriesOfRules = Set(try reader.seriesOfRules())
        add(try reader.conclusions(about: open).values.map(\.verdict))
    }

    /// The remembered payments with some payees and with the earlier payees of the
    /// transactions.
    func memory(of current: Set<String>) throws -> PaymentMemory {
        let concerned = payees.union(current)
        return PaymentMemory(
            try reader.histories(of: concerned.subtracting(wholePayees))
                + wholePayees.map { PaymentHistory(payee: $0, payments: [], isCut: false) },
            series: try reader.foundSeries(of: concerned), lookedAt: all,
            seriesOfRules: seriesOfRules.subtracting(wholeSeries), searches: searches)
    }

    /// The remembered payments for a second pass that continues another. The other
    /// pass has classified all but `members`.
    func memory(of current: Set<String>, after pass: Conclusions, lookingAt members: Set<Int64>)
        throws -> PaymentMemory
    {
        let known = pass.histories.filter { current.contains($0.payee) }
        let unknown = current.subtracting(known.map(\.payee))
        return PaymentMemory(
            try known + reader.histories(of: unknown),
            series: try pass.series.filter { !$0.isLinkedByRule }
                + reader.foundSeries(of: unknown), lookedAt: members,
            concluded: all.subtracting(members), seriesOfRules: seriesOfRules,
            searches: searches)
    }

    /// The transactions that another pass has to cover.
    enum Extension {
        case nothing
        /// Only these; the conclusions about the others stay.
        case members(Set<Int64>)
        /// All transactions known by now.
        case all
    }

    /// Adds the transactions that a pass showed to be affected.
    ///
    /// - Returns: nil if a whole pass is faster.
    mutating func extend(after pass: Pass) throws -> Extension? {
        let known = (all, wholePayees, wholeSeries)
        if isFirstPass { try meet(pass.conclusions) }
        isFirstPass = false
        wholePayees.formUnion(pass.missing.payees)
        all.formUnion(pass.missing.transactions)
        if wholePayees.isEmpty, wholeSeries.isEmpty {
            let members = all.subtracting(known.0)
            return members.isEmpty ? .nothing : .members(members)
        }
        if (known.1, known.2) != (wholePayees, wholeSeries) {
            guard
                let linked = try reader.transactions(
                    linkedWith: &wholePayees, &wholeSeries,
                    atMost: Self.most(of: reader.last.lastTransaction))
            else { return nil }
            all.formUnion(linked)
        }
        return known == (all, wholePayees, wholeSeries) ? .nothing : .all
    }

    /// Finds the payees and series of the changed transactions.
    ///
    /// - Parameter conclusions: about these alone.
    private mutating func meet(_ conclusions: Conclusions) throws {
        add(conclusions.verdicts)
        seriesOfRules.formUnion(conclusions.series.filter(\.isLinkedByRule).map(\.name))
        // A rule's series needs all of its transactions, however many.
        wholeSeries = series.intersection(seriesOfRules)
        // Other series of that name get a number after it.
        payees.formUnion(wholeSeries)
        // The person's decisions may concern old payments.
        let decided = try reader.conclusions(about: Set(decisions.series.keys)).values
        let payeesDecidedOn = Set(decided.compactMap(\.verdict.payee?.value)).union(
            conclusions.entries.filter { decisions.series[$0.transaction] != nil }
                .compactMap { conclusions.verdict(of: $0).payee?.value })
        wholePayees = payees.intersection(payeesDecidedOn)
        // A damaged history is rebuilt from all payments.
        wholePayees.formUnion(payees.subtracting(try reader.histories(of: payees).map(\.payee)))
    }

    private mutating func add(_ verdicts: [Verdict]) {
        for verdict in verdicts {
            if let payee = verdict.payee?.value { payees.insert(payee) }
            if let series = verdict.series?.value { self.series.insert(series) }
        }
    }
}
