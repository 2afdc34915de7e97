import Engine
import Model
import Terminal
import Vault

extension StatusView {
    /// Shows the entries of a connection that can't be stored exactly.
    func showSetAside(of connection: Connection) throws {
        let entries = try engine.vault.setAsideEntries(connection: connection.id)
        guard !entries.isEmpty else { return }
        try screen.print(
            "  set aside  \(Count.text(entries.count, "entry", "entries")) that can't be stored exactly"
        )
        let accounts = try engine.vault.accounts().filter { $0.connection == connection.id }
        for entry in entries.prefix(10) {
            let named = accounts.filter { $0.bankID == entry.accountID.text }
            let name = named.count == 1 ? "\(named[0].name): " : ""
            try screen.print(
                "             " + SafeText.neutralised(name + entry.words.cut), .muted)
        }
        if entries.count > 10 {
            try screen.print("             and \(entries.count - 10) more", .muted)
        }
    }
}

/// A warning for each account of which something can't be read, so that figures lack it.
struct UnreadableAccountsView {
    let screen: Screen

    /// - Parameter account: the only account to warn of; nil for all.
    func show(of vault: Vault, only account: Int64? = nil, afterLine: Bool = false) throws {
        let lines = try Self.words(of: vault, only: account)
        if afterLine, !lines.isEmpty { try screen.print() }
        for words in lines { try screen.print("\(words): \(Self.command)", .warning) }
    }

    /// As safe text.
    static func words(of vault: Vault, only account: Int64? = nil) throws -> [String] {
        let unreadable = try vault.unreadableAccounts()
            .filter { account == nil || $0.account == account }
        guard !unreadable.isEmpty else { return [] }
        let names = try vault.accounts().listedNames
        return unreadable.compactMap { entry in
            names[entry.account].map { name in
                let day = ProgramContext.current.zone.day(at: entry.since)
                return SafeText.neutralised(
                    "\(name) is incomplete since \(day): "
                        + "\(Count.text(entry.entries, "entry", "entries")) can't be read")
            }
        }
    }

    static let command = "ghostvault status"
}

extension SetAsideEntry {
    /// The reason, and the entry as the bank sent it.
    var words: String {
        raw.text.isEmpty ? explanation : "\(explanation) \(raw.text)"
    }
}
