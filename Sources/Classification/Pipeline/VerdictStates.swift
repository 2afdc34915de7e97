import Model
import Rules

/// The contributions to transactions so far, each distinct history stored once.
///
/// Stages run one after another over all transactions. Between them a transaction is
/// one number: its history of contributions. A million transactions have a few
/// thousand histories. So adding a contribution is one look-up, and each history's
/// verdict is built once.
struct VerdictStates {
    /// The state of a transaction without contributions.
    static let untouched: Int32 = 0

    private struct State {
        let contributions: [Int32]
        let decided: Set<Attribute>
        let transactionClass: TransactionClass?
        /// The tags that contributions add, whether or not another takes them away.
        let tags: Set<String>
        /// The tags that contributions take away.
        let removedTags: Set<String>
        /// The notes that contributions append.
        let appendedNotes: Set<String>
        /// The bytes of these.
        let noteBytes: Int
        /// What the first rule about the movement says; nil if none did.
        let isContribution: Bool?
    }

    /// What bounds kept off any transaction, by the number of the contribution.
    private(set) var cuts: [Int32: CutEffect] = [:]
    private var contributions: [Contribution] = []
    private var contributionIDs: [Contribution: Int32] = [:]
    private var states = [
        State(
            contributions: [], decided: [], transactionClass: nil, tags: [], removedTags: [],
            appendedNotes: [], noteBytes: 0, isContribution: nil)
    ]
    private var transitions: [UInt64: Int32] = [:]
    /// A cache of the latest transitions, indexed by a cheap hash of the key. It
    /// costs a tenth of the dictionary's hash.
    private var recent = [Transition](
        repeating: Transition(key: .max, next: 0), count: Self.recentCount)

    private static let recentCount = 4096

    private struct Transition {
        let key: UInt64
        let next: Int32
    }

    var count: Int { states.count }

    /// What the bounds of a state count.
    func sizes(of state: Int32) -> (tags: Int, notes: Set<String>, noteBytes: Int) {
        let state = states[Int(state)]
        return (state.tags.count, state.appendedNotes, state.noteBytes)
    }

    mutating func id(of contribution: Contribution) -> Int32 {
        if let known = contributionIDs[contribution] { return known }
        let id = Int32(contributions.count)
        contributions.append(contribution)
        contributionIDs[contribution] = id
        return id
    }

    func contribution(_ id: Int32) -> Contribution { contributions[Int(id)] }

    /// The decided class, if any.
    func transactionClass(of state: Int32) -> TransactionClass? {
        states[Int(state)].transactionClass
    }

    /// The state after one more contribution; the same state if the contribution
    /// decides nothing new.
    mutating func state(after state: Int32, adding contribution: Int32) -> Int32 {
        let key = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(UInt32(bitPattern: contribution))
        // The multiplier is derived from the golden ratio and spreads the keys.
        let place = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 52)
        if recent[place].key == key { return recent[place].next }
        let next = transitions[key] ?? newTransition(of: key, from: state, adding: contribution)
        recent[place] = Transition(key: key, next: next)
        return next
    }

    private mutating func newTransition(
        of key: UInt64, from state: Int32, adding contribution: Int32
    ) -> Int32 {
        let earlier = states[Int(state)]
        let new = contributions[Int(contribution)]
        let decides = attributes(decidedBy: new, after: state)
        let cut = cut(of: new, after: state)
        if !cut.isEmpty { cuts[contribution, default: CutEffect()].add(cut) }
        var next = state
        if !decides.isEmpty || earlier.isContribution == nil && new.isContribution != nil {
            next = Int32(states.count)
            var history = earlier.contributions + (decides.isEmpty ? [] : [contribution])
            var decided = earlier.decided.union(decides.intersection(new.singleAttributes))
            if new.overrules != .none, !decides.isEmpty {
                history = overruledHistory(of: state, by: new, deciding: decides, &decided)
            }
            states.append(
                State(
                    contributions: history, decided: decided,
                    transactionClass: decides.contains(.class)
                        ? new.effect.class : earlier.transactionClass,
                    tags: earlier.tags.union(new.effect.tags),
                    removedTags: earlier.removedTags.union(new.effect.removedTags),
                    appendedNotes: earlier.appendedNotes.union(
                        CollectionOfOne(new.effect.appendedNote).compactMap(\.self)),
                    noteBytes: earlier.noteBytes + (new.effect.appendedNote?.utf8.count ?? 0),
                    isContribution: earlier.isContribution ?? new.isContribution))
        }
        transitions[key] = next
        return next
    }

    /// The contributions of a state with one more that overrules.
    private mutating func overruledHistory(
        of state: Int32, by new: Contribution, deciding decides: Set<Attribute>,
        _ decided: inout Set<Attribute>
    ) -> [Int32] {
        let earlier = states[Int(state)]
        var front = new.yielding(to: settledAttributes(in: state, for: new.overrules))
        guard replaces(decides, of: new, in: earlier) else {
            return earlier.contributions + [id(of: front)]
        }
        (front.effect.tags, front.effect.removedTags) = ([], [])
        front.effect.appendedNote = nil
        let own = id(of: front)
        var history = [own] + earlier.contributions
        if decides.contains(.category) {
            history = history.map { withoutLensOfCategory($0, unless: own) }
            if !history.contains(where: { contributions[Int($0)].effect.lens != nil }) {
                decided.remove(.lens)
            }
        }
        // Tags and appended notes keep their turn.
        let adding = new.adding
        return adding.decisions.isEmpty ? history : history + [id(of: adding)]
    }

    /// Whether a contribution takes the place of an earlier one. A category and splits take each
    /// other's.
    private func replaces(_ decides: Set<Attribute>, of new: Contribution, in old: State) -> Bool {
        var replaced = decides
        if decides.contains(.category) || decides.contains(.splits) && new.splitsTakeCategory {
            replaced.formUnion([.category, .splits])
        }
        return !replaced.isDisjoint(with: old.decided)
    }

    /// A contribution without the lens that it gives with a category, which is no longer the
    /// category. The person's own stay, and the one that overrules.
    private mutating func withoutLensOfCategory(_ number: Int32, unless own: Int32) -> Int32 {
        let contribution = contributions[Int(number)]
        guard number != own, !contribution.isPersons, contribution.effect.category != nil,
            contribution.effect.lens != nil
        else { return number }
        return id(of: contribution.yielding(to: [.lens]))
    }

    /// The attributes that a contribution can't overrule: what the person decided, the class of the
    /// sides of a transfer, which stay together, and what stages decided that it doesn't overrule.
    private func settledAttributes(
        in state: Int32, for overruling: Contribution.Overruling
    ) -> Set<Attribute> {
        let isPaired =
            states[Int(state)].decided.contains(.partner)
            && states[Int(state)].transactionClass == .transfer
        var decided: Set<Attribute> = []
        var settled: Set<Attribute> = isPaired ? [.class] : []
        for number in states[Int(state)].contributions {
            let contribution = contributions[Int(number)]
            var new = contribution.singleAttributes.subtracting(decided)
            if decided.contains(.category), contribution.splitsTakeCategory { new.remove(.splits) }
            decided.formUnion(new)
            if contribution.isPersons || !overruling.includes(stage: contribution.stage) {
                settled.formUnion(new)
                // A category would take the splits' place.
                if new.contains(.splits), contribution.splitsTakeCategory {
                    settled.insert(.category)
                }
            }
        }
        return settled
    }

    /// Whether a category is still open: neither one nor splits that take its place are decided.
    func takesCategory(in state: Int32) -> Bool {
        firstContribution(in: state) {
            $0.effect.category != nil || $0.effect.splits != nil && $0.splitsTakeCategory
        } == nil
    }

    /// Whether a plan can still split a transaction: a category is against it unless it keeps it.
    func takes(_ plan: SplitPlan, in state: Int32) -> Bool {
        states[Int(state)].decided.isDisjoint(
            with: plan.keepsCategory ? [.splits] : [.category, .splits])
    }

    /// The attributes that a contribution is the first to decide, or overrules. Tags add up: each
    /// new tag counts.
    func attributes(decidedBy contribution: Contribution, after state: Int32) -> Set<Attribute> {
        let earlier = states[Int(state)]
        let settled =
            contribution.overrules == .none
            ? earlier.decided : settledAttributes(in: state, for: contribution.overrules)
        var attributes = contribution.singleAttributes.subtracting(settled)
        if settled.contains(.category), contribution.splitsTakeCategory {
            attributes.remove(.splits)
        }
        let effect = contribution.effect
        if earlier.tags.count < Verdict.mostTags && !earlier.tags.isSuperset(of: effect.tags)
            || earlier.removedTags.count < Verdict.mostTags
                && !earlier.removedTags.isSuperset(of: effect.removedTags)
            // A rule before or after may take away the tag that the person set.
            || contribution.reason.kind == .correction && !effect.tags.isEmpty
        {
            attributes.insert(.tags)
        }
        if let note = effect.appendedNote, !earlier.appendedNotes.contains(note),
            earlier.noteBytes + note.utf8.count <= Verdict.mostBytesOfNotes,
            firstReason(in: state, whoseEffect: { $0.note != nil })?.kind != .correction
        {
            attributes.insert(.notes)
        }
        return attributes
    }

    /// Whether what a contribution decides about an attribute is part of the verdict.
    ///
    /// - Parameter value: one of the contribution's decisions, as text.
    func holds(
        _ value: String, for attribute: Attribute, of number: Int32, in state: Int32
    ) -> Bool {
        let history = states[Int(state)].contributions.map { contributions[Int($0)] }
        let (reason, effect) = (
            contributions[Int(number)].reason, contributions[Int(number)].effect
        )
        switch attribute {
        case .tags:
            return !effect.removedTags.isEmpty
                || !Set(effect.tags).isDisjoint(with: tags(of: history)?.value ?? [])
        case .notes:
            let first = history.first { $0.effect.note != nil }?.reason
            return value == effect.note && first == reason
                || value == effect.appendedNote && first?.kind != .correction
        case .splits: return splits(of: history)?.reason == reason
        default:
            return history.first { $0.singleAttributes.contains(attribute) }?.reason == reason
        }
    }

    func tags(in state: Int32) -> Set<String> {
        // If nothing was taken away or left out, all that were added are there.
        let added = states[Int(state)].tags
        guard !states[Int(state)].removedTags.isEmpty || added.count > Verdict.mostTags else {
            return added
        }
        return Set(
            tags(of: states[Int(state)].contributions.map { contributions[Int($0)] })?.value ?? [])
    }

    /// The reason of the first contribution whose effect matches.
    func firstReason(in state: Int32, whoseEffect isMeant: (Effect) -> Bool) -> Reason? {
        firstContribution(in: state) { isMeant($0.effect) }?.reason
    }

    func firstContribution(
        in state: Int32, where isMeant: (Contribution) -> Bool
    ) -> Contribution? {
        states[Int(state)].contributions.lazy.map { contributions[Int($0)] }
            .first(where: isMeant)
    }

    /// The verdict of a history; nil while its class or category is undecided.
    func verdict(of state: Int32) -> Verdict? {
        let history = states[Int(state)].contributions.map { contributions[Int($0)] }
        func first<Value>(_ value: (Contribution) -> Value?) -> Decided<Value>? {
            for contribution in history {
                if let value = value(contribution) {
                    return Decided(value, because: contribution.reason)
                }
            }
            return nil
        }
        guard let transactionClass = first(\.effect.class),
            let category = first(\.effect.category)
        else { return nil }
        return Verdict(
            transactionClass: transactionClass, category: category, lens: first(\.effect.lens),
            partner: history.first(where: \.linksPartner)?.reason, series: first(\.effect.series),
            payee: first(\.effect.payee), loan: first(\.effect.loan), notes: notes(of: history),
            tags: tags(of: history),
            isExcluded: first(\.effect.excluded), splits: splits(of: history),
            isContribution: states[Int(state)].isContribution ?? false)
    }

    /// The first splits, unless a category before them takes their place.
    private func splits(of history: [Contribution]) -> Decided<SplitPlan>? {
        var hasCategory = false
        for contribution in history {
            if let splits = contribution.effect.splits, !hasCategory || splits.keepsCategory {
                return Decided(splits, because: contribution.reason)
            }
            if contribution.effect.category != nil { hasCategory = true }
        }
        return nil
    }

    /// The first note, and what others append. The person's own stands alone.
    private func notes(of history: [Contribution]) -> Decided<String>? {
        let own = history.first { $0.effect.note != nil }
        var texts = [own?.effect.note].compactMap(\.self)
        var reasons = [own?.reason].compactMap(\.self)
        var bytes = own?.effect.note?.utf8.count ?? 0
        if own?.reason.kind != .correction {
            for contribution in history {
                guard let text = contribution.effect.appendedNote, !texts.contains(text),
                    bytes + text.utf8.count <= Verdict.mostBytesOfNotes
                else { continue }
                bytes += text.utf8.count
                texts.append(text)
                if !reasons.contains(contribution.reason) { reasons.append(contribution.reason) }
            }
        }
        guard !texts.isEmpty else { return nil }
        return Decided(texts.joined(separator: "; "), because: Reason(all: reasons))
    }

    /// The tags of all contributions, each once, with everyone who added one. Those that a rule
    /// takes away are left out, unless the person set them on the transaction.
    private func tags(of history: [Contribution]) -> Decided<[String]>? {
        let removed = history.reduce(into: Set<String>()) { $0.formUnion($1.effect.removedTags) }
        var tags: [String] = []
        var reasons: [Reason] = []
        for contribution in history {
            let isSetByPerson = contribution.reason.kind == .correction
            let new = contribution.effect.tags.filter {
                !tags.contains($0) && (isSetByPerson || !removed.contains($0))
            }.prefix(isSetByPerson ? Int.max : max(0, Verdict.mostTags - tags.count))
            guard !new.isEmpty else { continue }
            tags += new
            reasons.append(contribution.reason)
        }
        return reasons.isEmpty ? nil : Decided(tags, because: Reason(all: reasons))
    }

    /// The contributions as plugins see them.
    func partialVerdict(in state: Int32) -> PartialVerdict {
        let history = states[Int(state)].contributions.map { contributions[Int($0)] }
        let effects = history.map(\.effect)
        func first<Value>(_ value: (Effect) -> Value?) -> Value? {
            effects.lazy.compactMap(value).first
        }
        return PartialVerdict(
            class: first(\.class), category: first(\.category), lens: first(\.lens),
            series: first(\.series), payee: first(\.payee),
            note: notes(of: history)?.value,
            excluded: first(\.excluded), splits: splits(of: history)?.value,
            tags: tags(of: history)?.value ?? [])
    }

    /// Whether the category is a guess.
    func isGuess(in state: Int32) -> Bool {
        firstReason(in: state) { $0.category != nil }?.kind == .guess
    }

    /// The decided category, if any.
    func category(of state: Int32) -> String? {
        for contribution in states[Int(state)].contributions {
            if let category = contributions[Int(contribution)].effect.category { return category }
        }
        return nil
    }
}

extension Reason {
    /// The combined reason of several contributions.
    fileprivate init(all reasons: [Reason]) {
        let rules = reasons.compactMap(\.rule)
        let stages = reasons.reduce(into: [String]()) { stages, reason in
            if !stages.contains(reason.by) { stages.append(reason.by) }
        }
        self.init(
            by: stages.joined(separator: ", "),
            rule: rules.isEmpty ? nil : rules.joined(separator: ", "),
            evidence: reasons.flatMap(\.evidence),
            kind: reasons.count == 1 ? reasons[0].kind : nil)
    }
}

/// The verdict about a transaction before the end of the pipeline.
struct PartialVerdict {
    let `class`: TransactionClass?
    let category: String?
    let lens: Lens?
    let series: String?
    let payee: String?
    let note: String?
    let excluded: Bool?
    let splits: SplitPlan?
    let tags: [String]
}
