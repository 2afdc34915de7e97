import ArgumentParser
import Classification
import Engine
import Foundation
import Insights
import Model
import Terminal
import Vault

/// The spending that is asked for: all of it, a category, or what is searched for.
struct AskedSpending {
    /// The category's id.
    let category: String?
    /// What is searched for, such as "costco" or "#trip"; empty for all spending.
    let words: [String]
    private let categories: CategoryTree

    var isSearch: Bool { !words.isEmpty }

    /// - Parameter words: a category's name, or what is searched for.
    init(category: String?, words: [String], in categories: CategoryTree) throws {
        self.categories = categories
        guard category == nil, !words.isEmpty else {
            self.category = try category.map { try categories.meant(by: $0) }
            self.words = words
            return
        }
        do {
            self.category = try categories.meant(by: words.joined(separator: " "))
            self.words = []
        } catch is UnknownCategory {
            self.category = nil
            self.words = words
        }
    }

    /// What is asked for, whatever its class.
    func query() throws -> TransactionQuery {
        var query = TransactionQuery()
        query.categories = category.map(categories.ids(within:)) ?? []
        for word in words { try query.narrow(byWord: word) }
        return query
    }

    /// " on Dining", " on #trip", " on "costco""; empty for all spending.
    func headingWords(after preposition: String = "on") -> String {
        let name = category.map { categories[$0]?.name ?? $0 }
        let searched = words.map { "#<>".contains($0.prefix(1)) ? $0 : "\"\($0)\"" }
        let parts = [name].compactMap(\.self) + searched
        return parts.isEmpty ? "" : " \(preposition) " + parts.joined(separator: " ")
    }

    /// The category's id or the words, as a shell takes them.
    var commandWords: String { category ?? shellWords }

    /// The words as a shell takes them.
    var shellWords: String {
        words.map { word in
            word.allSatisfy { $0.isLetter || $0.isNumber || ".-".contains($0) }
                ? word : "'\(word.replacing("'", with: "'\\''"))'"
        }.joined(separator: " ")
    }

    /// - Throws: `NoSuchName` if the words are found nowhere, and no category is called so.
    func refuseUnknown(in vault: Vault) throws {
        guard try vault.transactionCount(vault.searched(query())) == 0 else { return }
        let words = words.joined(separator: " ")
        let known = categories.categories.flatMap { [$0.id, $0.name] }
        throw NoSuchName(
            message: "\"\(words)\" is neither a category, a payee, a text, a tag nor a period"
                + "\(Suggestion.phrase(for: words, among: known)).",
            whatToDo: "\"ghostvault categories\" and \"ghostvault payees\" list the names.")
    }
}

/// Spending with a row for each category, payee, account or tag, and a column for each month.
struct SpendingByMonth {
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case month, category, payee, account, tag
    }

    let screen: Screen
    let engine: Engine
    let asked: AskedSpending
    let kind: Kind?
    let lens: Lens?
    /// The last day that counts; nil for all.
    let lastDay: CalendarDay?
    let today: CalendarDay

    /// How many months are shown without a period.
    static let usualMonths = 12

    /// - Parameter given: the period that was asked for.
    func show(_ given: Range<CalendarDay>?, as format: OutputFormat?) throws {
        let table = try MonthsTable(
            screen: screen, engine: engine, given: given, isRunning: isOfManyMonths,
            lastDay: lastDay, today: today)
        let rows = rowsKind
        let sums =
            rows == .category && asked.category == nil && !asked.isSearch
            ? try MonthlySums.spending(
                engine.vault, days: table.days, lens: lens, in: try engine.categories(),
                isComplete: table.isComplete)
            : try MonthlySums.found(
                engine.vault, .expense, try engine.vault.searched(try asked.query()), by: rows,
                days: table.days, isComplete: table.isComplete)
        if sums.rows.isEmpty, asked.isSearch { try asked.refuseUnknown(in: engine.vault) }
        try table.show(
            sums, of: rows,
            heading: "Spending"
                + (asked.headingWords().isEmpty
                    ? SpendingView.words(for: lens) : asked.headingWords()),
            command: command,
            ifNothing: "Nothing spent\(asked.headingWords()) in this time."
                + (asked.isSearch
                    ? " For all time: ghostvault transactions \(asked.shellWords)" : ""),
            as: format)
    }

    /// The command without a period.
    private var command: String {
        (["spending", asked.commandWords, "--by \((kind ?? .month).rawValue)"]
            + (lens.map { ["--lens \($0.rawValue)"] } ?? []))
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Whether several months are shown without a period.
    private var isOfManyMonths: Bool { kind == .month || asked.isSearch }

    /// What has a row: what the words don't name already.
    private var rowsKind: TransactionSums.Kind {
        switch kind {
        case .category: .category
        case .payee: .payee
        case .account: .account
        case .tag: .tag
        case .month, nil:
            if asked.category != nil {
                .payee
            } else if asked.isSearch {
                asked.words.allSatisfy { $0.hasPrefix("#") } ? .category : .payee
            } else {
                .category
            }
        }
    }
}
