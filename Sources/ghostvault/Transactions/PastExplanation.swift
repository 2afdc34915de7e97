import Engine
import Model
import Terminal
import Vault

/// The result of a transaction at the end of a day, and what changed since.
struct PastExplanation {
    let transaction: TransactionRecord
    let day: CalendarDay
    let state: State
    /// Oldest first.
    let changes: [Change]

    enum State {
        case concluded(Result)
        /// It had been received by then, but no pass had seen it.
        case notClassified
        /// It was received later.
        case notReceived(CalendarDay)
        /// The vault keeps what was concluded since a later day.
        case notKept(CalendarDay)
    }

    /// What a pass concluded.
    struct Result {
        let verdict: Verdict
        /// The number of the other side of a transfer, or of the purchase that it pays back.
        let other: Int64?
        /// That transaction as it is now; nil if it is gone.
        let otherRecord: TransactionRecord?
        /// The reasons in words, by attribute.
        let reasons: [(attribute: Attribute, reason: Reason, text: String)]
        /// Whether the other transaction is a purchase that it pays back.
        var isRefund: Bool { verdict.partner?.kind == .refund }
    }

    /// A change of one value.
    struct Change {
        let day: CalendarDay
        let attribute: Attribute
        let before: String?
        let after: String?
        /// Nil if it has no value any more.
        let reason: ReasonRow?
    }

    /// Nil if there is no such transaction.
    ///
    /// - Parameter lastDay: the last day whose changes are shown.
    init?(
        of id: Int64, at day: CalendarDay, through lastDay: CalendarDay, in engine: Engine
    ) throws {
        let (record, history) = try engine.vault.atOneMoment {
            (try engine.vault.transaction(id), try engine.vault.conclusionHistory(of: id))
        }
        guard let record, let history else { return nil }
        let zone = ProgramContext.current.zone
        (transaction, self.day) = (record, day)
        let later = history.former.filter { zone.day(at: $0.until) > day }
        var results = try later.map { try Result($0.verdict, other: $0.partner, in: engine) }
        if let verdict = record.verdict {
            results.append(
                try Result(
                    verdict, other: record.partner ?? record.purchase, in: engine,
                    ReasonWords(engine, about: [id]), of: id))
        }
        changes = zip(later, zip(results, results.dropFirst())).flatMap { former, pair in
            Change.all(from: pair.0, to: pair.1, on: zone.day(at: former.until))
        }.filter { $0.day <= lastDay }
        let received = zone.day(at: history.receivedAt)
        if received > day {
            state = .notReceived(received)
        } else if let kept = history.keptSince.map(zone.day(at:)), kept > day {
            state = .notKept(kept)
        } else {
            state = results.first.map { .concluded($0) } ?? .notClassified
        }
    }

    fileprivate var result: Result? {
        if case .concluded(let result) = state { result } else { nil }
    }
}

extension PastExplanation.Result {
    /// - Parameters:
    ///   - words: those of the present result, which know the handler that asked for a value.
    ///   - transaction: the one that the result is of.
    fileprivate init(
        _ verdict: Verdict, other: Int64?, in engine: Engine, _ words: ReasonWords? = nil,
        of transaction: Int64 = 0
    ) throws {
        (self.verdict, self.other) = (verdict, other)
        otherRecord = try other.flatMap { try engine.vault.transaction($0) }
        reasons = verdict.reasons.map { attribute, reason in
            let text = words?.text(of: reason, for: attribute, of: transaction) ?? reason.text
            return (attribute, reason, text)
        }
    }

    fileprivate func reason(for attribute: Attribute) -> ReasonRow? {
        reasons.first { $0.attribute == attribute }.map {
            ReasonRow(reason: $0.reason, text: $0.text)
        }
    }

    /// The value of an attribute as a person sees it.
    fileprivate func shown(_ attribute: Attribute) -> String? {
        switch attribute {
        case .category: verdict.countsByParts ? "split" : verdict.categoryWord
        case .partner: other.map { "#\($0)" } ?? verdict.words(for: .partner)
        default: verdict.words(for: attribute)
        }
    }
}

extension PastExplanation.Change {
    /// What differs between two results: a value, the rule that decided it, or the other side.
    fileprivate static func all(
        from before: PastExplanation.Result, to after: PastExplanation.Result, on day: CalendarDay
    ) -> [PastExplanation.Change] {
        Attribute.allCases.compactMap { attribute in
            let rows = (before.reason(for: attribute), after.reason(for: attribute))
            let (old, new) = (rows.0?.reason, rows.1?.reason)
            let values = (before.shown(attribute), after.shown(attribute))
            guard
                values.0 != values.1
                    || (old?.by, old?.rule, old?.kind) != (new?.by, new?.rule, new?.kind)
            else { return nil }
            return PastExplanation.Change(
                day: day, attribute: attribute, before: values.0, after: values.1, reason: rows.1)
        }
    }
}

struct PastExplanationView {
    let screen: Screen
    let accounts: [AccountRecord]

    func show(_ past: PastExplanation) throws {
        let record = past.transaction
        try screen.print(
            SafeText.neutralised("\(record.payee)  \(record.amount.text)  \(record.day)"), .heading)
        try screen.print()
        try screen.print("Result on \(past.day)", .heading)
        switch past.state {
        case .concluded(let result):
            try screen.print(table(result))
        case .notClassified:
            try screen.print("None yet: it was not classified.")
        case .notReceived(let day):
            try screen.print("None yet: it was received on \(day).")
        case .notKept(let day):
            try screen.print("Not known: earlier results are kept from \(day) on.")
        }
        try screen.print()
        try screen.print("Changes since", .heading)
        guard !past.changes.isEmpty else { return try screen.print("None.") }
        var table = Table(columns: [
            .init("", rank: 1), .init(""), .init("", isFlexible: true),
            .init("", isFlexible: true, wraps: true),
        ])
        for change in past.changes {
            let values = [change.before, change.after].map { $0 ?? "–" }
            let isSame = values[0] == values[1]
            table.add(
                .init("\(change.day)"), .init(change.attribute.rawValue),
                .init(isSame ? values[0] : values.joined(separator: " → "), .accent),
                .init(change.reason?.text ?? "", .muted))
        }
        try screen.print(table)
    }

    private func table(_ result: PastExplanation.Result) -> Table {
        var table = Table(columns: [
            .init(""), .init("", isFlexible: true), .init("", rank: 1),
            .init("", isFlexible: true, wraps: true),
        ])
        for (attribute, reason, text) in result.reasons {
            table.add(
                .init(attribute.rawValue), .init(result.shown(attribute) ?? "", .accent),
                .init(reason.by, .muted), .init(text))
        }
        if let other = result.otherRecord {
            let account = accounts.first { $0.id == other.account }?.name ?? ""
            table.add(
                .init(result.isRefund ? "pays back" : "other side"),
                .init("#\(other.id)", .accent), "",
                .init("\(other.payee), \(other.amount.text), \(other.day), \(account)"))
        }
        return table
    }

    static var report: Report<PastExplanation> {
        Report(
            "explain --at",
            .value("transaction", "The transaction's number.") { $0.transaction.id },
            .value("day", "The day at whose end it had this result.") { $0.day },
            .value(
                "state",
                "`concluded`, `not_classified`, `not_received` (it came later) or `not_kept`."
            ) { $0.stateWord },
            .value("partner", "The `id` of a transfer's other side on that day, if found.") {
                $0.result.flatMap { $0.isRefund ? nil : $0.other }
            },
            .value("purchase", "For a refund, the `id` of its purchase on that day, if found.") {
                $0.result.flatMap { $0.isRefund ? $0.other : nil }
            },
            .list("result", "The values, by attribute.", values) { past in
                (past.result?.reasons ?? []).map { attribute, reason, text in
                    (
                        attribute, past.result?.shown(attribute),
                        ReasonRow(reason: reason, text: text)
                    )
                }
            },
            .list("changes", "What changed since, oldest first.", changes) { $0.changes })
    }

    private static var values: [Field<(attribute: Attribute, value: String?, reason: ReasonRow)>] {
        [
            .value("attribute", "The attribute, such as `category`.") { $0.attribute.rawValue },
            .value("value", "Its value.") { $0.value },
            .object("reason", "Why it had it.", ReasonRow.fields) { $0.reason },
        ]
    }

    private static var changes: [Field<PastExplanation.Change>] {
        [
            .value("day", "The day.") { $0.day },
            .value("attribute", "The attribute.") { $0.attribute.rawValue },
            .value("before", "The value before; null for none.") { $0.before },
            .value("after", "The value after; null for none.") { $0.after },
            .value("decided_by", "The stage that decides it; null without a value.") {
                $0.reason?.reason.by
            },
            .value("reason", "Why it has it; null without a value.") { $0.reason?.text },
        ]
    }
}

extension PastExplanation {
    fileprivate var stateWord: String {
        switch state {
        case .concluded: "concluded"
        case .notClassified: "not_classified"
        case .notReceived: "not_received"
        case .notKept: "not_kept"
        }
    }
}
