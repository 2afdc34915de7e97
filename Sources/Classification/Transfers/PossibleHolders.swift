public import Model

/// A name that both texts of pairs in doubt have: perhaps that of a holder, whom
/// nobody named yet.
public struct PossibleHolder: Hashable, Sendable {
    /// In upper case.
    public let name: String
    /// How many pairs in doubt have it.
    public let pairs: Int

    /// So many equal and opposite pairs with one name are hardly chance.
    private static let fewestPairs = 3

    /// The names that some pairs in doubt have, the most frequent first.
    ///
    /// - Parameter candidates: by the vault's number, the transactions of which
    ///   each could be its other side; both sides are there.
    public static func all(
        in snapshot: Snapshot, candidates: [Int64: [Int64]], pipeline: Pipeline
    ) throws -> [PossibleHolder] {
        var counts: [String: Int] = [:]
        for case .transfers(let settings) in pipeline.stages.map(\.kind) {
            let evidence = TransferEvidence(
                settings, try AccountNames(snapshot.accounts, settings.wordLists),
                snapshot: snapshot)
            for (id, others) in candidates {
                guard let row = snapshot.row(of: id), snapshot.transactions[row].amount < 0 else {
                    continue
                }
                let names = Set(
                    others.compactMap(snapshot.row(of:)).compactMap { evidence.sharedName(row, $0) }
                )
                for name in names {
                    counts[name.joined(separator: " ").uppercased(), default: 0] += 1
                }
            }
        }
        return counts.filter { $0.value >= fewestPairs }
            .map { PossibleHolder(name: $0.key, pairs: $0.value) }
            .sorted { ($1.pairs, $0.name) < ($0.pairs, $1.name) }
    }
}
