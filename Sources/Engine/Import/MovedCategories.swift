internal import Configuration
internal import Foundation
public import Model
internal import Statements
internal import Vault

/// A category of another program, and what it is here.
public struct MovedCategory: Hashable, Sendable {
    public enum Meaning: Hashable, Sendable {
        case category(id: String, isNew: Bool)
        case `class`(TransactionClass)
        /// It decides nothing.
        case undecided
    }

    /// As the other program has it.
    public let name: String
    public let meaning: Meaning
    /// The tag that keeps the name of a kind of income, which has no category here.
    public let tag: String?
    /// The number of rows and parts of rows that have it.
    public let rows: Int
}

/// What the categories of a file are here.
struct MovedCategories {
    /// By their names.
    private(set) var all: [String: MovedCategory] = [:]
    /// New categories of the person's own.
    private(set) var added: [CategoryChange] = []

    private let tree: CategoryTree
    private let foreign: ForeignCategories
    private let changes: [CategoryChange]
    /// The ids of categories by the keys of their names.
    private var ids: [String: String]

    /// - Parameters:
    ///   - budgets: the names of categories that have a budget, which are for spending.
    ///   - tree: the vault's categories.
    ///   - changes: what the person decided about them.
    ///   - foreign: the meanings of names.
    init(
        of rows: some Sequence<StatementRow>, budgets: some Sequence<String>, tree: CategoryTree,
        changes: [CategoryChange],
        foreign: ForeignCategories
    ) {
        var uses: [String: Use] = [:]
        for row in rows {
            if !row.category.isEmpty { uses[row.category, default: Use()].add(row.amount) }
            for part in row.parts { uses[part.category, default: Use()].add(part.amount) }
        }
        for name in budgets { uses[name, default: Use()].spent += 1 }
        self.init(uses, tree: tree, changes: changes, foreign: foreign)
    }

    /// The categories of spending that rules name.
    init(
        named names: [String], tree: CategoryTree, changes: [CategoryChange],
        foreign: ForeignCategories
    ) {
        var uses: [String: Use] = [:]
        for name in names {
            uses[name, default: Use()].add(DecimalAmount(coefficient: -1, decimals: 0))
        }
        self.init(uses, tree: tree, changes: changes, foreign: foreign)
    }

    private init(
        _ uses: [String: Use], tree: CategoryTree, changes: [CategoryChange],
        foreign: ForeignCategories
    ) {
        self.tree = tree
        self.changes = changes
        self.foreign = foreign
        ids = Dictionary(
            tree.categories.map { (ForeignCategories.key(of: $0.name), $0.id) },
            uniquingKeysWith: { first, _ in first })
        for (name, use) in uses.sorted(by: { $0.key < $1.key }) {
            all[name] = moved(name, use)
        }
    }

    private struct Use {
        var rows = 0
        var spent = 0

        mutating func add(_ amount: DecimalAmount) {
            rows += 1
            if amount.coefficient < 0 { spent += 1 }
        }
    }

    private mutating func moved(_ name: String, _ use: Use) -> MovedCategory {
        let (meaning, isNamed) = meaning(of: name, use)
        let isIncome = meaning == .class(.income)
        return MovedCategory(
            name: name, meaning: meaning,
            tag: isIncome && !isNamed ? Self.plain(ForeignCategories.parts(of: name).leaf) : nil,
            rows: use.rows)
    }

    /// - Returns: the meaning, and whether the name itself is a known one.
    private mutating func meaning(
        of name: String, _ use: Use
    ) -> (meaning: MovedCategory.Meaning, isNamed: Bool) {
        let (group, leaf) = ForeignCategories.parts(of: name)
        if let id = ids[ForeignCategories.key(of: leaf)] {
            return (.category(id: id, isNew: added.contains { $0.id == id }), true)
        }
        switch foreign[name] {
        case .undecided: return (.undecided, true)
        case .class(let known): return (.class(known), true)
        case .category(let ids):
            if let id = tree.first(of: ids)?.id { return (.category(id: id, isNew: false), true) }
        case nil: break
        }
        let ofGroup = group.isEmpty ? nil : foreign[group]
        // What only brings money in is no spending.
        if ofGroup == .class(.income) || use.spent == 0 && use.rows > 1 {
            return (.class(.income), false)
        }
        var parent: String?
        if case .category(let ids) = ofGroup { parent = tree.first(of: ids)?.id }
        guard let id = add(leaf, under: parent) else { return (.undecided, true) }
        return (.category(id: id, isNew: true), true)
    }

    /// Adds a category of the person's own.
    ///
    /// - Returns: its id; nil if the name has no letters.
    private mutating func add(_ leaf: String, under parent: String?) -> String? {
        let name = Self.plain(leaf)
        let key = ForeignCategories.key(of: leaf)
        guard !key.isEmpty, !name.isEmpty else { return nil }
        let wanted = String(Engine.categoryID(of: name).prefix(40))
        let stem = wanted.isEmpty ? "category" : wanted
        var (id, number) = (stem, 1)
        while tree[id] != nil && tree.resolved(id) == id || added.contains(where: { $0.id == id }) {
            number += 1
            id = "\(stem.prefix(36))-\(number)"
        }
        var change = changes.first { $0.id == id } ?? CategoryChange(id: id)
        // One that was merged before is there again.
        change.mergedInto = nil
        change.name = name
        change.parent = parent ?? change.parent
        added.append(change)
        ids[key] = id
        return id
    }

    /// A name without what a terminal could obey, of at most 60 letters.
    private static func plain(_ name: String) -> String {
        String(SafeText.neutralised(name).prefix(60)).trimmingCharacters(in: .whitespaces)
    }
}
