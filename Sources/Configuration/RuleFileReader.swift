internal import Classification
internal import Model
internal import Rules

/// A reader of rule files.
///
/// Every word of an entry becomes a rule, so that the most specific word of the whole
/// file wins and a reason can name it. The same holds for every name in the merchant
/// lists of the file.
struct RuleFileReader {
    /// "category-map.toml".
    let name: String
    let file: DeclarativeRuleFile
    let categories: CategoryTree
    private let lists: [(file: String, list: NameList)]
    private let shapes: NameShapes

    init(
        _ name: String, in files: ConfigurationFiles, categories: CategoryTree
    ) throws(ConfigurationError) {
        self.name = name
        let file = try files.decode(DeclarativeRuleFile.self, from: name)
        var lists: [(file: String, list: NameList)] = []
        for list in file.merchants ?? [] {
            lists.append((file: list, list: try files.nameList(list)))
        }
        self.file = file
        self.lists = lists
        self.categories = categories
        shapes = NameShapes(
            streets: file.streets ?? [], notStreets: file.not_streets ?? [],
            before: file.before_names ?? [], behind: file.behind_names ?? [])
    }

    func rulebook() throws(ConfigurationError) -> Rulebook {
        let order: Rulebook.Order
        switch file.order {
        case nil, "declared": order = .declared
        case "most-specific-first": order = .mostSpecificFirst
        case let other?:
            throw mistake("order can't be \"\(other)\"; it is declared or most-specific-first")
        }
        let rules = try rules()
        do throws(RulebookError) {
            return try Rulebook(rules, order: order)
        } catch {
            throw mistake(error)
        }
    }

    /// The error for rules that don't compile.
    func mistake(_ error: RulebookError) -> ConfigurationError {
        mistake(error.problems.map { "rule \($0.rule): \($0.kind)" }.joined(separator: "; "))
    }

    func rules() throws(ConfigurationError) -> [Rule] {
        var rules: [Rule] = []
        var entries: [String: DeclarativeRuleFile.Entry] = [:]
        for entry in file.rule {
            guard entries.updateValue(entry, forKey: entry.id) == nil else {
                throw mistake("rule \(entry.id) is there twice")
            }
            rules += try self.rules(for: entry)
        }
        for (file, list) in lists {
            for section in list.sections {
                let heading = SectionHeading(section.heading)
                guard let entry = entries[heading.rule] else {
                    throw ConfigurationError(
                        file: "config/\(file)", line: section.line,
                        "\(name) has no rule \"\(heading.rule)\"")
                }
                guard let strength = heading.strength else {
                    throw ConfigurationError(
                        file: "config/\(file)", line: section.line,
                        "names are \"weak\" or \"alone\", or nothing is said of them")
                }
                rules += try self.rules(for: section, strength, file: file, of: entry)
            }
        }
        return rules
    }

    /// The names of one section. Card networks often drop apostrophes, so a name with
    /// one is also matched without it.
    private func rules(
        for section: NameList.Section, _ strength: NameStrength, file: String,
        of entry: DeclarativeRuleFile.Entry
    ) throws(ConfigurationError) -> [Rule] {
        let effect = try effect(of: entry)
        let circumstances = try circumstances(of: entry)
        var rules: [Rule] = []
        for name in section.names {
            var spellings = [name]
            if name.utf8.contains(UInt8(ascii: "'")) {
                spellings.append(name.filter { $0 != "'" })
            }
            for spelling in spellings {
                let test: TextTest =
                    strength == .alone ? shapes.alone(spelling) : .containsWord(spelling)
                let name = Condition.text(.anyText, test)
                rules.append(
                    Rule(
                        id: "\(entry.id)/\(spelling)", name: "\(entry.name), \(spelling)",
                        origin: .shipped(file: file),
                        priority: strength == .weak ? Self.priorityOfWeak : 0,
                        condition: circumstances.isEmpty ? name : .all([name] + circumstances),
                        effect: effect, isOfSpending: entry.amount == Self.spent))
            }
        }
        return rules
    }

    private func rules(for entry: DeclarativeRuleFile.Entry) throws(ConfigurationError) -> [Rule] {
        let effect = try effect(of: entry)
        let circumstances = try circumstances(of: entry)
        func rule(_ suffix: String?, priority: Int = 0, _ test: Condition?) -> Rule {
            Rule(
                id: suffix.map { "\(entry.id)/\($0)" } ?? entry.id,
                name: suffix.map { "\(entry.name), \($0)" } ?? entry.name,
                origin: .shipped(file: name), priority: priority,
                condition: .all((test.map { [$0] } ?? []) + circumstances), effect: effect,
                isOfSpending: entry.amount == Self.spent, isInDoubt: entry.in_doubt ?? false)
        }
        var rules: [Rule] = []
        var codes = try merchantCodes(entry.merchant_codes, of: entry)
        codes += try codesOfRanges(of: entry)
        // The card network's merchant code decides before the name.
        if !codes.isEmpty {
            rules.append(
                rule("merchant code", priority: 1, .text(.merchantCode, .oneOf(codes))))
        }
        let vagueCodes = try merchantCodes(entry.merchant_codes_after_names, of: entry)
        if !vagueCodes.isEmpty {
            rules.append(
                rule(
                    "merchant code of many kinds", priority: Self.priorityOfWeak - 1,
                    .text(.merchantCode, .oneOf(vagueCodes))))
        }
        for word in entry.words ?? [] {
            rules.append(rule(word, anySpelling(of: word)))
        }
        for word in entry.weak_words ?? [] {
            rules.append(
                rule(
                    word, priority: Self.priorityOfWeak,
                    .text(.anyText, shapes.outsideStreets(word))))
        }
        for text in entry.contains ?? [] {
            rules.append(rule(text, .text(.anyText, .contains(text))))
        }
        if let regex = entry.regex {
            let test = entry.payee.map { alone(regex, payee: $0) }
            rules.append(rule(nil, test ?? .text(.anyText, .matches(regex))))
        }
        return rules.isEmpty ? [rule(nil, nil)] : rules
    }

    /// A pattern for a description beside which the payee says no more than another pattern.
    private func alone(_ regex: String, payee: String) -> Condition {
        .all([
            .text(.description, .matches(regex)),
            .any([.text(.payee, .equals("")), .text(.payee, .matches(payee))]),
        ])
    }

    /// A phrase, also with the words that banks insert into it.
    private func anySpelling(of word: String) -> Condition {
        let parts = word.split(separator: " ")
        var spellings = [word]
        for between in file.put_between ?? [] {
            for gap in parts.indices.dropFirst() {
                let before = parts[..<gap].joined(separator: " ")
                let behind = parts[gap...].joined(separator: " ")
                spellings.append("\(before) \(between)\(behind)")
            }
        }
        let tests = spellings.map { TextTest.containsWord($0) }
        return .text(.anyText, tests.count == 1 ? tests[0] : .anyOf(tests))
    }

    /// Below every word that is not weak.
    private static let priorityOfWeak = -1

    private func circumstances(
        of entry: DeclarativeRuleFile.Entry
    ) throws(ConfigurationError) -> [Condition] {
        var conditions: [Condition] = []
        if let names = entry.account_types {
            var types: [AccountType] = []
            for name in names {
                types.append(try choice(name, AccountType(rawValue: name), "account type", entry))
            }
            conditions.append(.accountType(types))
        }
        if let words = entry.institutions {
            guard !words.isEmpty, !words.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
                throw mistake("rule \(entry.id): institutions are words, none of them empty")
            }
            conditions.append(.any(words.map { .text(.institution, .containsWord($0)) }))
        }
        switch entry.amount {
        case nil, Self.spent: break
        case "in": conditions.append(.amount(.greater(Self.zero)))
        case "out": conditions.append(.amount(.less(Self.zero)))
        case let other?:
            throw mistake("rule \(entry.id): amount can't be \"\(other)\"; it is in, out or spent")
        }
        if let words = entry.unless {
            conditions.append(.none([.text(.anyText, .anyOf(words.map { .containsWord($0) }))]))
        }
        return conditions
    }

    private static let spent = "spent"
    private static let zero = DecimalAmount(coefficient: 0, decimals: 0)

    private func effect(of entry: DeclarativeRuleFile.Entry) throws(ConfigurationError) -> Effect {
        var effect = Effect()
        if let name = entry.class {
            effect.class = try choice(name, TransactionClass(rawValue: name), "class", entry)
        }
        if let name = entry.lens {
            effect.lens = try choice(name, Lens(rawValue: name), "lens", entry)
        }
        if let id = entry.category {
            do throws(CategoryMistake) {
                let listed = categories.first(of: id)?.id
                effect.category =
                    if let listed { listed } else { try categories.id(writtenAs: id) }
            } catch {
                throw mistake("rule \(entry.id): \(error.message)")
            }
        }
        effect.tags = entry.tags ?? []
        guard !effect.tags.contains(where: { $0.isEmpty || $0.contains(where: \.isNewline) }) else {
            throw mistake("rule \(entry.id): a tag must be a text of one line")
        }
        guard entry.pays_card != true || effect.class == .transfer else {
            throw mistake("rule \(entry.id): what pays a card is of the class transfer")
        }
        guard effect != Effect() else { throw mistake("rule \(entry.id) sets nothing") }
        return effect
    }

    private func merchantCodes(
        _ codes: [String]?, of entry: DeclarativeRuleFile.Entry
    ) throws(ConfigurationError) -> [String] {
        let codes = codes ?? []
        for code in codes
        where code.utf8.count != 4 || !code.utf8.allSatisfy({ (48...57).contains($0) }) {
            throw mistake("rule \(entry.id): \"\(code)\" is not a four-digit merchant code")
        }
        return codes
    }

    private func codesOfRanges(
        of entry: DeclarativeRuleFile.Entry
    ) throws(ConfigurationError) -> [String] {
        var codes: [String] = []
        for range in entry.merchant_code_ranges ?? [] {
            guard range.count == 2, range[0] <= range[1], (0...9999).contains(range[0]),
                range[1] <= 9999
            else { throw mistake("rule \(entry.id): a range of codes is [first, last]") }
            codes += (range[0]...range[1]).map { code in
                String(repeating: "0", count: 4 - String(code).count) + String(code)
            }
        }
        return codes
    }

    private func choice<Choice>(
        _ name: String, _ choice: Choice?, _ what: String, _ entry: DeclarativeRuleFile.Entry
    ) throws(ConfigurationError) -> Choice {
        guard let choice else {
            throw mistake("rule \(entry.id): there is no \(what) \"\(name)\"")
        }
        return choice
    }

    private func mistake(_ message: String) -> ConfigurationError {
        ConfigurationError(file: "config/\(name)", message)
    }
}

/// A file of declarative rules, such as `config/category-map.toml`.
struct DeclarativeRuleFile: Decodable {
    /// "most-specific-first"; nil for the order of the file.
    let order: String?
    /// Name lists; each section belongs to the rule with its id.
    let merchants: [String]?
    /// Words after which a rule's weak word is the name of a street.
    let streets: [String]?
    /// Phrases that begin like a street and are none.
    let not_streets: [String]?
    /// Words that may precede a name that stands alone.
    let before_names: [String]?
    /// Words that may follow a name that stands alone.
    let behind_names: [String]?
    /// Words in bank names that don't distinguish banks.
    let bank_words: [String]?
    /// What banks insert between the payee and the purpose ("DES:").
    let put_between: [String]?
    let rule: [Entry]

    struct Entry: Decodable {
        let id: String
        let name: String
        /// Matched as whole words.
        let words: [String]?
        /// Matched as whole words outside street names; they decide if no other word or
        /// name does.
        let weak_words: [String]?
        /// Matched anywhere, also inside a word.
        let contains: [String]?
        let regex: String?
        /// A pattern for the payee, if `regex` is only for the description.
        let payee: String?
        /// Whether `review` asks about what it matches.
        let in_doubt: Bool?
        /// Whole words that rule the match out.
        let unless: [String]?
        /// The four digits of ISO 18245.
        let merchant_codes: [String]?
        /// Pairs of first and last code.
        let merchant_code_ranges: [[Int]]?
        /// Codes that many kinds of merchants have; they decide if no word does.
        let merchant_codes_after_names: [String]?
        let account_types: [String]?
        /// Words in the names of the accounts' banks.
        let institutions: [String]?
        /// "in", "out", or "spent" for expenses and money back.
        let amount: String?
        let `class`: String?
        let category: String?
        let lens: String?
        let tags: [String]?
        /// Whether it matches card payments on the paying account.
        let pays_card: Bool?
        /// Strings that the rule must match; checked by tests.
        let examples: [String]?
        /// Similar strings that it must not match; checked by tests.
        let counterexamples: [String]?
    }
}
