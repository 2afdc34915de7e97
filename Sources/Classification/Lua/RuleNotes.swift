public import Model
import Rules
public import Scripting

extension UserRules {
    /// Warnings about rules that are valid but probably unintended, as far as visible
    /// without running them.
    ///
    /// - Parameter accounts: the vault's accounts; empty if there is no vault.
    public func notes(accounts: [AccountFacts]) -> [RuleFileProblem] {
        var notes: [RuleFileProblem] = []
        var stopping: [(rule: Rule, condition: Condition)] = []
        var seen: [Condition: Rule] = [:]
        for loaded in rules {
            let rule = loaded.rule
            func note(_ message: String) {
                notes.append(
                    RuleFileProblem(
                        file: loaded.file, line: loaded.line, message: "\(rule.name): \(message)"))
            }
            let isWhole = loaded.lua.when == nil
            if rule.condition.isAlways, isWhole { note("it matches every transaction") }
            if loaded.groups.isEmpty, let name = rule.effect.namesInBraces.first {
                note(
                    "\"{\(name)}\" is set literally, because no pattern of \"when\" has a named "
                        + "group, such as (?<\(name)>\\d+)")
            }
            if loaded.lua.set == nil, loaded.lua.rows?.setsValues != true, !rule.stops,
                rule.effect == Effect()
            {
                note("it sets nothing")
            }
            if let stopper = stopping.first(where: {
                $0.rule.layer.isAfter == rule.layer.isAfter
                    && ($0.condition == rule.condition || $0.condition.isAlways)
            }) {
                note("it is never reached: \"\(stopper.rule.name)\" stops before it")
            } else if isWhole, let twin = seen[rule.condition], !rule.condition.isAlways,
                twin.layer.isAfter == rule.layer.isAfter
            {
                note(
                    "it has the same conditions as \"\(twin.name)\", which wins if both set an "
                        + "attribute")
            }
            for text in rule.condition.names(missingFrom: accounts) {
                note("no account in the vault matches \(text); \(Self.names(of: accounts))")
            }
            if isWhole {
                if seen[rule.condition] == nil { seen[rule.condition] = rule }
                if rule.stops { stopping.append((rule, rule.condition)) }
            }
        }
        return notes
    }
}

extension UserRules {
    /// "the accounts are "Checking" (First Bank), "Savings" (First Bank) and 3 more".
    private static func names(of accounts: [AccountFacts]) -> String {
        let shown = accounts.prefix(mostShownAccounts).map { account in
            "\"\(account.name)\"" + (account.institution.isEmpty ? "" : " (\(account.institution))")
        }
        let more = accounts.count - shown.count
        return (accounts.count == 1 ? "the account is " : "the accounts are ")
            + shown.joined(separator: ", ") + (more == 0 ? "" : " and \(more) more")
    }

    private static let mostShownAccounts = 8
}

extension ScriptMap {
    /// Rows whose key an earlier row has: only the first one counts.
    public func repeatedKeys(folder: String) -> [RuleFileProblem] {
        var lines: [SearchText: Int?] = [:]
        var notes: [RuleFileProblem] = []
        for entry in entries where notes.count < 10 {
            let key = SearchText(entry.key)
            guard let first = lines[key] else {
                lines[key] = .some(entry.line)
                continue
            }
            let place = first.map { " on line \($0)" } ?? ""
            notes.append(
                RuleFileProblem(
                    file: folder + name, line: entry.line,
                    message:
                        "the key \"\(entry.key)\" is there already\(place); only the first row "
                        + "counts"))
        }
        return notes
    }

    /// Values of the columns `category`, `class` and `lens` that no rule can set, if other
    /// rows have ones that it can.
    ///
    /// - Parameter folder: the folder of the map's file, "rules/".
    public func notes(folder: String, categories: CategoryTree) -> [RuleFileProblem] {
        let words: [(column: SettableAttribute, words: [String])] = [
            (.category, categories.categories.map(\.id)),
            (.class, TransactionClass.allCases.map(\.rawValue)),
            (.lens, Lens.allCases.map(\.rawValue)),
        ]
        return words.flatMap { column, words -> [RuleFileProblem] in
            guard let place = columns.firstIndex(of: column.rawValue) else { return [] }
            let known = Set(words)
            func isKnown(_ entry: Entry) -> Bool {
                guard case .string(let word) = entry.values[place] else { return false }
                return known.contains(word)
            }
            guard entries.contains(where: isKnown) else { return [] }
            return entries.compactMap { entry in
                guard case .string(let word) = entry.values[place], !isKnown(entry) else {
                    return nil
                }
                return RuleFileProblem(
                    file: folder + name, line: entry.line,
                    message: "there is no \(column.rawValue) \"\(word)\""
                        + Suggestion.phrase(for: word, among: words))
            }
        }
    }
}

extension UserRules {
    /// How often the rules that a loop made matched in the last run, by texts that they look
    /// for: `for key, row in pairs(map "payees.csv") do rule { … } end`.
    public func matchesOfLoops(lookingFor texts: [String]) -> [Int] {
        let loops = Dictionary(grouping: uses().indices) { index in
            "\(rules[index].file):\(rules[index].line ?? 0)"
        }.values.filter { $0.count > 1 }
        guard !loops.isEmpty else { return texts.map { _ in 0 } }
        let uses = uses()
        var matches: [SearchText: Int] = [:]
        for index in loops.joined() where uses[index].matches > 0 {
            for text in Set(rules[index].rule.condition.soughtTexts.map { SearchText($0) }) {
                matches[text, default: 0] += uses[index].matches
            }
        }
        return texts.map { matches[SearchText($0)] ?? 0 }
    }
}

extension Condition {
    fileprivate var soughtTexts: [String] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.soughtTexts)
        case .text(_, .contains(let text)), .text(_, .containsWord(let text)),
            .text(_, .startsWith(let text)), .text(_, .endsWith(let text)),
            .text(_, .equals(let text)), .text(_, .matches(let text)):
            [text]
        case .none, .text, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending,
            .accountType, .fact, .decided, .history, .near, .always:
            []
        }
    }

    /// Whether it obviously matches everything.
    fileprivate var isAlways: Bool {
        switch self {
        case .always: true
        case .all(let parts): parts.allSatisfy(\.isAlways)
        case .any, .none, .text, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending,
            .accountType, .fact, .decided, .history, .near:
            false
        }
    }

    /// The account and bank names in the condition that no account has, as
    /// phrases.
    func names(missingFrom accounts: [AccountFacts]) -> [String] {
        guard !accounts.isEmpty else { return [] }
        switch self {
        case .all(let parts), .any(let parts):
            return parts.flatMap { $0.names(missingFrom: accounts) }
        case .text(.account, let test):
            return test.isMetByAny(of: accounts.map(\.name)) ? [] : ["account \(test.words)"]
        case .text(.institution, let test):
            return test.isMetByAny(of: accounts.map(\.institution))
                ? [] : ["institution \(test.words)"]
        case .none, .text, .amount, .size, .day, .dayOfMonth, .weekday, .month, .pending,
            .accountType, .fact, .decided, .history, .near, .always:
            return []
        }
    }
}

extension TextTest {
    fileprivate func isMetByAny(of texts: [String]) -> Bool {
        texts.contains(where: isMet)
    }

    fileprivate var words: String {
        switch self {
        case .contains(let text), .containsWord(let text), .startsWith(let text),
            .endsWith(let text), .equals(let text), .matches(let text):
            "\"\(text)\""
        case .oneOf(let texts): texts.map { "\"\($0)\"" }.joined(separator: " or ")
        case .anyOf(let tests): tests.map(\.words).joined(separator: " or ")
        }
    }
}
