import Classification
import Engine
import Model
import Terminal
import Vault

struct ClassifyView {
    let screen: Screen
    let engine: Engine

    func show(_ report: ClassifyReport, dryRun: Bool, listing limit: Int) throws {
        let count = report.changes.count
        let verb = dryRun ? "would change" : "changed"
        let rules = Count.text(report.userRules, "rule")
        let considered = Count.text(report.considered, "transaction")
        switch report.scope {
        case .everything:
            try screen.print("\(considered) looked at with \(rules) of yours, \(count) \(verb)")
        case .whatChanged where report.considered == 0:
            try screen.print(
                "No transaction, rule or decision changed since the last time, so 0 \(verb)")
        case .whatChanged:
            try screen.print(
                "\(considered) looked at, all that what is new can have an effect on, with "
                    + "\(rules) of yours, \(count) \(verb)")
        case .leftToWatcher: try screen.print(Self.leftToWatcher)
        case .chosen(let heldBack):
            try screen.print(
                "\(considered) of your choice looked at with \(rules) of yours, \(count) \(verb)")
            if heldBack > 0 {
                try screen.print(
                    "\(Count.text(heldBack, "other")) would change too; \"ghostvault apply-rules\" "
                        + "without a choice does that", .muted)
            }
        }
        try RuleProblemsView(screen: screen).show(report)
        guard count > 0 else { return }
        try screen.print()
        try screen.print(counts(report))
        try show(report.changes, listing: limit, hint: "; --list shows them")
    }

    /// Why a pass did nothing.
    static let leftToWatcher =
        "Left to \"ghostvault watch\", which goes on with what has a mistake as it was before"

    /// What a pass after a decision changed.
    func showEffect(_ report: ClassifyReport) throws {
        try screen.print(
            report.scope == .leftToWatcher
                ? Self.leftToWatcher
                : report.changes.isEmpty
                    ? "Nothing is classified differently"
                    : "\(Count.text(report.changes.count, "transaction")) classified differently")
        try show(report.changes, listing: 20)
        try RuleProblemsView(screen: screen).show(report)
    }

    /// A table of what differs, before and after.
    ///
    /// - Parameter hint: how to see those that are not listed.
    func show(
        _ changes: [ConclusionChange], listing limit: Int, hint: String = ""
    ) throws {
        guard limit > 0 else { return }
        let edited = changes.filter { $0.before != nil }
        // The first pass concludes on everything: a list would say nothing.
        guard !edited.isEmpty else { return }
        try screen.print()
        try screen.print(try table(edited.prefix(limit)))
        if edited.count > limit {
            try screen.print("and \(edited.count - limit) more\(hint)", .muted)
        }
    }

    func showJSON(_ report: ClassifyReport, dryRun: Bool) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.field("dry_run", dryRun)
            write(report, to: &object)
        }
        try json.flush()
        try RuleProblemsView(screen: screen).show(report)
    }

    /// The effect of a decision, after fields of the command's own.
    func showJSON(
        effect report: ClassifyReport, after writeFields: (inout JSONObject) -> Void
    ) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            writeFields(&object)
            write(report, to: &object)
        }
        try json.flush()
        try RuleProblemsView(screen: screen).show(report)
    }

    private func write(_ report: ClassifyReport, to object: inout JSONObject) {
        object.field("considered", report.considered)
        object.field("whole", report.isWhole)
        object.field("changed", report.changes.count)
        if case .chosen(let heldBack) = report.scope {
            object.field("held_back", heldBack)
        } else {
            object.field("held_back", 0)
        }
        object.field("left_to_watcher", report.scope == .leftToWatcher)
        Self.write(report.changes, to: &object)
        Self.write(problems: report.problems, to: &object)
        object.array("decision_problems") { list in
            for problem in report.decisionProblems {
                list.object { entry in
                    entry.field("transaction", problem.transaction)
                    entry.field("message", problem.words)
                }
            }
        }
        object.array("left_out") { list in
            for file in report.leftOut {
                list.object { entry in
                    entry.field("file", file.file)
                    entry.array("mistakes") { Self.write(file.problems, to: &$0) }
                }
            }
        }
        LeftOutPluginsView.write(report.leftOutPlugins, to: &object)
    }

    /// What went wrong in rules while they ran.
    static func write(problems: [RuleFileProblem], to object: inout JSONObject) {
        object.array("problems") { list in
            for problem in problems {
                list.object { entry in
                    entry.field("file", problem.file)
                    entry.field("line", problem.line)
                    entry.field("message", problem.message)
                    entry.field("transactions", problem.transactions)
                }
            }
        }
    }

    static func write(_ changes: [ConclusionChange], to object: inout JSONObject) {
        object.array("changes") { list in
            for change in changes {
                list.object { entry in
                    entry.field("id", change.transaction)
                    entry.object("before") { write(change.before, to: &$0) }
                    entry.object("after") { write(change.after, to: &$0) }
                }
            }
        }
    }

    private static func write(_ verdict: Verdict?, to object: inout JSONObject) {
        for (name, value) in values(of: verdict) { object.field(name, value) }
    }

    static func write(_ mistakes: [RuleFileProblem], to list: inout JSONArray) {
        for mistake in mistakes {
            list.object { entry in
                entry.field("line", mistake.line)
                entry.field("column", mistake.column)
                entry.field("message", mistake.message)
            }
        }
    }

    private func counts(_ report: ClassifyReport) -> Table {
        var table = Table(columns: [
            .init("now"), .init("transactions", alignment: .trailing),
        ])
        for transactionClass in TransactionClass.allCases {
            let count = report.changes.count {
                $0.after.transactionClass.value == transactionClass
            }
            if count > 0 { table.add(.init(transactionClass.rawValue), .init("\(count)")) }
        }
        return table
    }

    private func table(_ changes: some Sequence<ConclusionChange>) throws -> Table {
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("day"), .init("payee", isFlexible: true),
            .init("amount", alignment: .trailing), .init("what"), .init("before"), .init("after"),
            .init("why", isFlexible: true),
        ])
        for change in changes {
            guard let record = try engine.vault.transaction(change.transaction) else { continue }
            let before = Self.listed(change.before)
            let after = Self.listed(change.after)
            let differences = zip(before, after).filter { $0.value != $1.value }
            for (old, new) in differences {
                table.add(
                    .init("\(record.id)", .muted), .init("\(record.day)"), .init(record.payee),
                    .amount(record.amount), .init(new.name), .init(old.value ?? "–", .muted),
                    .init(new.value ?? "–", .accent),
                    .init(
                        change.after.reasons.first { $0.attribute.rawValue == new.name }?
                            .reason.text ?? "", .muted))
            }
            // The same values for another reason, with another partner, or with
            // parts of another amount.
            if differences.isEmpty {
                let earlier = change.before?.reasons ?? []
                let others = change.after.reasons.filter { after in
                    !earlier.contains { $0 == after }
                }
                // Nothing counts by the category of a whole that is split.
                let other = others.first {
                    $0.attribute != .category || change.after.splits == nil
                }
                guard other != nil || others.isEmpty else { continue }
                let name = other?.attribute.rawValue ?? Attribute.partner.rawValue
                table.add(
                    .init("\(record.id)", .muted), .init("\(record.day)"), .init(record.payee),
                    .amount(record.amount), .init(name), .init("the same", .muted),
                    .init(after.first { $0.name == name }?.value ?? "another"),
                    .init(other?.reason.text ?? "", .muted))
            }
        }
        return table
    }

    /// What a person is shown of a verdict: "split" in place of a category that
    /// nothing counts by.
    private static func listed(_ verdict: Verdict?) -> [(name: String, value: String?)] {
        guard let verdict, verdict.splits != nil else { return values(of: verdict) }
        return values(of: verdict).map { name, value in
            (name, name == Attribute.category.rawValue ? "split" : value)
        }
    }

    /// What a person compares, by the names of JSON.
    private static func values(of verdict: Verdict?) -> [(name: String, value: String?)] {
        Attribute.allCases.filter { $0 != .partner }
            .map { ($0.rawValue, verdict?.words(for: $0)) }
    }
}
