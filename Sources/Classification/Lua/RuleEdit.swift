public import Model
import Rules

/// What an edit of the person's rules can have an effect on.
///
/// A rule looks at a transaction and its account alone. So where rules came, went,
/// moved or say something else, and the others stayed as they were, only those
/// transactions can be concluded on otherwise that these rules match.
public struct RuleEdit {
    private let before: UserRules
    private let after: UserRules
    /// Places of rules among those that were asked, and are.
    private var gone: [Int]
    private var come: [Int]
    /// Of rules that stayed, whose functions may do something else now.
    private var doubtful: [(before: Int, after: Int)] = []

    /// - Parameters:
    ///   - before: the rules as they were.
    ///   - after: the same for all other rules of the person and of the program.
    ///   - keptFiles: files of which functions do what they did: neither they nor
    ///     anything that they can take from elsewhere changed.
    /// - Returns: nil where so much changed that it is no edit.
    public init?(from before: UserRules, to after: UserRules, keptFiles: Set<String>) {
        self.before = before
        self.after = after
        let old = before.rules.map(Words.init)
        let new = after.rules.map(Words.init)
        let sharedStart = zip(old, new).prefix { $0 == $1 }.count
        let sharedEnd = zip(
            old.dropFirst(sharedStart).reversed(), new.dropFirst(sharedStart).reversed()
        )
        .prefix { $0 == $1 }.count
        let oldMiddle = sharedStart..<(old.count - sharedEnd)
        let newMiddle = sharedStart..<(new.count - sharedEnd)
        guard oldMiddle.count * newMiddle.count <= Self.mostComparisons else { return nil }
        gone = []
        come = []
        for change in new[newMiddle].difference(from: old[oldMiddle]) {
            switch change {
            case .remove(let offset, _, _): gone.append(sharedStart + offset)
            case .insert(let offset, _, _): come.append(sharedStart + offset)
            }
        }
        gone.sort()
        come.sort()
        let (left, arrived) = (Set(gone), Set(come))
        let stayed = zip(
            before.rules.indices.filter { !left.contains($0) },
            after.rules.indices.filter { !arrived.contains($0) })
        for (old, new) in stayed where after.rules[new].hasFunction {
            if !keptFiles.contains(after.rules[new].file) {
                doubtful.append((before: old, after: new))
            }
        }
    }

    /// Whether it takes a snapshot that names payees to tell what the edit can have an
    /// effect on.
    public var asksForPayees: Bool {
        !doubtful.isEmpty || gone.contains { before.rules[$0].canAskForPayee }
            || come.contains { after.rules[$0].canAskForPayee }
    }

    /// Finds the transactions on which the rules together may say something else
    /// than they did.
    ///
    /// - Parameter snapshot: everything; where ``asksForPayees``, with payees as they
    ///   are named in a pass.
    /// - Returns: nil where functions have to be asked about everything in a pass,
    ///   each as it was read: one failed, printed something, or kept something
    ///   from one transaction to the next.
    /// - Complexity: some 0.1 µs for each transaction, and as much for each
    ///   function of an edited file.
    public func transactions(in snapshot: Snapshot) throws -> Set<Int64>? {
        var found: Set<Int> = []
        var said: [Opinion: Int32] = [:]
        var effects = EffectNumbers()
        let doubts = (
            before: Set(doubtful.map(\.before)),
            after: Dictionary(uniqueKeysWithValues: doubtful.map { ($0.after, $0.before) })
        )
        guard
            try before.forEachOpinion(
                ofRulesAt: (gone + doubts.before).sorted(), on: snapshot,
                { row, rule, own in
                    if doubts.before.contains(rule) {
                        said[Opinion(row: row, rule: rule)] = effects.number(of: own)
                    } else {
                        found.insert(row)
                    }
                }),
            try after.forEachOpinion(
                ofRulesAt: (come + doubts.after.keys).sorted(), on: snapshot,
                { row, rule, own in
                    guard let earlier = doubts.after[rule] else {
                        found.insert(row)
                        return
                    }
                    let before = said.removeValue(forKey: Opinion(row: row, rule: earlier))
                    if before != effects.number(of: own) { found.insert(row) }
                })
        else { return nil }
        // What was said, and is not any more.
        found.formUnion(said.keys.map(\.row))
        return Set(found.map { snapshot.transactions[$0].id })
    }

    /// What a rule says as data, and where; it decides what is concluded of the
    /// rule, and what is told of that.
    private struct Words: Hashable {
        let rule: Rule
        let asks: Bool
        let sets: Bool

        init(_ loaded: LoadedRule) {
            rule = loaded.lua.rule
            asks = loaded.lua.when != nil
            sets = loaded.lua.set != nil
        }
    }

    private struct Opinion: Hashable {
        let row: Int
        let rule: Int
    }

    /// Beyond so many pairs of places it takes longer to tell what was edited than to
    /// look at everything.
    private static let mostComparisons = 4_000_000
}

/// Different effects by numbers, so that what functions said of a million
/// transactions takes little room.
private struct EffectNumbers {
    private var numbers: [Effect: Int32] = [:]

    /// - Parameter effect: nil for what a rule says as data.
    mutating func number(of effect: Effect?) -> Int32 {
        guard let effect else { return -1 }
        if let known = numbers[effect] { return known }
        let new = Int32(numbers.count)
        numbers[effect] = new
        return new
    }
}
