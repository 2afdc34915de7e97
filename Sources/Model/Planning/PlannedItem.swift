/// An income or expense that the person expects, once or regularly.
public struct PlannedItem: Hashable, Sendable {
    /// How often it comes.
    public enum Period: String, CaseIterable, Sendable {
        case once, weekly, biweekly, monthly, quarterly, yearly
    }

    /// Unique among the items.
    public let name: String
    /// Negative for an expense, in whole units of the account's currency.
    public let amount: DecimalAmount
    public let period: Period
    /// The first day; later ones follow from it.
    public let start: CalendarDay
    /// The last day on which it may come; nil for no end.
    public let end: CalendarDay?
    /// The account's name or number; nil for the first checking account.
    public let account: String?
    /// The id of a category.
    public let category: String?

    public init(
        name: String, amount: DecimalAmount, period: Period, start: CalendarDay,
        end: CalendarDay? = nil, account: String? = nil, category: String? = nil
    ) {
        self.name = name
        self.amount = amount
        self.period = period
        self.start = start
        self.end = end
        self.account = account
        self.category = category
    }

    /// The days within a range on which it comes, oldest first. In a month without its day of
    /// the month, the last day counts.
    public func days(in range: ClosedRange<CalendarDay>) -> [CalendarDay] {
        let last = min(range.upperBound, end ?? range.upperBound)
        guard let rhythm else { return range.contains(start) && start <= last ? [start] : [] }
        var slot = rhythm.slot(nearestTo: max(start, range.lowerBound))
        while rhythm.day(ofSlot: slot - 1) >= max(start, range.lowerBound) { slot -= 1 }
        var days: [CalendarDay] = []
        while rhythm.day(ofSlot: slot) <= last {
            let day = rhythm.day(ofSlot: slot)
            if day >= start, day >= range.lowerBound { days.append(day) }
            slot += 1
        }
        return days
    }

    /// Whether it comes more than once.
    public var isRecurring: Bool { period != .once }

    /// Nil for one that comes once.
    private var rhythm: Rhythm? {
        func weeks(_ count: Int) -> Rhythm {
            let number = Int(start.daysSinceEpoch) % (count * 7)
            return Rhythm(.days(count * 7, phase: (number + count * 7) % (count * 7)))
        }
        func months(_ count: Int) -> Rhythm {
            let (year, month, day) = start.components
            return Rhythm(.months(count, phase: (year * 12 + month - 1) % count, day: day))
        }
        return switch period {
        case .once: nil
        case .weekly: weeks(1)
        case .biweekly: weeks(2)
        case .monthly: months(1)
        case .quarterly: months(3)
        case .yearly: months(12)
        }
    }
}
