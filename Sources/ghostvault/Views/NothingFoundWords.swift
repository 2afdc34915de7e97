import Classification
import Terminal
import Vault

/// Why a list of transactions is empty.
struct NothingFoundWords {
    private let vault: Vault

    init(_ vault: Vault) {
        self.vault = vault
    }

    /// - Parameter isFiltered: whether a part was asked for.
    func text(of query: TransactionQuery, isFiltered: Bool) throws -> String {
        if query.offset > 0 { return "There is no such page." }
        if let words = try unknownTag(in: query) { return words }
        var wider = query
        wider.hidesTransfers = false
        let transfers = try vault.transactionCount(wider)
        if transfers > 0 {
            return "No transactions found. "
                + Count.text(
                    transfers, "transfer or ignored one fits", "transfers or ignored ones fit")
                + "; see --transfers."
        }
        wider.leavesOutHiddenAccounts = false
        let hidden = try vault.transactionCount(wider)
        if hidden > 0 {
            return "No transactions found. "
                + Count.text(
                    hidden, "of an account that you hide fits", "of accounts that you hide fit")
                + "; see --all."
        }
        return "No transactions found." + (isFiltered ? " Fewer filters may show more." : "")
    }

    /// Told of a tag that no transaction has.
    func unknownTag(in query: TransactionQuery) throws -> String? {
        guard !query.tags.isEmpty else { return nil }
        let known = try vault.tags()
        let lowered = Set(known.map { $0.lowercased() })
        guard let tag = query.tags.first(where: { !lowered.contains($0.lowercased()) }) else {
            return nil
        }
        return SafeText.neutralised(
            "No transaction has the tag \"\(tag)\"\(Suggestion.phrase(for: tag, among: known)).")
    }
}
