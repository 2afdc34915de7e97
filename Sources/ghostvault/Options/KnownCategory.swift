import Model

extension CategoryTree {
    /// A category that exists, so that a typing mistake is told.
    ///
    /// - Throws: `UnknownCategory`.
    func known(_ category: String) throws(UnknownCategory) -> String {
        guard self[category] == nil else { return category }
        throw UnknownCategory(name: category, known: categories.map(\.id))
    }
}

/// The command line names a category that the vault has not.
struct UnknownCategory: Error {
    let name: String
    /// The ids that there are.
    let known: [String]
}
