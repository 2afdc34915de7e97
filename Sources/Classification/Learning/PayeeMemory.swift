import Model

/// A category that the person gave to a transaction, or saw there and left.
struct SeenCategory {
    let row: Int
    let category: String
    let isConfirmed: Bool
}

/// The categories that the person gave to each payee or left there.
///
/// One decision is enough, and the majority counts. Of equally many, the one that was
/// given to the latest transaction counts.
struct PayeeMemory {
    struct Learned: Equatable {
        let category: String
        /// How often the person chose it, of these how often by confirming, and how often
        /// they chose any.
        let times: Int
        let confirmed: Int
        let all: Int

        func evidence(from payee: String, to category: String) -> Evidence {
            Evidence(
                confirmed == 0
                    ? .learnedSet : confirmed == times ? .learnedConfirmed : .learnedBoth,
                "\(times)", "\(all)", payee, category)
        }
    }

    private struct Votes {
        var times: [String: Int] = [:]
        var confirmed: [String: Int] = [:]
        /// By category, the latest transaction that got it.
        var latest: [String: Moment] = [:]
        var all = 0
    }

    /// The order of transactions in time.
    private struct Moment: Comparable {
        let day: CalendarDay
        let transaction: Int64

        static func < (one: Moment, other: Moment) -> Bool {
            (one.day, one.transaction) < (other.day, other.transaction)
        }
    }

    private var votes: [Int32: Votes] = [:]

    init(_ seen: [SeenCategory], of payees: NamedPayees, in run: PipelineRun) {
        for seen in seen {
            let payee = payees.payeeOfRow[seen.row]
            let name = payees.names[Int(payee)]
            // A payee such as "Check" stands for many different things.
            guard !name.isEmpty, run.pipeline.payeeNormaliser?.isSomebody(name) != false else {
                continue
            }
            add(seen, of: payee, run.snapshot.transactions[seen.row])
        }
    }

    private mutating func add(
        _ seen: SeenCategory, of payee: Int32, _ transaction: TransactionFacts
    ) {
        let category = seen.category
        let moment = Moment(day: transaction.day, transaction: transaction.id)
        var votes = votes[payee] ?? Votes()
        votes.times[category, default: 0] += 1
        if seen.isConfirmed { votes.confirmed[category, default: 0] += 1 }
        votes.latest[category] = max(votes.latest[category] ?? moment, moment)
        votes.all += 1
        self.votes[payee] = votes
    }

    /// The learned category of a payee; nil if the person decided nothing about it.
    subscript(payee: Int32) -> Learned? {
        guard let votes = votes[payee] else { return nil }
        let best = votes.times.max { one, other in
            guard one.value == other.value else { return one.value < other.value }
            guard let first = votes.latest[one.key], let second = votes.latest[other.key] else {
                return one.key < other.key
            }
            return first < second
        }
        // A name that stands for many things, such as a town or a way of paying, teaches nothing.
        guard let best, best.value * 3 >= votes.all * 2 || votes.all == 2 else { return nil }
        return Learned(
            category: best.key, times: best.value, confirmed: votes.confirmed[best.key] ?? 0,
            all: votes.all)
    }
}
