package import Model

extension CategoryTree {
    /// The id of the category that a file means by its id, its name or a part of it. A merged one
    /// keeps the id that is written.
    ///
    /// - Throws: ``CategoryMistake``.
    package func id(writtenAs text: String) throws(CategoryMistake) -> String {
        if self[text] != nil { return text }
        do throws(AmbiguousName) {
            if let category = try category(meantBy: text) { return category.id }
        } catch {
            throw CategoryMistake(
                message: "the category \"\(text)\" may be "
                    + error.candidates.joined(separator: " or "))
        }
        throw CategoryMistake(
            message: "there is no category \"\(text)\""
                + Suggestion.phrase(for: text, among: categories.map(\.id)))
    }
}

/// A file names no category, or several.
package struct CategoryMistake: Error {
    package let message: String
}
