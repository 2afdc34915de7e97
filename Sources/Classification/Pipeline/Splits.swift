import Model

/// Counts of the transactions whose splits did not fit.
///
/// The rule loses only its splits there: a plan for large purchases still gives a
/// small one its payee.
struct UnfitSplits {
    private var transactions: [Decider: Int] = [:]

    mutating func note(_ decider: Decider) { transactions[decider, default: 0] += 1 }

    /// One diagnostic for each rule or plugin, sorted by file and line.
    var problems: [RuleFileProblem] {
        transactions.map { decider, count in
            RuleFileProblem(
                file: decider.file, line: decider.line,
                message: "\(decider.name): its splits do not fit (they come to more than the "
                    + "transaction, or have more decimals than its currency) and were left out "
                    + "there; narrow \"when\" by the amount",
                transactions: count)
        }.sorted { ($0.file, $0.line ?? 0, $0.message) < ($1.file, $1.line ?? 0, $1.message) }
    }
}

/// The lenses of the parts of split transactions.
///
/// A part without a lens of its own gets the lens decided for the whole transaction.
/// If that came from the whole's category, the part's own category decides. A lens that only
/// recurring payments gave applies to parts whose category has none. A part that keeps the category
/// keeps the lens, and one of another class has the lens of its category.
struct SplitLenses {
    private let categories: CategoryTree
    private let lensStages: Set<String>
    private let recurringStages: Set<String>

    init(_ pipeline: Pipeline) {
        categories = pipeline.categories
        lensStages = Set(
            pipeline.stages.filter { if case .categoryLens = $0.kind { true } else { false } }
                .map(\.name))
        recurringStages = Set(
            pipeline.stages.filter { if case .recurring = $0.kind { true } else { false } }
                .map(\.name))
    }

    func completed(_ verdict: Verdict) -> Verdict {
        guard let splits = verdict.splits else { return verdict }
        // What a transfer moves has the lens of the transfer.
        let isTransfer = verdict.transactionClass.value == .transfer
        let decided = verdict.lens.flatMap {
            lensStages.contains($0.reason.by) && !isTransfer ? nil : $0.value
        }
        let asksCategories =
            !lensStages.isEmpty && verdict.transactionClass.value == .expense
        let isRecurring = verdict.lens.map { recurringStages.contains($0.reason.by) } ?? false
        var completed = verdict
        completed.splits = Decided(
            splits.value.settingLenses { part in
                if let kind = part.class, kind != verdict.transactionClass.value {
                    return part.lens
                        ?? (kind == .expense && !lensStages.isEmpty
                            ? categories[part.category ?? verdict.category.value]?.lensInUse : nil)
                }
                guard let own = part.category else { return part.lens ?? verdict.lens?.value }
                let category = asksCategories ? categories[own] : nil
                let ofCategory = category?.lens
                return part.lens ?? (isRecurring ? ofCategory ?? decided : decided ?? ofCategory)
                    ?? category?.lensInUse
            }, because: splits.reason)
        return completed
    }
}
