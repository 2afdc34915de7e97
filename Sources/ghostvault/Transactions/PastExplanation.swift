import Engine
import Model
import Terminal
import Vault

/// What was concluded about a transaction at the end of a day, and what changed since.
struct PastExplanation {
    let transaction: TransactionRecord
    let day: CalendarDay
    let state: State
    /// Oldest first.
    let changes: [Change]

    enum State {
        case concluded(Verdict)
        /// It had been received by then, but no pass had seen it.
        case notClassified
        /// It was received later.
        case notReceived(CalendarDay)
        /// The vault keeps what was concluded since a later day.
        case notKept(CalendarDay)
    }

    /// A change of one value.
    struct Change {
        let day: CalendarDay
        let attribute: Attribute
        let before: String?
        let after: String?
        /// Nil if it has no value any more.
        let reason: Reason?
    }

    /// Nil if there is no such transaction.
    init?(of id: Int64, at day: CalendarDay, in engine: Engine) throws {
        let (record, history) = try engine.vault.atOneMoment {
            (try engine.vault.transaction(id), try engine.vault.conclusionHistory(of: id))
        }
        guard let record, let history else { return nil }
        let zone = ProgramContext.current.zone
        (transaction, self.day) = (record, day)
        let later = history.former.filter { zone.day(at: $0.until) > day }
        let verdicts = later.map(\.verdict) + [record.verdict].compactMap(\.self)
        changes = zip(later, zip(verdicts, verdicts.dropFirst())).flatMap { former, pair in
            Change.all(from: pair.0, to: pair.1, on: zone.day(at: former.until))
        }
        let received = zone.day(at: history.receivedAt)
        if received > day {
            state = .notReceived(received)
        } else if let kept = history.keptSince.map(zone.day(at:)), kept > day {
            state = .notKept(kept)
        } else {
            state = verdicts.first.map { .concluded($0) } ?? .notClassified
        }
    }

    fileprivate var verdict: Verdict? {
        if case .concluded(let verdict) = state { verdict } else { nil }
    }
}

extension PastExplanation.Change {
    /// What differs between two conclusions: a value, or the rule that decided it.
    fileprivate static func all(
        from before: Verdict, to after: Verdict, on day: CalendarDay
    ) -> [PastExplanation.Change] {
        Attribute.allCases.compactMap { attribute in
            let (old, new) = (before.reason(for: attribute), after.reason(for: attribute))
            let values = (before.shown(attribute), after.shown(attribute))
            guard
                values.0 != values.1
                    || (old?.by, old?.rule, old?.kind) != (new?.by, new?.rule, new?.kind)
            else { return nil }
            return PastExplanation.Change(
                day: day, attribute: attribute, before: values.0, after: values.1, reason: new)
        }
    }
}

extension Verdict {
    fileprivate func reason(for attribute: Attribute) -> Reason? {
        reasons.first { $0.attribute == attribute }?.reason
    }

    /// The value of an attribute as a person sees it.
    fileprivate func shown(_ attribute: Attribute) -> String? {
        attribute == .category ? (countsByParts ? "split" : categoryWord) : words(for: attribute)
    }
}

struct PastExplanationView {
    let screen: Screen

    func show(_ past: PastExplanation) throws {
        let record = past.transaction
        try screen.print(
            SafeText.neutralised("\(record.payee)  \(record.amount.text)  \(record.day)"), .heading)
        try screen.print()
        try screen.print("Result on \(past.day)", .heading)
        switch past.state {
        case .concluded(let verdict):
            try screen.print(table(verdict))
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

    private func table(_ verdict: Verdict) -> Table {
        var table = Table(columns: [
            .init(""), .init("", isFlexible: true), .init("", rank: 1),
            .init("", isFlexible: true, wraps: true),
        ])
        for (attribute, reason) in verdict.reasons {
            table.add(
                .init(attribute.rawValue), .init(verdict.shown(attribute) ?? "", .accent),
                .init(reason.by, .muted), .init(reason.text))
        }
        return table
    }

    static var report: Report<PastExplanation> {
        Report(
            "explain --at",
            .value("transaction", "The transaction's number.") { $0.transaction.id },
            .value("day", "The day at whose end this was concluded.") { $0.day },
            .value(
                "state",
                "`concluded`, `not_classified`, `not_received` (it came later) or `not_kept`."
            ) { $0.stateWord },
            .list("result", "The values, by attribute.", values) { past in
                (past.verdict?.reasons ?? []).map { attribute, reason in
                    (attribute, past.verdict?.shown(attribute), reason)
                }
            },
            .list("changes", "What changed since, oldest first.", changes) { $0.changes })
    }

    private static var values: [Field<(attribute: Attribute, value: String?, reason: Reason)>] {
        [
            .value("attribute", "The attribute, such as `category`.") { $0.attribute.rawValue },
            .value("value", "Its value.") { $0.value },
            .object("reason", "Why it had it.", ReasonRow.fields) {
                ReasonRow(reason: $0.reason, text: $0.reason.text)
            },
        ]
    }

    private static var changes: [Field<PastExplanation.Change>] {
        [
            .value("day", "The day.") { $0.day },
            .value("attribute", "The attribute.") { $0.attribute.rawValue },
            .value("before", "The value before; null for none.") { $0.before },
            .value("after", "The value after; null for none.") { $0.after },
            .value("decided_by", "The stage that decides it; null without a value.") {
                $0.reason?.by
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
