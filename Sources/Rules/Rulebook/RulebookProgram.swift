import Model

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
    var nears: [NearTest] = []
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
        /// The number is that of the test; a group follows, for the other transaction.
        case near
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
        case .cash: 8
        case .asset: 9
        }
    }
}
