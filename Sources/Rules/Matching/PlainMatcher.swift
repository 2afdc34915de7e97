public import Model

/// The reference implementation of conditions: it evaluates each rule in turn and
/// searches each text from its start.
///
/// It is slow and simple. ``RulebookMatcher`` must give the same results.
public struct PlainMatcher {
    public let rulebook: Rulebook
    public let snapshot: Snapshot

    private let workspace = RegexWorkspace()
    private let regexes = RegexCache()

    public init(rulebook: Rulebook, snapshot: Snapshot) {
        self.rulebook = rulebook
        self.snapshot = snapshot
    }

    /// The matching rules in evaluation order, as indexes into the rulebook's
    /// rules.
    ///
    /// - Parameter row: an index into the snapshot's transactions.
    public func matches(row: Int) -> [Int] {
        rulebook.rules.indices.filter { holds(rulebook.rules[$0].condition, row: row) }
    }

    /// Whether a condition, of a rule or a part of one, holds for a transaction.
    func holds(_ condition: Condition, row: Int) -> Bool {
        holds(condition, for: snapshot.transactions[row], row: row)
    }

    private func holds(
        _ condition: Condition, for transaction: TransactionFacts, row: Int
    ) -> Bool {
        let account = snapshot.account(of: transaction)
        switch condition {
        case .all(let parts): return parts.allSatisfy { holds($0, for: transaction, row: row) }
        case .any(let parts): return parts.contains { holds($0, for: transaction, row: row) }
        case .none(let parts): return !parts.contains { holds($0, for: transaction, row: row) }
        case .text(let field, let test):
            return snapshot.texts(of: field, row: row).contains { holds(test, for: $0) }
        case .amount(let test):
            return test.holds(
                forMinorUnits: Int128(transaction.amount), exponent: account.currency.exponent)
        case .size(let test):
            return test.holds(
                forMinorUnits: Int128(transaction.amount.magnitude),
                exponent: account.currency.exponent)
        case .day(let test): return test.holds(for: transaction.day)
        case .dayOfMonth(let days): return days.contains(transaction.day.components.day)
        case .weekday(let days): return days.contains(transaction.day.isoWeekday)
        case .month(let months): return months.contains(transaction.day.components.month)
        case .pending(let isPending): return transaction.isPending == isPending
        case .accountType(let types): return types.contains(account.type)
        case .fact(let test): return test.holds(for: transaction, of: account)
        case .decided(let test):
            return snapshot.decided.map { decided in
                test.holds(for: decided[row], exponent: account.currency.exponent) {
                    snapshot.spendingTotal($0, row: row)
                }
            } ?? false
        case .history(let test):
            return test.holds(
                for: transaction.amount, on: transaction.day,
                after: snapshot.earlierPayments[row], exponent: account.currency.exponent)
        case .near(let test, let other):
            return snapshot.transactions.indices.contains {
                test.isMet(by: snapshot.transactions[$0], near: transaction)
                    && holds(other, for: snapshot.transactions[$0], row: $0)
            }
        case .always: return true
        }
    }

    private func holds(_ test: TextTest, for text: String) -> Bool {
        switch test {
        case .anyOf(let tests): return tests.contains { holds($0, for: text) }
        case .matches(let pattern):
            guard let regex = regexes.regex(pattern) else { return false }
            var collapsed = TextNormaliser()
            collapsed.normalise(text, into: .collapsed)
            return collapsed.withResult { regex.matches($0, in: workspace) } ?? false
        default: return test.isMet(by: text)
        }
    }
}

extension TextTest {
    /// Whether a text meets the test. A regular expression is not tried, and counts as met.
    package func isMet(by text: String) -> Bool {
        let searched = SearchText(text).utf8
        switch self {
        case .contains(let part):
            return !searched.occurrences(of: SearchText(part).utf8).isEmpty
        case .containsWord(let part):
            let part = SearchText(part).utf8
            return searched.occurrences(of: part).contains { searched.isWhole(part, at: $0) }
        case .startsWith(let part): return searched.starts(with: SearchText(part).utf8)
        case .endsWith(let part):
            return searched.reversed().starts(with: SearchText(part).utf8.reversed())
        case .equals(let whole): return searched == SearchText(whole).utf8
        case .oneOf(let wholes): return wholes.contains { searched == SearchText($0).utf8 }
        case .anyOf(let tests): return tests.contains { $0.isMet(by: text) }
        case .matches: return true
        }
    }
}

extension Snapshot {
    /// The texts of a transaction that a test of a field looks at.
    package func texts(of field: TextField, row: Int) -> [String] {
        let transaction = transactions[row]
        let account = account(of: transaction)
        return switch field {
        case .description: [texts[transaction.description]]
        case .payee: [texts[transaction.payee]]
        case .bankPayee: [texts[transaction.bankPayee]]
        case .memo: [texts[transaction.memo]]
        case .account: [account.name]
        case .institution: [account.institution]
        case .currency: [account.currency.code]
        case .merchantCode: [texts[transaction.merchantCode]]
        case .anyText:
            [
                texts[transaction.description], texts[transaction.bankPayee],
                texts[transaction.memo],
            ]
        case .tags: givenTags(of: transaction)
        case .notes: [decisions.corrections[transaction.id]?.note ?? ""]
        }
    }

    private func givenTags(of transaction: TransactionFacts) -> [String] {
        let tags = decisions.corrections[transaction.id]?.tags ?? []
        return tags.isEmpty ? [""] : tags
    }
}

extension [UInt8] {
    /// The offsets at which another byte string occurs in this one.
    fileprivate func occurrences(of part: [UInt8]) -> [Int] {
        guard part.count <= count else { return [] }
        return (0...count - part.count).filter { self[$0...].starts(with: part) }
    }

    /// Whether a part at an offset is not adjacent to a further letter or digit
    /// where it begins or ends with one.
    fileprivate func isWhole(_ part: [UInt8], at position: Int) -> Bool {
        withUnsafeBufferPointer { text in
            let end = position + part.count
            let touchesBefore =
                WordEdge.wordCharacterBegins(in: text, at: position)
                && WordEdge.wordCharacterEnds(in: text, at: position)
            let touchesAfter =
                WordEdge.wordCharacterEnds(in: text, at: end)
                && WordEdge.wordCharacterBegins(in: text, at: end)
            return !touchesBefore && !touchesAfter
        }
    }
}

/// The regular expressions of a rulebook, each compiled when it is first asked for.
private final class RegexCache {
    private var known: [ExactText: CompiledRegex?] = [:]

    /// - Returns: nil for what is no regular expression. No rulebook has one.
    func regex(_ pattern: String) -> CompiledRegex? {
        let key = ExactText(pattern)
        if let regex = known[key] { return regex }
        let regex: CompiledRegex?
        do throws(RegexSyntaxError) {
            regex = try CompiledRegex(pattern)
        } catch {
            regex = nil
        }
        known[key] = regex
        return regex
    }
}
