import Model

/// Reads the days of a file, whose order of day and month all of them decide together.
struct QIFDays {
    /// Whether the file can't tell the order.
    let isUndecided: Bool
    private let order: StatementAnswers.DayOrder

    init(_ texts: [String], answer: StatementAnswers.DayOrder?) {
        if let answer {
            (order, isUndecided) = (answer, false)
            return
        }
        let numbers = texts.compactMap(DayNumbers.init).filter { !$0.isYearFirst }
        let dayFirst = numbers.count { $0.first > 12 && $0.second <= 12 }
        let monthFirst = numbers.count { $0.second > 12 && $0.first <= 12 }
        if dayFirst != monthFirst {
            (order, isUndecided) = (dayFirst > monthFirst ? .dayFirst : .monthFirst, false)
            return
        }
        let differ = numbers.filter { $0.first != $0.second }
        guard !differ.isEmpty else {
            (order, isUndecided) = (.dayFirst, false)
            return
        }
        // Rows stand in order of their days in nearly all files.
        let inOrder = [StatementAnswers.DayOrder.dayFirst, .monthFirst].filter { order in
            Self.areInOrder(numbers.compactMap { $0.day(order) })
        }
        let isProof = inOrder.count == 1 && Set(differ.map(\.text)).count >= 4
        (order, isUndecided) = (isProof ? inOrder[0] : .dayFirst, !isProof)
    }

    func day(_ text: String) throws(RejectedRow.Reason) -> CalendarDay {
        guard !text.isEmpty else { throw .noDay }
        guard let day = DayNumbers(text)?.day(order) else { throw .badDay }
        return day
    }

    private static func areInOrder(_ days: [CalendarDay]) -> Bool {
        let pairs = zip(days, days.dropFirst())
        return pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 }
    }
}

/// The three numbers of a day such as "12/31/2024", "3/29' 0" or "2024-9-1".
private struct DayNumbers {
    let text: String
    let first: Int
    let second: Int
    private let third: Int
    let isYearFirst: Bool

    init?(_ text: String) {
        self.text = text
        // "' 0" is the year 2000, and "'24" one after it.
        let isAfter2000 = text.contains("'")
        let separators: Set<Character> = ["/", "-", ".", "'", " "]
        let parts = text.split { separators.contains($0) }
        let numbers = parts.compactMap { FieldValue.number($0.utf8) }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        isYearFirst = parts[0].utf8.count == 4
        (first, second) = (numbers[0], numbers[1])
        switch numbers[2] {
        case _ where isYearFirst || parts[2].utf8.count > 2: third = numbers[2]
        case let year where isAfter2000 || year < 70: third = 2000 + year
        case let year: third = 1900 + year
        }
    }

    func day(_ order: StatementAnswers.DayOrder) -> CalendarDay? {
        if isYearFirst { return CalendarDay(year: first, month: second, day: third) }
        return switch order {
        case .monthFirst: CalendarDay(year: third, month: first, day: second)
        case .dayFirst: CalendarDay(year: third, month: second, day: first)
        case .yearFirst:
            CalendarDay(
                year: first < 70 ? 2000 + first : 1900 + first, month: second, day: third % 100)
        }
    }
}

/// Reads the amounts of a file, which write their decimals in one way.
struct QIFAmounts {
    /// Whether the file can't tell if "1.234" has decimals.
    let isUndecided: Bool
    private let mark: UInt8

    private static let point = UInt8(ascii: ".")
    private static let comma = UInt8(ascii: ",")

    init(_ texts: [String], answer: StatementAnswers.DecimalMark?) {
        if let answer {
            (mark, isUndecided) = (answer == .comma ? Self.comma : Self.point, false)
            return
        }
        var votes: [UInt8: Int] = [:]
        var doubtful: Set<UInt8> = []
        for text in texts {
            guard let last = text.utf8.lastIndex(where: { $0 == Self.point || $0 == Self.comma })
            else { continue }
            let mark = text.utf8[last]
            let other = mark == Self.point ? Self.comma : Self.point
            let decimals = text.utf8[text.utf8.index(after: last)...].count {
                (48...57).contains($0)
            }
            if text.utf8[..<last].contains(other) {
                votes[mark, default: 0] += 1
            } else if text.utf8[..<last].contains(mark) {
                votes[other, default: 0] += 1
            } else if decimals == 3 {
                doubtful.insert(mark)
            } else {
                votes[mark, default: 0] += 1
            }
        }
        let (points, commas) = (votes[Self.point] ?? 0, votes[Self.comma] ?? 0)
        mark = commas > points ? Self.comma : Self.point
        isUndecided = points == commas && !doubtful.isEmpty
    }

    func amount(_ text: String) throws(RejectedRow.Reason) -> DecimalAmount {
        var digits = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9", "-", "+": digits.append(scalar)
            case ".", ",": if scalar.value == UInt32(mark) { digits.append(".") }
            case " ", "\u{A0}", "'", "$", "€", "£": break
            default: throw .badAmount
            }
        }
        return try FieldValue.amount(String(digits))
    }
}
