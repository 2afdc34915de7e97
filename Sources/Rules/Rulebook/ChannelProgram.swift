import Model

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
