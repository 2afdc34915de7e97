import Classification
import Engine
import Model
import Terminal
import Vault

struct TransfersView {
    let screen: Screen
    private let accounts: [AccountRecord]
    /// By account.
    private let names: [Int64: String]

    init(screen: Screen, accounts: [AccountRecord]) {
        (self.screen, self.accounts) = (screen, accounts)
        names = accounts.listedNames
    }

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
        let page = PageOptions.Page(limit: query.limit ?? count, offset: query.offset)
        try screen.print()
        try screen.print(page.words(shown: transfers.count, of: count, "transfer"), .muted)
    }

    func show(_ transfers: [TransferRecord]) throws {
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("day"), .init("from", isName: true),
            .init("amount", alignment: .trailing), .init("#", alignment: .trailing, rank: 3),
            .init("day", rank: 2), .init("to", isName: true), .init("by", rank: 1),
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
                            + "\(transfer.receiver.id)\" pairs them again"
                    case .explain: "\"ghostvault explain \(side.id)\" shows more"
                    }
                try screen.print(
                    SafeText.neutralised(
                        "\(side.id) is now \(decided.value.rawValue): \(decided.reason.text); "
                            + "\(command)"), .warning)
            }
        }
    }

    /// Shows sides of an unlinked pair that are still classified as transfers.
    func show(stillTransfers sides: [TransactionRecord]) throws {
        for side in sides {
            guard let decided = side.verdict?.transactionClass, decided.value == .transfer else {
                continue
            }
            let ownClass: TransactionClass = side.amount.minorUnits > 0 ? .income : .expense
            try screen.print(
                SafeText.neutralised(
                    "\(side.id) is still a transfer: \(decided.reason.text); \"ghostvault "
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

    /// Shows what a decision changed, with sums.
    func show(_ report: ClassifyReport, of engine: Engine) throws {
        if !report.changes.isEmpty {
            try screen.print("\(Count.text(report.differing.count, "transaction")) reclassified")
        }
        try ClassifyView(screen: screen, engine: engine).show(report.changes, listing: 3)
        try RuleProblemsView(screen: screen).show(report)
    }

    func showJSON(
        _ transfers: [TransferRecord], freed: [MarkedTransfer.Freed] = [], _ report: ClassifyReport
    ) throws {
        try Self.marking.printJSON(
            Marking(
                transfers: rows(transfers),
                freed: freed.map {
                    (formerPartner: $0.formerPartner, record: TransactionSide($0.record, accounts))
                },
                changed: report.differing.count), on: screen)
        try RuleProblemsView(screen: screen).show(report)
    }

    /// A transfer in a list for programs.
    struct Row {
        let transfer: TransferRecord
        let sender: TransactionSide
        let receiver: TransactionSide
    }

    func rows(_ transfers: [TransferRecord]) -> [Row] {
        transfers.map {
            Row(
                transfer: $0, sender: TransactionSide($0.sender, accounts),
                receiver: TransactionSide($0.receiver, accounts))
        }
    }

    static var report: Report<Row> {
        Report(
            "transfers",
            .value("marked", "Whether you made the pair; else it was found.") {
                $0.transfer.isMarked
            },
            .values("contradicted", "The sides that still count as something else.") {
                $0.transfer.contradicted.map(\.id)
            },
            .object("from", "The side that the money left.", TransactionSide.fields) { $0.sender },
            .object("to", "The side at which it arrived.", TransactionSide.fields) { $0.receiver })
    }

    /// The outcome of marking or unlinking a pair.
    struct Marking {
        let transfers: [Row]
        let freed: [(formerPartner: Int64, record: TransactionSide)]
        let changed: Int
    }

    static var marking: Report<Marking> {
        Report(
            "transfers mark",
            .list(
                "transfers", "The pair, with the fields of `ghostvault transfers --json`.",
                report.fields
            ) { $0.transfers }.describedElsewhere,
            .list(
                "freed",
                "Former partners: `former_partner` and `transaction`, with the fields of `from`.",
                [
                    .value("former_partner", "") { $0.formerPartner },
                    .object("transaction", "", TransactionSide.fields) { $0.record },
                ]
            ) { $0.freed }.describedElsewhere,
            .value("changed", "How many transactions are reclassified now.") {
                $0.changed
            })
    }

    // MARK: Review

    /// Shows transactions that could be a side of several transfers.
    func showReview(_ query: TransferQuery, in engine: Engine, as format: OutputFormat?) throws {
        let hidden = Set(
            query.leavesOutHiddenAccounts
                ? accounts.filter { $0.visibility == .hidden }.map(\.id) : [])
        var open = try engine.transfersInDoubt(through: query.lastDay, leavingOut: hidden)
        open.removeAll { doubt in
            let all = [doubt.sender] + doubt.receivers
            let isElsewhere = query.account.map { account in
                !all.contains { $0.account == account }
            }
            let isOther = query.days.map { days in !all.contains { days.contains($0.day) } }
            return isElsewhere == true || isOther == true
        }
        let count = open.count
        open = Array(open.dropFirst(query.offset).prefix(query.limit ?? .max))
        if let format {
            let rows = open.map { doubt in
                DoubtfulRow(
                    side: TransactionSide(doubt.sender, accounts),
                    candidates: doubt.receivers.map { TransactionSide($0, accounts) })
            }
            return try Self.review.print(rows, as: format, on: screen)
        }
        guard !open.isEmpty else {
            try screen.print(
                query.offset > 0
                    ? "There is no such page." : "Nothing to review: no uncertain transfers.")
            return
        }
        var table = Table(columns: [
            .init(""), .init("#", alignment: .trailing), .init("day", rank: 1),
            .init("account", isName: true), .init("amount", alignment: .trailing),
            .init("text", isFlexible: true, rank: 2),
        ])
        for doubt in open {
            add(doubt.sender, "sent", to: &table)
            for other in doubt.receivers { add(other, "arrived?", to: &table) }
        }
        try screen.print(table)
        try screen.print()
        try screen.print(
            "\(Count.text(count, "uncertain transaction")); choose with \"ghostvault review\", or with "
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
                + "\"ghostvault init --config\" writes, and run \"ghostvault apply-rules\"",
            .muted)
    }

    private func add(_ record: TransactionRecord, _ role: String, to table: inout Table) {
        table.add(
            .init(role, .muted), .init("\(record.id)", .muted), .init("\(record.day)"),
            .init(name(of: record.account)), .amount(record.amount), .init(record.description))
    }

    static var review: Report<DoubtfulRow> {
        Report(
            "transfers --review",
            .object("transaction", "The side that sent the money.", TransactionSide.fields) {
                $0.side
            },
            .list(
                "candidates", "The transactions that could each be its other side.",
                TransactionSide.fields
            ) { $0.candidates }.linewiseWithAmounts)
    }

    private func name(of account: Int64) -> String { names[account] ?? "" }
}
