import BenchmarkData
import Model
import Rules

/// Compiling table rules and finding all that match each transaction, against
/// one text looked for in the same transactions.
func tableRules(
    _ count: Int, over snapshot: Snapshot, note: String = "", limit: Double? = nil
) -> Comparison {
    let rules = RuleMix.rules(count, seed: 1)
    let search = SinglePatternSearch(for: "STARBUCKS", in: snapshot)
    return Comparison(
        name: "\(count) table rules\(note)", floorName: "one memmem of each transaction's texts",
        transactions: snapshot.transactions.count, limit: limit, floor: { search.matches() },
        work: {
            let matcher = try RulebookMatcher(rulebook: Rulebook(rules), snapshot: snapshot)
            var matches = 0
            for row in snapshot.transactions.indices {
                matcher.forEachMatch(row: row) { _ in
                    matches += 1
                    return true
                }
            }
            return matches
        })
}
