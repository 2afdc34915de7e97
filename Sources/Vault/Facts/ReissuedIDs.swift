/// Finds the transactions to which a bank gave new ids: some are gone from
/// days that it answered whole, and others are new that are the same in day,
/// amount and texts.
enum ReissuedIDs {
    /// - Parameters:
    ///   - gone: what the vault has and the answer has not, in the order in
    ///     which it came.
    ///   - new: what the answer has and the vault has not, in its order.
    /// - Returns: the place in `new` by the place in `gone`, one to one. Of
    ///   those that are alike no one can tell which is which, so they are paired
    ///   in their order, as many as there are of both: a bank may post an equal
    ///   purchase in the answer that gives the others new ids.
    static func pairs(
        gone: [TransactionWords], new: [TransactionWords]
    ) -> [(gone: Int, new: Int)] {
        guard !gone.isEmpty, !new.isEmpty else { return [] }
        var goneByLikeness: [TransactionWords.Likeness: [Int]] = [:]
        for (place, words) in gone.enumerated() {
            goneByLikeness[words.likeness, default: []].append(place)
        }
        var newByLikeness: [TransactionWords.Likeness: [Int]] = [:]
        for (place, words) in new.enumerated() where goneByLikeness[words.likeness] != nil {
            newByLikeness[words.likeness, default: []].append(place)
        }
        return goneByLikeness.flatMap { likeness, gone in
            zip(gone, newByLikeness[likeness] ?? []).map { ($0, $1) }
        }
    }
}
