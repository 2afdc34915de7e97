/// The categories of a vault: unique ids, known parents, no cycle.
public struct CategoryTree: Sendable {
    /// In the order in which they were declared; each with its lens, or that of the
    /// nearest category above it that has one.
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

    /// Whether a category is another, or below it.
    ///
    /// - Parameters:
    ///   - id: of a category; one that the tree doesn't have is below none.
    ///   - other: the id of the one above.
    public func isCategory(_ id: String, within other: String) -> Bool {
        var current: String? = id
        while let next = current {
            if next == other { return true }
            current = self[next]?.parent
        }
        return false
    }

    /// The id of a category, and of all below it in the order in which they were
    /// declared.
    public func ids(within id: String) -> [String] {
        [id] + categories.map(\.id).filter { $0 != id && isCategory($0, within: id) }
    }

    /// A category and those above it, the nearest first.
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

/// Why a list of categories is no tree.
public enum CategoryTreeError: Error, Hashable, Sendable {
    case declaredTwice(String)
    case unknownParent(String, of: String)
    case cycle(through: String)
}
