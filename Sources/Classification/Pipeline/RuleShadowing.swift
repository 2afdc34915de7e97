public import Model
import Rules

/// The contributions made before one rule to the transactions that it matches.
public struct RuleShadowing: Hashable, Sendable {
    /// Another rule or stage that decides first what the rule would set.
    public struct Predecessor: Hashable, Sendable {
        public let reason: Reason
        /// The attributes that the rule would set there but can't, in the order of
        /// ``Attribute``.
        public let attributes: [Attribute]
        /// Whether it is a rule that stops the rules, so that this one never runs.
        public let stops: Bool
        /// The number of transactions.
        public let transactions: Int
    }

    /// Transactions that the rule matches. A rule without a function also counts
    /// those behind a rule that stops.
    public let matches: Int
    /// Those of them with an earlier contribution.
    public let preceded: Int
    /// The most frequent first.
    public let predecessors: [Predecessor]

    public init(matches: Int, preceded: Int, predecessors: [Predecessor]) {
        self.matches = matches
        self.preceded = preceded
        self.predecessors = predecessors
    }

    /// The result for a rule that matches nothing.
    public static let nothing = RuleShadowing(matches: 0, preceded: 0, predecessors: [])
}

/// Collects, in one run, the contributions made before one rule where it matches.
struct ShadowingCollector {
    let reference: String

    private var meetings: [Meeting: Int] = [:]
    /// Rules that stopped the rules before this one.
    private var endings: [(reason: Reason, transactions: Int)] = []
    /// The attributes that the rule's table sets.
    private var attributesOfTable: [Attribute] = []
    /// Whether only the person's own decisions come before the rule.
    private var overrules = false

    /// The situation in which the rule matched a transaction.
    private struct Meeting: Hashable {
        /// The contributions so far.
        let state: Int32
        let effect: Effect
        /// The effect without what a later correction overrides.
        let remaining: Effect
    }

    init(of reference: String) {
        self.reference = reference
    }

    mutating func note(
        _ effect: Effect, remaining: Effect, after state: Int32, overrules: Bool = false
    ) {
        self.overrules = overrules
        meetings[Meeting(state: state, effect: effect, remaining: remaining), default: 0] += 1
    }

    mutating func note(endings: [(reason: Reason, transactions: Int)], before rule: Rule) {
        self.endings = endings
        attributesOfTable = rule.effect.decisions.map(\.attribute)
    }

    /// - Parameter correction: the reason of corrections; nil if the pipeline has no
    ///   stage for them.
    func shadowing(in states: VerdictStates, correction: Reason?) -> RuleShadowing {
        var counts: [Precedence: Int] = [:]
        var preceded = 0
        for (meeting, transactions) in meetings {
            var attributes: [Reason: [Attribute]] = [:]
            let remaining = meeting.remaining.decisions.map(\.attribute)
            for (attribute, _) in meeting.effect.decisions {
                let decider =
                    remaining.contains(attribute)
                    ? states.decider(
                        of: attribute, before: meeting.effect, in: meeting.state,
                        amongPersons: overrules)
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
        return RuleShadowing(
            matches: meetings.values.reduce(0, +) + endings.reduce(0) { $0 + $1.transactions },
            preceded: preceded,
            predecessors: counts.sorted { left, right in
                (right.value, left.key.words) < (left.value, right.key.words)
            }.map { precedence, transactions in
                RuleShadowing.Predecessor(
                    reason: precedence.reason, attributes: precedence.attributes,
                    stops: precedence.stops, transactions: transactions)
            })
    }

    /// An earlier contribution: by which rule or stage, about which attributes.
    private struct Precedence: Hashable {
        let reason: Reason
        let attributes: [Attribute]
        let stops: Bool

        init(_ reason: Reason, _ attributes: [Attribute], stops: Bool) {
            self.reason = reason
            self.attributes = Attribute.allCases.filter(attributes.contains)
            self.stops = stops
        }

        /// A sort key for equal counts.
        var words: String {
            ([reason.by, Evidence.canonicalText(reason.evidence), "\(stops)"]
                + attributes.map(\.rawValue))
                .joined(separator: "\n")
        }
    }
}

/// What became of one rule's matches in a run.
struct RuleOutcome {
    private(set) var decidesSomething = false
    /// By what decided before it, how often the rule came too late; nil is a correction.
    private var deciders: [Reason?: Int] = [:]

    mutating func noteDecision() { decidesSomething = true }

    /// - Parameter decider: nil for a correction.
    mutating func noteTooLate(for decider: Reason?) { deciders[decider, default: 0] += 1 }

    /// What decides most of its matches, if others decide all of them.
    var overruling: RuleUse.Overruling? {
        guard !decidesSomething else { return nil }
        let first = deciders.min { left, right in
            (right.value, left.key?.text ?? "") < (left.value, right.key?.text ?? "")
        }
        return first.map { RuleUse.Overruling(by: $0.key, isAlone: deciders.count == 1) }
    }
}

extension PipelineRun {
    /// Records what a rule of the person's says of a transaction, and whether that came too late.
    ///
    /// - Parameter effect: everything that the rule says, without regard to a correction.
    mutating func addOpinion(
        _ contribution: Int32, of position: Int, _ rule: @autoclosure () -> Rule,
        effect: @autoclosure () -> Effect, to row: Int
    ) {
        let state = stateOfRow[row]
        add(contribution, to: row)
        if effectsOfRules[position].decidesSomething { return }
        let rule = rule()
        // What a bound left out is no earlier decision; it has a message of its own.
        guard stateOfRow[row] == state, !rule.stops, states.cuts[contribution] == nil else {
            return effectsOfRules[position].noteDecision()
        }
        let effect = effect()
        guard let (attribute, _) = effect.decisions.first else { return }
        let decider = states.decider(
            of: attribute, before: effect, in: state, amongPersons: rule.layer.overrules)
        effectsOfRules[position].noteTooLate(for: decider)
    }
}

extension VerdictStates {
    /// The reason of the contribution to an attribute that an effect would set; nil if
    /// it is undecided. For tags, the first reason if all of them are set.
    fileprivate func decider(
        of attribute: Attribute, before effect: Effect, in state: Int32, amongPersons: Bool
    ) -> Reason? {
        func first(_ isMeant: (Effect) -> Bool) -> Reason? {
            firstContribution(in: state) {
                ($0.isPersons || !amongPersons) && isMeant($0.effect)
            }?.reason
        }
        switch attribute {
        case .category, .splits:
            // A category and splits answer the same question, unless they keep it.
            if effect.splits?.keepsCategory == true, attribute == .splits {
                return first { $0.splits != nil }
            }
            return first { $0.category != nil || $0.splits?.keepsCategory == false }
        case .tags:
            guard Set(effect.tags).isSubset(of: tags(in: state)) else { return nil }
            return firstReason(in: state) { $0.tags.contains { effect.tags.contains($0) } }
        case .notes:
            return effect.note == nil ? nil : first { $0.note != nil }
        default:
            return first { earlier in
                earlier.decisions.contains { $0.attribute == attribute }
            }
        }
    }
}

/// The matches of a rule in one run.
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
