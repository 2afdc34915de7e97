import Engine
import Terminal

struct PayeesView {
    let screen: Screen

    private static let spellingsShown = 2

    func show(_ payees: ArraySlice<PayeeSummary>, of count: Int) throws {
        guard !payees.isEmpty else {
            try screen.print("No payees found.")
            return
        }
        var table = Table(columns: [
            .init("payee", isFlexible: true), .init("transactions", alignment: .trailing),
            .init("last seen"), .init("as banks write it", isFlexible: true),
        ])
        for payee in payees {
            var spellings = payee.spellings.prefix(Self.spellingsShown).joined(separator: " · ")
            let hidden = payee.spellingCount - min(payee.spellingCount, Self.spellingsShown)
            if hidden > 0 { spellings += " and \(hidden) more" }
            table.add(
                .init(payee.name + (payee.isAlias ? " (yours)" : "")),
                .init("\(payee.transactions)"), .init("\(payee.lastSeen)"),
                .init(spellings, .muted))
        }
        try screen.print(table)
        guard payees.count < count else { return }
        try screen.print()
        try screen.print(
            "\(payees.count) of \(Count.text(count, "payee")); --limit and --all show more", .muted)
    }

    func showJSON(_ payees: ArraySlice<PayeeSummary>) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for payee in payees {
                list.object { entry in
                    entry.field("payee", payee.name)
                    entry.field("key", payee.key)
                    entry.field("alias", payee.isAlias)
                    entry.field("transactions", payee.transactions)
                    entry.field("last_seen", "\(payee.lastSeen)")
                    entry.field("spelling_count", payee.spellingCount)
                    entry.array("spellings") { spellings in
                        for text in payee.spellings { spellings.element(text) }
                    }
                }
            }
        }
        try json.flush()
    }
}
