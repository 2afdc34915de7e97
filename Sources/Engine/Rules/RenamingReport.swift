internal import Classification
internal import Model
internal import Vault

/// What another name of an account or a payee came to.
public struct RenamingReport: Sendable {
    public let classified: ClassifyReport
    /// Rules of the person's that matched something by the name of before, and
    /// match nothing now.
    public let silenced: [ListedRule]
}

extension Engine {
    /// Classifies anew after a decision on a name, and finds the rules that asked
    /// for the name of before.
    func renaming(_ decide: () throws -> Void) throws -> RenamingReport {
        let matching = Set(try ownRules().filter { ($0.tally?.hits ?? 0) > 0 }.map(\.reference))
        let report = try classifying(after: decide).classified
        guard !matching.isEmpty else {
            return RenamingReport(classified: report, silenced: [])
        }
        return RenamingReport(
            classified: report,
            silenced: try ownRules().filter {
                matching.contains($0.reference) && $0.tally?.hits == 0
            })
    }

    private func ownRules() throws -> [ListedRule] {
        try rules().rules.filter { $0.kind != .builtIn }
    }
}
