internal import Classification
internal import Model
internal import Vault

/// Finds the transactions whose series depend on some others, and recalls what is
/// remembered of those whose series do not.
struct PassCompanions {
    /// All transactions to conclude on, as far as is known.
    private(set) var all: Set<Int64>

    private let reader: PassReader
    private let decisions: Decisions
    /// Who the changed transactions are and were with, and in which series.
    private var payees: Set<String> = []
    private var series: Set<String> = []
    /// Payees of which every transaction has to be looked at, and series that
    /// rules link transactions to.
    private var wholePayees: Set<String> = []
    private var wholeSeries: Set<String> = []
    private var seriesOfRules: Set<String>
    private let searches = SeriesSearches()
    private var isFirstPass = true

    /// How many transactions may be looked at. Each costs some four times what
    /// it does where all are.
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

    /// What is remembered of the payments with some payees, and with those that
    /// the transactions were with.
    func memory(of current: Set<String>) throws -> PaymentMemory {
        let concerned = payees.union(current)
        return PaymentMemory(
            try reader.histories(of: concerned.subtracting(wholePayees))
                + wholePayees.map { PaymentHistory(payee: $0, payments: [], isCut: false) },
            series: try reader.foundSeries(of: concerned), lookedAt: all,
            seriesOfRules: seriesOfRules.subtracting(wholeSeries), searches: searches)
    }

    /// What a pass remembers of payments with some payees that goes on from what
    /// another has concluded about all but these.
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

    /// What another pass has to look at.
    enum Extension {
        case nothing
        /// These alone: what was concluded about the others stays.
        case members(Set<Int64>)
        /// All transactions that are known by now.
        case all
    }

    /// Adds what a pass over these transactions showed to depend on them.
    ///
    /// - Returns: nil where it comes to more than a pass over everything.
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

    /// Finds out whose payments the changed transactions are.
    ///
    /// - Parameter conclusions: about these alone.
    private mutating func meet(_ conclusions: Conclusions) throws {
        add(conclusions.verdicts)
        seriesOfRules.formUnion(conclusions.series.filter(\.isLinkedByRule).map(\.name))
        // A rule's series is all of its transactions, however many.
        wholeSeries = series.intersection(seriesOfRules)
        // Others of its name are numbered after it.
        payees.formUnion(wholeSeries)
        // What the person decided may be about payments of long ago.
        let decided = try reader.conclusions(about: Set(decisions.series.keys)).values
        let payeesDecidedOn = Set(decided.compactMap(\.verdict.payee?.value)).union(
            conclusions.entries.filter { decisions.series[$0.transaction] != nil }
                .compactMap { conclusions.verdict(of: $0).payee?.value })
        wholePayees = payees.intersection(payeesDecidedOn)
        // What is damaged is made anew of every payment.
        wholePayees.formUnion(payees.subtracting(try reader.histories(of: payees).map(\.payee)))
    }

    private mutating func add(_ verdicts: [Verdict]) {
        for verdict in verdicts {
            if let payee = verdict.payee?.value { payees.insert(payee) }
            if let series = verdict.series?.value { self.series.insert(series) }
        }
    }
}
