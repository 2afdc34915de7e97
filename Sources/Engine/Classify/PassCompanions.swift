internal import Classification
internal import Model
internal import Vault

/// Finds the transactions whose series depend on some others, and what is
/// remembered of those whose series do not.
struct PassCompanions {
    /// What is known of the payments that are not looked at.
    private(set) var memory: PaymentMemory

    private let open: Set<Int64>
    private var histories: [String: PaymentHistory]
    /// Payees of which every transaction has to be looked at, and series that
    /// rules link transactions to.
    private var wholePayees: Set<String> = []
    private var wholeSeries: Set<String> = []
    /// Transactions that turned out to belong to a series.
    private var joined: Set<Int64> = []
    private let seriesOfRules: Set<String>
    private let searches = SeriesSearches()

    /// How many transactions may be looked at. Each costs some four times what
    /// it does where all are.
    private static func most(of transactions: Int64) -> Int {
        max(5_000, Int(transactions / 5))
    }

    /// - Parameters:
    ///   - open: the transactions that changed, or whose transfers may have.
    ///   - now: what is concluded about these alone.
    init(
        of open: Set<Int64>, _ now: Conclusions, _ reader: PassReader, _ decisions: Decisions
    ) throws {
        self.open = open
        let decided = try reader.conclusions(about: Set(decisions.series.keys)).values
        let before = try reader.conclusions(about: open).values
        let series = try reader.seriesOfRules()
        var payees: Set<String> = []
        for verdict in now.verdicts + before.map(\.verdict) {
            if let payee = verdict.payee?.value { payees.insert(payee) }
        }
        // A rule's series is all of its transactions, however many.
        let ofRules = Set(series).union(now.series.filter(\.isLinkedByRule).map(\.name))
        let concerned = Set((now.verdicts + before.map(\.verdict)).compactMap(\.series?.value))
        wholeSeries = concerned.intersection(ofRules)
        // Others of its name are numbered after it.
        payees.formUnion(wholeSeries)
        seriesOfRules = ofRules.subtracting(wholeSeries)
        // What the person decided may be about payments of long ago.
        let payeesDecidedOn = Set(decided.compactMap(\.verdict.payee?.value)).union(
            now.entries.filter { decisions.series[$0.transaction] != nil }
                .compactMap { now.verdict(of: $0).payee?.value })
        wholePayees = payees.intersection(payeesDecidedOn)
        histories = Dictionary(
            uniqueKeysWithValues: try reader.histories(of: payees).map { ($0.payee, $0) })
        // What is damaged is made anew of every payment.
        wholePayees.formUnion(payees.subtracting(histories.keys))
        memory = PaymentMemory(lookedAt: open)
    }

    /// All transactions to conclude on; nil where they are too many.
    mutating func all(_ reader: PassReader) throws -> Set<Int64>? {
        var all = open.union(joined)
        if !wholePayees.isEmpty || !wholeSeries.isEmpty {
            guard
                let linked = try reader.transactions(
                    linkedWith: &wholePayees, &wholeSeries,
                    atMost: Self.most(of: reader.last.lastTransaction))
            else { return nil }
            all.formUnion(linked)
        }
        for payee in wholePayees {
            histories[payee] = PaymentHistory(payee: payee, payments: [], isCut: false)
        }
        for history in histories.values {
            for payment in history.payments where payment.isInSeries {
                all.insert(payment.transaction)
            }
        }
        memory = PaymentMemory(
            Array(histories.values), lookedAt: all,
            seriesOfRules: seriesOfRules.subtracting(wholeSeries), searches: searches)
        return all
    }

    mutating func add(_ missing: MissingPayments) {
        joined.formUnion(missing.transactions)
        wholePayees.formUnion(missing.payees)
    }
}
