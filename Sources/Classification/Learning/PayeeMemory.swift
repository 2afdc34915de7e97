import Model

/// The categories that the person gave to each payee.
///
/// One decision is enough, and the majority counts. Of equally many, the one that was
/// given to the latest transaction counts.
struct PayeeMemory {
    struct Learned: Equatable {
        let category: String
        /// How often the person chose it, and how often any.
        let times: Int
        let all: Int
    }

    private struct Votes {
        var times: [String: Int] = [:]
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

    var isEmpty: Bool { votes.isEmpty }

    /// - Parameter payee: an index of a payee.
    mutating func add(_ category: String, of payee: Int32, _ transaction: TransactionFacts) {
        let moment = Moment(day: transaction.day, transaction: transaction.id)
        var votes = votes[payee] ?? Votes()
        votes.times[category, default: 0] += 1
        votes.latest[category] = max(votes.latest[category] ?? moment, moment)
        votes.all += 1
        self.votes[payee] = votes
    }

    /// What was learned of a payee; nil if the person decided nothing about it.
    subscript(payee: Int32) -> Learned? {
        guard let votes = votes[payee] else { return nil }
        let best = votes.times.max { one, other in
            guard one.value == other.value else { return one.value < other.value }
            guard let first = votes.latest[one.key], let second = votes.latest[other.key] else {
                return one.key < other.key
            }
            return first < second
        }
        return best.map { Learned(category: $0.key, times: $0.value, all: votes.all) }
    }
}
