import Engine
import Model
import Terminal
import Vault

/// What only the person can decide about what banks sent, and where to.
struct QuestionsView {
    let screen: Screen
    let engine: Engine

    /// - Parameters:
    ///   - afterLine: whether an empty line stands before it.
    ///   - lastDay: the last day of whose transfers anything is told.
    ///   - asksOfMissing: whether to list what banks no longer list; a sync just said what is new.
    func show(
        afterLine: Bool = false, through lastDay: CalendarDay? = nil, asksOfMissing: Bool = true
    ) throws {
        let holds = try engine.vault.doubtfulHoldCount()
        let missing = asksOfMissing ? try engine.vault.missingTransactions() : []
        let offers = try engine.mergeOffers().filter(\.countsTwice)
        let transfers = try engine.vault.doubtfulTransfers(through: lastDay)
        guard holds > 0 || !missing.isEmpty || !offers.isEmpty || !transfers.isEmpty else { return }
        if afterLine { try screen.print() }
        if holds > 0 {
            try screen.print(
                "\(Count.text(holds, "hold")) may have become one of several transactions: "
                    + "ghostvault transactions holds", .warning)
        }
        if let words = SyncView.words(missing: missing) { try screen.print(words, .warning) }
        try TransfersInDoubtView(screen: screen).show(transfers)
        if !offers.isEmpty {
            try screen.print(
                "\(Count.text(offers.count, "account")) may go on as another, and count twice until "
                    + "you decide: ghostvault accounts", .warning)
        }
    }
}
