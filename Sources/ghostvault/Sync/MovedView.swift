import Engine
import Model
import Statements
import Terminal
import Vault

/// What another program's export brought beside its rows.
struct MovedView {
    let screen: Screen

    private static let mostNamed = 5

    /// - Parameters:
    ///   - file: as the person gave it.
    ///   - whole: whether to list what each category is here, before anything is imported.
    func show(_ moved: StatementReport.Moved, of file: String, whole: Bool) throws {
        var words: [String] = []
        // A table of budgets has no rows.
        if moved.decided > 0 || moved.budgets + moved.keptBudgets == 0 {
            words.append("your decisions about \(Count.text(moved.decided, "row"))")
        }
        let added = moved.categories.filter(\.isNew).map(\.name)
        if !added.isEmpty {
            let named = added.prefix(Self.mostNamed).joined(separator: ", ")
            words.append(
                Count.text(added.count, "new category", "new categories") + " (\(named)"
                    + (added.count > Self.mostNamed ? ", …)" : ")"))
        }
        if moved.decidedBefore > 0 {
            words.append("\(moved.decidedBefore) left as you decided here")
        }
        if !words.isEmpty {
            let all = words.joined(separator: ", ")
            try screen.print(SafeText.neutralised("\(moved.program.name): \(all)"))
        }
        if whole { try screen.print(Self.categories.table(moved.categories)) }
        if moved.budgets > 0 {
            try screen.print(
                Count.text(moved.budgets, "budget")
                    + (whole ? "; nothing was changed" : ": ghostvault budget"))
        }
        if moved.keptBudgets > 0 {
            let count = Count.text(moved.keptBudgets, "budget")
            try screen.print("\(count) left as you have \(moved.keptBudgets == 1 ? "it" : "them")")
        }
        if moved.lostSplits > 0 {
            try screen.warn(
                "\(Count.text(moved.lostSplits, "split")) can't be split here: not all parts are "
                    + "spending, or some are of the other sign. "
                    + (moved.lostSplits == 1 ? "It counts" : "They count") + " as a whole.")
        }
        guard moved.comparison.compared > 0 else { return }
        try show(moved.comparison)
        guard !moved.comparison.differences.isEmpty, !whole, file != "-" else { return }
        try screen.print(
            SafeText.neutralised(
                "\"ghostvault import compare \(file.shellWord)\" lists the others."))
    }

    func show(_ comparison: MovedComparison) throws {
        try screen.print(
            "Without your decisions, the rules and lists say the same of \(comparison.same) of "
                + "\(Count.text(comparison.compared, "row")) (\(comparison.share)).")
    }

    private static var categories: Report<MovedCategory> {
        Report(
            "import",
            .value("category", "The category in the other program.") { $0.name }
                .column("category there", isFlexible: true),
            .value("here", "What it is here.") { $0.words }.column("here"),
            .value("rows", "The rows and parts that have it.") { $0.rows }
                .column("rows"))
    }

    static var report: Report<MovedComparison.Difference> {
        Report(
            "import compare",
            .value("day", "The row's day.") { $0.day }.column("day"),
            .value("payee", "Its payee, or else its text.") { $0.payee }
                .column("payee", isFlexible: true),
            .value("amount", "Its amount; negative for money that went out.") { $0.amount }
                .column("amount") { .amount($0.amount) },
            .value("currency", "The amount's currency.") { $0.amount.currency.code },
            .value("category_there", "Its category in the other program.") { $0.category }
                .column("category there", isFlexible: true, rank: 2),
            .value(
                "there", "What that is here: a category's id, or a class that is no spending."
            ) { $0.theirWords }.column("there"),
            .value("here", "The same, by the rules and lists alone.") { $0.ourWords }
                .column("here"),
            .value("why", "What decided so.") { $0.reason.text }
                .column("why", isFlexible: true, rank: 1))
    }
}

extension MovedComparison {
    /// "91.5 %". Only all rows are 100 %.
    fileprivate var share: String {
        let rounded = (same * 2000 + compared) / max(1, compared * 2)
        let tenths = same < compared ? min(rounded, 999) : rounded
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

extension MovedCategory {
    fileprivate var isNew: Bool {
        if case .category(_, isNew: true) = meaning { true } else { false }
    }

    fileprivate var words: String {
        switch meaning {
        case .category(let id, let isNew): isNew ? "\(id) (new)" : id
        case .class(let known): tag.map { "\(known.rawValue), tag \($0)" } ?? known.rawValue
        case .undecided: "left to your rules"
        }
    }
}

extension MovedComparison.Difference {
    fileprivate var theirWords: String {
        theirs.category ?? theirs.class?.rawValue ?? ""
    }

    fileprivate var ourWords: String {
        ours.transactionClass.value == .expense
            ? ours.category.value : ours.transactionClass.value.rawValue
    }
}
