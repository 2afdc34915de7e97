import Model
import Terminal
import Vault

/// Holds of which it is in doubt what they became.
struct HoldsView {
    let screen: Screen
    let accounts: [AccountRecord]

    func show(_ holds: [DoubtfulHold]) throws {
        guard !holds.isEmpty else {
            try screen.print("Nothing to review: no hold is in doubt.")
            return
        }
        var table = Table(columns: [
            .init(""), .init("#", alignment: .trailing), .init("day"),
            .init("account", isFlexible: true), .init("amount", alignment: .trailing),
            .init("text", isFlexible: true),
        ])
        for doubt in holds {
            add(doubt.hold, "hold", to: &table)
            for candidate in doubt.candidates { add(candidate, "posted?", to: &table) }
        }
        try screen.print(table)
        try screen.print()
        try screen.print(
            "\(Count.text(holds.count, "hold")) in doubt; choose with "
                + "\"ghostvault transactions settle\" and two numbers, or --neither", .muted)
    }

    private func add(_ record: TransactionRecord, _ role: String, to table: inout Table) {
        table.add(
            .init(role, .muted), .init("\(record.id)", .muted), .init("\(record.day)"),
            .init(accounts.first { $0.id == record.account }?.name ?? ""),
            .amount(record.amount), .init(record.description))
    }

    func showJSON(_ holds: [DoubtfulHold]) throws {
        let side = TransactionSideJSON(accounts: accounts)
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for doubt in holds {
                list.object { entry in
                    entry.object("hold") { side.write(doubt.hold, to: &$0) }
                    entry.array("candidates") { candidates in
                        for candidate in doubt.candidates {
                            candidates.object { side.write(candidate, to: &$0) }
                        }
                    }
                }
            }
        }
        try json.flush()
    }
}
