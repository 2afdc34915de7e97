/// One dated line of a budget: what may be spent on something from a month on, until the next
/// line about the same begins.
public struct BudgetLine: Hashable, Sendable {
    /// How the target of a period is found.
    public enum Kind: Hashable, Sendable {
        /// The same amount for each period.
        case amount(Money)
        /// A sum in equal monthly parts until a month, and then again after some months.
        case save(Money, by: CalendarMonth, again: Int?)
        /// What a recurring series takes on average.
        case series(String)
        /// What was spent on average in so many periods before.
        case average(Int)
        /// A share in percent of the income of the period before.
        case share(DecimalAmount)
        /// What the other budgets leave of the income of the period before, by weight.
        case rest(Int)
        /// The budget has ended.
        case end
    }

    /// What is left of a period for the next one.
    public enum Carry: String, CaseIterable, Sendable {
        case none, surplus, both
    }

    public let subject: BudgetSubject
    /// The first month; nil for all months.
    public let from: CalendarMonth?
    public let every: BudgetPeriod
    public let kind: Kind
    public let carry: Carry
    /// The most that a period may have, with what was carried over; nil for no limit.
    public let cap: Money?
    public let currency: Currency
    public let note: String?
    /// Whether a command made the line; else it stands in the file.
    public let isDecided: Bool

    public init(
        _ subject: BudgetSubject, from: CalendarMonth? = nil, every: BudgetPeriod = .month,
        _ kind: Kind, carry: Carry = .none, cap: Money? = nil, currency: Currency,
        note: String? = nil, isDecided: Bool = false
    ) {
        self.subject = subject
        self.from = from
        self.every = every
        self.kind = kind
        self.carry = carry
        self.cap = cap
        self.currency = currency
        self.note = note
        self.isDecided = isDecided
    }
}

/// What a budget is for.
public enum BudgetSubject: Hashable, Sendable {
    /// A category's id; its subcategories count too.
    case category(String)
    case tag(String)
    /// The name of a saved view.
    case view(String)

    /// "category", "tag" or "view".
    public var kind: String {
        switch self {
        case .category: "category"
        case .tag: "tag"
        case .view: "view"
        }
    }

    public var name: String {
        switch self {
        case .category(let name), .tag(let name), .view(let name): name
        }
    }
}

/// A month, quarter or year of the calendar.
public enum BudgetPeriod: String, CaseIterable, Sendable {
    case month, quarter, year

    public var monthCount: Int {
        switch self {
        case .month: 1
        case .quarter: 3
        case .year: 12
        }
    }

    /// The months of the period that holds a month.
    public func months(around month: CalendarMonth) -> Range<CalendarMonth> {
        let first = CalendarMonth(
            year: month.year, month: (month.month - 1) / monthCount * monthCount + 1)
        return first..<first.adding(months: monthCount)
    }
}

/// All lines about one thing in one currency, the oldest first.
public struct Budget: Hashable, Sendable {
    public let subject: BudgetSubject
    public let currency: Currency
    public let lines: [BudgetLine]

    /// The budgets of some lines, in the order of their first one. Of two lines that begin
    /// together the later one counts.
    public static func all(of lines: [BudgetLine]) -> [Budget] {
        var order: [BudgetSubject] = []
        var known: [BudgetSubject: [CalendarMonth?: BudgetLine]] = [:]
        for line in lines {
            if known[line.subject] == nil { order.append(line.subject) }
            known[line.subject, default: [:]][line.from] = line
        }
        return order.compactMap { subject in
            let lines = (known[subject] ?? [:]).values.sorted { one, other in
                guard let first = one.from else { return other.from != nil }
                return other.from.map { first < $0 } ?? false
            }
            return lines.last.map {
                Budget(subject: subject, currency: $0.currency, lines: lines)
            }
        }
    }

    /// The line in force in a month; nil before the first one, and after the end.
    public func line(in month: CalendarMonth) -> BudgetLine? {
        guard let line = lines.last(where: { $0.from.map { $0 <= month } ?? true }),
            line.kind != .end
        else { return nil }
        return line
    }

    /// The month in which the next line begins; nil if there is none.
    public func nextLine(after month: CalendarMonth) -> CalendarMonth? {
        lines.compactMap(\.from).first { $0 > month }
    }
}
