public import Model
import Rules

extension Classifier {
    /// Notes about the person's rules whose conditions match none of a vault's transactions, with a
    /// text of the vault where only the spelling differs.
    ///
    /// Functions are not called.
    ///
    /// - Parameter files: files whose rules are not meant, such as shipped ones.
    public func notesOnUnmatchedRules(
        in snapshot: Snapshot, except files: Set<String>
    ) throws -> [RuleFileProblem] {
        guard !snapshot.transactions.isEmpty else { return [] }
        let place = placeOfRulesAfter
        let hasRulesAfter = place != nil && userRules.hasRulesAfter
        let run = try self.run(through: snapshot, stages: hasRulesAfter ? place : 0)
        var notes = userRules.notesOnUnmatched(userRules.first, in: run.snapshot, except: files)
        if hasRulesAfter {
            notes += userRules.notesOnUnmatched(
                userRules.after, in: run.decidedSnapshot(), except: files)
        }
        return notes
    }
}

extension UserRules {
    fileprivate func notesOnUnmatched(
        _ layer: Layer, in snapshot: Snapshot, except files: Set<String>
    ) -> [RuleFileProblem] {
        let matcher = RulebookMatcher(rulebook: layer.rulebook, snapshot: snapshot)
        var isMatched = [Bool](repeating: false, count: layer.positions.count)
        for row in snapshot.transactions.indices {
            matcher.forEachMatch(row: row) { rule in
                isMatched[rule] = true
                return true
            }
        }
        var spellings = Spellings(snapshot)
        let notes: [RuleFileProblem] = layer.positions.compactMap { position in
            let loaded = rules[position]
            guard !isMatched[position - layer.start], !files.contains(loaded.file),
                // Another note tells of a name that no account has.
                loaded.rule.condition.names(missingFrom: snapshot.accounts).isEmpty
            else { return nil }
            let count = snapshot.transactions.count
            return RuleFileProblem(
                file: loaded.file, line: loaded.line,
                message: "\(loaded.rule.name): it matches none of your \(count) "
                    + (count == 1 ? "transaction" : "transactions")
                    + (spellings.hint(about: loaded.rule.condition)
                        ?? signHint(about: loaded.rule, in: snapshot) ?? ""))
        }
        let count = snapshot.transactions.count
        return Self.summed(notes) { more in
            "\(more) more of its rules match none of your \(count) "
                + (count == 1 ? "transaction" : "transactions")
        }
    }

    /// Notes about rules that match, and decide nothing because rules before them do.
    ///
    /// - Parameters:
    ///   - effects: what became of the matches, by position.
    ///   - files: files whose rules are not meant, such as shipped ones.
    func notesOnOverruled(
        _ effects: [RuleOutcome], except files: Set<String>
    ) -> [RuleFileProblem] {
        var seen: Set<Condition> = []
        let notes: [RuleFileProblem] = zip(rules, uses(effects)).compactMap { loaded, use in
            // Another note tells of a rule that has the conditions of an earlier one.
            guard seen.insert(loaded.rule.condition).inserted, !files.contains(use.file),
                use.overruling?.by != nil, let words = use.wordsOfOverruling
            else { return nil }
            return RuleFileProblem(file: use.file, line: use.line, message: words)
        }
        return Self.summed(notes) { "\($0) more of its rules decide nothing" }
    }

    /// Some notes of each file, and how many more it has: a shared pack has rules for shops all
    /// over the world.
    private static func summed(
        _ notes: [RuleFileProblem], _ words: (_ more: Int) -> String
    ) -> [RuleFileProblem] {
        let count = Dictionary(grouping: notes, by: \.file).mapValues(\.count)
        var shown: [String: Int] = [:]
        return notes.flatMap { note -> [RuleFileProblem] in
            shown[note.file, default: 0] += 1
            let number = shown[note.file, default: 0]
            let all = count[note.file, default: 0]
            guard number > mostOfFile, all > mostOfFile + 1 else { return [note] }
            guard number == mostOfFile + 1 else { return [] }
            return [
                RuleFileProblem(file: note.file, line: nil, message: words(all - mostOfFile))
            ]
        }
    }

    private static let mostOfFile = 5
}

extension UserRules {
    /// A phrase about a condition that asks for money that came in, if money that went out would
    /// match it.
    private func signHint(about rule: Rule, in snapshot: Snapshot) -> String? {
        guard rule.condition.asksForPositiveAmount, let sized = rule.condition.asksSizeInstead
        else { return nil }
        var other = rule
        other.condition = sized
        do {
            let matcher = RulebookMatcher(rulebook: try Rulebook([other]), snapshot: snapshot)
            guard
                snapshot.transactions.indices.contains(where: { matcher.firstMatch(row: $0) != nil }
                )
            else { return nil }
        } catch {
            return nil
        }
        return "; money that went out is negative, so compare size in place of amount"
    }
}

extension Condition {
    /// Whether it has a test of the amount that only positive amounts meet.
    fileprivate var asksForPositiveAmount: Bool {
        switch self {
        case .all(let parts): parts.contains(where: \.asksForPositiveAmount)
        case .amount(let test): test.isPositive
        default: false
        }
    }

    /// The condition with its tests of positive amounts as tests of sizes.
    fileprivate var asksSizeInstead: Condition? {
        switch self {
        case .all(let parts): .all(parts.map { $0.asksSizeInstead ?? $0 })
        case .amount(let test) where test.isPositive: .size(test)
        default: nil
        }
    }
}

extension AmountTest {
    fileprivate var isPositive: Bool {
        let zero = DecimalAmount(coefficient: 0, decimals: 0)
        return switch self {
        case .greater(let amount), .atLeast(let amount), .equals(let amount),
            .approximately(let amount, _), .between(let amount, _):
            amount >= zero
        case .less, .atMost: false
        }
    }
}

/// The texts of a vault, to find one that a condition only spells otherwise.
private struct Spellings {
    private let snapshot: Snapshot
    private var texts: [TextField: [String]] = [:]
    /// The comparisons that are left: a hint is not worth seconds.
    private var left = 300_000

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    /// A phrase about the first text that no transaction has as it is written.
    mutating func hint(about condition: Condition) -> String? {
        for (field, test) in condition.textTests {
            for wanted in test.wantedTexts {
                if let hint = hint(about: wanted, in: field, test) { return hint }
            }
        }
        return nil
    }

    private mutating func hint(
        about wanted: String, in field: TextField, _ test: TextTest
    ) -> String? {
        let known = texts(of: field)
        left -= known.count
        guard left > 0 else { return nil }
        let search = TextSearch(wanted)
        let similar = known.filter(search.finds)
        guard let text = similar.first, !similar.contains(where: { test.isMet(by: $0) }) else {
            return nil
        }
        let difference =
            TextTest.contains(wanted).isMet(by: text)
            ? "has \"\(wanted)\", but not \(test.placeWords)"
            : "is spelled differently from \"\(wanted)\"; punctuation counts"
        return "; \"\(text)\" \(difference)"
    }

    /// The distinct texts of a field, in order of first appearance.
    private mutating func texts(of field: TextField) -> [String] {
        if let known = texts[field] { return known }
        var seen: Set<String> = []
        var found: [String] = []
        for row in snapshot.transactions.indices {
            for text in snapshot.texts(of: field, row: row) where seen.insert(text).inserted {
                found.append(text)
            }
        }
        texts[field] = found
        return found
    }
}

extension Condition {
    /// The tests of texts, without those that must not hold.
    fileprivate var textTests: [(TextField, TextTest)] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.textTests)
        case .text(let field, let test): [(field, test)]
        default: []
        }
    }
}

extension TextTest {
    /// The texts that it looks for, at most some of a long list.
    fileprivate var wantedTexts: [String] {
        switch self {
        case .contains(let text), .containsWord(let text), .startsWith(let text),
            .endsWith(let text), .equals(let text):
            text.isEmpty ? [] : [text]
        case .oneOf(let texts): Array(texts.prefix(Self.mostWanted))
        case .anyOf(let tests): Array(tests.prefix(Self.mostWanted).flatMap(\.wantedTexts))
        case .matches: []
        }
    }

    private static let mostWanted = 5

    /// Where it wants its text, after "but not".
    fileprivate var placeWords: String {
        switch self {
        case .containsWord: "as a whole word"
        case .startsWith: "at its start"
        case .endsWith: "at its end"
        case .equals, .oneOf: "as the whole text"
        case .contains, .anyOf, .matches: "as the rule wants it"
        }
    }
}
