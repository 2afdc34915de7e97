/// The categories of a vault: unique ids, known parents, no cycle.
public struct CategoryTree: Sendable {
    /// In the order in which they were declared.
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
        self.categories = categories
        self.positions = positions
        for category in categories { try checkAncestors(of: category) }
    }

    public subscript(id: String) -> Category? {
        positions[id].map { categories[$0] }
    }

    private func checkAncestors(of category: Category) throws(CategoryTreeError) {
        var visited: Set<String> = [category.id]
        var current = category
        while let parent = current.parent {
            guard let next = self[parent] else {
                throw .unknownParent(parent, of: current.id)
            }
            guard visited.insert(parent).inserted else { throw .cycle(through: category.id) }
            current = next
        }
    }
}

/// Why a list of categories is no tree.
public enum CategoryTreeError: Error, Hashable, Sendable {
    case declaredTwice(String)
    case unknownParent(String, of: String)
    case cycle(through: String)
}
