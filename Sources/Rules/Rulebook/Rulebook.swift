import Model

/// An ordered list of rules, compiled so that many of them cost little more than one.
///
/// Compiling takes some 7 µs per rule; an edited rule requires a new rulebook.
public struct Rulebook: Sendable {
    public enum Order: Sendable {
        /// Rules of equal priority keep their given order.
        case declared
        /// Among equal priorities the more specific rule comes first, so that
        /// "UBER EATS" precedes "UBER" regardless of their given order.
        case mostSpecificFirst
    }

    /// The enabled rules, highest priority first. Matches are indexes into this
    /// list.
    public let rules: [Rule]

    let program: RulebookProgram

    /// - Parameter rules: disabled ones are ignored without validation.
    /// - Throws: all invalid texts of the enabled rules.
    public init(_ rules: [Rule], order: Order = .declared) throws(RulebookError) {
        let ranks = rules.indices.lazy.filter { rules[$0].isEnabled }.map { position in
            // A copy of each rule would take longer than all else here.
            let specificity = order == .mostSpecificFirst ? rules[position].specificity : 0
            return (
                priority: rules[position].priority, specificity: specificity, position: position
            )
        }
        let order = ranks.sorted { left, right in
            (right.priority, right.specificity, left.position)
                < (left.priority, left.specificity, right.position)
        }
        self.rules = order.map { rules[$0.position] }
        program = try RulebookCompiler.compile(self.rules)
    }
}

/// Everything that prevents a list of rules from becoming a rulebook, in evaluation
/// order.
public struct RulebookError: Error, Hashable, Sendable {
    public let problems: [RuleProblem]
}

/// An invalid text of one rule.
public struct RuleProblem: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The pattern is not a regular expression.
        ///
        /// - Parameters:
        ///   - offset: in characters from the start of the pattern.
        ///   - message: PCRE2's message, in English.
        case invalidRegex(pattern: String, offset: Int, message: String)
        /// The pattern takes too many steps on a short text, such as this one.
        case endlessRegex(pattern: String, text: String)
        /// The search string is empty: it would match every transaction.
        case emptyText
    }

    /// The rule's ``Rule/id``.
    public let rule: String
    public let kind: Kind
}

extension RuleProblem.Kind: CustomStringConvertible {
    /// The problem, for the rule's author.
    public var description: String {
        switch self {
        case .invalidRegex(let pattern, let offset, let message):
            "the regular expression \"\(pattern)\" is wrong at character \(offset + 1): \(message)"
        case .endlessRegex(let pattern, let text):
            "the regular expression \"\(pattern)\" takes too long, on \"\(text)\" for one; leave out "
                + "repetitions within repetitions, such as (a+)+"
        case .emptyText: "it looks for an empty text, which is in everything"
        }
    }
}

/// A compiled rulebook: one automaton per text channel, and the rules' conditions as
/// a flat list of steps.
struct RulebookProgram: Sendable {
    let channels: [ChannelProgram]
    /// The channels whose texts can make a rule a candidate.
    let anchoringChannels: [Int]
    /// The conditions of all rules in sequence.
    let steps: [ConditionStep]
    /// The offset of each rule's condition in ``steps``.
    let firstSteps: [Int32]
    /// By rule: whether its condition holds wherever it is a candidate.
    let isSettledByAnchor: [Bool]
    /// Rules that no text makes candidates, in evaluation order. They are
    /// evaluated for every transaction.
    let unanchoredRules: [Int32]
    /// The tests of ``ConditionStep/amount(test:)`` and
    /// ``ConditionStep/negatedSize(test:)``.
    let amounts: AmountRanges
    /// The tests of ``ConditionStep/fact(test:)``.
    let factTests: [FactTest]
    /// The tests of ``ConditionStep/decided(test:)``.
    let decidedTests: [DecidedTest]
    /// The tests of ``ConditionStep/history(test:)``.
    let historyTests: [HistoryTest]
    /// By pattern.
    let regexes: [ExactText: CompiledRegex]
}

/// One node of a condition. The parts of `all`, `any` and `none` follow their node,
/// up to the step `end`.
enum ConditionStep: Sendable {
    case all(end: Int32)
    case any(end: Int32)
    case none(end: Int32)
    case text(channel: Int32, predicate: Int32)
    case amount(test: Int32)
    case negatedSize(test: Int32)
    case day(DayTest)
    case dayOfMonth(SmallSet)
    case weekday(SmallSet)
    case month(SmallSet)
    case pending(Bool)
    case accountType(SmallSet)
    case fact(test: Int32)
    case decided(test: Int32)
    case history(test: Int32)
    case always
}

/// A set of numbers from 0 to 63; it never contains others.
struct SmallSet: Sendable {
    private let bits: UInt64

    init(_ members: some Sequence<Int>) {
        bits = members.reduce(0) { bits, member in
            (0..<64).contains(member) ? bits | 1 << UInt64(member) : bits
        }
    }

    func contains(_ member: Int) -> Bool {
        (0..<64).contains(member) && bits >> UInt64(member) & 1 == 1
    }
}

extension AccountType {
    /// The type's index among all types.
    var position: Int {
        switch self {
        case .checking: 0
        case .savings: 1
        case .credit: 2
        case .investment: 3
        case .brokerage: 4
        case .loan: 5
        case .mortgage: 6
        case .other: 7
        }
    }
}

/// All tests of one text channel. A predicate is one distinct ``TextTest``,
/// identified by its number within the channel.
///
/// A class, because scanning passes this large value along for every text.
final class ChannelProgram: Sendable {
    let channel: TextChannel
    let automaton: LiteralAutomaton
    /// The meaning of an occurrence of each of the automaton's literals.
    let uses: Lists<LiteralUse>
    /// The predicates that hold for the empty text and have no literal for it.
    let predicatesOfEmptyText: [Int32]
    /// By predicate; nil if it is not a regular expression.
    let regexes: [CompiledRegex?]
    /// Regular expressions without a literal.
    let unannouncedRegexes: [Int32]
    /// The rules that each predicate makes candidates.
    let anchoredRules: Lists<Int32>

    init(
        channel: TextChannel, automaton: LiteralAutomaton, uses: Lists<LiteralUse>,
        predicatesOfEmptyText: [Int32], regexes: [CompiledRegex?], unannouncedRegexes: [Int32],
        anchoredRules: Lists<Int32>
    ) {
        self.channel = channel
        self.automaton = automaton
        self.uses = uses
        self.predicatesOfEmptyText = predicatesOfEmptyText
        self.regexes = regexes
        self.unannouncedRegexes = unannouncedRegexes
        self.anchoredRules = anchoredRules
    }
}

/// What an occurrence of a literal says about a predicate.
struct LiteralUse: Sendable {
    /// The required position of the occurrence.
    struct Place: OptionSet, Sendable {
        let rawValue: UInt8

        static let start = Place(rawValue: 1)
        static let end = Place(rawValue: 2)
        /// No letter or digit precedes it.
        static let wordStart = Place(rawValue: 4)
        /// No letter or digit follows it.
        static let wordEnd = Place(rawValue: 8)
    }

    let predicate: Int32
    let place: Place
    /// Whether the predicate is a regular expression that must now be tried.
    let announcesRegex: Bool
}

/// Many short lists in one block of memory.
struct Lists<Element: Sendable>: Sendable {
    private(set) var elements: [Element] = []
    private var ends: [Int] = []

    init(_ lists: [[Element]] = []) {
        for list in lists { add(list) }
    }

    mutating func add(_ list: some Sequence<Element>) {
        elements.append(contentsOf: list)
        ends.append(elements.count)
    }

    /// - Parameter members: elements with their list's number; each list keeps their order.
    init(_ members: [(list: Int32, element: Element)], count: Int) {
        var sizes = [Int](repeating: 0, count: count)
        for member in members { sizes[Int(member.list)] += 1 }
        ends.reserveCapacity(count)
        var places = [Int](repeating: 0, count: count)
        var end = 0
        for list in 0..<count {
            places[list] = end
            end += sizes[list]
            ends.append(end)
        }
        guard let any = members.first?.element else { return }
        elements = [Element](repeating: any, count: members.count)
        for member in members {
            elements[places[Int(member.list)]] = member.element
            places[Int(member.list)] += 1
        }
    }

    /// The range of a list in ``elements``.
    @inline(__always)
    func range(of list: Int) -> Range<Int> {
        (list == 0 ? 0 : ends[list - 1])..<ends[list]
    }
}

/// A text of each transaction that one automaton scans.
enum TextChannel: Hashable, Sendable {
    case description, payee, bankPayee, memo, merchantCode
    case account, institution, currency
    case tags, notes

    /// An account's texts are shared by all its transactions, so they select rules
    /// poorly.
    var isOfAccount: Bool {
        switch self {
        case .account, .institution, .currency: true
        case .description, .payee, .bankPayee, .memo, .merchantCode, .tags, .notes: false
        }
    }
}

extension TextField {
    var channels: [TextChannel] {
        switch self {
        case .description: [.description]
        case .payee: [.payee]
        case .bankPayee: [.bankPayee]
        case .memo: [.memo]
        case .account: [.account]
        case .institution: [.institution]
        case .currency: [.currency]
        case .merchantCode: [.merchantCode]
        case .anyText: Self.channelsOfAnyText
        case .tags: [.tags]
        case .notes: [.notes]
        }
    }

    /// Kept, as thousands of shipped rules ask for it.
    private static let channelsOfAnyText: [TextChannel] = [.description, .bankPayee, .memo]
}
