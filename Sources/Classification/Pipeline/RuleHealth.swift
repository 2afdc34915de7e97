public import Model
public import Rules
import Scripting

/// Problems with the person's rules, found by running them on their transactions.
public struct RuleHealth: Sendable {
    /// A rule that matches but always comes too late to set anything.
    public struct Shadow: Sendable {
        public let rule: Rule
        public let transactions: Int
        /// The rules that decided before it, the most frequent first.
        public let earlier: [Rule]
    }

    /// Two rules that set different values on the same transactions.
    public struct Conflict: Sendable {
        /// The earlier rule, whose value wins.
        public let winner: Rule
        public let loser: Rule
        /// In the order of ``Attribute``.
        public let attributes: [Attribute]
        /// The number of transactions.
        public let transactions: Int
        /// Whether the winner matches only transactions of the loser. A narrow rule
        /// before a wide one is how exceptions are written.
        public let isException: Bool
    }

    /// The running cost of a rule's functions.
    public struct Cost: Sendable {
        public let rule: Rule
        /// The number of transactions on which a function ran.
        public let transactions: Int
        /// Lua instructions per call, rounded; measured on the first thousand.
        public let stepsEach: Int
        /// The share of all rules' instructions, 0 to 1.
        public let share: Double
    }

    public let neverMatched: [Rule]
    public let shadowed: [Shadow]
    /// The most frequent first.
    public let conflicts: [Conflict]
    /// The most expensive first.
    public let costs: [Cost]
    /// The number of rules that were checked.
    public let rules: Int
    /// The number of transactions that they ran on.
    public let transactions: Int
}

extension UserRules {
    /// Runs every rule on every transaction, including those behind a rule that
    /// stops, and reports problems.
    ///
    /// Costs a few passes over the transactions with these rules alone.
    ///
    /// - Parameters:
    ///   - snapshot: what rules see.
    ///   - decided: what those see that are asked after the stages; nil if there are none.
    public func health(on snapshot: Snapshot, decided: Snapshot? = nil) -> RuleHealth {
        var evidence = HealthEvidence(rules.map(\.rule))
        var meters = [FunctionMeter](repeating: FunctionMeter(), count: rules.count)
        let layers = [(first, snapshot)] + (decided.map { [(after, $0)] } ?? [])
        withRecords(of: layers.map(\.1)) { records in
            let matchers = layers.map { layer, snapshot in
                matcher(of: layer, on: snapshot)
            }
            for row in snapshot.transactions.indices {
                evidence.beginTransaction()
                for (number, layer) in layers.enumerated() {
                    records[number].show(row: row)
                    evidence.beginLayer()
                    matchers[number].forEachMatch(row: row) { place in
                        let position = layer.0.start + place
                        let rule = rules[position]
                        guard rule.hasFunction || rule.hasOwnEffects else {
                            evidence.add(position, nil)
                            return true
                        }
                        if let effect = meters[position].opinion(
                            of: rule, on: records[number], in: layer.1, row: row)
                        {
                            evidence.add(position, effect)
                        }
                        return true
                    }
                }
            }
        }
        return RuleHealth(
            neverMatched: evidence.neverMatched, shadowed: evidence.shadowed,
            conflicts: evidence.clashes, costs: costs(meters), rules: rules.count,
            transactions: snapshot.transactions.count)
    }

    /// Calls `body` with a record of each snapshot, in order.
    private func withRecords(
        of snapshots: [Snapshot], _ body: ([RecordBuffer]) -> Void
    ) {
        func next(_ records: [RecordBuffer]) {
            guard records.count < snapshots.count else { return body(records) }
            let snapshot = snapshots[records.count]
            snapshot.texts.withUTF8Bytes { texts in
                next(records + [RecordFiller(snapshot, texts: texts).record()])
            }
        }
        next([])
    }

    private func costs(_ meters: [FunctionMeter]) -> [RuleHealth.Cost] {
        let all = meters.reduce(0) { $0 + $1.steps }
        return zip(rules, meters).filter { $1.calls > 0 }.map { rule, meter in
            RuleHealth.Cost(
                rule: rule.rule, transactions: meter.calls,
                stepsEach: Int(meter.stepsEach + 0.5),
                share: all == 0 ? 0 : meter.steps / all)
        }.enumerated().sorted { left, right in
            (right.element.share, left.offset) < (left.element.share, right.offset)
        }.map(\.element)
    }
}

/// Counts the instructions of one rule's functions.
private struct FunctionMeter {
    private(set) var calls = 0
    private var countedSteps = 0
    private var failures = 0

    /// Counting makes a call many times slower.
    private static let mostCountedCalls = 1000

    var stepsEach: Double {
        calls == 0 ? 0 : Double(countedSteps) / Double(min(calls, Self.mostCountedCalls))
    }

    var steps: Double { stepsEach * Double(calls) }

    /// The rule's effect; nil if it has no opinion or fails.
    mutating func opinion(
        of rule: LoadedRule, on record: RecordBuffer, in snapshot: Snapshot, row: Int
    ) -> Effect? {
        guard failures < UserRules.failuresUntilSetAside else { return nil }
        calls += 1
        do {
            func effect() throws -> Effect? {
                try rule.isMatch(record, in: snapshot, row: row)
                    ? try rule.effect(on: record, in: snapshot, row: row) : nil
            }
            guard calls <= Self.mostCountedCalls else { return try effect() }
            let (effect, steps) = try rule.sandbox.countingSteps(effect)
            countedSteps += steps
            return effect
        } catch {
            // The next pass reports the error.
            failures += 1
            return nil
        }
    }
}

/// Collects, transaction by transaction, which rule decides what.
struct HealthEvidence {
    private let rules: [Rule]
    /// The contributions of each rule's table.
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

    // State of the current transaction.
    private var deciders: [Attribute: (rule: Int, value: String)] = [:]
    private var tags: [String: Int] = [:]
    private var stopper: Int?
    /// The current rule's meetings with different values.
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
    }

    /// Begins the rules that are asked together: one that stops ends only these.
    mutating func beginLayer() { stopper = nil }

    /// - Parameters:
    ///   - rule: a position among the rules, in rising order.
    ///   - effect: the result of its function; nil if its table applies.
    mutating func add(_ rule: Int, _ effect: Effect?) {
        matches[rule] += 1
        if let stopper {
            shadows[rule][stopper, default: 0] += 1
            return
        }
        if rules[rule].stops { stopper = rule }
        var earlier: Set<Int> = []
        let note = (effect ?? rules[rule].effect).note
        // A note that is appended stands beside those before it.
        var decidesSomething =
            rules[rule].stops || (effect ?? rules[rule].effect).appendedNote != nil
        let keepsCategory = (effect ?? rules[rule].effect).splits?.keepsCategory == true
        for (attribute, value) in effect?.decisions ?? standing[rule]
        where attribute != .tags && (attribute != .notes || value == note) {
            guard let decider = decider(of: attribute, before: rule, keepsCategory) else {
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

    /// The earlier rule that decided an attribute. A category also decides splits, unless they keep
    /// it.
    private func decider(
        of attribute: Attribute, before rule: Int, _ keepsCategory: Bool
    ) -> (rule: Int, value: String)? {
        if let decider = deciders[attribute] { return decider }
        guard attribute == .splits, !keepsCategory, let decider = deciders[.category],
            decider.rule != rule
        else {
            return nil
        }
        return decider
    }

    // MARK: Results

    var neverMatched: [Rule] {
        rules.indices.filter { matches[$0] == 0 }.map { rules[$0] }
    }

    /// Rules that match but never decide. A rule that sets nothing and stops nothing
    /// can't be shadowed.
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
