import Classification
import Model
import Terminal
import Vault

struct ExplainView {
    let screen: Screen
    let accounts: [AccountRecord]
    /// Those that had something set that is still so, by what it is.
    let handlers: [Attribute: String]

    /// - Parameter formerIDs: what the bank called the transaction before.
    func show(
        _ record: TransactionRecord, partner: TransactionRecord?, formerIDs: [String],
        _ trace: Trace
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
                .init(reason.by, .muted), .init(words(of: reason, for: attribute)))
        }
        try screen.print(held)
        if !record.splits.isEmpty {
            try screen.print()
            try screen.print("Split into", .heading)
            try screen.print(parts(of: record))
        }
        try screen.print()
        try screen.print("Stage by stage", .heading)
        try screen.print(stages(trace))
    }

    func showJSON(_ record: TransactionRecord, formerIDs: [String], _ trace: Trace) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        let fields = TransactionJSON(accounts: accounts)
        json.object { object in
            object.object("transaction") { fields.write(record, to: &$0) }
            object.array("former_bank_ids") { list in
                for id in formerIDs { list.element(id) }
            }
            object.array("asked_for_by") { list in
                for (attribute, handler) in handlers.sorted(by: {
                    $0.key.rawValue < $1.key.rawValue
                }) {
                    list.object { entry in
                        entry.field("attribute", attribute.rawValue)
                        entry.field("handler", handler)
                    }
                }
            }
            object.array("stages") { stages in
                for step in trace.steps {
                    stages.object { stage in
                        stage.field("stage", step.stage)
                        stage.field("passed_over", step.passedOver)
                        stage.array("proposals") { proposals in
                            for proposal in step.proposals {
                                proposals.object { entry in
                                    entry.field("attribute", proposal.attribute.rawValue)
                                    entry.field("value", proposal.value)
                                    entry.field("decisive", proposal.isDecisive)
                                    entry.object("reason") {
                                        TransactionJSON.write(proposal.reason, to: &$0)
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

    private func stages(_ trace: Trace) -> Table {
        var table = Table(columns: [
            .init(""), .init(""), .init("", isFlexible: true),
            .init("", isFlexible: true, wraps: true),
        ])
        for step in trace.steps {
            if let passedOver = step.passedOver {
                table.add(.init(step.stage), "", "", .init(passedOver, .muted))
            } else if step.proposals.isEmpty {
                table.add(.init(step.stage), "", "", .init("has nothing to say", .muted))
            }
            for (position, proposal) in step.proposals.enumerated() {
                table.add(
                    .init(position == 0 ? step.stage : ""),
                    .init(
                        proposal.isDecisive ? "decides" : "too late",
                        proposal.isDecisive ? .positive : .muted),
                    .init("\(proposal.attribute.rawValue) \(proposal.value)"),
                    .init(words(of: proposal.reason, for: proposal.attribute), .muted))
            }
        }
        return table
    }

    private func words(of reason: Reason, for attribute: Attribute) -> String {
        guard reason.text == Reason.correction, let handler = handlers[attribute] else {
            return reason.text
        }
        return "Asked for by your automation: \(handler)"
    }

    private func accountName(_ id: Int64) -> String {
        accounts.first { $0.id == id }?.name ?? ""
    }
}
