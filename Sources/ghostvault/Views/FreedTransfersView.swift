import Engine
import Model
import Terminal
import Vault

/// Shows what a marked pair was before, and what its sides were paired with.
struct FreedTransfersView {
    let screen: Screen

    func show(_ marked: MarkedTransfer) throws {
        switch marked.before {
        case .strangers: break
        case .found:
            try screen.print("They were a pair already, which was found; now it is your word")
        case .marked: try screen.print("They were a pair already, by your word")
        }
        for freed in marked.freed {
            try screen.print(
                SafeText.neutralised(
                    "\(freed.record.id) was paired with \(freed.formerPartner), and is free again: "
                        + Self.words(freed.record)))
        }
    }

    /// What a transaction is now.
    private static func words(_ record: TransactionRecord) -> String {
        if let partner = record.partner { return "paired with \(partner) now" }
        guard let decided = record.verdict?.transactionClass else { return "not classified yet" }
        return "\(decided.value.rawValue) now, \(decided.reason.text)"
    }
}
