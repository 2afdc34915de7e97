internal import Model

/// The level of an account, and where it changed.
///
/// A bank's balance is the level plus every transaction through its day. A missing transaction
/// shifts the level for good, by its amount. A pending charge, a value date, a late or a wrong
/// balance shifts a few balances, and the next ones are on the old level again. So the levels are
/// those that leave the fewest days unexplained, if a change costs as much as a week of them.
struct BalanceLevels {
    /// A balance from the bank.
    struct Told {
        let day: CalendarDay
        let balance: Int128
    }

    /// A transaction, as far as a balance may contain it.
    struct Row {
        /// The day it was posted; nil if it never was.
        let posted: CalendarDay?
        /// Since when the bank may have counted it as pending.
        let known: CalendarDay
        /// When a pending one was gone; nil if it was posted, or is still pending.
        var gone: CalendarDay?
        let amount: Int64
    }

    /// A change of the level.
    struct Break: Hashable {
        /// What the transactions between two balances lack.
        let amount: Int128
        let days: ClosedRange<CalendarDay>
    }

    /// Oldest first.
    let breaks: [Break]
    /// The first and the last balance that agree with their level.
    let days: ClosedRange<CalendarDay>
    /// Whether the newest balance agrees with it.
    let isSettled: Bool
    /// Whether most balances agree; else the breaks mean nothing.
    let isFollowed: Bool
    /// The days that stay unexplained, with what changes cost.
    private let cost: Int

    /// - Parameters:
    ///   - told: oldest first, one a day.
    ///   - rows: in any order.
    /// - Returns: nil without two balances.
    init?(told: [Told], rows: [Row]) {
        let sums = RowSums(rows)
        guard let plain = Self(told: told, sums) else { return nil }
        // A bank may write balances and amounts with opposite signs.
        let turned = told.map { Told(day: $0.day, balance: -$0.balance) }
        let reversed = plain.cost > Self.changeCost ? Self(told: turned, sums) : nil
        let isReversed = reversed.map { $0.cost + Self.changeCost < plain.cost } ?? false
        self = isReversed ? reversed ?? plain : plain
    }

    private init?(told: [Told], _ sums: RowSums) {
        guard told.count > 1 else { return nil }
        var search = LevelSearch()
        for (position, entry) in told.enumerated() {
            let before = position > 0 ? told[position - 1].day : entry.day.adding(days: -1)
            search.add(
                sums.fits(of: entry, on: search.level), at: position,
                weight: min(before.days(until: entry.day), Self.mostWeight))
        }
        guard let path = search.path, let first = path.first, let last = path.last else {
            return nil
        }
        let late = path.map(\.late).max() ?? 0
        let early = path.map(\.early).max() ?? 0
        // Where days differ, those of a lost transaction may differ by one more.
        let margin = late > 0 || early > 0 ? 1 : 0
        breaks = Self.lasting(
            zip(path, path.dropFirst()).map { old, new in
                Break(
                    amount: new.level - old.level,
                    days: told[old.last].day.adding(
                        days: -late - margin)...told[new.first].day.adding(days: early + margin))
            })
        days = told[first.first].day...told[last.last].day
        isSettled = last.last == told.count - 1
        isFollowed = path.reduce(0) { $0 + $1.explained } * 2 >= told.count
        cost = search.cost
    }

    /// The breaks without those after which the level returned soon: nothing is missing then.
    private static func lasting(_ breaks: [Break]) -> [Break] {
        var lasting: [Break] = []
        for change in breaks {
            lasting.append(change)
            var sum: Int128 = 0
            for (position, earlier) in lasting.enumerated().reversed() {
                sum += earlier.amount
                let days = earlier.days.lowerBound.days(until: change.days.upperBound)
                if sum == 0, days <= longestAbsence {
                    lasting.removeSubrange(position...)
                    break
                }
            }
        }
        return lasting
    }

    /// Days after which a balance weighs no more, so that one wrong balance is no change.
    private static let mostWeight = 7
    /// A week and a half day, in ``LevelSearch/day``.
    fileprivate static let changeCost = 60
    private static let longestAbsence = 45
}

/// How a level explains a balance.
private struct Fit {
    /// In ``LevelSearch/day`` for each day of weight.
    let cost: Int
    /// How many days the balance was behind its day, or ahead of it.
    var late = 0
    var early = 0
}

/// The sums of an account's transactions through each day.
private struct RowSums {
    private let posted: [(day: CalendarDay, amount: Int64)]
    /// Those before each position.
    private let sums: [Int128]
    /// What was pending on a day, and in how many days the last of it was posted.
    private var pending: [CalendarDay: (sum: Int128, early: Int)] = [:]

    private static let mostLate = 7
    private static let mostEarly = 5
    private static let mostLateAlone = 3
    /// Days after which a pending transaction no longer counts.
    private static let longestPending = 45

    init(_ rows: [BalanceLevels.Row]) {
        posted = rows.compactMap { row in row.posted.map { ($0, row.amount) } }
            .sorted { $0.day < $1.day }
        var sums: [Int128] = [0]
        for row in posted { sums.append((sums.last ?? 0) + Int128(row.amount)) }
        self.sums = sums
        for row in rows {
            let end = row.posted ?? row.gone ?? row.known.adding(days: Self.longestPending)
            for number in 0..<max(0, min(row.known.days(until: end), Self.longestPending)) {
                let day = row.known.adding(days: number)
                let known = pending[day] ?? (0, 0)
                let early = row.posted.map { day.days(until: $0) } ?? 0
                pending[day] = (known.sum + Int128(row.amount), max(known.early, early))
            }
        }
    }

    /// The levels that explain a balance, with the cheapest explanation of each.
    ///
    /// - Parameter level: if the balance is on it, other levels are of no interest.
    func fits(of told: BalanceLevels.Told, on level: Int128?) -> [Int128: Fit] {
        let end = posted.boundary { $0.day > told.day }
        let plain = told.balance - sums[end]
        var fits = [plain: Fit(cost: 0)]
        guard plain != level else { return fits }
        func offer(_ level: Int128, _ fit: Fit) {
            if fits[level].map({ $0.cost <= fit.cost }) ?? false { return }
            fits[level] = fit
        }
        // The balance of an earlier or later day, without or with what was pending on it.
        for late in [0] + (1...Self.mostLate) + (-Self.mostEarly ... -1).reversed() {
            let day = told.day.adding(days: -late)
            let cost = late == 0 ? 0 : 1
            let level = told.balance - sums[posted.boundary { $0.day > day }]
            offer(level, Fit(cost: cost, late: max(0, late), early: max(0, -late)))
            if late >= 0, let (sum, early) = pending[day] {
                offer(level - sum, Fit(cost: cost, late: late, early: early))
            }
        }
        // A single transaction that was counted on another day.
        for (day, amount) in posted[..<end].reversed() {
            let late = day.days(until: told.day) + 1
            guard late <= Self.mostLateAlone else { break }
            offer(plain + Int128(amount), Fit(cost: 2, late: late))
        }
        for (day, amount) in posted[end...] {
            let early = told.day.days(until: day)
            guard early <= Self.mostEarly else { break }
            offer(plain - Int128(amount), Fit(cost: 2, early: early))
        }
        return fits
    }
}

/// The cheapest sequence of levels: Viterbi's algorithm, which touches only the levels that
/// explain a balance.
private struct LevelSearch {
    /// What an unexplained day costs.
    static let day = 8

    /// A run of balances on one level.
    struct Run {
        let level: Int128
        let first: Int
        var last: Int
        var explained = 0
        var late = 0
        var early = 0
    }

    /// The cheapest way to be on a level now.
    private struct Way {
        /// What it costs less than leaving every balance unexplained.
        var saved: Int
        var run: Run
        /// The number of the way before its first balance.
        let before: Int?
    }

    private var ways: [Int128: Way] = [:]
    /// The ways that a later one follows.
    private var earlier: [Way] = []
    private var best: Way?
    private var total = 0

    /// The level that the cheapest sequence is on.
    var level: Int128? { best?.run.level }

    /// The cost of the cheapest sequence.
    var cost: Int { total - (best?.saved ?? 0) }

    /// The runs of the cheapest sequence, oldest first.
    var path: [Run]? {
        guard var way = best else { return nil }
        var runs = [way.run]
        while let before = way.before {
            way = earlier[before]
            runs.append(way.run)
        }
        return runs.reversed()
    }

    mutating func add(_ fits: [Int128: Fit], at position: Int, weight: Int) {
        total += weight * Self.day
        let previous = best
        var number: Int?
        for (level, fit) in fits.sorted(by: { ($0.value.cost, $0.key) < ($1.value.cost, $1.key) }) {
            let run = Run(level: level, first: position, last: position)
            var way = ways[level] ?? Way(saved: 0, run: run, before: nil)
            if let previous, previous.saved - BalanceLevels.changeCost > way.saved {
                if number == nil {
                    number = earlier.count
                    earlier.append(previous)
                }
                way = Way(
                    saved: previous.saved - BalanceLevels.changeCost, run: run, before: number)
            }
            way.saved += weight * (Self.day - fit.cost)
            way.run.last = position
            way.run.explained += 1
            way.run.late = max(way.run.late, fit.late)
            way.run.early = max(way.run.early, fit.early)
            ways[level] = way
            if way.saved > best?.saved ?? .min { best = way }
        }
    }
}
