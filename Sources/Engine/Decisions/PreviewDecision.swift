public import Classification
internal import Model
internal import Rules
internal import Vault

/// The effect of a decision about categories, before it is made.
public struct DecisionPreview: Sendable {
    /// Files and stored rules that are in use, and could not be used afterwards, with what would
    /// be wrong in them.
    public let broken: [RejectedFile]
    /// What a pass would change.
    public let report: ClassifyReport
}

extension Engine {
    /// The effect of undoing the person's newest command, or another entry, if rules would no
    /// longer be usable.
    ///
    /// - Parameter number: as in ``undo(_:)``.
    /// - Returns: nil if every rule in use stays usable.
    /// - Throws: as ``undo(_:)``. Nothing is changed in any case.
    public func previewUndo(_ number: Int64? = nil) throws -> DecisionPreview? {
        try breaking(.undo(number))
    }

    /// The effect of redoing what the person undid last, or another entry, if rules would no
    /// longer be usable.
    ///
    /// - Parameter number: as in ``redo(_:)``.
    /// - Returns: nil if every rule in use stays usable.
    /// - Throws: as ``redo(_:)``. Nothing is changed in any case.
    public func previewRedo(_ number: Int64? = nil) throws -> DecisionPreview? {
        try breaking(.redo(number))
    }

    /// The effect of ``mergeCategory(_:into:summary:)``.
    ///
    /// - Returns: it, with the rules that would set the other category from then on.
    /// - Throws: as the merge. Nothing is changed in any case.
    public func previewMerge(
        of id: String, into target: String
    ) throws -> (preview: DecisionPreview, rules: [ListedRule]) {
        let preview = try preview(.category(try merged(id, into: target)))
        let rules = try rules(isCounting: false).rules.filter { rule in
            rule.kind != .builtIn && rule.rule?.effect.names(category: id) == true
        }
        return (preview, rules)
    }

    /// A preview of a decision that makes rules unusable. Without other categories none can.
    private func breaking(_ decision: SupposedDecision) throws -> DecisionPreview? {
        let categories = try vault.categoryChanges()
        let isOfCategories = try vault.supposing(decision) {
            try vault.categoryChanges() != categories
        }
        guard isOfCategories else { return nil }
        let preview = try preview(decision)
        return preview.broken.isEmpty ? nil : preview
    }

    private func preview(_ decision: SupposedDecision) throws -> DecisionPreview {
        let before = Set(try uninterrupted { try passSetup() }.leftOut.map(\.file))
        let report = try vault.supposing(decision) {
            try classify(dryRun: true, isWhole: true)
        }
        return DecisionPreview(
            broken: report.leftOut.filter { !before.contains($0.file) }, report: report)
    }
}
