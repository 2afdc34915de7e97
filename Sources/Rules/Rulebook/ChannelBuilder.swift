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
