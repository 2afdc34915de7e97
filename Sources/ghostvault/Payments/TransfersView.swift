import Classification
import Engine
import Model
import Terminal
import Vault

struct TransfersView {
    let screen: Screen
    let accounts: [AccountRecord]

    func show(_ query: TransferQuery, in vault: Vault) throws {
        let transfers = try vault.transfers(query)
        guard !transfers.isEmpty else {
            try screen.print(
                query.offset > 0 ? "There is no such page." : "No transfers found.")
            return
        }
        try show(transfers)
        try show(noTransfers: transfers, orElse: .markAnew)
        let count = try vault.transferCount(query)
        guard transfers.count < count else { return }
        try screen.print()
        try screen.print(
            "\(query.offset + 1)–\(query.offset + transfers.count) of "
                + "\(Count.text(count, "transfer")); --page and --all show more", .muted)
    }

    func show(_ transfers: [TransferRecord]) throws {
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("day"), .init("from", isFlexible: true),
            .init("amount", alignment: .trailing), .init("#", alignment: .trailing), .init("day"),
            .init("to", isFlexible: true), .init("by"),
        ])
        for transfer in transfers {
            table.add(
                .init("\(transfer.sender.id)", .muted), .init("\(transfer.sender.day)"),
                .init(name(of: transfer.sender.account)), amount(of: transfer),
                .init("\(transfer.receiver.id)", .muted), .init("\(transfer.receiver.day)"),
                .init(name(of: transfer.receiver.account)),
                transfer.contradicted.isEmpty
                    ? .init(transfer.isMarked ? "you" : "auto", .muted)
                    : .init("overruled", .warning))
        }
        try screen.print(table)
    }

    /// The advice about a side that isn't classified as a transfer.
    enum NextStep {
        case markAnew, explain
    }

    /// Shows sides of pairs that count as something else.
    func show(noTransfers transfers: [TransferRecord], orElse next: NextStep) throws {
        for transfer in transfers {
            for side in transfer.contradicted {
                guard let decided = side.verdict?.transactionClass else { continue }
                let command =
                    switch next {
                    case .markAnew:
                        "\"ghostvault transfers mark \(transfer.sender.id) "
                            + "\(transfer.receiver.id)\" makes it one again"
                    case .explain: "\"ghostvault explain \(side.id)\" tells more"
                    }
                try screen.print(
                    SafeText.neutralised(
                        "\(side.id) is no transfer, but \(decided.value.rawValue): "
                            + "\(decided.reason.text); \(command)"), .warning)
            }
        }
    }

    /// Shows sides of an unlinked pair that are still classified as transfers.
    func show(stillTransfers sides: [TransactionRecord], _ report: ClassifyReport) throws {
        for side in sides {
            guard let decided = side.verdict?.transactionClass, decided.value == .transfer else {
                continue
            }
            let ownClass: TransactionClass = side.amount.minorUnits > 0 ? .income : .expense
            try screen.print(
                SafeText.neutralised(
                    "\(side.id) is a transfer still: \(decided.reason.text); \"ghostvault "
                        + "transactions set \(side.id) --class \(ownClass.rawValue)\" makes it "
                        + "none"), .warning)
        }
    }

    /// The amount; between two currencies, the amount sent and the amount received.
    private func amount(of transfer: TransferRecord) -> Table.Cell {
        let (sent, arrived) = (transfer.sender.amount, transfer.receiver.amount)
        guard sent.currency != arrived.currency else { return .amount(arrived) }
        return .init("\(sent.text) → \(arrived.text)")
    }

    /// Shows what a decision changed.
    func show(_ report: ClassifyReport) throws {
        try screen.print(
            report.changes.isEmpty
                ? "Nothing is classified differently"
                : "\(Count.text(report.changes.count, "transaction")) classified differently")
        try RuleProblemsView(screen: screen).show(report)
    }

    func showJSON(_ query: TransferQuery, in vault: Vault) throws {
        let transfers = try vault.transfers(query)
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for transfer in transfers { list.object { write(transfer, to: &$0) } }
        }
        try json.flush()
    }

    func showJSON(
        _ transfers: [TransferRecord], freed: [MarkedTransfer.Freed] = [], _ report: ClassifyReport
    ) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { object in
            object.array("transfers") { list in
                for transfer in transfers { list.object { write(transfer, to: &$0) } }
            }
            object.array("freed") { list in
                for freed in freed {
                    list.object { entry in
                        entry.field("former_partner", freed.formerPartner)
                        entry.object("transaction") { write(freed.record, to: &$0) }
                    }
                }
            }
            object.field("changed", report.changes.count)
        }
        try json.flush()
        try RuleProblemsView(screen: screen).show(report)
    }

    private func write(_ transfer: TransferRecord, to object: inout JSONObject) {
        object.field("marked", transfer.isMarked)
        object.array("contradicted") { list in
            for side in transfer.contradicted { list.element(side.id) }
        }
        object.object("from") { write(transfer.sender, to: &$0) }
        object.object("to") { write(transfer.receiver, to: &$0) }
    }

    private func write(_ record: TransactionRecord, to object: inout JSONObject) {
        TransactionSideJSON(accounts: accounts).write(record, to: &object)
    }

    // MARK: Review

    /// Shows transactions that could be a side of several transfers.
    func showReview(_ query: TransferQuery, in engine: Engine, asJSON: Bool) throws {
        let vault = engine.vault
        let candidates = try vault.transferCandidates()
        let hidden = Set(
            query.leavesOutHiddenAccounts
                ? accounts.filter { $0.visibility == .hidden }.map(\.id) : [])
        var open: [(record: TransactionRecord, candidates: [TransactionRecord])] = []
        let records = try vault.transactions(
            numbered: Set(candidates.keys).union(candidates.values.joined()))
        for (id, others) in candidates {
            // List a pair once, under the side that sent the money.
            guard let record = records[id], record.amount.minorUnits < 0 else { continue }
            var others = others.compactMap { records[$0] }
            if let lastDay = query.lastDay {
                others.removeAll { $0.day > lastDay }
                guard record.day <= lastDay else { continue }
            }
            others.removeAll { hidden.contains($0.account) }
            guard !hidden.contains(record.account), !others.isEmpty else { continue }
            let all = [record] + others
            if let account = query.account, !all.contains(where: { $0.account == account }) {
                continue
            }
            if let days = query.days, !all.contains(where: { days.contains($0.day) }) { continue }
            open.append((record, others))
        }
        open.sort { ($1.record.day, $1.record.id) < ($0.record.day, $0.record.id) }
        let count = open.count
        open = Array(open.dropFirst(query.offset).prefix(query.limit ?? .max))
        if asJSON { return try showJSON(open) }
        guard !open.isEmpty else {
            try screen.print(
                query.offset > 0
                    ? "There is no such page." : "Nothing to review: no transfer is in doubt.")
            return
        }
        var table = Table(columns: [
            .init(""), .init("#", alignment: .trailing), .init("day"),
            .init("account", isFlexible: true), .init("amount", alignment: .trailing),
            .init("text", isFlexible: true),
        ])
        for (record, others) in open {
            add(record, "sent", to: &table)
            for other in others { add(other, "arrived?", to: &table) }
        }
        try screen.print(table)
        try screen.print()
        try screen.print(
            "\(Count.text(count, "transaction")) in doubt; choose with "
                + "\"ghostvault transfers mark\" and two numbers", .muted)
        for holder in try engine.possibleHolders() { try tell(holder) }
    }

    private func tell(_ holder: PossibleHolder) throws {
        let name = SafeText.neutralised(holder.name)
        try screen.print()
        try screen.print(
            "\(Count.text(holder.pairs, "pair")) in doubt have the name \(name) on both sides.")
        try screen.print(
            "If that is you, put holders = [\"\(name)\"] into config/transfers.toml, which "
                + "\"ghostvault init --config\" lays out, and run \"ghostvault apply-rules\"",
            .muted)
    }

    private func add(_ record: TransactionRecord, _ role: String, to table: inout Table) {
        table.add(
            .init(role, .muted), .init("\(record.id)", .muted), .init("\(record.day)"),
            .init(name(of: record.account)), .amount(record.amount), .init(record.description))
    }

    private func showJSON(
        _ open: [(record: TransactionRecord, candidates: [TransactionRecord])]
    ) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for (record, others) in open {
                list.object { entry in
                    entry.object("transaction") { write(record, to: &$0) }
                    entry.array("candidates") { candidates in
                        for other in others {
                            candidates.object { write(other, to: &$0) }
                        }
                    }
                }
            }
        }
        try json.flush()
    }

    private func name(of account: Int64) -> String {
        accounts.first { $0.id == account }?.name ?? ""
    }
}
