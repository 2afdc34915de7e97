internal import Classification
internal import Model
internal import Vault

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
