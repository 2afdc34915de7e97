import DemoHousehold
import Model

/// What a pass concluded, beside the truth.
struct Comparison {
    let snapshot: Snapshot
    let truths: [TruthLabel]
    let partners: [Int?]
    let conclusions: Conclusions

    init(_ labelled: LabelledSnapshot, _ conclusions: Conclusions) {
        snapshot = labelled.snapshot
        truths = labelled.truths
        partners = labelled.partners
        self.conclusions = conclusions
    }

    func verdict(_ row: Int) -> Verdict { conclusions.verdict(of: conclusions.entries[row]) }

    func text(_ row: Int) -> String {
        snapshot.texts[snapshot.transactions[row].description]
    }

    // MARK: Transfers

    /// Each pair counts once, from the side where money left.
    func compareTransfers(_ score: inout Score) {
        for row in truths.indices where snapshot.transactions[row].amount < 0 {
            let found = foundPartner(row)
            let existing = partners[row]
            score.count(
                .transfers, right: found != nil && found == existing ? 1 : 0,
                found: found == nil ? 0 : 1, existing: existing == nil ? 0 : 1)
            if found != existing {
                score.note(
                    Miss(
                        .transfers, about: truths[row].payee, expected: pair(with: existing),
                        concluded: pair(with: found)), example: text(row))
            }
        }
    }

    private func pair(with partner: Int?) -> String {
        guard let partner else { return "no pair" }
        let transaction = snapshot.transactions[partner]
        let account = snapshot.account(of: transaction).type.rawValue
        return "pair with \(truths[partner].payee) on \(account)"
    }

    private func foundPartner(_ row: Int) -> Int? {
        // Rows are numbered from 1.
        conclusions.entries[row].partner.map { Int($0) - 1 }
    }

    // MARK: Rows

    func compareRows(_ score: inout Score) {
        for (row, truth) in truths.enumerated() {
            let verdict = verdict(row)
            let concluded = verdict.transactionClass.value
            comparePayment(row, truth, verdict, &score)
            score.count(
                .income, isFound: concluded == .income, isTrue: truth.transactionClass == .income)
            score.count(
                .classes, right: concluded == truth.transactionClass ? 1 : 0, found: 1, existing: 1)
            if concluded != truth.transactionClass {
                let isOfIncome = concluded == .income || truth.transactionClass == .income
                score.note(
                    Miss(
                        isOfIncome ? .income : .classes, about: truth.payee,
                        expected: truth.transactionClass.rawValue,
                        concluded: "\(concluded.rawValue) by \(verdict.transactionClass.reason.by)"
                    ), example: text(row))
            }
            compareCategory(row, truth, verdict, &score)
        }
    }

    private func compareCategory(
        _ row: Int, _ truth: TruthLabel, _ verdict: Verdict, _ score: inout Score
    ) {
        guard let category = truth.category else { return }
        let isRight =
            verdict.category.value == category && verdict.transactionClass.value == .expense
        let amount = abs(snapshot.transactions[row].amount)
        score.count(.categories, right: isRight ? 1 : 0, found: 1, existing: 1)
        score.count(.spending, right: isRight ? amount : 0, found: amount, existing: amount)
        if !isRight, verdict.transactionClass.value == .expense {
            score.note(
                Miss(
                    .categories, about: truth.payee, expected: category,
                    concluded: [verdict.category.value, verdict.category.reason.rule]
                        .compactMap { $0 }.joined(separator: " by ")),
                example: text(row))
        }
    }

    private func comparePayment(
        _ row: Int, _ truth: TruthLabel, _ verdict: Verdict, _ score: inout Score
    ) {
        let isFound = isConcludedPayment(row, verdict)
        score.count(.payments, isFound: isFound, isTrue: truth.paysOff != nil)
        if isFound != (truth.paysOff != nil) {
            score.note(
                Miss(
                    .payments, about: truth.payee,
                    expected: truth.paysOff.map { "\($0.rawValue) payment" } ?? "no payment",
                    concluded:
                        "\(verdict.transactionClass.value.rawValue), \(verdict.transactionClass.reason.text)"
                ),
                example: text(row))
        }
    }

    private static let paymentWords = ["payment of a card", "loan payment"]

    /// A transfer to where money is owed, or one whose reason calls it a payment
    /// though the other side is not there.
    private func isConcludedPayment(_ row: Int, _ verdict: Verdict) -> Bool {
        guard verdict.transactionClass.value == .transfer else { return false }
        let transaction = snapshot.transactions[row]
        let reason = verdict.transactionClass.reason
        if reason.by == "card payments" || Self.paymentWords.contains(where: reason.text.contains) {
            return true
        }
        if snapshot.account(of: transaction).isLiability { return transaction.amount > 0 }
        return foundPartner(row).map {
            snapshot.account(of: snapshot.transactions[$0]).isLiability && transaction.amount < 0
        } ?? false
    }
}
