import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct ExplainCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show why a transaction is classified as it is.",
        discussion: """
            Prints what holds and who decided it, then every stage of the pipeline: what it said, \
            and what it would have said had no earlier stage decided.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(
        help: ArgumentHelp(
            "The transaction's number, as \"transactions\" shows it.", valueName: "id"))
    var number: ListedNumber

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let id = number.value
        guard let transaction = try engine.vault.transaction(id) else {
            throw EngineError.noSuchTransaction(id)
        }
        let partner = try transaction.partner.flatMap { try engine.vault.transaction($0) }
        let (trace, leftOut) = try engine.trace(id)
        let formerIDs = try engine.vault.formerBankIDs(of: id)
        let view = ExplainView(
            screen: screen, accounts: try engine.vault.accounts(),
            reasons: try ReasonWords(engine, about: [id]))
        if output.json {
            try view.showJSON(transaction, formerIDs: formerIDs, trace)
        } else {
            try view.show(
                transaction, partner: partner, formerIDs: formerIDs,
                missingSince: try engine.vault.missingSince(id), trace)
        }
        try RuleProblemsView(screen: screen).show(leftOut)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
    }
}

struct ExplainView {
    let screen: Screen
    let accounts: [AccountRecord]
    let reasons: ReasonWords

    /// - Parameters:
    ///   - formerIDs: the bank's earlier IDs of the transaction.
    ///   - missingSince: when the bank stopped listing it, in POSIX seconds; nil if it lists
    ///     it.
    func show(
        _ record: TransactionRecord, partner: TransactionRecord?, formerIDs: [String],
        missingSince: Int64?, _ trace: Trace
    ) throws {
        try screen.print(
            SafeText.neutralised("\(record.payee)  \(record.amount.text)  \(record.day)"), .heading)
        var facts = Table(columns: [.init(""), .init("", isFlexible: true, wraps: true)])
        facts.add("account", .init(accountName(record.account)))
        facts.add("description", .init(record.description))
        if !record.memo.isEmpty { facts.add("memo", .init(record.memo)) }
        if !record.merchantCode.isEmpty { facts.add("merchant code", .init(record.merchantCode)) }
        if record.isPending { facts.add("pending", "yes") }
        if !formerIDs.isEmpty {
            facts.add("bank's id", .init(record.bankID))
            facts.add("before", .init(formerIDs.joined(separator: ", ")))
        }
        if let missingSince {
            let day = DayZone.local.day(at: missingSince)
            facts.add(
                "at the bank", .init("not listed since \(day); it counts until you exclude it"))
        }
        if let partner {
            facts.add(
                "other side",
                .init(
                    "#\(partner.id) \(partner.payee), \(partner.amount.text), \(partner.day), "
                        + accountName(partner.account)))
        }
        try screen.print(facts)
        try screen.print()
        try screen.print("What holds", .heading)
        guard let verdict = record.verdict else {
            try screen.print("Nothing yet; run \"ghostvault apply-rules\".")
            return
        }
        var held = Table(columns: [
            .init(""), .init("", isFlexible: true), .init(""),
            .init("", isFlexible: true, wraps: true),
        ])
        for (attribute, reason) in verdict.reasons {
            held.add(
                .init(attribute.rawValue), .init(verdict.words(for: attribute) ?? "", .accent),
                .init(reason.by, .muted),
                .init(reasons.text(of: reason, for: attribute, of: record.id)))
        }
        try screen.print(held)
        if !record.splits.isEmpty {
            try screen.print()
            try screen.print("Split into", .heading)
            try screen.print(parts(of: record))
        }
        try screen.print()
        if trace.isNewer(than: record) {
            try screen.print(
                "By the rules and settings as they are now, it is classified otherwise, as it "
                    + "stands below; run \"ghostvault apply-rules\".", .warning)
            try screen.print()
        }
        try screen.print("Stage by stage", .heading)
        try screen.print(stages(trace, of: record.id))
    }

    func showJSON(_ record: TransactionRecord, formerIDs: [String], _ trace: Trace) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        let fields = TransactionJSON(accounts: accounts, words: reasons)
        json.object { object in
            object.object("transaction") { fields.write(record, to: &$0) }
            object.array("former_bank_ids") { list in
                for id in formerIDs { list.element(id) }
            }
            object.array("asked_for_by") { list in
                let handlers = reasons.handlers(of: record.id)
                for (attribute, handler) in handlers.sorted(by: {
                    $0.key.rawValue < $1.key.rawValue
                }) {
                    list.object { entry in
                        entry.field("attribute", attribute.rawValue)
                        entry.field("handler", handler)
                    }
                }
            }
            object.field("outdated", trace.isNewer(than: record))
            object.array("stages") { stages in
                for step in trace.steps {
                    stages.object { stage in
                        stage.field("stage", step.stage)
                        stage.field("passed_over", step.passedOver)
                        stage.array("failures") { failures in
                            for failure in step.failures {
                                failures.object { entry in
                                    entry.field("rule", failure.rule)
                                    entry.field("file", failure.problem.file)
                                    entry.field("line", failure.problem.line)
                                    entry.field("message", failure.problem.message)
                                }
                            }
                        }
                        stage.array("proposals") { proposals in
                            for proposal in step.proposals {
                                proposals.object { entry in
                                    entry.field("attribute", proposal.attribute.rawValue)
                                    entry.field("value", proposal.value)
                                    entry.field("decisive", proposal.isDecisive)
                                    entry.field("stopped_by", proposal.stoppedBy)
                                    entry.object("reason") {
                                        fields.write(
                                            proposal.reason, for: proposal.attribute,
                                            of: record.id, to: &$0)
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        try json.flush()
    }

    private func parts(of record: TransactionRecord) -> Table {
        var table = Table(columns: [
            .init(""), .init("", alignment: .trailing), .init(""),
            .init("", isFlexible: true, wraps: true),
        ])
        for part in record.splits {
            let amount = Money(minorUnits: part.minorUnits, currency: record.amount.currency)
            table.add(
                .init(part.category, .accent), .amount(amount),
                .init(part.lens?.rawValue ?? "", .muted), .init(part.note ?? ""))
        }
        return table
    }

    private func stages(_ trace: Trace, of transaction: Int64) -> Table {
        var table = Table(columns: [
            .init(""), .init(""), .init("", isFlexible: true),
            .init("", isFlexible: true, wraps: true),
        ])
        for step in trace.steps {
            if let passedOver = step.passedOver {
                table.add(.init(step.stage), "", "", .init(passedOver, .muted))
            } else if step.proposals.isEmpty, step.failures.isEmpty {
                table.add(.init(step.stage), "", "", .init("has nothing to say", .muted))
            }
            for (position, failure) in step.failures.enumerated() {
                table.add(
                    .init(position == 0 ? step.stage : ""), .init("failed", .warning), "",
                    .init(
                        "\(failure.rule) failed here: "
                            + FindingsView.place(failure.problem.file, failure.problem.line)
                            + ": \(failure.problem.message)",
                        .warning))
            }
            for (position, proposal) in step.proposals.enumerated() {
                table.add(
                    .init(position == 0 && step.failures.isEmpty ? step.stage : ""),
                    .init(proposal.standing, proposal.isDecisive ? .positive : .muted),
                    .init("\(proposal.attribute.rawValue) \(proposal.value)"),
                    .init(
                        reasons.text(
                            of: proposal.reason, for: proposal.attribute, of: transaction),
                        .muted))
            }
        }
        return table
    }

    private func accountName(_ id: Int64) -> String {
        accounts.first { $0.id == id }?.name ?? ""
    }
}

extension Trace {
    /// Whether a pass now would conclude something else.
    fileprivate func isNewer(than record: TransactionRecord) -> Bool {
        verdict != record.verdict || partner != record.partner
    }
}

extension Trace.Proposal {
    /// The proposal's fate in a word or two.
    fileprivate var standing: String {
        if stoppedBy != nil { return "not asked" }
        return isDecisive ? "decides" : "too late"
    }
}
