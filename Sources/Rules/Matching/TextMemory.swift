import Model

/// What the texts of a snapshot say about the rules of a rulebook, found when
/// a text is first asked for.
///
/// There is an answer for each text and channel, with numbers in rising order:
/// the predicates that hold for the text and how many they are, then how many
/// rules they make candidates and those rules.
final class TextMemory {
    private let program: RulebookProgram
    private let snapshot: Snapshot
    private let scanner = TextScanner()
    private let channels: [Channel]
    /// By channel; nil where its texts are the bank's.
    private let givenTexts: [GivenTexts?]
    /// By text of a channel: where in ``answers`` the number of its candidates
    /// stands.
    private let starts: UnsafeMutableBufferPointer<UInt32>
    private let answers = GrowingNumbers()

    private struct Channel {
        let source: TextChannel
        /// Where its texts begin in the starts.
        let firstText: Int
        let textCount: Int
    }

    private static let unknown = UInt32.max
    /// The answer of all texts for which nothing holds.
    private static let none = 1

    init(program: RulebookProgram, snapshot: Snapshot) {
        self.program = program
        self.snapshot = snapshot
        var count = 0
        let sources = program.channels.map(\.channel)
        let givenTexts = sources.map { GivenTexts(of: $0, in: snapshot) }
        self.givenTexts = givenTexts
        channels = zip(sources, givenTexts).map { source, givenTexts in
            let textCount =
                givenTexts?.count
                ?? (source.isOfAccount ? snapshot.accounts.count : snapshot.texts.count)
            defer { count += textCount }
            return Channel(source: source, firstText: count, textCount: textCount)
        }
        starts = .allocate(capacity: count)
        starts.initialize(repeating: Self.unknown)
        answers.append(0)
        answers.append(0)
    }

    deinit {
        starts.deallocate()
        answers.deallocate()
    }

    /// Matches of regular expressions that exceeded PCRE2's limits.
    var regexesGivenUp: Int { scanner.regexesGivenUp }

    func isOfAccount(_ channel: Int) -> Bool { channels[channel].source.isOfAccount }

    /// The rule at one of the positions of ``candidates(in:of:)``.
    @inline(__always)
    func rule(at position: Int) -> Int32 { answers[position] }

    /// The positions of the rules that a transaction's text makes candidates.
    @inline(__always)
    func candidates(in channel: Int, of transaction: TransactionFacts) -> Range<Int> {
        let start = start(in: channel, of: transaction)
        return start &+ 1..<start &+ 1 &+ Int(answers[start])
    }

    /// Whether a predicate holds for a transaction's text.
    @inline(__always)
    func holds(_ predicate: Int32, in channel: Int, of transaction: TransactionFacts) -> Bool {
        let end = start(in: channel, of: transaction) &- 1
        var position = end &- Int(answers[end])
        while position < end, answers[position] < predicate { position &+= 1 }
        return position < end && answers[position] == predicate
    }

    @inline(__always)
    private func start(in channel: Int, of transaction: TransactionFacts) -> Int {
        let own = transaction.number(of: channels[channel].source)
        let text = own >= 0 ? own : givenText(in: channel, of: transaction)
        precondition(text >= 0 && text < channels[channel].textCount)
        let start = starts[channels[channel].firstText &+ text]
        return start == Self.unknown ? addAnswer(in: channel, text: text) : Int(start)
    }

    @inline(never)
    private func givenText(in channel: Int, of transaction: TransactionFacts) -> Int {
        givenTexts[channel]?.number(of: transaction) ?? -1
    }

    @inline(never)
    private func addAnswer(in channel: Int, text: Int) -> Int {
        let channelProgram = program.channels[channel]
        let firstPredicate = answers.count
        if let given = givenTexts[channel]?.texts(at: text) {
            for var text in given {
                text.withUTF8 { bytes in
                    scanner.addPredicates(of: channelProgram, holdingFor: bytes, to: answers)
                }
            }
            answers.sortAndRemoveDuplicates(from: firstPredicate)
        } else {
            snapshot.withText(of: channels[channel].source, number: text) { bytes in
                scanner.addPredicates(of: channelProgram, holdingFor: bytes, to: answers)
            }
        }
        let predicateCount = answers.count - firstPredicate
        guard predicateCount > 0 else {
            starts[channels[channel].firstText + text] = UInt32(Self.none)
            return Self.none
        }
        answers.append(Int32(predicateCount))
        let start = answers.count
        answers.append(0)
        for position in firstPredicate..<firstPredicate + predicateCount {
            let predicate = Int(answers[position])
            for place in channelProgram.anchoredRules.range(of: predicate) {
                answers.append(channelProgram.anchoredRules.elements[place])
            }
        }
        answers.sortAndRemoveDuplicates(from: start + 1)
        answers[start] = Int32(answers.count - start - 1)
        starts[channels[channel].firstText + text] = UInt32(start)
        return start
    }
}

extension TransactionFacts {
    /// The number of the text among the snapshot's texts, or of the account
    /// among its accounts; -1 where its texts are given, and it does not know them.
    @inline(__always)
    fileprivate func number(of source: TextChannel) -> Int {
        switch source {
        case .description: Int(description.number)
        case .payee: Int(payee.number)
        case .bankPayee: Int(bankPayee.number)
        case .memo: Int(memo.number)
        case .merchantCode: Int(merchantCode.number)
        case .account, .institution, .currency: Int(account)
        case .tags, .notes: -1
        }
    }
}

extension Snapshot {
    fileprivate func withText(
        of source: TextChannel, number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var text: String
        switch source {
        case .description, .payee, .bankPayee, .memo, .merchantCode:
            let range = texts.range(of: TextID(Int32(number)))
            return texts.withUTF8Bytes { body(UnsafeBufferPointer(rebasing: $0[range])) }
        case .account: text = accounts[number].name
        case .institution: text = accounts[number].institution
        case .currency: text = accounts[number].currency.code
        case .tags, .notes: preconditionFailure("given texts are not the snapshot's")
        }
        text.withUTF8 { body($0) }
    }
}
