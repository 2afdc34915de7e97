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
        for entry in entries.prefix(10) {
            try screen.print("             " + SafeText.neutralised(entry.words.cut), .muted)
        }
        if entries.count > 10 {
            try screen.print("             and \(entries.count - 10) more", .muted)
        }
    }
}

extension SetAsideEntry {
    /// The reason, and the entry as the bank sent it.
    var words: String {
        raw.text.isEmpty ? explanation : "\(explanation) \(raw.text)"
    }
}
