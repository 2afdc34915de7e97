import Engine
import Vault

extension SyncView {
    /// "17/24 requests left today", or what the bridge says against it.
    static func words(requestsLeft left: Int, isRefused: Bool) -> String {
        isRefused
            ? "the bridge accepts no more requests for now"
            : "\(left)/\(SyncPlan.requestsADay) requests left today"
    }

    /// Sentences about changes in what the bank lists, for every view that syncs.
    static func words(otherwiseListed stored: StoredAnswer) -> [(words: String, isWarning: Bool)] {
        var sentences: [(String, Bool)] = []
        if stored.recognised > 0 {
            sentences.append(
                (
                    Count.text(stored.recognised, "known transaction")
                        + " came with another id and a different day or text; nothing was "
                        + "duplicated.",
                    false
                ))
        }
        if stored.heldBack > 0 {
            sentences.append(
                (
                    Count.text(stored.heldBack, "transaction")
                        + " may be duplicates of known ones and are held back. If the bank lists "
                        + "them again tomorrow, they replace those.", true
                ))
        }
        if stored.takenBack > 0 {
            sentences.append(
                (
                    "The bank took back \(Count.text(stored.takenBack, "transaction")), which no "
                        + "longer " + (stored.takenBack == 1 ? "counts." : "count."), false
                ))
        }
        if let words = words(missing: stored.missing) { sentences.append((words, true)) }
        return sentences
    }

    /// A sentence about posted transactions that banks no longer list, with what to do.
    ///
    /// - Parameter ids: the vault's numbers; the result is nil if there are none.
    static func words(missing ids: [Int64]) -> String? {
        guard let first = ids.first else { return nil }
        return "The bank no longer lists \(Count.text(ids.count, "posted transaction")): "
            + ids.prefix(10).map { "#\($0)" }.joined(separator: ", ")
            + (ids.count > 10 ? " …" : "")
            + ". If it is wrong, exclude it: ghostvault transactions set \(first) --exclude "
            + "(--no-exclude keeps it)"
    }

    /// The amount of new data, "7 accounts, 12 new transactions, 1 changed".
    static func words(accounts: Int, _ stored: StoredAnswer) -> String {
        "\(Count.text(accounts, "account")), "
            + Count.text(stored.newTransactions, "new transaction")
            + (stored.changedTransactions > 0 ? ", \(stored.changedTransactions) changed" : "")
    }
}
