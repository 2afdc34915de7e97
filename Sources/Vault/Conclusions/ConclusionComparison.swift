public import Model

extension ConclusionChanges {
    /// What differs between two passes over the same transactions.
    public init(from before: Conclusions, to after: Conclusions) {
        let verdicts = SharedVerdicts(after.verdicts + before.verdicts)
        let offset = Int32(after.verdicts.count)
        // Each distinct verdict by its first position, so that rows compare by
        // numbers.
        var positions: [Verdict: Int] = [:]
        let firsts = verdicts.all.enumerated().map { position, verdict in
            positions[verdict]
                ?? {
                    positions[verdict] = position
                    return position
                }()
        }
        var changes: [ConclusionChange] = []
        for (old, new) in zip(before.entries, after.entries) {
            let isSame =
                old.partner == new.partner
                && before.splits[old.transaction] == after.splits[new.transaction]
                && firsts[Int(old.verdict + offset)] == firsts[Int(new.verdict)]
            guard !isSame else { continue }
            changes.append(
                ConclusionChange(
                    transaction: new.transaction, before: old.verdict + offset,
                    after: new.verdict, in: verdicts))
        }
        self.init(changes: changes, considered: after.entries.count, leftUnswept: nil)
    }
}
