import Model

/// Compiles rules to a ``RulebookProgram`` and collects their problems.
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
            steps: FlatList(compiler.steps), firstSteps: FlatList(compiler.firstSteps),
            isSettledByAnchor: FlatList(compiler.isSettledByAnchor),
            unanchoredRules: FlatList(compiler.unanchoredRules),
            tests: ConditionTests(
                amounts: AmountRanges(
                    amountTests: compiler.amountTests.all, sizeTests: compiler.sizeTests.all),
                days: compiler.dayTests.all, facts: compiler.factTests.all,
                decided: compiler.decidedTests.all, histories: compiler.historyTests.all,
                nears: compiler.nearTests.all))
    }

    private var channels: [ChannelBuilder] = []
    private var channelNumbers: [TextChannel: Int] = [:]
    private var steps: [ConditionStep] = []
    private var firstSteps: [Int32] = []
    private var isSettledByAnchor: [UInt8] = []
    private var unanchoredRules: [Int32] = []
    private var amountTests = DistinctTests<AmountTest>()
    private var sizeTests = DistinctTests<AmountTest>()
    private var dayTests = DistinctTests<DayTest>()
    private var decidedTests = DistinctTests<DecidedTest>()
    private var factTests = DistinctTests<FactTest>()
    private var historyTests = DistinctTests<HistoryTest>()
    private var nearTests = DistinctTests<NearTest>()
    private var problems: [RuleProblem] = []
    private var compiledTests: [CompiledTextTest] = []
    private var testNumbers: [TextTest: Int] = [:]
    /// The last test of several texts. All rules of an entry share theirs, and its array
    /// is compared by address first.
    private var lastOfSeveral: (test: TextTest, number: Int)?
    private var literals = LiteralNumbers()

    /// Rules that test several texts apply the same tests to each, so that one
    /// automaton usually serves all of them.
    private func buildChannels() -> [ChannelProgram] {
        var automata: [(literals: [Int32], automaton: LiteralAutomaton)] = []
        return channels.map { channel in
            if let known = automata.first(where: { $0.literals == channel.literals }) {
                return channel.build(with: known.automaton)
            }
            let automaton = LiteralAutomaton(
                literals: channel.literals.map { literals.texts[Int($0)] })
            automata.append((channel.literals, automaton))
            return channel.build(with: automaton)
        }
    }

    private mutating func add(_ rule: Rule, at position: Int32) {
        firstSteps.append(Int32(steps.count))
        let anchor = addSteps(of: rule.condition, rule: rule.id)
        isSettledByAnchor.append(anchor?.isWholeCondition == true ? 1 : 0)
        guard let anchor, !anchor.texts.contains(where: { isOfAccount($0.channel) }) else {
            unanchoredRules.append(position)
            return
        }
        for text in anchor.texts {
            channels[text.channel].anchor(position, on: text.predicate)
        }
    }

    /// Returns the condition's anchor: if the condition holds, one of the
    /// anchor's tests holds.
    private mutating func addSteps(of condition: Condition, rule: String) -> Anchor? {
        switch condition {
        case .all(let parts):
            let anchors = addGroup(parts, rule: rule, .all)
            var strongest = anchors.compactMap(\.self).max { $0.strength < $1.strength }
            if parts.count > 1 { strongest?.isWholeCondition = false }
            return strongest
        case .any(let parts):
            let anchors = addGroup(parts, rule: rule, .any)
            return Anchor(anyOf: anchors)
        case .none(let parts):
            _ = addGroup(parts, rule: rule, .none)
            return nil
        case .text(let field, let test):
            return addText(field, test, rule: rule)
        case .amount(let test):
            steps.append(ConditionStep(.amount, amountTests.number(of: test)))
        case .size(let test):
            steps.append(ConditionStep(.negatedSize, sizeTests.number(of: test)))
        case .day(let test): steps.append(ConditionStep(.day, dayTests.number(of: test)))
        case .dayOfMonth(let days): steps.append(ConditionStep(.dayOfMonth, SmallSet(days)))
        case .weekday(let days): steps.append(ConditionStep(.weekday, SmallSet(days)))
        case .month(let months): steps.append(ConditionStep(.month, SmallSet(months)))
        case .pending(let isPending): steps.append(ConditionStep(.pending, isPending ? 1 : 0))
        case .accountType(let types):
            steps.append(ConditionStep(.accountType, SmallSet(types.lazy.map(\.position))))
        case .fact(let test): steps.append(ConditionStep(.fact, factTests.number(of: test)))
        case .decided(let test):
            steps.append(ConditionStep(.decided, decidedTests.number(of: test)))
        case .history(let test):
            steps.append(ConditionStep(.history, historyTests.number(of: test)))
        case .near(let test, let other):
            steps.append(ConditionStep(.near, nearTests.number(of: test)))
            // What the other has makes no rule a candidate.
            _ = addGroup([other], rule: rule, .all)
        case .always: steps.append(ConditionStep(.always))
        }
        return nil
    }

    private mutating func addGroup(
        _ parts: [Condition], rule: String, _ kind: ConditionStep.Kind
    ) -> [Anchor?] {
        let place = steps.count
        steps.append(ConditionStep(.always))
        var anchors: [Anchor?] = []
        for part in parts { anchors.append(addSteps(of: part, rule: rule)) }
        steps[place] = ConditionStep(kind, Int32(steps.count))
        return anchors
    }

    /// A field with several texts is an `any` of them.
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
        if field.channels.count > 1 { steps.append(ConditionStep(.always)) }
        var anchor = Anchor(roomFor: field.channels.count)
        for channel in field.channels {
            let number = self.number(of: channel)
            let predicate = channels[number].predicate(ofTest: test, compiled: compiled)
            steps.append(ConditionStep(channel: Int32(number), predicate: predicate))
            anchor.add((number, predicate), strength: channel.isOfAccount ? 0 : compiled.strength)
        }
        if field.channels.count > 1 { steps[place] = ConditionStep(.any, Int32(steps.count)) }
        return anchor
    }

    /// The index of a compiled test, which is added if it is new.
    private mutating func number(of test: TextTest) throws(TextTestError) -> Int {
        guard case .anyOf = test else { return try knownNumber(of: test) }
        if let lastOfSeveral, lastOfSeveral.test == test { return lastOfSeveral.number }
        let number = try knownNumber(of: test)
        lastOfSeveral = (test, number)
        return number
    }

    private mutating func knownNumber(of test: TextTest) throws(TextTestError) -> Int {
        if let known = testNumbers[test] { return known }
        let compiled = try CompiledTextTest(test, &literals)
        compiledTests.append(compiled)
        testNumbers[test] = compiledTests.count - 1
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

/// Distinct tests of one kind by number, since thousands of rules share the same one.
private struct DistinctTests<Test: Hashable> {
    private(set) var all: [Test] = []
    private var numbers: [Test: Int32] = [:]

    mutating func number(of test: Test) -> Int32 {
        if let known = numbers[test] { return known }
        let number = Int32(all.count)
        all.append(test)
        numbers[test] = number
        return number
    }
}

/// Text tests, one of which holds whenever a condition holds.
private struct Anchor {
    private(set) var texts: [(channel: Int, predicate: Int32)] = []
    /// The higher, the fewer transactions pass the anchor.
    private(set) var strength = Int.max
    /// Whether the condition holds whenever one of the tests does.
    var isWholeCondition = true

    /// An empty anchor for an `any` of text tests to be added.
    init(roomFor count: Int) {
        texts.reserveCapacity(count)
    }

    mutating func add(_ text: (channel: Int, predicate: Int32), strength: Int) {
        texts.append(text)
        self.strength = min(self.strength, strength)
    }

    /// Nil if one of the parts has no anchor.
    init?(anyOf parts: [Anchor?]) {
        for part in parts {
            guard let part else { return nil }
            texts += part.texts
            strength = min(strength, part.strength)
            isWholeCondition = isWholeCondition && part.isWholeCondition
        }
    }
}

/// Collects the tests of one text channel.
struct ChannelBuilder {
    let channel: TextChannel

    private(set) var anchorsRules = false
    /// The numbers of the literals for the channel's automaton.
    private(set) var literals: [Int32] = []
    /// By index among all compiled tests; -1 for none.
    private var numbers: [Int32] = []
    /// By literal number: its index in ``literals``, or -1.
    private var places: [Int32] = []
    private var uses: [(list: Int32, element: LiteralUse)] = []
    private var predicatesOfEmptyText: [Int32] = []
    private var predicateCount: Int32 = 0
    private var regexes: [Int32: CompiledRegex] = [:]
    private var unannouncedRegexes: [Int32] = []
    /// By predicate.
    private var anchoredRules: [(list: Int32, element: Int32)] = []

    init(channel: TextChannel) {
        self.channel = channel
    }

    /// The number of a test within the channel, which is added if it is new.
    ///
    /// - Parameter test: its index among all compiled tests.
    mutating func predicate(ofTest test: Int, compiled: CompiledTextTest) -> Int32 {
        if test >= numbers.count {
            numbers.append(contentsOf: repeatElement(-1, count: test + 1 - numbers.count))
        }
        if numbers[test] >= 0 { return numbers[test] }
        let number = predicateCount
        predicateCount += 1
        numbers[test] = number
        regexes[number] = compiled.regex
        if compiled.isEmptyText { predicatesOfEmptyText.append(number) }
        for literal in compiled.literals {
            let use = LiteralUse(
                predicate: number, place: literal.place, announcesRegex: compiled.regex != nil)
            uses.append((place(of: Int(literal.number)), use))
        }
        if compiled.regex != nil, !compiled.isAnnounced { unannouncedRegexes.append(number) }
        return number
    }

    mutating func anchor(_ rule: Int32, on predicate: Int32) {
        anchoredRules.append((predicate, rule))
        anchorsRules = true
    }

    /// - Parameter automaton: built from ``literals``.
    func build(with automaton: LiteralAutomaton) -> ChannelProgram {
        ChannelProgram(
            channel: channel, automaton: automaton,
            uses: FlatLists(uses, count: literals.count),
            predicatesOfEmptyText: FlatList(predicatesOfEmptyText), regexes: regexes,
            unannouncedRegexes: FlatList(unannouncedRegexes),
            anchoredRules: FlatLists(anchoredRules, count: Int(predicateCount)))
    }

    private mutating func place(of literal: Int) -> Int32 {
        if literal >= places.count {
            places.append(contentsOf: repeatElement(-1, count: literal + 1 - places.count))
        }
        if places[literal] < 0 {
            places[literal] = Int32(literals.count)
            literals.append(Int32(literal))
        }
        return places[literal]
    }
}
