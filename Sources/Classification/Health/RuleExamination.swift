public import Model
import Rules
import Scripting

extension UserRules {
    /// Asks every rule about every transaction, those behind a rule that stops
    /// too, and tells what is not as it should be.
    ///
    /// Costs some passes over the transactions with these rules alone.
    public func health(on snapshot: Snapshot) -> RuleHealth {
        let matcher = RulebookMatcher(rulebook: rulebook, snapshot: snapshot)
        var evidence = HealthEvidence(rules.map(\.lua.rule))
        var meters = [FunctionMeter](repeating: FunctionMeter(), count: rules.count)
        snapshot.texts.withUTF8Bytes { texts in
            let record = RecordFiller(snapshot, texts: texts).record()
            for row in snapshot.transactions.indices {
                record.show(row: row)
                evidence.beginTransaction()
                matcher.forEachMatch(row: row) { position in
                    let rule = rules[position]
                    guard rule.hasFunction else {
                        evidence.add(position, nil)
                        return true
                    }
                    if let effect = meters[position].opinion(of: rule, on: record) {
                        evidence.add(position, effect)
                    }
                    return true
                }
            }
        }
        return RuleHealth(
            neverMatched: evidence.neverMatched, shadowed: evidence.shadowed,
            conflicts: evidence.clashes, costs: costs(meters), rules: rules.count,
            transactions: snapshot.transactions.count)
    }

    private func costs(_ meters: [FunctionMeter]) -> [RuleHealth.Cost] {
        let all = meters.reduce(0) { $0 + $1.steps }
        return zip(rules, meters).filter { $1.calls > 0 }.map { rule, meter in
            RuleHealth.Cost(
                rule: rule.lua.rule, transactions: meter.calls,
                stepsEach: Int(meter.stepsEach + 0.5),
                share: all == 0 ? 0 : meter.steps / all)
        }.enumerated().sorted { left, right in
            (right.element.share, left.offset) < (left.element.share, right.offset)
        }.map(\.element)
    }
}

/// Counts what the functions of one rule take.
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

    /// What the rule sets, or nil where it has no opinion or fails.
    mutating func opinion(of rule: LoadedRule, on record: RecordBuffer) -> Effect? {
        guard failures < UserRules.failuresUntilSetAside else { return nil }
        calls += 1
        do {
            guard calls <= Self.mostCountedCalls else {
                return try rule.isMatch(record) ? try rule.effect(on: record) : nil
            }
            let (effect, steps) = try rule.sandbox.countingSteps {
                try rule.isMatch(record) ? try rule.effect(on: record) : nil
            }
            countedSteps += steps
            return effect
        } catch {
            // The next pass tells what is wrong.
            failures += 1
            return nil
        }
    }
}
