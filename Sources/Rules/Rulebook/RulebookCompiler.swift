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
