import Model

/// The order of day, month and year in a file, as far as its cells decide it.
enum DayOrder {
    /// - Parameters:
    ///   - columns: columns of days, the booking day first.
    ///   - others: cells above and below the rows.
    ///   - isContinental: whether decimal commas or headings say that the file is of a place
    ///     that writes the day first.
    /// - Returns: nil if every order is certain, or if nothing decides.
    static func decided(
        rows: [TableRecord], columns: [Int], others: [String], isContinental: Bool
    ) -> StatementAnswers.DayOrder? {
        let days = columns.map { column in rows.map { DayText($0.cell(column)) } }
        guard days.joined().contains(where: { $0?.isOpen == true }) else { return nil }
        let cells = days.joined().compactMap { $0 } + others.compactMap { DayText($0) }
        let orders = possible(for: cells)
        if orders.count == 1 { return orders.first }
        guard let first = columns.first, let main = days.first, !orders.isEmpty else { return nil }
        let usesDots = rows.contains { row in
            let cell = row.cell(first)
            return cell.utf8.dropLast().contains(46) && DayText(cell)?.isOpen == true
                && !cell.contains("/")
        }
        if usesDots, orders.contains(.dayFirst) { return .dayFirst }
        if let order = byOtherColumns(days, orders: orders) { return order }
        if let order = bySequence(main, orders: orders) { return order }
        guard isContinental, orders.contains(.dayFirst), orders.contains(.monthFirst) else {
            return nil
        }
        let spans = [StatementAnswers.DayOrder.dayFirst, .monthFirst].map { order in
            let found = main.compactMap { $0?.day(in: order) }
            return found.min().flatMap { low in found.max().map { low.days(until: $0) } } ?? 0
        }
        return spans[0] < spans[1] ? .dayFirst : nil
    }

    /// The orders in which almost all of the days exist.
    private static func possible(for cells: [DayText]) -> [StatementAnswers.DayOrder] {
        var orders: [StatementAnswers.DayOrder] = [.dayFirst, .monthFirst]
        let open = cells.filter(\.isOpen)
        let isShort =
            !open.isEmpty && open.allSatisfy { if case .short = $0 { true } else { false } }
        // One day that doesn't exist makes no year of what are days elsewhere.
        let fitting = orders.map { order in open.count { $0.day(in: order) != nil } }.max() ?? 0
        if isShort, looksYearFirst(open) || fitting * 2 < open.count { orders.append(.yearFirst) }
        let valid = orders.map { order in open.count { $0.day(in: order) != nil } }
        guard let most = valid.max(), most > 0 else { return [] }
        // A day that exists in no order is a bad row; one beside many that decide is, too.
        let possible = zip(orders, valid).filter { $0.1 == most }.map(\.0)
        let runnerUp = valid.filter { $0 < most }.max() ?? 0
        let contradicted = open.count - most
        guard possible.count > 1 || contradicted * 10 <= most - runnerUp || contradicted == 0 else {
            return orders
        }
        // "05/06/07" may begin with the year only if nothing contradicts it and all agree.
        if possible.count > 1, isShort, !looksYearFirst(open) {
            return possible.filter { $0 != .yearFirst }
        }
        return possible
    }

    /// Whether the first numbers are of few values, as years are, and the last ones of many.
    private static func looksYearFirst(_ cells: [DayText]) -> Bool {
        var (first, last): (Set<Int>, Set<Int>) = ([], [])
        for case .short(let one, _, let three) in cells {
            first.insert(one)
            last.insert(three)
        }
        return first.count < last.count
    }

    /// The only order in which the day stays near the other days of its row.
    private static func byOtherColumns(
        _ days: [[DayText?]], orders: [StatementAnswers.DayOrder]
    ) -> StatementAnswers.DayOrder? {
        guard let main = days.first, days.count > 1 else { return nil }
        let near = orders.filter { order in
            var compared = 0
            for other in days.dropFirst() {
                for (day, otherDay) in zip(main, other) {
                    guard let day, day.isOpen, case .certain(let certain)? = otherDay,
                        let day = day.day(in: order)
                    else { continue }
                    guard abs(day.days(until: certain)) <= 12 else { return false }
                    compared += 1
                }
            }
            return compared > 0
        }
        return near.count == 1 ? near.first : nil
    }

    /// The only order in which the rows are in the order of their days.
    private static func bySequence(
        _ days: [DayText?], orders: [StatementAnswers.DayOrder]
    ) -> StatementAnswers.DayOrder? {
        let sorted = orders.filter { order in
            let found = days.compactMap { $0?.day(in: order) }
            let pairs = zip(found, found.dropFirst())
            return Set(found).count >= 3
                && (pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 })
        }
        return sorted.count == 1 ? sorted.first : nil
    }
}

/// The decimal mark of a file, as far as its cells decide it.
enum DecimalMarks {
    /// The mark of all cells that prove one; nil if none does, or if they disagree.
    static func proven(_ amounts: [AmountText]) -> StatementAnswers.DecimalMark? {
        var (points, commas) = (0, 0)
        for amount in amounts {
            switch amount.provenMark {
            case .point: points += 1
            case .comma: commas += 1
            case nil: break
            }
        }
        if points == commas { return nil }
        guard min(points, commas) * 20 <= max(points, commas) else { return nil }
        return points > commas ? .point : .comma
    }

    /// The mark of amounts like "1.234" in a currency without three decimals: it separates
    /// thousands.
    static func byCurrency(
        _ amounts: [AmountText], currencies: Set<String>
    ) -> StatementAnswers.DecimalMark? {
        guard !currencies.isEmpty,
            currencies.allSatisfy({ CurrencyText.decimals(of: $0) < 3 })
        else { return nil }
        let open = amounts.filter(\.isOpen)
        let points = open.count { $0.hasPoint }
        guard points == 0 || points == open.count else { return nil }
        return points > 0 ? .comma : .point
    }
}
