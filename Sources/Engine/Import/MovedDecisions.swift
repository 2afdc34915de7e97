internal import Classification
internal import Configuration
internal import Model
internal import Rules
internal import Statements
internal import Vault

/// The decisions about rows that another program's export has, in the vault's terms.
struct MovedDecisions {
    let categories: MovedCategories
    /// By account of the file and position of the row.
    private(set) var corrections: [[Int: Correction]]
    /// The sides of transfers that one row of the file has both.
    let pairs: [(ImportedFile.Row, ImportedFile.Row)]
    /// The number of splits that can't be here: with parts of both signs, or that aren't spending.
    private(set) var lostSplits = 0
    /// Lines of budgets.
    let budgets: [BudgetEntry]
    /// The number of budgets that the person has here already, and that stay as they are.
    let keptBudgets: Int
    private let foreign: ForeignCategories

    /// - Parameters:
    ///   - rows: by account of the file.
    ///   - budgets: those of the program.
    ///   - known: what has a budget here already.
    ///   - currency: the currency of the accounts; nil if they have several.
    init(
        _ rows: [[StatementRow]], budgets: [ProgramBudget], unless known: Set<BudgetSubject>,
        in currency: Currency?, tree: CategoryTree, changes: [CategoryChange],
        foreign: ForeignCategories
    ) {
        self.foreign = foreign
        categories = MovedCategories(
            of: rows.joined(), budgets: Set(budgets.filter { !$0.isTag }.map(\.category)).sorted(),
            tree: tree, changes: changes, foreign: foreign)
        let lines = categories.lines(of: budgets, in: currency)
        self.budgets = lines.filter { !known.contains($0.moved) }
        keptBudgets = Set(lines.map(\.moved)).intersection(known).count
        pairs = Self.pairs(in: rows)
        corrections = rows.map { _ in [:] }
        let paired = Set(pairs.flatMap { [$0.0, $0.1] })
        for (account, rows) in rows.enumerated() {
            for (position, row) in rows.enumerated() {
                let side = ImportedFile.Row(account: account, row: position)
                let correction = correction(of: row, isPaired: paired.contains(side))
                if !correction.isEmpty { corrections[account][position] = correction }
            }
        }
    }

    /// What the other program says of each row: the decisions, with both sides of pairs.
    var said: [[Int: Correction]] {
        var said = corrections
        for side in pairs.flatMap({ [$0.0, $0.1] }) {
            said[side.account][side.row, default: Correction()].class = .transfer
        }
        return said
    }

    /// The two rows that come from one line.
    private static func pairs(
        in rows: [[StatementRow]]
    ) -> [(ImportedFile.Row, ImportedFile.Row)] {
        var sides: [Int: [ImportedFile.Row]] = [:]
        for (account, rows) in rows.enumerated() {
            for (position, row) in rows.enumerated() where !row.otherAccount.isEmpty {
                sides[row.line, default: []].append(
                    ImportedFile.Row(account: account, row: position))
            }
        }
        return sides.sorted { $0.key < $1.key }.compactMap { _, sides in
            sides.count == 2 && sides[0].account != sides[1].account ? (sides[0], sides[1]) : nil
        }
    }

    private mutating func correction(of row: StatementRow, isPaired: Bool) -> Correction {
        var correction = Correction(
            note: Self.line(row.notes), tags: row.tags.compactMap(Self.line))
        if !row.otherAccount.isEmpty {
            if !isPaired { correction.class = .transfer }
        } else if foreign[row.payee] == .class(.ignore) {
            correction.class = .ignore
        } else if row.parts.count > 1 {
            if let plan = plan(of: row) {
                (correction.class, correction.splits) = (.expense, plan)
            } else {
                lostSplits += 1
            }
        } else {
            let category = row.category.isEmpty ? row.parts.first?.category ?? "" : row.category
            set(&correction, category, of: row)
        }
        return correction
    }

    private func set(_ correction: inout Correction, _ category: String, of row: StatementRow) {
        guard let moved = categories.all[category] else { return }
        switch moved.meaning {
        case .undecided: break
        case .category(let id, _): (correction.class, correction.category) = (.expense, id)
        // Money that went out is no income, whatever it was called.
        case .class(.income) where row.amount.coefficient < 0: break
        case .class(let known):
            correction.class = known
            if let tag = moved.tag, !correction.tags.contains(tag) { correction.tags.append(tag) }
        }
    }

    /// Nil if not all parts are spending, or all money back.
    private func plan(of row: StatementRow) -> SplitPlan? {
        let isOut = row.amount.coefficient < 0
        var parts: [SplitPlan.Part] = []
        for (position, part) in row.parts.enumerated() {
            guard (part.amount.coefficient < 0) == isOut, part.amount.coefficient != 0,
                part.amount.coefficient != .min
            else { return nil }
            let category: String
            switch categories.all[part.category]?.meaning {
            case .category(let id, _): category = id
            case .undecided, nil: category = "other"
            case .class: return nil
            }
            let size = DecimalAmount(
                coefficient: abs(part.amount.coefficient), decimals: part.amount.decimals)
            parts.append(
                SplitPlan.Part(
                    category: category,
                    size: position == row.parts.count - 1 ? .remainder : .amount(size),
                    note: Self.line(part.memo)))
        }
        do throws(SplitPlanError) {
            return try SplitPlan(parts)
        } catch {
            return nil
        }
    }

    /// One line of at most 1000 bytes, as a person may type it; nil if nothing is left.
    static func line(_ text: String) -> String? {
        var line = SafeText.neutralised(text).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        while line.utf8.count > 1000 { line.removeLast() }
        return line.isEmpty ? nil : line
    }
}
