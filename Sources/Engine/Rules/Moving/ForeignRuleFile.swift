internal import Classification
internal import Model
internal import Rules
internal import Scripting

/// A rule file that says what rules of another program said.
///
/// There, later rules take the place of what earlier ones set; here the first one wins. So the
/// rules stand in the opposite order, behind those that stop the others.
struct ForeignRuleFile {
    private var entries: [Entry] = []
    private let heading: String
    /// What the rules ask for.
    private let definitions: [String]
    /// "line" or "rule", before the number of one.
    private let place: String
    /// With the new categories.
    let tree: CategoryTree
    private let categories: MovedCategories
    private let host: ScriptHost

    private struct Entry {
        var rule: ForeignRule
        /// Why it stands in the file as a comment; nil for a rule in use.
        var reason: String?
        let set: [String]
        var matching: [SampleTransaction] = []
        var others: [SampleTransaction] = []
    }

    init(
        _ rules: [ForeignRule], program: String, from file: String,
        definitions: String = "", place: String,
        categories: MovedCategories, tree: CategoryTree, host: ScriptHost
    ) {
        self.definitions = definitions.isEmpty ? [] : [definitions]
        self.place = place
        heading =
            "-- Rules of \(program), from \(SafeText.neutralised(file)). The later ones there go first here."
            + (program == "hledger"
                ? "\n-- A test of the description or another text there is one of any text here."
                : "")
        self.categories = categories
        self.host = host
        let last = tree.categories.count
        self.tree = tree.changed(
            by: categories.added.enumerated().map { position, change in
                var change = change
                change.position = change.position ?? Int64(last + position)
                return change
            })
        var names: [String: Int] = [:]
        let first = rules.filter { $0.stops || $0.isFinal }
        for var rule in first + rules.filter({ !$0.stops && !$0.isFinal }).reversed() {
            names[rule.name, default: 0] += 1
            if let number = names[rule.name], number > 1 { rule.name += " (\(number))" }
            if rule.effect.hasOtherPart(categories.all) {
                rule.effect.parts = []
                rule.lost.append("a split with a part that is no spending")
            }
            let set = rule.effect.entries(categories.all)
            entries.append(Entry(rule: rule, reason: Self.reason(rule, set), set: set))
        }
        setAsideBroken()
    }

    private static func reason(_ rule: ForeignRule, _ set: [String]) -> String? {
        if !rule.isEnabled { return "switched off there" }
        if rule.condition == nil { return "its conditions can't be said here" }
        return set.isEmpty && !rule.stops ? "it sets nothing that is known here" : nil
    }

    /// The categories of the rules in use.
    var usedCategories: [String] {
        entries.flatMap { $0.reason == nil ? $0.rule.effect.categories : [] }
    }

    var isEmpty: Bool { entries.allSatisfy { $0.reason != nil } }
    var count: Int { entries.count { $0.reason == nil } }
    var tests: Int { entries.reduce(0) { $0 + $1.matching.count + $1.others.count } }
    var untested: Int { entries.count { $0.reason == nil && $0.matching.isEmpty } }

    /// What can't be said here.
    var lost: [(line: Int, text: String)] {
        entries.flatMap { entry in
            let parts = entry.rule.lost.map { (entry.rule.line, $0) }
            guard let reason = entry.reason, parts.isEmpty, entry.rule.isEnabled else {
                return parts
            }
            return [(entry.rule.line, "\(entry.rule.name): \(reason)")]
        }
    }

    // MARK: Trying them

    /// Makes comments of rules that can't be read, such as by a mistake in an expression.
    private mutating func setAsideBroken() {
        guard !isEmpty, case .failure = load(text) else { return }
        for index in entries.indices where entries[index].reason == nil {
            let alone = (definitions + [lua(entries[index])]).joined(separator: "\n\n")
            guard case .failure(let mistake) = load(alone) else { continue }
            entries[index].reason =
                "it can't be read here" + (mistake.words.isEmpty ? "" : ": \(mistake.words)")
        }
    }

    /// What is wrong with rules, as a person who wrote them is told; empty if unknown.
    private struct Mistake: Error {
        var words = ""
    }

    private func load(_ text: String) -> Result<UserRules, Mistake> {
        do throws(RulebookError) {
            let rules = try UserRules(
                [RuleSource(file: "rules/moved.lua", bytes: Array(text.utf8))], categories: tree,
                on: host)
            guard let file = rules.leftOut.first else { return .success(rules) }
            return .failure(Mistake(words: file.problems.first?.message ?? ""))
        } catch {
            return .failure(Mistake())
        }
    }

    private static let mostMatching = 3
    private static let mostOthers = 2

    /// Adds rows that each rule matches, and rows that it doesn't.
    mutating func addTests(from samples: [SampleTransaction]) throws {
        guard !samples.isEmpty, case .success(let rules) = load(text) else { return }
        var matched: [String: Set<Int>] = [:]
        for opinion in try rules.opinions(on: SampleTransaction.snapshot(of: samples)) {
            matched[opinion.rule.name, default: []].insert(Int(opinion.transaction) - 1)
        }
        for index in entries.indices where entries[index].reason == nil {
            let own = matched[entries[index].rule.name] ?? []
            var (texts, others): (Set<String>, Set<String>) = ([], [])
            for (position, sample) in samples.enumerated() {
                if own.contains(position) {
                    if entries[index].matching.count < Self.mostMatching,
                        texts.insert(sample.words).inserted
                    {
                        entries[index].matching.append(sample)
                    }
                } else if entries[index].others.count < Self.mostOthers, !own.isEmpty,
                    others.insert(sample.words).inserted
                {
                    entries[index].others.append(sample)
                }
            }
        }
    }

    // MARK: Writing them

    var text: String {
        ([heading] + definitions + entries.map(lua)).joined(separator: "\n\n") + "\n"
    }

    private func lua(_ entry: Entry) -> String {
        let rule = entry.rule
        var lines = rule.lost.map { "-- Not taken over: \(Self.comment($0))" }
        guard entry.reason == nil, let condition = rule.condition else {
            lines.append(
                "-- \(Self.comment(rule.name)) (\(place) \(rule.line)): \(entry.reason ?? "")")
            return lines.joined(separator: "\n")
        }
        lines += [
            "rule {", "    name = \(LuaLiteral.text(rule.name)),",
            "    when = { \(condition.entries.joined(separator: ", ")) },",
            "    set = { \(entry.set.joined(separator: ", ")) },",
        ]
        if condition.asksAfterStages { lines.append("    after = true,") }
        if rule.stops { lines.append("    stop = true,") }
        if !entry.matching.isEmpty {
            lines.append("    tests = {")
            let asked = condition.entries + (condition.asksForList ? definitions : [])
            let asksDay = asked.contains { $0.contains("day = ") || $0.contains("year = ") }
            lines += Self.tests("match", entry.matching, entry.set, asksDay: asksDay)
            lines += Self.tests("no_match", entry.others, [], asksDay: asksDay)
            lines.append("    },")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    private static func tests(
        _ name: String, _ samples: [SampleTransaction], _ set: [String], asksDay: Bool
    ) -> [String] {
        guard !samples.isEmpty else { return [] }
        let gets = set.filter { $0.hasPrefix("category = ") || $0.hasPrefix("class = ") }
        let rows = samples.map { sample in
            let got = gets.isEmpty ? "" : ", gets = { \(gets.joined(separator: ", ")) }"
            let day = asksDay ? ", day = \"\(sample.day)\"" : ""
            return "            { \(sample.entries)\(day)\(got) },"
        }
        return ["        \(name) = {"] + rows + ["        },"]
    }

    private static func comment(_ text: String) -> String {
        SafeText.neutralised(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension SampleTransaction {
    fileprivate var words: String {
        "\(description)\u{1F}\(bankPayee)\u{1F}\(memo)\u{1F}\(notes)\u{1F}\(amount < 0)"
    }

    /// As a test of a rule has it.
    fileprivate var entries: String {
        let texts = [
            ("description", description), ("payee", payee), ("bank_payee", bankPayee),
            ("memo", memo), ("notes", notes),
            ("account", account == SampleTransaction().account ? "" : account),
            ("currency", currency == SampleTransaction().currency ? "" : currency.code),
        ].filter { !$0.1.isEmpty }.map { "\($0) = \(LuaLiteral.text($1))" }
        let number = MinorUnits.plainText(amount, exponent: currency.exponent)
        let tags = tags.map(LuaLiteral.text).joined(separator: ", ")
        return (texts + (tags.isEmpty ? [] : ["tags = { \(tags) }"]) + ["amount = \(number)"])
            .joined(separator: ", ")
    }
}
