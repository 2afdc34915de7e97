import Terminal
import Vault

/// That some figures hang on transfers about which the person has to decide.
struct TransfersInDoubtView {
    let screen: Screen

    /// - Parameter afterLine: whether an empty line stands before it.
    func show(_ transfers: [DoubtfulTransfer], afterLine: Bool = false) throws {
        guard !transfers.isEmpty else { return }
        if afterLine { try screen.print() }
        let verb = transfers.count == 1 ? "is" : "are"
        try screen.print(
            "\(Count.text(transfers.count, "possible transfer")) \(verb) in doubt: "
                + "ghostvault transfers --review", .warning)
    }
}
