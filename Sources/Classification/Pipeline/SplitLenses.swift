import Model

/// Gives the parts of a split transaction their lenses.
///
/// A part that names none has the lens that was decided for the whole
/// transaction or, where that is only the lens of the whole's category, the
/// lens of its own category.
struct SplitLenses {
    private let categories: CategoryTree
    private let lensStages: Set<String>

    init(_ pipeline: Pipeline) {
        categories = pipeline.categories
        lensStages = Set(
            pipeline.stages.filter { if case .categoryLens = $0.kind { true } else { false } }
                .map(\.name))
    }

    func completed(_ verdict: Verdict) -> Verdict {
        guard let splits = verdict.splits else { return verdict }
        let decided = verdict.lens.flatMap { lensStages.contains($0.reason.by) ? nil : $0.value }
        let asksCategories =
            !lensStages.isEmpty && verdict.transactionClass.value == .expense
        var completed = verdict
        completed.splits = Decided(
            splits.value.settingLenses { part in
                part.lens ?? decided ?? (asksCategories ? categories[part.category]?.lens : nil)
            }, because: splits.reason)
        return completed
    }
}
