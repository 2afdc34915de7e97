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
    public let rules: RuleList

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
        let ordered = order.map { rules[$0.position] }
        self.rules = RuleList(ordered)
        program = try RulebookCompiler.compile(ordered)
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
    let steps: FlatList<ConditionStep>
    /// The offset of each rule's condition in ``steps``.
    let firstSteps: FlatList<Int32>
    /// By rule: whether its condition holds wherever it is a candidate.
    let isSettledByAnchor: FlatList<UInt8>
    /// Rules that no text makes candidates, in evaluation order. They are
    /// evaluated for every transaction.
    let unanchoredRules: FlatList<Int32>
    let tests: ConditionTests
}

/// The tests that a rulebook's conditions refer to by number.
struct ConditionTests: Sendable {
    /// The tests of the kinds amount and negatedSize.
    let amounts: AmountRanges
    var days: [DayTest] = []
    var facts: [FactTest] = []
    var decided: [DecidedTest] = []
    var histories: [HistoryTest] = []
}

/// One node of a condition. The parts of `all`, `any` and `none` follow their node,
/// up to the step `end`.
struct ConditionStep: Sendable {
    enum Kind: UInt32 {
        /// The number is the end.
        case all, any, none
        /// The number is the channel, and the detail the predicate.
        case text
        /// The number is that of the test.
        case amount, negatedSize, day, fact, decided, history
        /// The detail is the set.
        case dayOfMonth, weekday, month, accountType
        /// The number is 1 for pending transactions, and 0 for others.
        case pending
        case always
    }

    private let code: UInt32
    let number: Int32
    private let detail: UInt32

    init(_ kind: Kind, _ number: Int32 = 0) {
        (code, self.number, detail) = (kind.rawValue, number, 0)
    }

    init(channel: Int32, predicate: Int32) {
        (code, number) = (Kind.text.rawValue, channel)
        detail = UInt32(bitPattern: predicate)
    }

    init(_ kind: Kind, _ set: SmallSet) {
        (code, number, detail) = (kind.rawValue, 0, set.bits)
    }

    var kind: Kind {
        guard let kind = Kind(rawValue: code) else { ArchiveReader.isBroken("step \(code)") }
        return kind
    }

    /// The step behind the parts of `all`, `any` and `none`.
    var end: Int { Int(number) }
    var predicate: Int32 { Int32(bitPattern: detail) }
    var set: SmallSet { SmallSet(bits: detail) }
}

/// A set of numbers from 0 to 31; it never contains others.
struct SmallSet: Sendable {
    let bits: UInt32

    init(bits: UInt32) {
        self.bits = bits
    }

    init(_ members: some Sequence<Int>) {
        bits = members.reduce(0) { bits, member in
            (0..<32).contains(member) ? bits | 1 << UInt32(member) : bits
        }
    }

    func contains(_ member: Int) -> Bool {
        (0..<32).contains(member) && bits >> UInt32(member) & 1 == 1
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
    let uses: FlatLists<LiteralUse>
    /// The predicates that hold for the empty text and have no literal for it.
    let predicatesOfEmptyText: FlatList<Int32>
    /// By predicate that is a regular expression.
    let regexes: [Int32: CompiledRegex]
    /// Regular expressions without a literal.
    let unannouncedRegexes: FlatList<Int32>
    /// The rules that each predicate makes candidates.
    let anchoredRules: FlatLists<Int32>

    init(
        channel: TextChannel, automaton: LiteralAutomaton, uses: FlatLists<LiteralUse>,
        predicatesOfEmptyText: FlatList<Int32>, regexes: [Int32: CompiledRegex],
        unannouncedRegexes: FlatList<Int32>, anchoredRules: FlatLists<Int32>
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
    private let flags: UInt32

    init(predicate: Int32, place: Place, announcesRegex: Bool) {
        self.predicate = predicate
        flags = UInt32(place.rawValue) | (announcesRegex ? Self.regex : 0)
    }

    var place: Place { Place(rawValue: UInt8(truncatingIfNeeded: flags)) }
    /// Whether the predicate is a regular expression that must now be tried.
    var announcesRegex: Bool { flags & Self.regex != 0 }

    private static let regex: UInt32 = 256
}

/// A text of each transaction that one automaton scans.
enum TextChannel: String, Hashable, Sendable {
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
