/// The category tree of a vault: unique ids, known parents, no cycle.
public struct CategoryTree: Sendable {
    /// In order of declaration. A category without a lens has that of its nearest
    /// ancestor.
    public let categories: [Category]
    /// The categories as they are declared, without what they inherit.
    private let declared: [Category]
    private let positions: [String: Int]
    /// The categories whose lens the person chose by a command.
    private var withChosenLens: Set<String> = []
    /// The categories that became others, by id.
    private var merged: [String: String] = [:]

    /// - Throws: ``CategoryTreeError`` for the first category that breaks the
    ///   tree.
    public init(_ categories: [Category]) throws(CategoryTreeError) {
        var positions: [String: Int] = [:]
        for (position, category) in categories.enumerated() {
            guard positions.updateValue(position, forKey: category.id) == nil else {
                throw .declaredTwice(category.id)
            }
        }
        self.positions = positions
        declared = categories
        var whole: [Category] = []
        for category in categories {
            let line = try Self.line(upFrom: category, in: categories, positions)
            whole.append(
                Category(
                    id: category.id, name: category.name, type: category.type,
                    parent: category.parent, lens: line.lazy.compactMap(\.lens).first,
                    icon: category.icon, colour: category.colour))
        }
        self.categories = whole
    }

    /// The category of an id, or the one that it became.
    public subscript(id: String) -> Category? {
        positions[resolved(id)].map { categories[$0] }
    }

    /// The category that a text means by its id, its name or a part of it; nil if there is none.
    ///
    /// - Throws: ``AmbiguousName`` with the ids that it may mean.
    public func category(meantBy text: String) throws(AmbiguousName) -> Category? {
        if let category = self[text] { return category }
        return try NameLookup(categories, ids: { [$0.id] }, names: { [$0.name, $0.id] })
            .only(text, kind: "categories", label: \.id)
    }

    /// The first category that is there of some ids with slashes between them.
    ///
    /// The shipped files name so what a tree of the person's own may lack: "pets/shopping".
    public func first(of ids: String) -> Category? {
        self[ids] ?? ids.split(separator: "/").lazy.compactMap { self[String($0)] }.first
    }

    /// Whether some categories became others.
    public var hasMerged: Bool { !merged.isEmpty }

    /// Whether the person chose the lens of some categories by commands.
    public var hasChosenLens: Bool { !withChosenLens.isEmpty }

    /// Whether the person chose a category's lens by a command, or that of the ancestor that it
    /// has it from.
    public func isLensChosen(of id: String) -> Bool {
        var current: String? = resolved(id)
        while let next = current, let position = positions[next] {
            if withChosenLens.contains(next) { return true }
            if declared[position].lens != nil { return false }
            current = declared[position].parent
        }
        return false
    }

    /// The id of the category that one became; the same id for one that is there.
    public func resolved(_ id: String) -> String { merged[id] ?? id }

    /// Whether a category is another one or one of its descendants.
    ///
    /// - Parameters:
    ///   - id: of a category; an unknown one is a descendant of none.
    ///   - other: the id of the possible ancestor.
    public func isCategory(_ id: String, within other: String) -> Bool {
        var current: String? = id
        while let next = current {
            if next == other { return true }
            current = self[next]?.parent
        }
        return false
    }

    /// The ids of a category and its descendants, in order of declaration.
    public func ids(within id: String) -> [String] {
        [id] + categories.map(\.id).filter { $0 != id && isCategory($0, within: id) }
    }

    /// The tree with the person's changes. A change that the tree can't have, since its file
    /// was edited meanwhile, is left out.
    public func changed(by changes: [CategoryChange]) -> CategoryTree {
        var tree = self
        for change in changes.sorted(by: { ($0.position ?? 0, $0.id) < ($1.position ?? 0, $1.id) })
        {
            tree = tree.changed(by: change)
        }
        for change in changes.sorted(by: { $0.id < $1.id }) {
            guard let target = change.mergedInto else { continue }
            tree = tree.merging(change.id, into: target)
        }
        return tree
    }

    private func changed(by change: CategoryChange) -> CategoryTree {
        let before = positions[change.id].map { declared[$0] }
        guard before != nil || change.position != nil else { return self }
        let category = change.category(changing: before)
        var all = declared
        if let position = positions[change.id] {
            all[position] = category
        } else {
            all.append(category)
        }
        var tree = replaced(by: all)
        if change.lens != nil, category.lens != nil { tree.withChosenLens.insert(change.id) }
        return tree
    }

    private func merging(_ id: String, into target: String) -> CategoryTree {
        // "other" is where all else goes.
        guard id != "other", positions[id] != nil, let into = self[target]?.id, into != id,
            !isCategory(into, within: id)
        else { return self }
        let rest = declared.filter { $0.id != id }.map { category in
            category.parent == id ? category.moved(under: into) : category
        }
        var tree = replaced(by: rest)
        guard tree.positions[id] == nil else { return self }
        tree.merged = merged.mapValues { $0 == id ? into : $0 }
        tree.merged[id] = into
        return tree
    }

    private func replaced(by categories: [Category]) -> CategoryTree {
        do {
            var tree = try CategoryTree(categories)
            tree.merged = merged
            tree.withChosenLens = withChosenLens
            return tree
        } catch {
            return self
        }
    }

    /// A category and its ancestors, the nearest first.
    private static func line(
        upFrom category: Category, in categories: [Category], _ positions: [String: Int]
    ) throws(CategoryTreeError) -> [Category] {
        var visited: Set<String> = [category.id]
        var line = [category]
        var current = category
        while let parent = current.parent {
            guard let position = positions[parent] else {
                throw .unknownParent(parent, of: current.id)
            }
            guard visited.insert(parent).inserted else { throw .cycle(through: category.id) }
            current = categories[position]
            line.append(current)
        }
        return line
    }
}

/// Why a list of categories is not a valid tree.
public enum CategoryTreeError: Error, Hashable, Sendable {
    case declaredTwice(String)
    case unknownParent(String, of: String)
    case cycle(through: String)
}

/// A node of the category tree.
public struct Category: Hashable, Sendable {
    /// The stable name that rules and JSON use, "dining".
    public let id: String
    /// The displayed name; may change while the id stays.
    public let name: String
    public let type: CategoryType
    /// The id of the parent category.
    public let parent: String?
    /// The lens that it or, in a tree, its nearest ancestor with one has; nil for none.
    public let lens: Lens?
    /// A character or two to show before the name.
    public let icon: String?
    /// The name of a colour.
    public let colour: String?

    /// The lens of its expenses if nothing else decides; nil if it has no expenses.
    public var lensInUse: Lens? { lens ?? (type == .expense ? .want : nil) }

    public init(
        id: String, name: String, type: CategoryType, parent: String?, lens: Lens?,
        icon: String? = nil, colour: String? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.parent = parent
        self.lens = lens
        self.icon = icon
        self.colour = colour
    }

    fileprivate func moved(under parent: String) -> Category {
        Category(
            id: id, name: name, type: type, parent: parent, lens: lens, icon: icon,
            colour: colour)
    }
}

/// The person's changes of a category by commands, on top of its file.
public struct CategoryChange: Hashable, Sendable {
    public let id: String
    /// The place among the categories that the person added; nil for one of the file.
    public var position: Int64?
    /// Nil for what the file says, as for all below.
    public var name: String?
    /// Empty for none.
    public var parent: String?
    /// The name of a lens; empty for that of the parent.
    public var lens: String?
    /// Empty for none.
    public var icon: String?
    /// Empty for none.
    public var colour: String?
    /// The id of the category that it became part of.
    public var mergedInto: String?

    public init(id: String) { self.id = id }

    /// Whether it says nothing.
    public var isEmpty: Bool { self == CategoryChange(id: id) }

    fileprivate func category(changing before: Category?) -> Category {
        func chosen(_ new: String?, _ old: String?) -> String? {
            new.map { $0.isEmpty ? nil : $0 } ?? old
        }
        return Category(
            id: id, name: name ?? before?.name ?? id, type: before?.type ?? .expense,
            parent: chosen(parent, before?.parent),
            lens: chosen(lens, before?.lens?.rawValue).flatMap(Lens.init),
            icon: chosen(icon, before?.icon), colour: chosen(colour, before?.colour))
    }
}

public enum CategoryType: String, CaseIterable, Sendable {
    case expense, income, transfer
}
