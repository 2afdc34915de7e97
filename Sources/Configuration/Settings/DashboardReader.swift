internal import Classification

/// A part of the dashboard.
public enum DashboardCard: String, CaseIterable, Sendable {
    /// Assets less debts, with the last year as a line.
    case netWorth = "net_worth"
    /// What came in and went out in the month.
    case income
    /// The month's spending by category.
    case spending
    /// What is left of the month's budgets.
    case budgets
    /// What can be spent until payday.
    case safeToSpend = "safe_to_spend"
    /// The shares of needs, wants and saving.
    case lens
    /// What recurring payments cost a month.
    case recurring
    /// Accounts with their balances.
    case accounts
    /// What is due in the next days.
    case due
    /// What the last sync brought, and what has no category.
    case new
    /// What needs the person.
    case attention
    /// When each bank was last asked.
    case sync
}

extension ConfigurationFiles {
    public static let dashboardFile = "dashboard.toml"

    /// The cards of the dashboard in their order, of `dashboard.toml`.
    public func dashboardCards() throws(ConfigurationError) -> [DashboardCard] {
        let name = Self.dashboardFile
        let file = try decode(DashboardFile.self, from: name)
        var cards: [DashboardCard] = []
        for word in file.cards {
            guard let card = DashboardCard(rawValue: word) else {
                let known = DashboardCard.allCases.map(\.rawValue)
                throw ConfigurationError(
                    file: "config/\(name)",
                    "cards: there is no card \"\(word)\"\(Suggestion.phrase(for: word, among: known))"
                )
            }
            guard !cards.contains(card) else {
                throw ConfigurationError(
                    file: "config/\(name)", "cards: \"\(word)\" is there twice")
            }
            cards.append(card)
        }
        return cards
    }
}

private struct DashboardFile: Decodable {
    let cards: [String]
}
