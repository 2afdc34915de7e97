internal import Model
internal import Rules

/// A category that the person gave to a transaction, or saw there and left.
struct SeenCategory {
    let row: Int
    let category: String
    let isConfirmed: Bool
    let reach: CorrectionReach
    /// The category that a list gave it, if the person gave another.
    let listed: String?
}

/// The categories that the person gave to each payee or left there.
///
/// One decision is enough, and the majority counts. Of equally many, the one that was
/// given to the latest transaction counts. A decision holds from the day of its transaction
/// on, so a later one changes nothing earlier, unless the person said so.
struct PayeeMemory {
    struct Learned: Equatable {
        let category: String
        /// How often the person chose it, and of these how often by confirming.
        let times: Int
        let confirmed: Int
        /// How often they gave it in place of another of a list.
        let against: Int
        /// How often they chose any.
        let all: Int
        /// Whether the person said of one that it carries to others.
        let isSaid: Bool
        /// The day of the latest transaction that got it.
        let latest: CalendarDay

        func evidence(from payee: String, to category: String) -> Evidence {
            Evidence(
                confirmed == 0
                    ? .learnedSet : confirmed == times ? .learnedConfirmed : .learnedBoth,
                "\(times)", "\(all)", payee, category)
        }

        /// Whether it holds for a transaction of another category in a list or by a code.
        ///
        /// A list is wrong about a payee rather than about one purchase where the person changed
        /// two, and most of those that it answered until then.
        ///
        /// - Parameter others: the payee's transactions that a list gives another category, up to
        ///   the latest decision.
        func outweighs(lists others: Int) -> Bool {
            isSaid || against >= 2 && against > others
        }
    }

    private struct Vote {
        /// The day from which it holds; nil for all.
        let from: CalendarDay?
        let moment: Moment
        let seen: SeenCategory
    }

    /// The order of transactions in time.
    private struct Moment: Comparable {
        let day: CalendarDay
        let transaction: Int64

        static func < (one: Moment, other: Moment) -> Bool {
            (one.day, one.transaction) < (other.day, other.transaction)
        }
    }

    private struct Period {
        /// nil from the beginning.
        let from: CalendarDay?
        let learned: Learned?
    }

    /// By payee, what is learned from each day on, in the order of days.
    private let periods: [Int32: [Period]]

    init(_ seen: [SeenCategory], of payees: NamedPayees, in run: PipelineRun) {
        var votes: [Int32: [Vote]] = [:]
        for seen in seen where seen.reach != .alone {
            let payee = payees.payeeOfRow[seen.row]
            let name = payees.names[Int(payee)]
            // A payee such as "Check" stands for many different things.
            guard !name.isEmpty, run.pipeline.payeeNormaliser?.isSomebody(name) != false else {
                continue
            }
            let transaction = run.snapshot.transactions[seen.row]
            votes[payee, default: []].append(
                Vote(
                    from: seen.reach == .past ? nil : transaction.day,
                    moment: Moment(day: transaction.day, transaction: transaction.id), seen: seen))
        }
        periods = votes.mapValues(Self.periods)
    }

    /// Whether the person decided about a payee.
    func knows(_ payee: Int32) -> Bool { periods[payee] != nil }

    /// The category learned from all decisions about a payee; nil if there are none.
    subscript(payee: Int32) -> Learned? { periods[payee]?.last?.learned }

    /// What is learned of a payee for a transaction of a day.
    subscript(payee: Int32, on day: CalendarDay) -> Learned? {
        guard let periods = periods[payee] else { return nil }
        let next = periods.partitioningIndex { period in period.from.map { $0 > day } ?? false }
        return next > 0 ? periods[next - 1].learned : nil
    }

    private static func periods(of votes: [Vote]) -> [Period] {
        let sorted = votes.sorted { one, other in
            switch (one.from, other.from) {
            case (nil, nil): one.moment < other.moment
            case (nil, _): true
            case (_, nil): false
            case (let first?, let second?): (first, one.moment) < (second, other.moment)
            }
        }
        var tally = Tally()
        var periods: [Period] = []
        for (position, vote) in sorted.enumerated() {
            tally.add(vote)
            let next = position + 1 < sorted.count ? sorted[position + 1].from : nil
            if position + 1 == sorted.count || next != vote.from {
                periods.append(Period(from: vote.from, learned: tally.learned))
            }
        }
        return periods
    }

    private struct Tally {
        private struct Choice {
            var times = 0
            var confirmed = 0
            var against = 0
            var isSaid = false
            var latest: Moment
        }

        private var choices: [String: Choice] = [:]
        private var all = 0

        mutating func add(_ vote: Vote) {
            var choice = choices[vote.seen.category] ?? Choice(latest: vote.moment)
            choice.times += 1
            if vote.seen.isConfirmed { choice.confirmed += 1 }
            if let listed = vote.seen.listed, listed != vote.seen.category { choice.against += 1 }
            choice.isSaid = choice.isSaid || vote.seen.reach.isSaid
            choice.latest = max(choice.latest, vote.moment)
            choices[vote.seen.category] = choice
            all += 1
        }

        var learned: Learned? {
            let best = choices.max { one, other in
                (one.value.times, one.value.latest) < (other.value.times, other.value.latest)
            }
            // A name that stands for many things, such as a town or a way of paying, teaches
            // nothing.
            guard let best, best.value.times * 3 >= all * 2 || all == 2 else { return nil }
            return Learned(
                category: best.key, times: best.value.times, confirmed: best.value.confirmed,
                against: best.value.against, all: all, isSaid: best.value.isSaid,
                latest: best.value.latest.day)
        }
    }
}

/// What lists and codes say of the payees about which the person decided.
struct ListedCategories {
    /// By payee, the days on which a category was given.
    private var days: [Int32: [String: [CalendarDay]]] = [:]

    init(_ run: PipelineRun, _ payees: NamedPayees, knownTo memory: PayeeMemory) {
        for row in run.snapshot.transactions.indices {
            let payee = payees.payeeOfRow[row]
            guard memory.knows(payee), let category = run.categoryOfList(row) else { continue }
            days[payee, default: [:]][category, default: []].append(
                run.snapshot.transactions[row].day)
        }
    }

    /// How many transactions of a payee got another category than the learned one, up to the
    /// day of the latest lesson.
    func others(than learned: PayeeMemory.Learned, of payee: Int32) -> Int {
        (days[payee] ?? [:]).reduce(0) { sum, listed in
            listed.key == learned.category
                ? sum : sum + listed.value.count { $0 <= learned.latest }
        }
    }
}

extension PipelineRun {
    /// The category that a stage gave to spending, and not the person.
    func categoryOfList(_ row: Int) -> String? {
        guard expectedClass(of: row) == .expense, !waiting.contains(row) else { return nil }
        let decider = states.firstContribution(in: stateOfRow[row]) {
            $0.effect.category != nil || $0.effect.splits?.keepsCategory == false
        }
        guard let decider, !decider.isPersons else { return nil }
        return decider.effect.category
    }
}
