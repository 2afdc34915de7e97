import Engine
import Insights
import Letter
import Model
import Vault

/// The transactions of a period as the rows of a letter's figures.
struct LetterRows {
    /// What a row counts as.
    enum Kind: Hashable {
        case income, spending, transfer, ignored, excluded, unclassified
        /// Cash of an investment account that became holdings, or the other way.
        case trade
    }

    /// A posted transaction of an account that counts, or a part of one.
    struct Row {
        let record: TransactionRecord
        let kind: Kind
        let category: String
        /// As the account sees it: negative went out.
        let amount: Money
    }

    let all: [Row]
    private let words: ReasonWords

    init(_ engine: Engine, _ days: Range<CalendarDay>, of accounts: [AccountRecord]) throws {
        let counted = Set(accounts.filter(\.visibility.isCounted).map(\.id))
        var query = TransactionQuery()
        query.days = days
        query.order = .oldestFirst
        let investments = Set(
            accounts.filter { $0.type.netWorthGroup == .investments }.map(\.id))
        let open = try engine.vault.transferCandidates()
        var rows: [Row] = []
        try engine.vault.forEachTransaction(query) { record in
            guard !record.isPending, counted.contains(record.account) else { return }
            let isInside =
                investments.contains(record.account) && record.partner == nil
                && record.purchase == nil && record.verdict?.isContribution == false
                && open[record.id] == nil
            rows += Self.parts(of: record, isInside: isInside)
        }
        all = rows
        words = try ReasonWords(engine, about: Set(rows.map(\.record.id)))
    }

    /// - Parameter isInside: whether a transfer stays within its investment account.
    private static func parts(of record: TransactionRecord, isInside: Bool) -> [Row] {
        func row(_ kind: Kind, _ category: String, _ minorUnits: Int128) -> Row {
            Row(
                record: record, kind: kind, category: category,
                amount: Money(sum: minorUnits, currency: record.amount.currency))
        }
        guard let verdict = record.verdict else {
            return [row(.unclassified, "", record.amount.minorUnits)]
        }
        guard verdict.isExcluded?.value != true else {
            return [row(.excluded, verdict.category.value, record.amount.minorUnits)]
        }
        return record.countedParts.map { part in
            let kind: Kind =
                switch part.transactionClass {
                case _ where part.isExcluded: .excluded
                case .income: .income
                case .expense: .spending
                case .transfer: isInside ? .trade : .transfer
                case .ignore, nil: .ignored
                }
            return row(kind, part.category, part.minorUnits)
        }
    }

    func rows(_ kind: Kind, in currency: Currency) -> [Row] {
        all.filter { $0.kind == kind && $0.amount.currency == currency }
    }

    /// The rows as figures, those of one payee together, the highest first.
    ///
    /// - Parameter isNegated: whether money that went out is positive.
    func byPayee(
        _ rows: [Row], as meaning: Letter.Meaning, isNegated: Bool
    ) -> [Letter.Figure] {
        Dictionary(grouping: rows) { ExactText($0.record.payee) }.map { _, own in
            let payee = own[0].record.payee
            let figures = own.map { row in
                figure(
                    of: row, as: meaning, isNegated: isNegated,
                    label: own.count > 1 ? "\(row.record.description)" : nil)
            }
            guard figures.count > 1 else { return (payee, figures[0]) }
            return (
                payee,
                Letter.Figure(
                    sumOf: figures, "\(payee)", in: own[0].amount.currency, as: meaning,
                    remark: LetterText(words: "\(own.count)×"))
            )
        }
        .sorted { (one: (String, Letter.Figure), other) in
            (other.1.amount.minorUnits, one.0) < (one.1.amount.minorUnits, other.0)
        }
        .map(\.1)
    }

    /// - Parameter label: what stands in place of the payee.
    func figure(
        of row: Row, as meaning: Letter.Meaning, isNegated: Bool = false, label: LetterText? = nil
    ) -> Letter.Figure {
        Letter.Figure(
            label ?? "\(row.record.payee)", isNegated ? row.amount.negated : row.amount,
            as: meaning,
            on: row.record.day,
            remark: reason(for: row.record))
    }

    /// Why it counts as it does; nil until it is classified.
    func reason(for record: TransactionRecord) -> LetterText? {
        record.tellingReason(in: words, isShort: true).map { "\($0)" }
    }

    /// The rows without pairs whose sum is nothing.
    static func withoutPairs(_ rows: [Row]) -> [Row] {
        let amounts = Dictionary(
            rows.map { ($0.record.id, $0.record.amount.minorUnits) },
            uniquingKeysWith: { one, _ in one })
        return rows.filter { row in
            guard let partner = row.record.partner, let other = amounts[partner],
                row.record.splits.isEmpty
            else { return true }
            return other != -row.amount.minorUnits
        }
    }
}
