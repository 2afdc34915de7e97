import Model

/// Turns rules into a ``RulebookProgram`` and collects what is wrong with them.
struct RulebookCompiler {
    /// - Parameter rules: in evaluation order.
    static func compile(_ rules: [Rule]) throws(RulebookError) -> RulebookProgram {
        var compiler = RulebookCompiler()
        for (position, rule) in rules.enumerated() {
            compiler.add(rule, at: Int32(position))
        }
        guard compiler.problems.isEmpty else {
            throw RulebookError(problems: compiler.problems)
        }
        return RulebookProgram(
            channels: compiler.buildChannels(),
            anchoringChannels: compiler.channels.indices.filter {
                compiler.channels[$0].anchorsRules
            },
            steps: compiler.steps, firstSteps: compiler.firstSteps,
            isSettledByAnchor: compiler.isSettledByAnchor, standingRules: compiler.standingRules,
            amounts: AmountRanges(
                amountTests: compiler.amountTests, sizeTests: compiler.sizeTests),
            regexes: compiler.regexes)
    }

    private var channels: [ChannelBuilder] = []
    private var channelNumbers: [TextChannel: Int] = [:]
    private var steps: [ConditionStep] = []
    private var firstSteps: [Int32] = []
    private var isSettledByAnchor: [Bool] = []
    private var standingRules: [Int32] = []
    private var amountTests: [AmountTest] = []
    private var sizeTests: [AmountTest] = []
    private var problems: [RuleProblem] = []
    private var compiledTests: [CompiledTextTest] = []
    private var testNumbers: [TextTest: Int] = [:]
    private var regexes: [String: CompiledRegex] = [:]

    /// Rules that look at several texts ask the same of each, so that one
    /// automaton mostly serves for all of them.
    private func buildChannels() -> [ChannelProgram] {
        var automata: [(literals: [[UInt8]], automaton: LiteralAutomaton)] = []
        return channels.map { channel in
            let literals = channel.literalsByNumber
            if let known = automata.first(where: { $0.literals == literals }) {
                return channel.build(with: known.automaton)
            }
            let automaton = LiteralAutomaton(literals: literals)
            automata.append((literals, automaton))
            return channel.build(with: automaton)
        }
    }

    private mutating func add(_ rule: Rule, at position: Int32) {
        firstSteps.append(Int32(steps.count))
        let anchor = addSteps(of: rule.condition, rule: rule.id)
        isSettledByAnchor.append(anchor?.isWholeCondition ?? false)
        guard let anchor, !anchor.texts.contains(where: { isOfAccount($0.channel) }) else {
            standingRules.append(position)
            return
        }
        for text in anchor.texts {
            channels[text.channel].anchor(position, on: text.predicate)
        }
    }

    /// Returns the anchor of the condition: where it holds, one of the
    /// anchor's texts holds.
    private mutating func addSteps(of condition: Condition, rule: String) -> Anchor? {
        switch condition {
        case .all(let parts):
            let anchors = addGroup(parts, rule: rule) { .all(end: $0) }
            var strongest = anchors.compactMap(\.self).max { $0.strength < $1.strength }
            if parts.count > 1 { strongest?.isWholeCondition = false }
            return strongest
        case .any(let parts):
            let anchors = addGroup(parts, rule: rule) { .any(end: $0) }
            return Anchor(anyOf: anchors)
        case .none(let parts):
            _ = addGroup(parts, rule: rule) { .none(end: $0) }
            return nil
        case .text(let field, let test):
            return addText(field, test, rule: rule)
        case .amount(let test):
            steps.append(.amount(test: Int32(amountTests.count)))
            amountTests.append(test)
        case .size(let test):
            steps.append(.negatedSize(test: Int32(sizeTests.count)))
            sizeTests.append(test)
        case .day(let test): steps.append(.day(test))
        case .dayOfMonth(let days): steps.append(.dayOfMonth(SmallSet(days)))
        case .weekday(let days): steps.append(.weekday(SmallSet(days)))
        case .month(let months): steps.append(.month(SmallSet(months)))
        case .pending(let isPending): steps.append(.pending(isPending))
        case .accountType(let types):
            steps.append(.accountType(SmallSet(types.lazy.map(\.position))))
        case .always: steps.append(.always)
        }
        return nil
    }

    private mutating func addGroup(
        _ parts: [Condition], rule: String, step: (_ end: Int32) -> ConditionStep
    ) -> [Anchor?] {
        let place = steps.count
        steps.append(.always)
        var anchors: [Anchor?] = []
        for part in parts { anchors.append(addSteps(of: part, rule: rule)) }
        steps[place] = step(Int32(steps.count))
        return anchors
    }

    /// A field of several texts is `any` of them.
    private mutating func addText(
        _ field: TextField, _ wanted: TextTest, rule: String
    ) -> Anchor? {
        let test: Int
        do throws(TextTestError) {
            test = try number(of: wanted)
        } catch {
            problems.append(RuleProblem(rule: rule, kind: error.kind))
            return nil
        }
        let compiled = compiledTests[test]
        let place = steps.count
        if field.channels.count > 1 { steps.append(.always) }
        var anchor = Anchor(roomFor: field.channels.count)
        for channel in field.channels {
            let number = self.number(of: channel)
            let predicate = channels[number].predicate(ofTest: test, compiled: compiled)
            steps.append(.text(channel: Int32(number), predicate: predicate))
            anchor.add((number, predicate), strength: channel.isOfAccount ? 0 : compiled.strength)
        }
        if field.channels.count > 1 { steps[place] = .any(end: Int32(steps.count)) }
        return anchor
    }

    /// The position of a test among the compiled ones, which is added where it
    /// is new.
    private mutating func number(of test: TextTest) throws(TextTestError) -> Int {
        if let known = testNumbers[test] { return known }
        let compiled = try CompiledTextTest(test)
        compiledTests.append(compiled)
        testNumbers[test] = compiledTests.count - 1
        if case .matches(let pattern) = test { regexes[pattern] = compiled.regex }
        return compiledTests.count - 1
    }

    private func isOfAccount(_ channel: Int) -> Bool {
        channels[channel].channel.isOfAccount
    }

    private mutating func number(of channel: TextChannel) -> Int {
        if let known = channelNumbers[channel] { return known }
        channels.append(ChannelBuilder(channel: channel))
        channelNumbers[channel] = channels.count - 1
        return channels.count - 1
    }
}

/// Texts of which at least one holds where a condition holds.
private struct Anchor {
    private(set) var texts: [(channel: Int, predicate: Int32)] = []
    /// The higher, the fewer transactions the anchor lets through.
    private(set) var strength = Int.max
    /// Whether the condition holds wherever one of the texts does.
    var isWholeCondition = true

    /// Of a condition that is any of some texts, to be added.
    init(roomFor count: Int) {
        texts.reserveCapacity(count)
    }

    mutating func add(_ text: (channel: Int, predicate: Int32), strength: Int) {
        texts.append(text)
        self.strength = min(self.strength, strength)
    }

    /// Nil where one of the parts has no anchor.
    init?(anyOf parts: [Anchor?]) {
        for part in parts {
            guard let part else { return nil }
            texts += part.texts
            strength = min(strength, part.strength)
            isWholeCondition = isWholeCondition && part.isWholeCondition
        }
    }
}

/// Collects what rules ask of one text channel.
struct ChannelBuilder {
    let channel: TextChannel

    private(set) var anchorsRules = false
    /// By the number of the test among all that are compiled.
    private var numbers: [Int32?] = []
    private var literals: [[UInt8]: Int] = [:]
    private var uses: [[LiteralUse]] = []
    private var predicatesOfEmptyText: [Int32] = []
    private var regexes: [CompiledRegex?] = []
    private var unannouncedRegexes: [Int32] = []
    private var anchoredRules: [[Int32]] = []

    init(channel: TextChannel) {
        self.channel = channel
    }

    /// The number of a test within the channel, which is added where it is new.
    ///
    /// - Parameter test: its number among all that are compiled.
    mutating func predicate(ofTest test: Int, compiled: CompiledTextTest) -> Int32 {
        if test < numbers.count, let known = numbers[test] { return known }
        let number = Int32(regexes.count)
        if test >= numbers.count {
            numbers.append(contentsOf: repeatElement(nil, count: test + 1 - numbers.count))
        }
        numbers[test] = number
        regexes.append(compiled.regex)
        anchoredRules.append([])
        for literal in compiled.literals {
            if literal.utf8.isEmpty {
                predicatesOfEmptyText.append(number)
            } else {
                addUse(
                    of: literal.utf8,
                    LiteralUse(
                        predicate: number, place: literal.place,
                        announcesRegex: compiled.regex != nil))
            }
        }
        if compiled.regex != nil, compiled.literals.isEmpty { unannouncedRegexes.append(number) }
        return number
    }

    mutating func anchor(_ rule: Int32, on predicate: Int32) {
        anchoredRules[Int(predicate)].append(rule)
        anchorsRules = true
    }

    /// What the channel's automaton has to find.
    var literalsByNumber: [[UInt8]] {
        var literalsByNumber = [[UInt8]](repeating: [], count: literals.count)
        for (bytes, number) in literals { literalsByNumber[number] = bytes }
        return literalsByNumber
    }

    /// - Parameter automaton: of ``literalsByNumber``.
    func build(with automaton: LiteralAutomaton) -> ChannelProgram {
        ChannelProgram(
            channel: channel, automaton: automaton,
            uses: Lists(uses),
            predicatesOfEmptyText: predicatesOfEmptyText, regexes: regexes,
            unannouncedRegexes: unannouncedRegexes, anchoredRules: Lists(anchoredRules))
    }

    private mutating func addUse(of literal: [UInt8], _ use: LiteralUse) {
        if let known = literals[literal] {
            uses[known].append(use)
        } else {
            literals[literal] = uses.count
            uses.append([use])
        }
    }
}

/// What a text test becomes before it is placed in a channel.
struct CompiledTextTest {
    struct Literal {
        let utf8: [UInt8]
        let place: LiteralUse.Place
    }

    /// Each announces the test: it holds where one occurs at its place, or for
    /// a regular expression may hold. An empty literal is the empty text.
    let literals: [Literal]
    let regex: CompiledRegex?
    /// The length of the shortest literal; 0 where none announces the test.
    let strength: Int

    init(_ test: TextTest) throws(TextTestError) {
        switch test {
        case .contains(let text):
            try self.init(literals: [Literal(utf8: Self.folded(text), place: [])])
        case .containsWord(let text):
            let utf8 = try Self.folded(text)
            self.init(literals: [Literal(utf8: utf8, place: Self.wordPlace(of: utf8))])
        case .startsWith(let text):
            try self.init(literals: [Literal(utf8: Self.folded(text), place: .start)])
        case .endsWith(let text):
            try self.init(literals: [Literal(utf8: Self.folded(text), place: .end)])
        case .equals(let text):
            self.init(equalTo: [text])
        case .oneOf(let texts):
            self.init(equalTo: texts)
        case .matches(let pattern):
            try self.init(pattern: pattern)
        }
    }

    private init(literals: [Literal], regex: CompiledRegex? = nil) {
        self.literals = literals
        self.regex = regex
        strength = literals.map(\.utf8.count).min() ?? 0
    }

    private init(equalTo texts: [String]) {
        self.init(
            literals: Set(texts.map { SearchText($0) })
                .map { Literal(utf8: $0.utf8, place: [.start, .end]) })
    }

    private init(pattern: String) throws(TextTestError) {
        guard !pattern.isEmpty else { throw .emptyText }
        let regex: CompiledRegex
        do throws(RegexSyntaxError) {
            regex = try CompiledRegex(pattern)
        } catch {
            throw .invalidRegex(pattern: pattern, error)
        }
        if let text = regex.textWithoutEnd(pattern) {
            throw .endlessRegex(pattern: pattern, text: text)
        }
        let literals = Set(RequiredLiterals.of(pattern) ?? [])
        self.init(literals: literals.map { Literal(utf8: Array($0.utf8), place: []) }, regex: regex)
    }

    private static func folded(_ text: String) throws(TextTestError) -> [UInt8] {
        let folded = SearchText(text)
        guard !folded.isEmpty else { throw .emptyText }
        return folded.utf8
    }

    /// An end of the text that is no letter or digit may touch one.
    private static func wordPlace(of text: [UInt8]) -> LiteralUse.Place {
        text.withUnsafeBufferPointer { text in
            var place: LiteralUse.Place = []
            if WordEdge.wordCharacterBegins(in: text, at: 0) { place.insert(.wordStart) }
            if WordEdge.wordCharacterEnds(in: text, at: text.count) { place.insert(.wordEnd) }
            return place
        }
    }
}

enum TextTestError: Error {
    case emptyText
    case invalidRegex(pattern: String, RegexSyntaxError)
    case endlessRegex(pattern: String, text: String)

    var kind: RuleProblem.Kind {
        switch self {
        case .emptyText: .emptyText
        case .endlessRegex(let pattern, let text): .endlessRegex(pattern: pattern, text: text)
        case .invalidRegex(let pattern, let error):
            .invalidRegex(pattern: pattern, offset: error.offset, message: error.message)
        }
    }
}
