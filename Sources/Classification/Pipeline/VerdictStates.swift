import Model
import Rules

/// What has been said about a transaction so far, each distinct history once.
///
/// Stages run one after another over all transactions. Between them a
/// transaction is one number: its history of contributions. A million
/// transactions have a few thousand histories, so that adding a contribution
/// is one look-up, and a verdict is put together once for each history.
final class VerdictStates {
    /// The state of a transaction on which nothing was said.
    static let untouched: Int32 = 0

    private struct State {
        let contributions: [Int32]
        let decided: Set<Attribute>
        let transactionClass: TransactionClass?
    }

    private var contributions: [Contribution] = []
    private var contributionIDs: [Contribution: Int32] = [:]
    private var states = [State(contributions: [], decided: [], transactionClass: nil)]
    private var transitions: [UInt64: Int32] = [:]

    var count: Int { states.count }

    func id(of contribution: Contribution) -> Int32 {
        if let known = contributionIDs[contribution] { return known }
        let id = Int32(contributions.count)
        contributions.append(contribution)
        contributionIDs[contribution] = id
        return id
    }

    /// The class that was decided, if one was.
    func transactionClass(of state: Int32) -> TransactionClass? {
        states[Int(state)].transactionClass
    }

    /// The state after one more contribution; the same state where everything
    /// that the contribution says was decided before.
    func state(after state: Int32, adding contribution: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(UInt32(bitPattern: contribution))
        if let known = transitions[key] { return known }
        let earlier = states[Int(state)]
        let says = Set(contributions[Int(contribution)].decisions.map(\.attribute))
        var next = state
        if !says.isSubset(of: earlier.decided) {
            next = Int32(states.count)
            states.append(
                State(
                    contributions: earlier.contributions + [contribution],
                    decided: earlier.decided.union(says),
                    transactionClass: earlier.transactionClass
                        ?? contributions[Int(contribution)].effect.class))
        }
        transitions[key] = next
        return next
    }

    /// What is decided of each attribute that a trace can show.
    func decided(in state: Int32) -> Set<Attribute> { states[Int(state)].decided }

    /// The verdict of a history, or nil while class or category is open.
    func verdict(of state: Int32) -> Verdict? {
        let said = states[Int(state)].contributions.map { contributions[Int($0)] }
        func first<Value>(_ value: (Contribution) -> Value?) -> Decided<Value>? {
            for contribution in said {
                if let value = value(contribution) {
                    return Decided(value, because: contribution.reason)
                }
            }
            return nil
        }
        guard let transactionClass = first(\.effect.class), let category = first(\.effect.category)
        else { return nil }
        return Verdict(
            transactionClass: transactionClass, category: category, lens: first(\.effect.lens),
            partner: said.first(where: \.linksPartner)?.reason, payee: first(\.effect.payee),
            notes: first(\.effect.note),
            tags: first { $0.effect.tags.isEmpty ? nil : $0.effect.tags },
            isExcluded: first(\.effect.excluded))
    }

    /// The category that was decided, if one was.
    func category(of state: Int32) -> String? {
        for contribution in states[Int(state)].contributions {
            if let category = contributions[Int(contribution)].effect.category { return category }
        }
        return nil
    }
}
