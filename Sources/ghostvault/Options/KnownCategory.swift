import ArgumentParser
import Model
import Terminal

extension CategoryTree {
    /// A category that exists, so that a typing mistake is told.
    ///
    /// - Throws: `ValidationError` with the ids that there are.
    func known(_ category: String) throws -> String {
        guard self[category] == nil else { return category }
        let ids = categories.map(\.id).joined(separator: ", ")
        throw ValidationError(
            SafeText.neutralised("There is no category \"\(category)\". There are: \(ids)."))
    }
}
