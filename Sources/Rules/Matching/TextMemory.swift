import Model

/// A cache of the scan results of a snapshot's texts, filled on first use.
///
/// There is one result per text and channel, with ascending numbers: the predicates
/// that hold for the text and their count, then the count of the rules that they make
/// candidates, and those rules.
final class TextMemory {
    private let program: RulebookProgram
    private let snapshot: Snapshot
    private let scanner = TextScanner()
    private let channels: [Channel]
    /// By channel; nil if its texts are the bank's.
    private let givenTexts: [GivenTexts?]
    /// By text of a channel: the position in ``answers`` of its candidate count.
    private let starts: UnsafeMutableBufferPointer<UInt32>
    private let answers = IntArena()

    private struct Channel {
        let source: TextChannel
        /// The offset of its texts in ``starts``.
        let firstText: Int
        let textCount: Int
    }

    private static let unknown = UInt32.max
    /// The result of all texts without a match.
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

    /// How many regular expression matches exceeded PCRE2's limits.
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
    /// The index of the text among the snapshot's texts, or of the account among
    /// its accounts; -1 if the texts are the person's, which it does not know.
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

/// Finds the predicates of a channel that hold for a text, and counts the regular
/// expressions that gave up.
final class TextScanner {
    /// How many matches exceeded PCRE2's limits and so counted as none.
    private(set) var regexesGivenUp = 0

    private let workspace = RegexWorkspace()
    private var folded = TextNormaliser()
    private var collapsed = TextNormaliser()
    private let announced = IntArena()

    deinit {
        announced.deallocate()
    }

    /// Adds the predicates that hold for a text, in ascending order.
    ///
    /// - Parameter text: valid UTF-8.
    func addPredicates(
        of program: ChannelProgram, holdingFor text: UnsafeBufferPointer<UInt8>,
        to found: IntArena
    ) {
        let start = found.count
        announced.removeAll()
        let isPlain = TextNormaliser.isPlain(text)
        if isPlain {
            // The automaton itself treats capitals as lower-case letters.
            scanLiterals(of: program, in: text, addingTo: found)
        } else {
            folded.normalise(text, into: .folded)
            folded.withResult { scanLiterals(of: program, in: $0, addingTo: found) }
        }
        for predicate in program.unannouncedRegexes { announced.append(predicate) }
        if announced.count > 0 {
            announced.sortAndRemoveDuplicates(from: 0)
            if isPlain {
                matchRegexes(of: program, in: text, addingTo: found)
            } else {
                collapsed.normalise(text, into: .collapsed)
                collapsed.withResult { matchRegexes(of: program, in: $0, addingTo: found) }
            }
        }
        found.sortAndRemoveDuplicates(from: start)
    }

    private func scanLiterals(
        of program: ChannelProgram, in text: UnsafeBufferPointer<UInt8>,
        addingTo found: IntArena
    ) {
        if text.isEmpty {
            for predicate in program.predicatesOfEmptyText { found.append(predicate) }
        }
        program.automaton.forEachOccurrence(in: text) { literal, range in
            for position in program.uses.range(of: literal) {
                let use = program.uses.elements[position]
                guard use.place.fits(range, of: text) else { continue }
                if use.announcesRegex {
                    announced.append(use.predicate)
                } else {
                    found.append(use.predicate)
                }
            }
        }
    }

    private func matchRegexes(
        of program: ChannelProgram, in text: UnsafeBufferPointer<UInt8>,
        addingTo found: IntArena
    ) {
        for position in 0..<announced.count {
            let predicate = announced[position]
            switch program.regexes[predicate]?.matches(text, in: workspace) {
            case .some(true): found.append(predicate)
            case .some(false): break
            case nil: regexesGivenUp += 1
            }
        }
    }
}

extension LiteralUse.Place {
    fileprivate func fits(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
        if isEmpty { return true }
        if contains(.start), range.lowerBound != 0 { return false }
        if contains(.end), range.upperBound != text.count { return false }
        if contains(.wordStart), WordEdge.wordCharacterEnds(in: text, at: range.lowerBound) {
            return false
        }
        if contains(.wordEnd), WordEdge.wordCharacterBegins(in: text, at: range.upperBound) {
            return false
        }
        return true
    }
}

/// The person's tags or notes on the transactions of a snapshot.
///
/// Few transactions have any. Equal notes, or equal lists of tags, share a number,
/// just as equal descriptions do.
final class GivenTexts {
    /// By transaction id; only those that have any.
    private var numbers: [Int64: Int] = [:]
    /// By number; the first is for transactions without any.
    private var texts: [[String]] = [[""]]

    /// Nil if the channel's texts are the bank's.
    init?(of source: TextChannel, in snapshot: Snapshot) {
        let given: (Correction) -> [String]
        switch source {
        case .tags: given = \.tags
        case .notes: given = { $0.note.map { [$0] } ?? [] }
        case .description, .payee, .bankPayee, .memo, .merchantCode, .account, .institution,
            .currency:
            return nil
        }
        // Texts that Swift calls equal can have other bytes, and rules see bytes.
        var known: [[ExactText]: Int] = [:]
        for (transaction, correction) in snapshot.decisions.corrections {
            let own = given(correction)
            guard !own.isEmpty else { continue }
            let key = own.map(ExactText.init)
            if known[key] == nil {
                known[key] = texts.count
                texts.append(own)
            }
            numbers[transaction] = known[key]
        }
    }

    var count: Int { texts.count }

    func number(of transaction: TransactionFacts) -> Int {
        numbers.isEmpty ? 0 : numbers[transaction.id] ?? 0
    }

    /// The texts of a number; one empty text if there are none.
    func texts(at number: Int) -> [String] { texts[number] }
}

/// A growable buffer of numbers.
///
/// Unlike reading an array in a class, reading an element costs a single load. The
/// owner must deallocate it.
struct IntArena {
    private struct State {
        var numbers: UnsafeMutableBufferPointer<Int32>
        var count: Int
    }

    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    init() {
        state.initialize(to: State(numbers: .allocate(capacity: 1024), count: 0))
    }

    func deallocate() {
        state.pointee.numbers.deallocate()
        state.deallocate()
    }

    var count: Int { state.pointee.count }

    /// - Parameter position: below ``count``; checked only in debug builds.
    subscript(position: Int) -> Int32 {
        @inline(__always) get {
            assert(position < count)
            return state.pointee.numbers[position]
        }
        nonmutating set {
            assert(position < count)
            state.pointee.numbers[position] = newValue
        }
    }

    func append(_ number: Int32) {
        if count == state.pointee.numbers.count { grow() }
        state.pointee.numbers[count] = number
        state.pointee.count = count + 1
    }

    func removeAll() {
        state.pointee.count = 0
    }

    /// Sorts the numbers from a position on and removes duplicates.
    func sortAndRemoveDuplicates(from start: Int) {
        guard count - start > 1 else { return }
        state.pointee.numbers[start..<count].sort()
        var kept = start + 1
        for position in start + 1..<count where self[position] != self[kept - 1] {
            self[kept] = self[position]
            kept += 1
        }
        state.pointee.count = kept
    }

    private func grow() {
        let old = state.pointee.numbers
        let larger = UnsafeMutableBufferPointer<Int32>.allocate(capacity: old.count * 2)
        _ = larger.update(fromContentsOf: old)
        old.deallocate()
        state.pointee.numbers = larger
    }
}
