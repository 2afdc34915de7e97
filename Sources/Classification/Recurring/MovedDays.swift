import Model

extension SeriesSearch {
    /// The series that a stream is where its day of the month moved for good, as
    /// when a bank or a firm changes its billing cycle; nil where it did not.
    ///
    /// The payments before the move have to be a series alone. Two on the new
    /// day are enough behind them; one is only late.
    func movedSeries(in stream: [Int]) -> RhythmFit? {
        guard let move = lastMove(in: stream) else { return nil }
        let (before, after) = (Array(stream[..<move]), Array(stream[move...]))
        guard after.count > 1, areMonths(after), let earlier = series(in: before),
            earlier.frequency == .monthly, earlier.strangers.isEmpty,
            let last = earlier.members.last, last == before.last,
            after.allSatisfy({ isAlike(occurrences[$0].size, occurrences[last].size) }),
            after.allSatisfy({ isElsewhere(occurrences[$0].day, than: earlier.rhythm) })
        else { return nil }
        let rhythm = RhythmSearch(days: after.map { occurrences[$0].day }).rhythm(of: .monthly)
        let later = RhythmFit(
            after, of: occurrences, as: .init(frequency: .monthly, rhythm: rhythm))
        guard later.members.count == after.count, later.daysOff <= Self.mostDaysOff else {
            return nil
        }
        return RhythmFit(earlier, goingOnAs: later)
    }

    /// A series of one price with its newest payment, where that came weeks late:
    /// it is not over, and whether its day moved the next one tells.
    func withLatePayment(_ fit: RhythmFit, in stream: [Int]) -> RhythmFit {
        guard fit.frequency == .monthly, fit.isFixed, fit.strangers.count == 1,
            let payment = fit.strangers.last, payment == stream.last,
            let last = fit.members.last, let slot = fit.slots.last,
            occurrences[payment].size == occurrences[last].size,
            Self.moved.contains(distance(last, payment))
        else { return fit }
        let expected = fit.rhythm.nearest(to: occurrences[payment].day)
        guard expected.slot == slot + 1 else { return fit }
        return RhythmFit(
            fit, withLate: payment, of: occurrences,
            daysOff: abs(expected.day.days(until: occurrences[payment].day)))
    }

    private static let mostDaysOff = 2.0
    /// Days between two payments of a month each; weekends move both.
    private static let month = 25...36
    /// Days between the last payment on one day and the first on another.
    private static let moved = 12...55

    /// The position of the first payment behind the last distance that is no
    /// month's.
    private func lastMove(in stream: [Int]) -> Int? {
        guard stream.count > 4 else { return nil }
        let position = stream.indices.dropFirst().last { position in
            !Self.month.contains(distance(stream[position - 1], stream[position]))
        }
        guard let position,
            Self.moved.contains(distance(stream[position - 1], stream[position]))
        else { return nil }
        return position
    }

    private func areMonths(_ stream: [Int]) -> Bool {
        zip(stream, stream.dropFirst()).allSatisfy { Self.month.contains(distance($0, $1)) }
    }

    private func distance(_ one: Int, _ other: Int) -> Int {
        occurrences[one].day.days(until: occurrences[other].day)
    }

    private func isAlike(_ one: UInt64, _ other: UInt64) -> Bool {
        max(one, other) - min(one, other) <= max(one, other) / 10
    }

    /// Whether a day is further from those of a rhythm than weekends move it.
    private func isElsewhere(_ day: CalendarDay, than rhythm: Rhythm) -> Bool {
        abs(rhythm.nearest(to: day).day.days(until: day)) > 4
    }
}
