internal import Model
internal import Vault

/// Finds the transactions that can affect a changed one's transfers: its possible
/// partners, now and before, and their rivals.
struct CompetingTransfers {
    private let reader: PassReader
    /// The pairs that the person linked, whatever their amounts.
    private var linked: [Int64: [Int64]] = [:]
    private let days: Int?

    /// - Parameter days: the most days between the sides of a transfer; nil if none
    ///   are matched.
    init(_ reader: PassReader, _ decisions: Decisions, days: Int?) {
        self.reader = reader
        self.days = days
        for (pair, decision) in decisions.pairs where decision == .linked {
            linked[pair.first, default: []].append(pair.second)
            linked[pair.second, default: []].append(pair.first)
        }
    }

    /// The changed transactions and all that are connected with them by possible
    /// transfers, now and before.
    func all(around changes: ChangedTransactions) throws -> Set<Int64> {
        guard let days else { return changes.ids }
        var found = changes.ids
        var isSeen: Set<SizeAndDay> = []
        var places = changes.earlier
        var new = changes.ids
        while true {
            for id in new { new.formUnion(linked[id] ?? []) }
            found.formUnion(new)
            places += try reader.places(of: new)
            guard !places.isEmpty else { return found }
            new = []
            while let place = places.popLast() {
                guard isSeen.insert(place).inserted else { continue }
                for other in try reader.counterparts(of: place, within: days)
                where found.insert(other.id).inserted {
                    places.append(other.place)
                    if linked[other.id] != nil { new.insert(other.id) }
                }
            }
        }
    }
}
