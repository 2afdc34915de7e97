import Terminal
import Vault

/// Offers what the person may want to mark as they just did another.
struct AlikeTransfersView {
    let screen: Screen

    private static let shown = 12

    func show(_ pairs: [(sender: TransactionRecord, receiver: TransactionRecord)]) throws {
        guard !pairs.isEmpty else { return }
        try screen.print()
        try screen.print(
            "\(Count.text(pairs.count, "pair")) in doubt \(pairs.count == 1 ? "looks" : "look") the "
                + "same; for those that are transfers too:")
        for pair in pairs.prefix(Self.shown) {
            try screen.print(
                "  ghostvault transfers mark \(pair.sender.id) \(pair.receiver.id)", .muted)
        }
        if pairs.count > Self.shown {
            try screen.print(
                "  and \(pairs.count - Self.shown) more: ghostvault transfers --review", .muted)
        }
    }
}
