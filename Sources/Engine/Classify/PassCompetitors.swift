internal import Model
internal import Vault

/// Finds the transactions whose transfers depend on some others: all that are or
/// were possible partners of one, and those that compete for them.
struct PassCompetitors {
    private let reader: PassReader
    /// What the person linked, whatever the sizes.
    private var linked: [Int64: [Int64]] = [:]
    private let days: Int?

    /// - Parameter days: that may lie between the sides of a transfer; nil where
    ///   none are looked for.
    init(_ reader: PassReader, _ decisions: Decisions, days: Int?) {
        self.reader = reader
        self.days = days
        for (pair, decision) in decisions.pairs where decision == .linked {
            linked[pair.first, default: []].append(pair.second)
            linked[pair.second, default: []].append(pair.first)
        }
    }

    /// The changed transactions and all that they are connected with by possible
    /// transfers, now and as they were.
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
