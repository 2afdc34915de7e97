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
        let regular = [("people", file.people?.regular), ("merchants", file.merchants)]
        let lists = [file.worded, file.never, file.needs] + regular.compactMap(\.1?.shared)
        guard !lists.joined().contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw mistake(
                "worded, never, needs and shared can't have an empty text, which is everywhere")
        }
        for case (let section, let regular?) in regular
        where regular.least_payments < 2 || regular.days_before < 0 || regular.paid_percent < 1 {
            throw mistake(
                "\(section): least_payments is 2 or more, paid_percent 1 or more, and "
                    + "days_before not below 0")
        }
        func condition(_ words: [String]) -> Condition {
            .any(words.map { .text(.anyText, .containsWord($0)) })
        }
        func regularMoney(
            _ regular: RecurringFile.Regular, isAnyAmount: Bool
        ) throws(RulebookError) -> RegularMoney {
            try RegularMoney(
                shared: condition(regular.shared), leastPayments: regular.least_payments,
                paidPercent: regular.paid_percent, daysBefore: regular.days_before,
                isAnyAmount: isAnyAmount)
        }
        do throws(RulebookError) {
            return try RecurringSettings(
                everydayCategories: Set(file.everyday_categories), billCategories: Set(bills),
                worded: condition(file.worded), never: condition(file.never),
                needs: condition(file.needs),
                people: file.people.map { people throws(RulebookError) in
                    MoneyFromPeople(
                        rules: Set(people.rules),
                        regular: try regularMoney(people.regular, isAnyAmount: false))
                },
                merchants: file.merchants.map { merchants throws(RulebookError) in
                    try regularMoney(merchants, isAnyAmount: true)
                })
        } catch {
            throw mistake("\(error)")
        }
    }
}

private struct RecurringFile: Decodable {
    /// The ids of categories that are bought when needed.
    let everyday_categories: [String]
    /// The ids of categories whose payees send bills.
    let bill_categories: [String]?
    /// Words that suggest a series.
    let worded: [String]
    /// Words that rule a series out.
    let never: [String]
    /// Words of series that are needs.
    let needs: [String]
    let people: People?
    let merchants: Regular?

    struct People: Decodable {
        /// The ids of rules that match money back from people.
        let rules: [String]
        let shared: [String]
        let least_payments: Int
        let paid_percent: Int
        let days_before: Int

        var regular: Regular {
            Regular(
                shared: shared, least_payments: least_payments, paid_percent: paid_percent,
                days_before: days_before)
        }
    }

    /// The thresholds that separate regular income from money back.
    struct Regular: Decodable {
        /// Words that mean money back, however regular.
        let shared: [String]
        let least_payments: Int
        let paid_percent: Int
        let days_before: Int
    }
}
