import Classification
import Engine
import Insights
import Model
import Terminal
import Vault

/// The explanation of an empty list of transactions.
struct NothingFoundWords {
    let engine: Engine
    /// The texts that were looked for.
    var searched: [String] = []

    private var vault: Vault { engine.vault }

    /// - Parameter isFiltered: whether a filter is set.
    func text(of query: TransactionQuery, isFiltered: Bool) throws -> String {
        if query.offset > 0, let limit = query.limit, limit > 0 {
            let pages = (try vault.transactionCount(query) + limit - 1) / limit
            if pages > 0 { return "There is no such page; the last is --page \(pages)." }
        }
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
        if let words = try categoryWords() { return words }
        wider.leavesOutHiddenAccounts = false
        let hidden = try vault.transactionCount(wider)
        if hidden > 0 {
            return "No transactions found. "
                + Count.text(
                    hidden, "of an account that you hide fits", "of accounts that you hide fit")
                + "; see --all."
        }
        if let days = query.days, days.lowerBound <= engine.today {
            let answered = try AnsweredDays(vault, on: engine.today)
            if answered.isBefore(days), try vault.oldestDay() != nil {
                return "No transactions found: "
                    + "nothing has come since \(answered.last.words(on: engine.today))."
            }
        }
        return "No transactions found." + (isFiltered ? " Fewer filters may show more." : "")
    }

    /// Points to a category or class that was searched for as a text; nil if none was.
    private func categoryWords() throws -> String? {
        let categories = try searched.isEmpty ? [] : engine.categories().categories
        for word in searched.map({ $0.lowercased() }) {
            if TransactionClass(rawValue: word) != nil {
                return "No transactions found with the text \"\(word)\"; see --class \(word)."
            }
            if let category = categories.first(where: {
                [$0.id.lowercased(), $0.name.lowercased()].contains(word)
            }) {
                return "No transactions found with the text \"\(word)\"; see --category "
                    + "\(category.id)."
            }
        }
        return nil
    }

    /// A warning about a tag that no transaction has; nil if all exist.
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
