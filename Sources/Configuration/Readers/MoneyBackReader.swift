internal import Classification
internal import Model
internal import Rules

extension ConfigurationFiles {
    /// - Parameter rulebook: that of the merchants.
    func moneyBack(
        _ name: String, from rulebook: Rulebook, categories: CategoryTree
    ) throws(ConfigurationError) -> MoneyBack {
        let file = try decode(MoneyBackFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        var types: Set<AccountType> = []
        for type in file.account_types {
            guard let known = AccountType(rawValue: type) else {
                throw mistake("account_types: there is no account type \"\(type)\"")
            }
            types.insert(known)
        }
        if let unknown = file.categories.first(where: { categories[$0] == nil }) {
            throw mistake("categories: there is no category \"\(unknown)\"")
        }
        guard !file.never.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw mistake("never can't have an empty text, which is everywhere")
        }
        guard file.days_after_purchase ?? 0 >= 0 else {
            throw mistake("days_after_purchase can't be below 0")
        }
        let lists = rulebook.rules.compactMap { rule -> String? in
            guard case .shipped(let file) = rule.origin, file.hasSuffix(".txt") else { return nil }
            return file
        }
        do throws(RulebookError) {
            return try MoneyBack(
                from: Set(lists), on: types, in: Set(file.categories),
                daysAfterPurchase: file.days_after_purchase,
                never: .any(file.never.map { .text(.anyText, .containsWord($0)) }))
        } catch {
            throw mistake("\(error)")
        }
    }
}

private struct MoneyBackFile: Decodable {
    let account_types: [String]
    /// The ids of categories whose merchants give money back.
    let categories: [String]
    /// So long after a purchase the same amount from the same payee is money back.
    let days_after_purchase: Int?
    /// Words of wages, sales and transfers.
    let never: [String]
}
