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

/// How the person wants to see the dashboard and the page.
public struct DashboardLook: Sendable, Equatable {
    /// The cards in their order.
    public let cards: [DashboardCard]
    /// The colour of bars and lines; nil for the usual one.
    public let accent: AccentColour?
    public let scheme: PageScheme
    /// Names of categories and accounts that no card lists. Sums hold them.
    public let hidden: Set<String>

    public init(
        cards: [DashboardCard], accent: AccentColour?, scheme: PageScheme, hidden: Set<String>
    ) {
        (self.cards, self.accent, self.scheme, self.hidden) = (cards, accent, scheme, hidden)
    }
}

/// The colours that every terminal has.
public enum AccentColour: String, CaseIterable, Sendable {
    case blue, cyan, green, magenta, red, yellow
}

public enum PageScheme: String, CaseIterable, Sendable {
    /// The desktop's.
    case auto
    case light, dark
}

extension ConfigurationFiles {
    public static let dashboardFile = "dashboard.toml"

    /// The look that `dashboard.toml` sets.
    public func dashboardLook() throws(ConfigurationError) -> DashboardLook {
        let file = try decode(DashboardFile.self, from: Self.dashboardFile)
        var cards: [DashboardCard] = []
        for word in file.cards {
            let card: DashboardCard = try Self.choice(word, "card", in: "cards")
            guard !cards.contains(card) else {
                throw Self.error("cards: \"\(word)\" is there twice")
            }
            cards.append(card)
        }
        let accent = file.accent ?? "auto"
        return DashboardLook(
            cards: cards,
            accent: accent == "auto" ? nil : try Self.choice(accent, "colour", in: "accent"),
            scheme: try file.scheme.map { scheme throws(ConfigurationError) in
                try Self.choice(scheme, "scheme", in: "scheme")
            } ?? .auto,
            hidden: Set(file.hidden ?? []))
    }

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ word: String, _ kind: String, in field: String
    ) throws(ConfigurationError) -> Choice {
        guard let choice = Choice(rawValue: word) else {
            let known = Choice.allCases.map(\.rawValue)
            let hint = Suggestion.phrase(for: word, among: known)
            let all = "; there are \(known.joined(separator: ", "))"
            throw error("\(field): there is no \(kind) \"\(word)\"\(hint.isEmpty ? all : hint)")
        }
        return choice
    }

    private static func error(_ message: String) -> ConfigurationError {
        ConfigurationError(file: "config/\(dashboardFile)", message)
    }
}

private struct DashboardFile: Decodable {
    let cards: [String]
    let accent: String?
    let scheme: String?
    let hidden: [String]?
}
