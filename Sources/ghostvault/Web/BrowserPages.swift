import ArgumentParser
import Model

/// A page: the commands whose output it shows. A new one is a new entry of ``all``.
struct BrowserPage: Sendable {
    /// The last part of its address, "spending".
    let path: String
    let title: String
    /// Its heading in the sidebar; nil for pages about one thing.
    let group: Group?
    /// The letter that opens it, behind "g".
    var key: Character?
    /// The words of the command that a hint about it begins with.
    let command: String
    /// The name of the value that follows the command's words in a hint.
    var subject: String?
    var step = Step.none
    /// What its command prints for other programs.
    var formats = ["csv", "json"]
    /// What the numbers of its tables are of.
    var numbers = Numbers.none
    /// What the cells under a heading name, besides those of every page.
    var names: [String: WebLink] = [:]
    /// The length of a whole bar, in columns of a terminal; nil where the longest is whole.
    var barColumns: Int?
    /// The commands, each with its words.
    let runs: @Sendable (WebQuery) -> [[String]]

    enum Group: String, CaseIterable {
        case look = "Look"
        case plan = "Plan"
        case correct = "Correct"
        case rules = "Rules and banks"
    }

    /// What "←" and "→" change.
    enum Step { case none, month, year }

    enum Numbers { case none, transactions, accounts }

    /// The heading of the page about one thing, and of a page of a list its title.
    ///
    /// - Parameter accounts: the numbers of accounts by their names.
    func heading(_ query: WebQuery, _ accounts: [String: Int64]) -> String {
        guard group == nil, let subject, let name = query[subject] else { return title }
        switch path {
        case "transaction": return "\(title) \(name)"
        case "account": return accounts.first { "\($0.value)" == name }?.key ?? name
        default: return name
        }
    }

    fileprivate var commandWords: [String] { command.split(separator: " ").map(String.init) }

    static func at(_ path: String) -> BrowserPage? { all.first { $0.path == path } }

    static let all: [BrowserPage] = [
        BrowserPage(
            path: "dashboard", title: "Dashboard", group: .look, key: "d", command: "dashboard",
            step: .month, formats: ["json"], names: ["": .category],
            runs: { [["dashboard", "--no-sync"] + $0.words("period")] }),
        BrowserPage(
            path: "transactions", title: "Transactions", group: .look, key: "t",
            command: "transactions", numbers: .transactions,
            runs: { query in
                let filter = WebFilter(query["q"] ?? "")
                return [
                    ["transactions", "list"] + filter.options
                        + (filter.hasSums ? [] : query.paging) + ["--"] + filter.words
                ]
            }),
        BrowserPage(
            path: "networth", title: "Net worth", group: .look, key: "n", command: "networth",
            step: .year, runs: { [["networth"] + $0.words("period")] }),
        BrowserPage(
            path: "income", title: "Income", group: .look, key: "i", command: "income",
            step: .year,
            runs: { query in
                [
                    ["income"] + query.words("period"),
                    ["income", "--by=payee"] + query.words("period"),
                ]
            }),
        BrowserPage(
            path: "spending", title: "Spending", group: .look, key: "s", command: "spending",
            step: .month, names: ["": .category],
            runs: { [["spending"] + $0.words("period")] }),
        BrowserPage(
            path: "months", title: "Spending by month", group: .look, key: "m",
            command: "spending --by category", step: .year, names: ["category": .category],
            runs: { query in
                let period = query.words("period")
                return [["spending", "--by=category"] + (period.isEmpty ? ["--", "12m"] : period)]
            }),
        BrowserPage(
            path: "why", title: "Why it differs", group: .look, key: "w", command: "why",
            step: .month, runs: { [["why"] + $0.words("period")] }),
        BrowserPage(
            path: "lens", title: "Needs and wants", group: .look, key: "l", command: "lens",
            step: .month, runs: { [["lens"] + $0.words("period")] }),
        BrowserPage(
            path: "categories", title: "Categories", group: .look, key: "c", command: "categories",
            names: ["name": .category], runs: { _ in [["categories", "list"]] }),
        BrowserPage(
            path: "category", title: "Category", group: nil, command: "spending --category",
            subject: "name", step: .month, numbers: .transactions,
            runs: { query in
                let name = query.option("--category", "name")
                return [
                    ["spending"] + name + query.words("period"),
                    ["transactions", "list"] + name + query.paging + query.words("period"),
                ]
            }),
        BrowserPage(
            path: "payees", title: "Payees", group: .look, key: "p", command: "payees",
            runs: { [["payees", "list"] + $0.paging + $0.words("period", "q")] }),
        BrowserPage(
            path: "payee", title: "Payee", group: nil, command: "transactions --payee",
            subject: "name", step: .year, numbers: .transactions,
            runs: { query in
                // Payments of cards and loans are transfers, and those are among the largest.
                let list =
                    ["transactions", "list", "--transfers"] + query.option("--payee", "name")
                return [
                    list + ["--by=month"] + query.words("period"),
                    list + query.paging + query.words("period"),
                ]
            }),
        BrowserPage(
            path: "tags", title: "Tags", group: .look, command: "transactions --by tag",
            step: .year, names: ["tag": .tag],
            runs: { [["transactions", "list", "--by=tag"] + $0.words("period")] }),
        BrowserPage(
            path: "accounts", title: "Accounts", group: .look, key: "a", command: "accounts",
            numbers: .accounts, runs: { _ in [["accounts", "list"]] }),
        BrowserPage(
            path: "account", title: "Account", group: nil, command: "accounts show",
            subject: "name", numbers: .transactions,
            runs: { [["accounts", "show"] + $0.paging + $0.word("name")] }),
        BrowserPage(
            path: "holdings", title: "Holdings", group: .look, command: "accounts holdings",
            runs: { _ in [["accounts", "holdings"]] }),
        BrowserPage(
            path: "transfers", title: "Transfers", group: .look, key: "x", command: "transfers",
            step: .year, numbers: .transactions,
            runs: { [["transfers", "list"] + $0.paging + $0.words("period")] }),
        BrowserPage(
            path: "recurring", title: "Recurring", group: .look, key: "r", command: "recurring",
            names: ["name": .series], runs: { _ in [["recurring", "list"]] }),
        BrowserPage(
            path: "series", title: "Recurring payment", group: nil, command: "recurring show",
            subject: "name", formats: [], numbers: .transactions,
            runs: { [["recurring", "show"] + $0.word("name")] }),
        BrowserPage(
            path: "loans", title: "Loans to people", group: .look, command: "loans",
            runs: { _ in [["loans"]] }),
        BrowserPage(
            path: "transaction", title: "Transaction", group: nil, command: "explain",
            subject: "id", formats: ["json"],
            runs: { query in
                [["explain"] + query.option("--rule", "rule") + query.word("id")]
            }),

        BrowserPage(
            path: "calendar", title: "Calendar", group: .plan, key: "k", command: "calendar",
            step: .month, runs: { [["calendar"] + $0.word("period")] }),
        BrowserPage(
            path: "due", title: "Due", group: .plan, key: "u", command: "due",
            runs: { _ in [["due"]] }),
        BrowserPage(
            path: "budget", title: "Budget", group: .plan, key: "b", command: "budget",
            step: .month, names: ["": .category], barColumns: 10,
            runs: { [["budget", "show"] + $0.words("period")] }),
        BrowserPage(
            path: "forecast", title: "Forecast", group: .plan, key: "f", command: "forecast",
            subject: "name", numbers: .accounts,
            runs: { [["forecast"] + $0.word("name")] }),
        BrowserPage(
            path: "safe-to-spend", title: "Safe to spend", group: .plan, command: "safe-to-spend",
            runs: { _ in [["safe-to-spend"]] }),
        BrowserPage(
            path: "plan", title: "Plan", group: .plan, command: "plan",
            runs: { _ in [["plan", "show"]] }),
        BrowserPage(
            path: "cashflow", title: "Cash flow", group: .plan, command: "plan months",
            runs: { _ in [["plan", "months"]] }),
        BrowserPage(
            path: "planned", title: "Planned and booked", group: .plan,
            command: "plan categories", step: .month, names: ["": .category],
            runs: { [["plan", "categories"] + $0.words("period")] }),
        BrowserPage(
            path: "debts", title: "Debts", group: .plan, command: "debts",
            runs: { _ in [["debts"]] }),
        BrowserPage(
            path: "goals", title: "Goals", group: .plan, command: "goals",
            runs: { _ in [["goals"]] }),
        BrowserPage(
            path: "advice", title: "Advice", group: .plan, command: "advice",
            runs: { _ in [["advice"]] }),

        BrowserPage(
            path: "review", title: "Review", group: .correct, key: "v", command: "review",
            step: .month, numbers: .transactions,
            runs: { [["review"] + ($0.isForData ? [] : ["--list"]) + $0.words("period")] }),
        BrowserPage(
            path: "history", title: "Decisions", group: .correct, key: "h", command: "history",
            runs: { query in
                [["history"] + (query.isForData ? [] : ["--limit=100"]) + query.words("q")]
            }),

        BrowserPage(
            path: "rules", title: "Rules", group: .rules, key: "y", command: "rules list",
            names: ["name": .rule, "rule": .rule], runs: { _ in [["rules", "list"]] }),
        BrowserPage(
            path: "rule", title: "Rule", group: nil, command: "rules show", subject: "name",
            formats: ["json"], runs: { [["rules", "show"] + $0.word("name")] }),
        BrowserPage(
            path: "health", title: "Health of rules", group: .rules, command: "rules health",
            names: ["rule": .rule], runs: { _ in [["rules", "health"]] }),
        BrowserPage(
            path: "automation", title: "Handlers", group: .rules, command: "automation list",
            runs: { _ in [["automation", "list"]] }),
        BrowserPage(
            path: "log", title: "Events", group: .rules, command: "automation log",
            runs: { _ in [["automation", "log", "--limit=100"]] }),
        BrowserPage(
            path: "status", title: "Banks", group: .rules, command: "status", formats: ["json"],
            runs: { _ in [["status"]] }),
    ]
}

/// What a name on a page leads to.
enum WebLink: Sendable {
    case transaction, account, category, payee, tag, series, rule

    private var page: (path: String, field: String) {
        switch self {
        case .transaction: ("transaction", "id")
        case .account: ("account", "name")
        case .category: ("category", "name")
        case .payee: ("payee", "name")
        case .tag: ("transactions", "q")
        case .series: ("series", "name")
        case .rule: ("rule", "name")
        }
    }

    /// - Parameter period: the period of the page that has the link; nil for the usual one.
    func address(of name: String, in period: String? = nil) -> String {
        if self == .tag {
            let words = ["tag:\"\(name)\"", period].compactMap { $0 }
            return WebAddresses.address(page.path, [(page.field, words.joined(separator: " "))])
        }
        let takesPeriod = self == .category || self == .payee
        let periods = takesPeriod ? period.map { [("period", $0)] } ?? [] : []
        return WebAddresses.address(page.path, [(page.field, name)] + periods)
    }
}

/// Addresses of pages.
enum WebAddresses {
    /// - Parameter fields: empty values are left out.
    static func address(_ path: String, _ fields: [(String, String)]) -> String {
        let query = fields.filter { !$0.1.isEmpty }.map { "\($0.0)=\(encoded($0.1))" }
        return "/\(path)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    static func query(_ fields: [(String, String)]) -> String {
        String(address("", fields).dropFirst(2))
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            guard byte < 0x80,
                character.isLetter || character.isNumber || "-._~".contains(character)
            else {
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
            return String(character)
        }.joined()
    }

    /// The page that a command in a hint is about, and its address; nil for none.
    static func page(ofHint hint: String) -> (page: BrowserPage, address: String)? {
        let words = hint.split(separator: " ").map(String.init)
        let known = BrowserPage.all.filter { words.starts(with: $0.commandWords) }
        guard let page = known.max(by: { $0.command.utf8.count < $1.command.utf8.count }) else {
            return nil
        }
        var rest = words.dropFirst(page.commandWords.count)
        // As of its last day, a month is whole.
        if page.step == .month, rest.count == 2, rest.first == "--as-of",
            let day = rest.last.flatMap({ CalendarDay($0) }),
            day.adding(days: 1).month != day.month
        {
            rest = ["\(day.month)"]
        } else if page.group != nil, page.path != "transactions",
            rest.allSatisfy({ ["--all", "--text"].contains($0) })
        {
            rest = []
        }
        let value = rest.joined(separator: " ")
        var field = page.subject ?? "period"
        if page.path == "transactions" {
            let changing = TransactionsCommand.configuration.subcommands.map {
                $0.configuration.commandName
            }
            guard !changing.contains(rest.first) else { return nil }
            field = "q"
        } else {
            let isMissing = page.group == nil && rest.isEmpty
            let isSurplus =
                !rest.isEmpty && page.subject == nil
                && (page.step == .none || PeriodWords(value) == nil)
            guard !isMissing, !isSurplus, !rest.contains(where: { $0.hasPrefix("-") }) else {
                return nil
            }
        }
        return (page, address(page.path, [(field, value)]))
    }
}
