public import Model
import Rules

/// What stands before one rule on the transactions that it matches.
public struct RuleStanding: Hashable, Sendable {
    /// Somebody who decides before the rule what it would set.
    public struct Predecessor: Hashable, Sendable {
        /// Who, and why.
        public let reason: Reason
        /// What the rule would set there and does not, in the order of
        /// ``Attribute``.
        public let attributes: [Attribute]
        /// Whether it is a rule that ends the rules, so that this one has no say
        /// at all.
        public let stops: Bool
        /// On how many transactions.
        public let transactions: Int
    }

    /// Transactions that the rule matches. Those behind a rule that stops count
    /// too, where the rule has no function to be asked.
    public let matches: Int
    /// Those of them on which something is decided before the rule.
    public let preceded: Int
    /// The busiest first.
    public let predecessors: [Predecessor]

    public init(matches: Int, preceded: Int, predecessors: [Predecessor]) {
        self.matches = matches
        self.preceded = preceded
        self.predecessors = predecessors
    }

    /// Of a rule that matches nothing.
    public static let nothing = RuleStanding(matches: 0, preceded: 0, predecessors: [])
}

/// Gathers in one run what was decided before one rule where it matches.
struct StandingEvidence {
    /// What commands call the rule.
    let reference: String

    private var meetings: [Meeting: Int] = [:]
    /// Those who ended the rules before it.
    private var endings: [(reason: Reason, transactions: Int)] = []
    /// What the rule sets where it is not asked.
    private var attributesOfTable: [Attribute] = []

    /// What the rule met on a transaction.
    private struct Meeting: Hashable {
        /// What had been said.
        let state: Int32
        let effect: Effect
        /// What a later correction left of the effect.
        let heeded: Effect
    }

    init(of reference: String) {
        self.reference = reference
    }

    mutating func note(_ effect: Effect, heeded: Effect, after state: Int32) {
        meetings[Meeting(state: state, effect: effect, heeded: heeded), default: 0] += 1
    }

    mutating func note(endings: [(reason: Reason, transactions: Int)], before rule: Rule) {
        self.endings = endings
        attributesOfTable = rule.effect.decisions.map(\.attribute)
    }

    /// - Parameter correction: why what a person corrected holds; nil where the
    ///   pipeline heeds no corrections.
    func standing(in states: VerdictStates, correction: Reason?) -> RuleStanding {
        var counts: [Precedence: Int] = [:]
        var preceded = 0
        for (meeting, transactions) in meetings {
            var attributes: [Reason: [Attribute]] = [:]
            let heeded = meeting.heeded.decisions.map(\.attribute)
            for (attribute, _) in meeting.effect.decisions {
                let decider =
                    heeded.contains(attribute)
                    ? states.decider(of: attribute, before: meeting.effect, in: meeting.state)
                    : correction
                if let decider { attributes[decider, default: []].append(attribute) }
            }
            if !attributes.isEmpty { preceded += transactions }
            for (reason, attributes) in attributes {
                counts[Precedence(reason, attributes, stops: false), default: 0] += transactions
            }
        }
        for (reason, transactions) in endings {
            preceded += transactions
            counts[Precedence(reason, attributesOfTable, stops: true), default: 0] += transactions
        }
        return RuleStanding(
            matches: meetings.values.reduce(0, +) + endings.reduce(0) { $0 + $1.transactions },
            preceded: preceded,
            predecessors: counts.sorted { left, right in
                (right.value, left.key.words) < (left.value, right.key.words)
            }.map { precedence, transactions in
                RuleStanding.Predecessor(
                    reason: precedence.reason, attributes: precedence.attributes,
                    stops: precedence.stops, transactions: transactions)
            })
    }

    /// Who stands before the rule, and in what.
    private struct Precedence: Hashable {
        let reason: Reason
        let attributes: [Attribute]
        let stops: Bool

        init(_ reason: Reason, _ attributes: [Attribute], stops: Bool) {
            self.reason = reason
            self.attributes = Attribute.allCases.filter(attributes.contains)
            self.stops = stops
        }

        /// Brings those of one count into an order.
        var words: String {
            ([reason.by, reason.text, "\(stops)"] + attributes.map(\.rawValue))
                .joined(separator: "\n")
        }
    }
}

extension VerdictStates {
    /// Who decided an attribute that an effect would set; nil where it is open.
    /// Of tags, who said the first where all of them had been said.
    fileprivate func decider(
        of attribute: Attribute, before effect: Effect, in state: Int32
    ) -> Reason? {
        switch attribute {
        case .category, .splits:
            // What a transaction is spent on is one question.
            return firstReason(in: state) { $0.category != nil || $0.splits != nil }
        case .tags:
            guard Set(effect.tags).isSubset(of: tags(in: state)) else { return nil }
            return firstReason(in: state) { $0.tags.contains { effect.tags.contains($0) } }
        default:
            return firstReason(in: state) { said in
                said.decisions.contains { $0.attribute == attribute }
            }
        }
    }
}

/// Counts what a rule matches in one run.
struct RuleMatches {
    private(set) var count = 0
    private var lastDay = CalendarDay(daysSinceEpoch: .min)

    mutating func add(_ day: CalendarDay) {
        count += 1
        if day > lastDay { lastDay = day }
    }

    func tally(of rule: Rule) -> RuleTally {
        RuleTally(rule: rule.reference, hits: count, lastDay: count == 0 ? nil : lastDay)
    }
}
