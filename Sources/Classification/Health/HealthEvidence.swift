import Model
import Rules

/// Gathers, transaction by transaction, which rule decides what.
struct HealthEvidence {
    private let rules: [Rule]
    /// What each rule decides where no function says it.
    private let standing: [[(attribute: Attribute, value: String)]]

    private var matches: [Int]
    private var decided: [Int]
    /// By rule, how often each earlier rule left it nothing to decide.
    private var shadows: [[Int: Int]]
    private var conflicts: [Meeting: Clash] = [:]

    private struct Meeting: Hashable {
        let winner: Int
        let loser: Int
    }

    private struct Clash {
        var transactions = 0
        var attributes: Set<Attribute> = []
    }

    // Of the transaction at hand.
    private var deciders: [Attribute: (rule: Int, value: String)] = [:]
    private var tags: [String: Int] = [:]
    private var stopper: Int?
    /// The meetings of the rule at hand in which values differ.
    private var clashed: Set<Meeting> = []

    init(_ rules: [Rule]) {
        self.rules = rules
        standing = rules.map { $0.effect.decisions }
        matches = [Int](repeating: 0, count: rules.count)
        decided = matches
        shadows = [[Int: Int]](repeating: [:], count: rules.count)
    }

    mutating func beginTransaction() {
        deciders.removeAll(keepingCapacity: true)
        tags.removeAll(keepingCapacity: true)
        stopper = nil
    }

    /// - Parameters:
    ///   - rule: a position among the rules; they come in their order.
    ///   - effect: what a function of it says; nil where its table holds.
    mutating func add(_ rule: Int, _ effect: Effect?) {
        matches[rule] += 1
        if let stopper {
            shadows[rule][stopper, default: 0] += 1
            return
        }
        if rules[rule].stops { stopper = rule }
        var earlier: Set<Int> = []
        var decidesSomething = rules[rule].stops
        for (attribute, value) in effect?.decisions ?? standing[rule] where attribute != .tags {
            guard let decider = decider(of: attribute, before: rule) else {
                deciders[attribute] = (rule, value)
                decidesSomething = true
                continue
            }
            earlier.insert(decider.rule)
            if decider.value != value {
                let meeting = Meeting(winner: decider.rule, loser: rule)
                conflicts[meeting, default: Clash()].attributes.insert(attribute)
                clashed.insert(meeting)
            }
        }
        for tag in effect?.tags ?? rules[rule].effect.tags {
            if let first = tags[tag] {
                earlier.insert(first)
            } else {
                tags[tag] = rule
                decidesSomething = true
            }
        }
        for meeting in clashed { conflicts[meeting]?.transactions += 1 }
        clashed.removeAll(keepingCapacity: true)
        if decidesSomething {
            decided[rule] += 1
        } else {
            for other in earlier { shadows[rule][other, default: 0] += 1 }
        }
    }

    /// The earlier rule that decided an attribute. What a transaction is spent
    /// on is one question: who gave it a category decided on splits as well.
    private func decider(
        of attribute: Attribute, before rule: Int
    ) -> (rule: Int, value: String)? {
        if let decider = deciders[attribute] { return decider }
        guard attribute == .splits, let decider = deciders[.category], decider.rule != rule else {
            return nil
        }
        return decider
    }

    // MARK: What came of it

    var neverMatched: [Rule] {
        rules.indices.filter { matches[$0] == 0 }.map { rules[$0] }
    }

    /// A rule that sets nothing and stops nothing has nothing to lose.
    var shadowed: [RuleHealth.Shadow] {
        rules.indices.filter { matches[$0] > 0 && decided[$0] == 0 && !shadows[$0].isEmpty }
            .map { rule in
                RuleHealth.Shadow(
                    rule: rules[rule], transactions: matches[rule],
                    earlier: shadows[rule].sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                        .map { rules[$0.key] })
            }
    }

    var clashes: [RuleHealth.Conflict] {
        conflicts.sorted { left, right in
            (right.value.transactions, left.key.winner, left.key.loser)
                < (left.value.transactions, right.key.winner, right.key.loser)
        }.map { meeting, clash in
            RuleHealth.Conflict(
                winner: rules[meeting.winner], loser: rules[meeting.loser],
                attributes: Attribute.allCases.filter(clash.attributes.contains),
                transactions: clash.transactions,
                isException: clash.transactions == matches[meeting.winner]
                    && matches[meeting.loser] > matches[meeting.winner])
        }
    }
}
