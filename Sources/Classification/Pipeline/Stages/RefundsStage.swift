import Model
import Rules

/// How long after a purchase its money back may come.
public struct RefundSettings: Hashable, Sendable {
    public let days: Int

    public init(days: Int = 120) {
        self.days = days
    }
}

extension PipelineRun {
    /// Links money back from a merchant to the purchase that it pays back, and gives it that
    /// purchase's category, or divides it like the purchase, unless the person said something
    /// else.
    mutating func runRefunds(_ settings: RefundSettings, stage: Int) {
        let name = pipeline.stages[stage].name
        let taken = takeBack(stage: stage)
        let found = RefundedPurchases(of: self, within: settings.days, besides: taken)
        for refund in taken + found.all {
            partnerOfRow[refund.row] = Int32(refund.purchase)
            add(
                Contribution(
                    stage: stage,
                    reason: Reason(
                        by: name, rule: nil, evidence(of: refund),
                        kind: .refund),
                    effect: Effect(), linksPartner: true),
                to: refund.row)
            let (own, purchase) = (stateOfRow[refund.row], stateOfRow[refund.purchase])
            guard !hasPersonsCategory(own) else { continue }
            let splits = states.partialVerdict(in: purchase).splits
                .flatMap { plan(of: refund, like: $0) }
            if let splits {
                add(
                    Contribution(
                        stage: stage,
                        reason: Reason(by: name, rule: nil, Evidence(.refundCategory)),
                        effect: Effect(splits: splits), overrules: .all),
                    to: refund.row)
                guard splits.keepsCategory else { continue }
            }
            guard let category = states.category(of: purchase),
                category != states.category(of: own)
            else { continue }
            let reason = states.firstReason(in: purchase) { $0.category != nil }
            let lens = states.partialVerdict(in: purchase).lens
            add(
                Contribution(
                    stage: stage,
                    reason: Reason(
                        by: name, rule: nil, Evidence(.refundCategory),
                        kind: reason?.kind == .guess ? .guess : nil, chance: reason?.chance),
                    effect: Effect(category: category, lens: lens), overrules: .all),
                to: refund.row)
        }
    }

    private func evidence(of refund: RefundedPurchases.Refund) -> Evidence {
        guard let days = refund.daysLater else {
            return Evidence(refund.isWhole ? .refund : .refundOfPart)
        }
        return Evidence(.takesBackPayment, "\(days)")
    }

    /// Gives what takes a payment back the class of that payment, if no more than one class is
    /// possible, and returns the purchases that were taken back.
    private mutating func takeBack(stage: Int) -> [RefundedPurchases.Refund] {
        var isTaken: Set<Int> = []
        var purchases: [RefundedPurchases.Refund] = []
        for found in takingBack where partnerOfRow[found.row] < 0 {
            let possible = found.originals.filter { !isTaken.contains($0) }
            guard let original = possible.first,
                Set(possible.map(expectedClass)).count == 1,
                !hasPersonsClass(stateOfRow[found.row])
            else { continue }
            isTaken.insert(original)
            let days = snapshot.transactions[original].day.days(
                until: snapshot.transactions[found.row].day)
            let takenClass = expectedClass(of: original)
            let isTransfer = takenClass == .transfer
            add(
                Contribution(
                    stage: stage,
                    reason: Reason(
                        by: pipeline.stages[stage].name, rule: nil,
                        Evidence(isTransfer ? .takesBack : .takesBackPayment, "\(max(days, 0))")),
                    effect: Effect(
                        class: takenClass, lens: isTransfer ? lensOfTransfer(original) : nil),
                    overrules: .all),
                to: found.row)
            if takenClass == .expense, snapshot.transactions[found.row].amount > 0 {
                purchases.append(
                    RefundedPurchases.Refund(
                        row: found.row, purchase: original, isWhole: true, daysLater: max(days, 0)))
            }
        }
        return purchases
    }

    private func hasPersonsClass(_ state: Int32) -> Bool {
        states.firstContribution(in: state) { $0.effect.class != nil }?.isPersons ?? false
    }

    /// The division of a refund whose purchase has a plan: a part of the purchase is divided in
    /// the same proportions.
    private func plan(of refund: RefundedPurchases.Refund, like plan: SplitPlan) -> SplitPlan? {
        guard !refund.isWhole else { return plan }
        let purchase = snapshot.transactions[refund.purchase]
        return plan.inProportion(
            to: purchase.amount, exponent: snapshot.account(of: purchase).currency.exponent)
    }

    /// Whether the person gave a transaction its category, or split it.
    private func hasPersonsCategory(_ state: Int32) -> Bool {
        guard
            let decider = states.firstContribution(
                in: state,
                where: { $0.effect.category != nil || $0.effect.splits?.keepsCategory == false })
        else { return false }
        switch pipeline.stages[decider.stage].kind {
        case .userRules, .corrections, .plugin: return true
        default: return decider.reason.kind == .confirmation
        }
    }
}

/// Finds the purchase that each refund pays back.
private struct RefundedPurchases {
    struct Refund {
        let row: Int
        let purchase: Int
        /// Whether it is all of the purchase.
        let isWhole: Bool
        /// The days between, where the refund's own text says that it takes a payment back.
        var daysLater: Int?
    }

    private(set) var all: [Refund] = []

    private struct Purchase {
        let row: Int
        let day: CalendarDay
        let amount: UInt64
        /// The amount that is not refunded yet.
        var open: UInt64
    }

    private let days: Int
    private let pairs: [TransactionPair: PairDecision]
    private let transactions: [TransactionFacts]

    /// - Parameter taken: what is known already.
    init(of run: PipelineRun, within days: Int, besides taken: [Refund]) {
        self.days = days
        transactions = run.snapshot.transactions
        pairs = run.snapshot.decisions.pairs
        var places = MerchantPlaces(of: run)
        let isTaken = Set(taken.flatMap { [$0.row, $0.purchase] })
        var refunds: [Place: [Int]] = [:]
        let rules = Set(run.pipeline.regularMoney.compactMap(\.people).flatMap(\.rules))
        for row in transactions.indices
        where transactions[row].amount > 0 && !isTaken.contains(row)
            && run.isRefund(row, besides: rules)
        {
            if let place = places.place(of: row) { refunds[place, default: []].append(row) }
        }
        guard !refunds.isEmpty else { return }
        var purchases: [Place: [Purchase]] = [:]
        for row in transactions.indices where transactions[row].amount < 0 {
            guard !transactions[row].isPending, run.partner(of: row) == nil, !isTaken.contains(row),
                let place = places.place(of: row), refunds[place] != nil,
                run.expectedClass(of: row) == .expense
            else { continue }
            let amount = transactions[row].amount.magnitude
            purchases[place, default: []].append(
                Purchase(row: row, day: transactions[row].day, amount: amount, open: amount))
        }
        for (place, refunds) in refunds {
            guard let purchases = purchases[place] else { continue }
            link(refunds, to: purchases)
        }
        all.sort { $0.row < $1.row }
    }

    /// Whole purchases come first: a part must not take what another refund pays back to the
    /// cent.
    private mutating func link(_ refunds: [Int], to purchases: [Purchase]) {
        var purchases = purchases.sorted { ($0.day, id($0.row)) < ($1.day, id($1.row)) }
        var rest: [Int] = []
        let ordered = refunds.sorted {
            (transactions[$0].day, id($0)) < (transactions[$1].day, id($1))
        }
        for row in ordered {
            let amount = transactions[row].amount.magnitude
            let whole = candidates(for: row, among: purchases).last {
                purchases[$0].amount == amount && purchases[$0].open == amount
            }
            guard let whole else {
                rest.append(row)
                continue
            }
            purchases[whole].open = 0
            all.append(Refund(row: row, purchase: purchases[whole].row, isWhole: true))
        }
        for row in rest {
            let amount = transactions[row].amount.magnitude
            let possible = candidates(for: row, among: purchases).filter {
                purchases[$0].open >= amount
            }
            // Of several purchases one can't be told from another.
            let exact = possible.last { purchases[$0].open == amount }
            guard let found = exact ?? (possible.count == 1 ? possible.first : nil)
            else { continue }
            purchases[found].open -= amount
            all.append(Refund(row: row, purchase: purchases[found].row, isWhole: false))
        }
    }

    /// The positions of the purchases in the days before a refund, without those that the
    /// person took apart from it.
    private func candidates(for row: Int, among purchases: [Purchase]) -> [Int] {
        let day = transactions[row].day
        let first = day.adding(days: -days)
        return purchases.indices.filter {
            (first...day).contains(purchases[$0].day)
                && pairs[TransactionPair(id(row), id(purchases[$0].row))] != .unlinked
        }
    }

    private func id(_ row: Int) -> Int64 { transactions[row].id }
}

extension PipelineRun {
    /// Whether incoming money is a merchant's: an expense, but none of what people pay back.
    ///
    /// - Parameter rules: the ids of the rules for money from people.
    fileprivate func isRefund(_ row: Int, besides rules: Set<String>) -> Bool {
        guard !snapshot.transactions[row].isPending, partnerOfRow[row] < 0,
            states.transactionClass(of: stateOfRow[row]) == .expense
        else { return false }
        let reason = states.firstReason(in: stateOfRow[row]) { $0.class != nil }
        return reason?.rule.map { !rules.contains($0) } ?? true
    }
}

/// A payee in one currency.
private struct Place: Hashable {
    let payee: String
    let currency: Currency
}

/// The payees of transactions, as earlier stages decided them.
private struct MerchantPlaces {
    private let run: PipelineRun
    /// By state; the inner nil where no stage decided one.
    private var payeeOfState: [Int32: String?] = [:]

    init(of run: PipelineRun) {
        self.run = run
    }

    /// Nil without a payee.
    mutating func place(of row: Int) -> Place? {
        let state = run.stateOfRow[row]
        let decided: String?
        if let known = payeeOfState[state] {
            decided = known
        } else {
            decided = run.states.partialVerdict(in: state).payee
            payeeOfState[state] = .some(decided)
        }
        let transaction = run.snapshot.transactions[row]
        let payee = decided ?? run.snapshot.texts[transaction.payee]
        guard !payee.isEmpty else { return nil }
        return Place(payee: payee, currency: run.snapshot.account(of: transaction).currency)
    }
}
