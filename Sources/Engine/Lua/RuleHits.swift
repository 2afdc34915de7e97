public import Classification
internal import Scripting

/// How often rules and maps were of use in a pass over the vault.
public struct RuleHits: Sendable {
    public struct Map: Sendable {
        public let path: String
        /// In the order of the file, each with the transactions for which a file
        /// of rules found it.
        public let rows: [(key: String, transactions: Int)]
    }

    /// In rule order.
    public let rules: [RuleUse]
    public let maps: [Map]
    public let leftOut: [LeftOutFile]
    /// What went wrong in rules and plugins while they ran.
    public let problems: [RuleFileProblem]
}

extension Engine {
    /// Counts what matches, in a pass that stores nothing.
    public func ruleHits() throws -> RuleHits {
        try uninterrupted {
            let setup = try passSetup()
            let pass = try setup.classifier.conclude(try snapshot(for: setup))
            let hits = setup.userRules.mapHits()
            let maps = setup.library.maps.enumerated().map { position, map in
                let counts = position < hits.count ? hits[position] : []
                return RuleHits.Map(
                    path: "rules/\(map.name)",
                    rows: map.entries.enumerated().map { row, entry in
                        (entry.key, row < counts.count ? counts[row] : 0)
                    })
            }
            return RuleHits(
                rules: pass.uses, maps: maps, leftOut: setup.leftOut, problems: pass.problems)
        }
    }
}
