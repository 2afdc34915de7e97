import Model

/// Finds the rhythm that best fits the days of a stream of payments.
struct RhythmSearch {
    /// Sorted.
    let days: [CalendarDay]

    struct Candidate {
        let frequency: Frequency
        let rhythm: Rhythm
    }

    /// The best rhythm of each frequency that fits the usual gap between payments;
    /// empty if most gaps differ from it.
    ///
    /// - Parameter isPossible: whether to try a frequency.
    func candidates(where isPossible: (Frequency) -> Bool = { _ in true }) -> [Candidate] {
        let gaps = gaps
        guard !gaps.isEmpty else { return [] }
        let usualGap = gaps[(gaps.count - 1) / 2]
        if let (frequency, _) = Self.exact(gaps), isPossible(frequency) {
            return [
                Candidate(
                    frequency: frequency, rhythm: rhythm(of: frequency, usualGap: usualGap, gaps))
            ]
        }
        return Self.frequencies(withGap: usualGap).compactMap { frequency in
            guard isPossible(frequency), isPlausible(frequency, gaps) else { return nil }
            return Candidate(
                frequency: frequency, rhythm: rhythm(of: frequency, usualGap: usualGap, gaps))
        }
    }

    /// The best rhythm of a frequency, however badly it fits.
    func rhythm(of frequency: Frequency) -> Rhythm {
        let gaps = gaps
        return rhythm(
            of: frequency, usualGap: gaps.isEmpty ? 0 : gaps[(gaps.count - 1) / 2], gaps)
    }

    /// The best rhythm of the frequency whose period is nearest to the usual gap;
    /// monthly without gaps.
    func nearestCandidate() -> Candidate {
        let gaps = gaps
        var nearest = Frequency.monthly
        if !gaps.isEmpty {
            let usualGap = Double(gaps[(gaps.count - 1) / 2])
            nearest =
                Frequency.allCases.min {
                    abs($0.meanDays - usualGap) < abs($1.meanDays - usualGap)
                } ?? nearest
        }
        return Candidate(frequency: nearest, rhythm: rhythm(of: nearest))
    }

    /// The gaps between payments on different days, the shortest first.
    private var gaps: [Int] {
        guard var last = days.first else { return [] }
        var gaps: [Int] = []
        gaps.reserveCapacity(days.count)
        for day in days where day != last {
            gaps.append(last.days(until: day))
            last = day
        }
        gaps.sort()
        return gaps
    }

    /// The number of days between all payments, up to some that are missing, with the frequency
    /// nearest to it. Nil where they differ, where a frequency has just these days, or where days
    /// of the month can be as far apart three times in a row.
    private static func exact(_ gaps: [Int]) -> (frequency: Frequency, distance: Int)? {
        guard let distance = gaps.first, let frequency = frequency(ofExactly: distance),
            gaps.allSatisfy({ $0.isMultiple(of: distance) && $0 <= distance * 3 }),
            gaps.count(where: { $0 == distance }) >= 3
        else { return nil }
        return (frequency, distance)
    }

    /// Not of days that banks' delays soon make equal: those of one, two, three or six months.
    private static func frequency(ofExactly days: Int) -> Frequency? {
        switch days {
        case 8...12: .biweekly
        case 17...30, 32...49: .monthly
        case 50...58, 63...79: .bimonthly
        case 80...89, 93...164: .quarterly
        case 165...180, 186...339: .halfYearly
        default: nil
        }
    }

    private static func frequencies(withGap days: Int) -> [Frequency] {
        switch days {
        case 1: [.daily]
        case 5...9: [.weekly]
        case 11...18: [.biweekly, .semimonthly]
        case 24...37: [.monthly]
        case 50...70: [.bimonthly]
        case 80...102: [.quarterly]
        case 165...200: [.halfYearly]
        case 340...390: [.yearly]
        default: []
        }
    }

    /// Whether at least half of the gaps are about one period, or two or three if
    /// payments are missing.
    private func isPlausible(_ frequency: Frequency, _ gaps: [Int]) -> Bool {
        let period = frequency.meanDays
        let slack = frequency.slackDays
        let fitting = gaps.count { gap in
            let periods = Int(Double(gap) / period + 0.5)
            return (1...3).contains(periods) && abs(Double(gap) - Double(periods) * period) <= slack
        }
        return fitting * 2 >= gaps.count
    }

    private func rhythm(of frequency: Frequency, usualGap: Int, _ gaps: [Int]) -> Rhythm {
        if let exact = Self.exact(gaps), exact.frequency == frequency {
            return inMonthsWithoutFault(frequency) ?? inDays(exact.distance)
        }
        switch frequency {
        case .daily: return Rhythm(.days(1, phase: 0))
        case .weekly: return inDays(7)
        case .biweekly: return inDays(14)
        case .semimonthly: return twiceAMonth()
        case .monthly: return monthly(usualGap: usualGap, gaps)
        case .bimonthly: return inMonthsOrDays(2, usualGap: usualGap, gaps)
        case .quarterly: return inMonthsOrDays(3, usualGap: usualGap, gaps)
        case .halfYearly: return inMonths(6)
        case .yearly: return inMonths(12)
        }
    }

    /// The days of months that all payments keep to, up to weekends; nil if some don't.
    private func inMonthsWithoutFault(_ frequency: Frequency) -> Rhythm? {
        guard frequency.timesAYear <= 12 else { return nil }
        let monthly = inMonths(12 / frequency.timesAYear)
        return daysOff(of: monthly) == 0 ? monthly : nil
    }

    /// A day of the month. Or a weekday of the month, or a fixed number of days, if
    /// payments are clearly nearer to that.
    private func monthly(usualGap: Int, _ gaps: [Int]) -> Rhythm {
        var others: [Rhythm] = []
        if (28...31).contains(usualGap), repeats(usualGap, gaps) {
            others.append(inDays(usualGap))
        }
        if days.count > 3, let weekday = commonWeekday { others.append(inMonths(on: weekday)) }
        return clearlyBest(inMonths(1), others)
    }

    /// A day of every few months. Or a fixed number of days, as for "90 days", if
    /// payments are clearly nearer to that.
    private func inMonthsOrDays(_ months: Int, usualGap: Int, _ gaps: [Int]) -> Rhythm {
        clearlyBest(
            inMonths(months), repeats(usualGap, gaps) ? [inDays(usualGap)] : [])
    }

    /// Whether most gaps are the usual one or a multiple of it.
    private func repeats(_ usualGap: Int, _ gaps: [Int]) -> Bool {
        gaps.count >= 3
            && gaps.count(where: { $0.isMultiple(of: usualGap) }) * 10 >= gaps.count * 6
    }

    /// The first rhythm, unless payments are at least a day nearer to another.
    private func clearlyBest(_ first: Rhythm, _ others: [Rhythm]) -> Rhythm {
        var best = first
        for other in others where meanDaysOff(of: other) + 1 < meanDaysOff(of: best) {
            best = other
        }
        return best
    }

    /// A fixed number of days, in the phase nearest to the payments; of equal phases,
    /// the one with the most payments.
    private func inDays(_ distance: Int) -> Rhythm {
        var counts = [Int](repeating: 0, count: distance)
        for day in days {
            let phase = Int(day.daysSinceEpoch) % distance
            counts[phase < 0 ? phase + distance : phase] += 1
        }
        let daysOff = counts.indices.map { phase in
            counts.indices.reduce(0) { sum, other in
                let apart = abs(other - phase)
                return sum + counts[other] * min(apart, distance - apart)
            }
        }
        let phase = counts.indices.min { one, other in
            (daysOff[one], -counts[one]) < (daysOff[other], -counts[other])
        }
        return Rhythm(.days(distance, phase: phase ?? 0))
    }

    private func inMonths(_ distance: Int) -> Rhythm {
        let places = DaysOfMonths(days)
        let numbers = days.indices.map(places.number(at:))
        var best = Rhythm(.months(distance, phase: 0, day: 1))
        var least = Int.max
        for number in Self.usualNumbers(of: numbers) {
            for shift in Rhythm.WeekendShift.allCases {
                let monthly = Rhythm(.months(1, phase: 0, day: number), weekendShift: shift)
                if distance == 1 {
                    let daysOff = daysOff(of: monthly, onDay: number, places)
                    if daysOff < least { (best, least) = (monthly, daysOff) }
                    continue
                }
                let phase = phase(of: monthly, onDay: number, distance, places)
                let rhythm = Rhythm(
                    .months(distance, phase: phase, day: number), weekendShift: shift)
                let daysOff = daysOff(
                    of: rhythm, inPhase: phase, of: distance, onDay: number, places)
                if daysOff < least { (best, least) = (rhythm, daysOff) }
            }
        }
        return best
    }

    /// The first to fourth or last of a weekday in each month.
    private func inMonths(on weekday: Int) -> Rhythm {
        var best = Rhythm(.weekdayOfMonth(number: 1, weekday: weekday))
        for number in 2...5 {
            let rhythm = Rhythm(.weekdayOfMonth(number: number, weekday: weekday))
            if daysOff(of: rhythm) < daysOff(of: best) { best = rhythm }
        }
        return best
    }

    /// The weekday of nine out of ten payments.
    private var commonWeekday: Int? {
        var counts = [Int](repeating: 0, count: 8)
        for day in days { counts[day.isoWeekday] += 1 }
        return counts.indices.first { counts[$0] * 10 >= days.count * 9 }
    }

    /// The most frequent remainder of the payments' months modulo the distance.
    private func phase(
        of monthly: Rhythm, onDay number: Int, _ distance: Int, _ places: DaysOfMonths
    ) -> Int {
        var counts = [Int](repeating: 0, count: distance)
        for (position, day) in days.enumerated() {
            let near = places.daysOff(
                at: position, from: number, weekendShift: monthly.weekendShift)
            let slot = near == nil ? monthly.slot(nearestTo: day) : places.month(at: position)
            let phase = slot % distance
            counts[phase < 0 ? phase + distance : phase] += 1
        }
        return counts.indices.max { counts[$0] < counts[$1] } ?? 0
    }

    private func twiceAMonth() -> Rhythm {
        let numbers = days.map { day in day.components.day }
        var best = Rhythm(.twiceAMonth(first: 1, second: 15))
        var least = Double.infinity
        for one in Self.usualNumbers(of: numbers) {
            let others = numbers.filter { Self.distanceInMonth($0, one) > 6 }
            for other in Self.usualNumbers(of: others) where (12...18).contains(abs(one - other)) {
                for shift in Rhythm.WeekendShift.allCases {
                    let rhythm = Rhythm(
                        .twiceAMonth(first: min(one, other), second: max(one, other)),
                        weekendShift: shift)
                    let daysOff = meanDaysOff(of: rhythm)
                    if daysOff < least { (best, least) = (rhythm, daysOff) }
                }
            }
        }
        return best
    }

    /// Candidates for the usual day of the month: the two most frequent, the median,
    /// and the last if payments cluster there.
    private static func usualNumbers(of numbers: [Int]) -> [Int] {
        guard !numbers.isEmpty else { return [] }
        var counts = [Int](repeating: 0, count: 32)
        for number in numbers { counts[number] += 1 }
        let byCount = (1...31).sorted { (-counts[$0], $0) < (-counts[$1], $1) }
        var usual = byCount.prefix(2).filter { counts[$0] > 0 }
        let middle = middleNumber(of: numbers, around: byCount[0])
        if !usual.contains(middle) { usual.append(middle) }
        if !usual.contains(31), numbers.contains(where: { $0 >= 28 }) { usual.append(31) }
        return usual
    }

    /// The median day of the month, on a circle cut opposite a number.
    private static func middleNumber(of numbers: [Int], around centre: Int) -> Int {
        let offsets = numbers.map { number in
            let offset = number - centre
            return offset > 15 ? offset - 31 : offset < -15 ? offset + 31 : offset
        }.sorted()
        let middle = centre + offsets[(offsets.count - 1) / 2]
        return middle > 31 ? middle - 31 : middle < 1 ? middle + 31 : middle
    }

    private static func distanceInMonth(_ one: Int, _ other: Int) -> Int {
        let distance = abs(one - other)
        return min(distance, 31 - distance)
    }

    private func meanDaysOff(of rhythm: Rhythm) -> Double {
        Double(daysOff(of: rhythm)) / Double(max(1, days.count))
    }

    /// The total days off. An outlier counts as ten days at most, so that one late
    /// payment doesn't move the usual day.
    private func daysOff(of rhythm: Rhythm) -> Int {
        days.reduce(0) { $0 + min(Self.outlier, Self.daysOff(of: rhythm, from: $1)) }
    }

    /// The same for a monthly rhythm, the most frequent kind; faster.
    private func daysOff(of rhythm: Rhythm, onDay number: Int, _ places: DaysOfMonths) -> Int {
        days.indices.reduce(0) { sum, position in
            let near = places.daysOff(
                at: position, from: number, weekendShift: rhythm.weekendShift)
            return sum + min(Self.outlier, near ?? Self.daysOff(of: rhythm, from: days[position]))
        }
    }

    /// The same for a rhythm of several months; faster.
    private func daysOff(
        of rhythm: Rhythm, inPhase phase: Int, of distance: Int, onDay number: Int,
        _ places: DaysOfMonths
    ) -> Int {
        days.indices.reduce(0) { sum, position in
            let near = places.daysOff(
                at: position, from: number, weekendShift: rhythm.weekendShift,
                everyMonths: distance, phase: phase, atMost: Self.outlier)
            return sum + (near ?? min(Self.outlier, Self.daysOff(of: rhythm, from: days[position])))
        }
    }

    private static let outlier = 10

    private static func daysOff(of rhythm: Rhythm, from day: CalendarDay) -> Int {
        abs(rhythm.nearest(to: day).day.days(until: day))
    }
}

extension Frequency {
    var meanDays: Double {
        switch self {
        case .daily: 1
        case .weekly: 7
        case .biweekly: 14
        default: 365.2425 / Double(timesAYear)
        }
    }

    /// The most by which a gap may differ from a period.
    var slackDays: Double {
        switch self {
        case .daily: 0
        case .weekly: 2
        case .biweekly, .semimonthly: 4
        case .monthly: 6
        case .bimonthly: 9
        case .quarterly: 12
        case .halfYearly: 16
        case .yearly: 22
        }
    }
}
