/// The category tree of a vault: unique ids, known parents, no cycle.
public struct CategoryTree: Sendable {
    /// In order of declaration. A category without a lens has that of its nearest
    /// ancestor.
    public let categories: [Category]
    private let positions: [String: Int]

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
        var whole: [Category] = []
        for category in categories {
            let line = try Self.line(upFrom: category, in: categories, positions)
            whole.append(
                Category(
                    id: category.id, name: category.name, type: category.type,
                    parent: category.parent, lens: line.lazy.compactMap(\.lens).first))
        }
        self.categories = whole
    }

    public subscript(id: String) -> Category? {
        positions[id].map { categories[$0] }
    }

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
    /// The lens of its expenses if nothing else decides; nil for the parent's lens.
    public let lens: Lens?

    public init(id: String, name: String, type: CategoryType, parent: String?, lens: Lens?) {
        self.id = id
        self.name = name
        self.type = type
        self.parent = parent
        self.lens = lens
    }
}

public enum CategoryType: String, CaseIterable, Sendable {
    case expense, income, transfer
}
