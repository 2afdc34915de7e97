import Model

/// The search among the payments of one payee, in one direction and currency.
struct SeriesSearch {
    /// Sorted by day.
    let occurrences: [Occurrence]
    private var isTaken: [Bool]
    /// The number of payments in no series.
    private var restCount: Int
    private var found: [RhythmFit] = []
    private let isThorough: Bool
    /// Positions sorted by amount, then by day.
    private let byAmount: [Int]
    private let daysOfMonths: DaysOfMonths

    /// - Parameter isThorough: whether to skip the quick rejection of streams.
    init(_ occurrences: [Occurrence], isThorough: Bool) {
        self.occurrences = occurrences
        self.isThorough = isThorough
        isTaken = [Bool](repeating: false, count: occurrences.count)
        restCount = occurrences.count
        byAmount = AmountLevels.order(of: occurrences)
        daysOfMonths = DaysOfMonths(occurrences.map(\.day))
    }

    mutating func run() -> [RhythmFit] {
        takeWhole()
        let takenBefore = isTaken
        takePrices()
        // The same payments would give the same result.
        if isTaken != takenBefore { takeWhole() }
        takeClusters()
        takePhases(of: rest)
        for bill in YearlyBills(among: rest, of: occurrences).series { take(bill) }
        joinPriceSteps()
        joinFilledGaps()
        return found
    }

    private var rest: [Int] {
        let all = Array(occurrences.indices)
        return restCount == all.count ? all : all.filter { !isTaken[$0] }
    }
    private var restByAmount: [Int] {
        restCount == byAmount.count ? byAmount : byAmount.filter { !isTaken[$0] }
    }

    private mutating func take(_ fit: RhythmFit) {
        mark(fit, isTaken: true)
        found.append(fit)
    }

    private mutating func mark(_ fit: RhythmFit, isTaken: Bool) {
        for position in fit.members + fit.doubles { self.isTaken[position] = isTaken }
        restCount += (isTaken ? -1 : 1) * (fit.members.count + fit.doubles.count)
    }

    // MARK: Whole streams

    private mutating func takeWhole() {
        if let fit = wholeSeries(in: rest) { take(fit) }
    }

    /// The series that takes most of a stream, on one day or on a day that moved.
    private func wholeSeries(in stream: [Int]) -> RhythmFit? {
        let fit = series(in: stream).map { withLatePayment($0, in: stream) }
        guard let moved = movedSeries(in: stream),
            moved.members.count >= fit?.members.count ?? 0
        else { return fit }
        return moved
    }

    private mutating func takePrices() {
        for price in AmountLevels.prices(restByAmount, of: occurrences, ofAtLeast: 3) {
            if let fit = wholeSeries(in: price) {
                take(fit)
            } else if !takeAccounts(of: price) {
                takePhases(of: price)
            }
        }
        // A new price has too few payments to be found alone.
        for position in found.indices { extend(position) }
    }

    /// Takes contracts of one price that two accounts pay, if each account's payments are one
    /// series alone.
    private mutating func takeAccounts(of price: [Int]) -> Bool {
        let accounts = Dictionary(grouping: price) { occurrences[$0].account }.values
            .sorted { $0[0] < $1[0] }
        guard accounts.count > 1, accounts.allSatisfy({ $0.count > 2 }) else { return false }
        var fits: [RhythmFit] = []
        for account in accounts {
            var alone = SeriesSearch(account.map { occurrences[$0] }, isThorough: isThorough)
            guard let fit = alone.run().first, fit.members.count == account.count else {
                return false
            }
            fits.append(
                RhythmFit(
                    account, of: occurrences,
                    as: .init(frequency: fit.frequency, rhythm: fit.rhythm)))
        }
        for fit in fits { take(fit) }
        return true
    }

    private mutating func takeClusters() {
        let rest = restByAmount
        for cluster in AmountLevels.clusters(rest, of: occurrences, ofAtLeast: 4)
        where cluster.count < rest.count {
            if let fit = series(in: cluster) { take(fit) }
        }
    }

    /// The best fit that makes a stream a series; of several the most punctual.
    func series(in stream: [Int]) -> RhythmFit? {
        guard stream.count > 1 else { return nil }
        let isAmidOthers = (restCount - stream.count) * 2 > stream.count
        let refusal = QuickReject(stream, of: occurrences, isAmidOthers: isAmidOthers)
        guard isThorough || !refusal.refusesAll else { return nil }
        let days = stream.map { occurrences[$0].day }
        return RhythmSearch(days: days)
            .candidates { isThorough || !refusal.refuses($0) }
            .map { RhythmFit(stream, of: occurrences, as: $0) }
            .filter { SeriesEvidence($0, of: occurrences, isAmidOthers: isAmidOthers).isEnough }
            .min { $0.daysOff < $1.daysOff }
    }

    // MARK: Contracts on different days of the month

    /// Takes payments around one day of each month, then around another.
    private mutating func takePhases(of stream: [Int]) {
        var stream = stream
        while stream.count > 3, let fit = phase(of: stream) {
            take(fit)
            stream.removeAll { isTaken[$0] }
        }
    }

    private func phase(of stream: [Int]) -> RhythmFit? {
        guard let first = stream.first, let last = stream.last else { return nil }
        let months =
            Double(occurrences[first].day.days(until: occurrences[last].day)) / 30.4 + 1
        let density = Double(stream.count) / months
        // With more, some payment is near every day of every month; with less, there
        // can't be two contracts.
        guard (1...3.5).contains(density) else { return nil }
        return crowdedNumbers(of: stream).compactMap { number -> RhythmFit? in
            let near = nearest(toDay: number, in: stream)
            guard near.count > 3, let fit = series(in: near) else { return nil }
            let isCertain = fit.members.count > 7 && fit.daysOff <= 1.5 && density <= 2.5
            return fit.coverage >= 0.75 && (fit.amountVariance <= 15 || isCertain) ? fit : nil
        }.max { ($0.members.count, -$0.daysOff) < ($1.members.count, -$1.daysOff) }
    }

    /// The days of the month with the most payments around them.
    private func crowdedNumbers(of stream: [Int]) -> [Int] {
        // Each payment adds two to its own day and one to the two days on each side;
        // the month is a circle.
        var crowds = [Int](repeating: 0, count: 31)
        for position in stream {
            let number = daysOfMonths.number(at: position) - 1
            crowds[number] += 2
            crowds[number < 1 ? number + 30 : number - 1] += 1
            crowds[number < 2 ? number + 29 : number - 2] += 1
            crowds[number > 29 ? number - 30 : number + 1] += 1
            crowds[number > 28 ? number - 29 : number + 2] += 1
        }
        // The first of equal days.
        var numbers: [Int] = []
        for _ in 0..<4 {
            var (most, size) = (0, -1)
            for (centre, crowd) in crowds.enumerated() where crowd > size {
                (most, size) = (centre, crowd)
            }
            crowds[most] = -1
            numbers.append(most + 1)
        }
        return numbers
    }

    /// For each month the payment nearest to a day of it, at most four days away.
    private func nearest(toDay number: Int, in stream: [Int]) -> [Int] {
        // Grouped by month, since the stream is sorted by day.
        var nearest: [Int] = []
        var last = (month: Int.min, daysOff: 0)
        for position in stream {
            guard let near = daysOfMonths.month(near: position, withDay: number, within: 4)
            else { continue }
            if near.month != last.month {
                nearest.append(position)
                last = near
            } else if near.daysOff < last.daysOff {
                nearest[nearest.count - 1] = position
                last = near
            }
        }
        return nearest
    }

    // MARK: Price changes

    /// Adds payments to a series' open slots if their amounts could be a new price
    /// and chance is unlikely.
    private mutating func extend(_ index: Int) {
        let fit = found[index]
        guard let first = fit.slots.first, let last = fit.slots.last, !isCrowded(around: fit)
        else { return }
        let open = Set((first - 3)...(last + 3)).subtracting(fit.slots)
        let additions = rest.filter { position in
            let payment = occurrences[position]
            let (slot, expected) = fit.rhythm.nearest(to: payment.day)
            guard open.contains(slot), abs(expected.days(until: payment.day)) <= 4,
                let neighbour = fit.slots.indices.min(by: {
                    abs(fit.slots[$0] - slot) < abs(fit.slots[$1] - slot)
                })
            else { return false }
            return isStep(payment.size, occurrences[fit.members[neighbour]].size)
        }
        guard !additions.isEmpty else { return }
        replace(index, with: (fit.members + fit.doubles + additions).sorted())
    }

    /// Whether there are so many other payments that one near an expected day means
    /// nothing.
    private func isCrowded(around fit: RhythmFit) -> Bool {
        guard let first = fit.members.first, let last = fit.members.last else { return true }
        let (start, end) = (occurrences[first].day, occurrences[last].day)
        let others = rest.count { start...end ~= occurrences[$0].day }
        return Double(others) * 9 > 0.15 * Double(max(1, start.days(until: end)))
    }

    /// Joins series that follow each other in one rhythm: one contract with a new
    /// price.
    private mutating func joinPriceSteps() {
        found.sort { ($0.members.first ?? 0) < ($1.members.first ?? 0) }
        var earlier = 0
        while earlier < found.count {
            let successor = found.indices.first {
                $0 > earlier && follows(found[$0], found[earlier])
            }
            if let later = successor {
                let successor = found.remove(at: later)
                let joined = found[earlier]
                replace(
                    earlier,
                    with: (joined.members + joined.doubles + successor.members + successor.doubles)
                        .sorted())
            } else {
                earlier += 1
            }
        }
    }

    private func follows(_ later: RhythmFit, _ earlier: RhythmFit) -> Bool {
        guard later.frequency == earlier.frequency, let last = earlier.members.last,
            let next = later.members.first, occurrences[last].day < occurrences[next].day,
            isStep(occurrences[last].size, occurrences[next].size)
        else { return false }
        let nearest = later.members.map { earlier.rhythm.nearest(to: occurrences[$0].day) }
        let off = zip(nearest, later.members).reduce(0) { sum, pair in
            sum + abs(pair.0.day.days(until: occurrences[pair.1].day))
        }
        guard let firstSlot = nearest.first?.slot, let lastSlot = earlier.slots.last
        else { return false }
        return (1...4).contains(firstSlot - lastSlot) && off <= 3 * later.members.count
    }

    /// Joins a series to a longer one where it fills only what the other lacks: a card paid each
    /// month, every third of them a larger sum.
    private mutating func joinFilledGaps() {
        var shorter = 0
        while shorter < found.count {
            let series = found[shorter]
            let longer = found.indices.first { $0 != shorter && fillsGaps(series, of: found[$0]) }
            guard let longer else {
                shorter += 1
                continue
            }
            replace(
                longer,
                with: (series.members + series.doubles + found[longer].members
                    + found[longer].doubles).sorted())
            found.remove(at: shorter)
            shorter = 0
        }
    }

    private func fillsGaps(_ series: RhythmFit, of longer: RhythmFit) -> Bool {
        guard series.members.count > 1, series.members.count * 2 <= longer.members.count,
            series.frequency.timesAYear < longer.frequency.timesAYear,
            let first = longer.slots.first, let last = longer.slots.last
        else { return false }
        let held = Set(longer.slots)
        return series.members.allSatisfy { member in
            let (slot, expected) = longer.rhythm.nearest(to: occurrences[member].day)
            return (first - 1...last + 1).contains(slot) && !held.contains(slot)
                && abs(expected.days(until: occurrences[member].day)) <= 4
        }
    }

    private func isStep(_ one: UInt64, _ other: UInt64) -> Bool {
        max(one, other) / 2 <= min(one, other)
    }

    private mutating func replace(_ index: Int, with stream: [Int]) {
        let old = found[index]
        let days = stream.map { occurrences[$0].day }
        let rhythm = RhythmSearch(days: days).rhythm(of: old.frequency)
        let fit = RhythmFit(
            stream, of: occurrences, as: .init(frequency: old.frequency, rhythm: rhythm))
        mark(old, isTaken: false)
        mark(fit, isTaken: true)
        found[index] = fit
    }
}

extension SeriesSearch {
    /// The series in a stream whose day of the month moved for good, as when a
    /// company changes its billing cycle; nil if it didn't.
    ///
    /// The payments before the move have to be a series alone. Two payments on the
    /// new day are enough after it; a single one is only late.
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

    /// A series of one price with its newest payment if that came weeks late. The
    /// series isn't over, and the next payment will show whether its day moved.
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
    /// Days between two monthly payments; weekends move both.
    private static let month = 25...36
    /// Days between the last payment on the old day and the first on the new one.
    private static let moved = 12...55

    /// The position of the first payment after the last gap that is no month.
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

    /// Whether a day is further from a rhythm's days than weekends explain.
    private func isElsewhere(_ day: CalendarDay, than rhythm: Rhythm) -> Bool {
        abs(rhythm.nearest(to: day).day.days(until: day)) > 4
    }
}
