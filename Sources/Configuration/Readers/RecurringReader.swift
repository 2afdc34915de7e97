internal import Classification
internal import Model
internal import Rules

extension ConfigurationFiles {
    func recurringSettings(
        _ name: String, categories: CategoryTree
    ) throws(ConfigurationError) -> RecurringSettings {
        let file = try decode(RecurringFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        if let unknown = file.everyday_categories.first(where: { categories[$0] == nil }) {
            throw mistake("everyday_categories: there is no category \"\(unknown)\"")
        }
        let bills = file.bill_categories ?? []
        if let unknown = bills.first(where: { categories[$0] == nil }) {
            throw mistake("bill_categories: there is no category \"\(unknown)\"")
        }
        let lists = [file.worded, file.never, file.needs]
        guard !lists.joined().contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw mistake("worded, never and needs can't have an empty text, which is everywhere")
        }
        func condition(_ words: [String]) -> Condition {
            .any(words.map { .text(.anyText, .containsWord($0)) })
        }
        do throws(RulebookError) {
            return try RecurringSettings(
                everydayCategories: Set(file.everyday_categories), billCategories: Set(bills),
                worded: condition(file.worded), never: condition(file.never),
                needs: condition(file.needs))
        } catch {
            throw mistake("\(error)")
        }
    }
}

private struct RecurringFile: Decodable {
    /// The ids of categories of what is bought whenever it is needed.
    let everyday_categories: [String]
    /// The ids of categories of those who send bills.
    let bill_categories: [String]?
    /// Words of regular payments.
    let worded: [String]
    /// Words of what is no series.
    let never: [String]
    /// Words of series that are needs.
    let needs: [String]
}
