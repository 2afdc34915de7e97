extension SeriesFacts {
    /// How often it comes, as one would say it: its frequency, and what else a
    /// one of months keeps to than a day of the month, as "monthly, 2nd Wednesday",
    /// "every 4 weeks" or "every 90 days".
    public var howOften: String {
        if let distance = daysInsteadOfMonths {
            return distance.isMultiple(of: 7)
                ? "every \(distance / 7) weeks" : "every \(distance) days"
        }
        return switch rhythm.pace {
        case .weekdayOfMonth(let number, let weekday):
            "\(frequency.rawValue), \(Self.ordinal(number)) \(Self.name(ofWeekday: weekday))"
        case .days, .months, .twiceAMonth: frequency.rawValue
        }
    }

    /// What it comes to in a month, rounded to the minor unit.
    public var monthlyEquivalent: Int128 {
        guard let distance = daysInsteadOfMonths else {
            return frequency.monthlyEquivalent(of: usualAmount)
        }
        // A year of 52 weeks, as other frequencies have.
        return Frequency.monthlyEquivalent(
            of: usualAmount, times: 52 * 7, inMonths: 12 * distance)
    }

    /// How many days apart the payments are of a series that keeps to no months,
    /// though its frequency is named after them.
    private var daysInsteadOfMonths: Int? {
        guard [.monthly, .bimonthly, .quarterly].contains(frequency),
            case .days(let distance, _) = rhythm.pace
        else { return nil }
        return distance
    }

    private static func ordinal(_ number: Int) -> String {
        switch number {
        case 1: "1st"
        case 2: "2nd"
        case 3: "3rd"
        case 4: "4th"
        default: "last"
        }
    }

    private static func name(ofWeekday weekday: Int) -> String {
        switch weekday {
        case 1: "Monday"
        case 2: "Tuesday"
        case 3: "Wednesday"
        case 4: "Thursday"
        case 5: "Friday"
        case 6: "Saturday"
        default: "Sunday"
        }
    }
}
