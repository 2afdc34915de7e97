public import Classification
public import Model
internal import Rules

extension ConfigurationFiles {
    /// Reads `pipeline.toml` with the rules of every file that its stages name.
    public func pipeline() throws(ConfigurationError) -> Pipeline {
        let name = Self.pipelineFileName
        let file = try pipelineFile()
        let categories = try self.categories()
        var stages: [Stage] = []
        var rulebooks: [String: Rulebook] = [:]
        for entry in file.stage {
            guard !stages.contains(where: { $0.name == entry.name }) else {
                throw ConfigurationError(
                    file: "config/\(name)", "stage \"\(entry.name)\" is there twice")
            }
            stages.append(
                Stage(
                    name: entry.name,
                    kind: try kind(of: entry, name, categories: categories, &rulebooks)))
        }
        guard case .byDefault = stages.last?.kind else {
            throw ConfigurationError(
                file: "config/\(name)", "the last stage must be of the kind \"default\"")
        }
        return Pipeline(stages: stages, categories: categories)
    }

    /// The name of the stage that decides what no other does. Reads `pipeline.toml` alone, which
    /// takes far less than ``pipeline()``.
    public func lastStage() throws(ConfigurationError) -> String? {
        try pipelineFile().stage.last?.name
    }

    static let pipelineFileName = "pipeline.toml"

    func pipelineFile() throws(ConfigurationError) -> PipelineFile {
        let name = Self.pipelineFileName
        if let stages = compiled(.pipeline, name, nil, { $0.array(PipelineFile.Entry.init(from:)) })
        {
            return PipelineFile(stage: stages)
        }
        return try decode(PipelineFile.self, from: name)
    }

    /// The person's exchange rates, from the stages that look for transfers.
    public func rates() throws(ConfigurationError) -> [CurrencyRates] {
        var rates: [CurrencyRates] = []
        for entry in try pipelineFile().stage {
            guard entry.kind == "transfers", let file = entry.file else { continue }
            rates.append(try transferRates(file))
        }
        return rates
    }

    /// The rule files of the stages, in their order.
    func filesOfRules() throws(ConfigurationError) -> [String] {
        try pipelineFile().stage
            .filter { $0.kind == "rules" }.compactMap(\.file)
    }

    private func kind(
        of entry: PipelineFile.Entry, _ name: String, categories: CategoryTree,
        _ rulebooks: inout [String: Rulebook]
    ) throws(ConfigurationError) -> Stage.Kind {
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", "stage \"\(entry.name)\": \(message)")
        }
        func fileName() throws(ConfigurationError) -> String {
            guard let file = entry.file else { throw mistake("\"file\" is missing") }
            return file
        }
        switch entry.kind {
        case "user-rules": return .userRules
        case "rules-after": return .rulesAfter
        case "corrections": return .corrections
        case "category-lens": return .categoryLens
        case "payees": return .payees(try payees(in: try fileName()))
        case "memory": return .memory
        case "guess": return .guess(try guessSettings(entry, mistake))
        case "refunds":
            guard let days = entry.days else { return .refunds(RefundSettings()) }
            guard (1...366).contains(days) else { throw mistake("\"days\" must be from 1 to 366") }
            return .refunds(RefundSettings(days: days))
        case "brands": return .brands(try placeSettings(try fileName(), categories))
        case "kinds": return .kinds(try placeSettings(try fileName(), categories))
        case "round-trips": return .roundTrips
        case "default": return .byDefault
        case "transfers":
            return .transfers(
                try transferSettings(try fileName(), categories: categories, &rulebooks))
        case "recurring":
            return .recurring(try recurringSettings(try fileName(), categories: categories))
        case "rules":
            var onlyFor: Set<TransactionClass>?
            for name in entry.only_for ?? [] {
                guard let transactionClass = TransactionClass(rawValue: name) else {
                    throw mistake("there is no class \"\(name)\"")
                }
                onlyFor = (onlyFor ?? []).union([transactionClass])
            }
            let file = try fileName()
            let rulebook = try rulebook(of: file, categories: categories, &rulebooks)
            return .rules(
                rulebook, onlyFor: onlyFor,
                moneyBack: try entry.money_back.map { name throws(ConfigurationError) in
                    try moneyBack(name, from: rulebook, of: file, categories: categories)
                })
        default:
            throw mistake(
                "there is no kind \"\(entry.kind)\"; it is user-rules, rules-after, corrections, "
                    + "transfers, rules, payees, brands, kinds, round-trips, recurring, refunds, category-lens, "
                    + "memory, guess or default"
            )
        }
    }

    private func ids(
        of names: [String], _ key: String, in categories: CategoryTree,
        _ mistake: (String) -> ConfigurationError
    ) throws(ConfigurationError) -> Set<String> {
        var ids: Set<String> = []
        for name in names {
            do throws(CategoryMistake) {
                let listed = categories.first(of: name)?.id
                let id = if let listed { listed } else { try categories.id(writtenAs: name) }
                ids.insert(id)
            } catch {
                throw mistake("\(key): \(error.message)")
            }
        }
        return ids
    }

    private func guessSettings(
        _ entry: PipelineFile.Entry, _ mistake: (String) -> ConfigurationError
    ) throws(ConfigurationError) -> GuessSettings {
        guard let percent = entry.least_chance else { return GuessSettings() }
        guard (1...100).contains(percent) else {
            throw mistake("\"least_chance\" must be from 1 to 100")
        }
        return GuessSettings(leastChance: percent)
    }

    /// The compiled rules of a file, cached because several stages may share it.
    /// Compiling a large one dominates the time to read a pipeline.
    func rulebook(
        of file: String, categories: CategoryTree, _ rulebooks: inout [String: Rulebook]
    ) throws(ConfigurationError) -> Rulebook {
        if let known = rulebooks[file] { return known }
        let rulebook: Rulebook
        if let shipped = compiled(.rules, file, categories, Rulebook.init(from:)) {
            rulebook = shipped
        } else {
            rulebook = try RuleFileReader(file, in: self, categories: categories).rulebook()
        }
        rulebooks[file] = rulebook
        return rulebook
    }
}

struct PipelineFile: Decodable {
    let stage: [Entry]

    struct Entry: Decodable, Archivable {
        let name: String
        let kind: String
        let file: String?
        let only_for: [String]?
        let money_back: String?
        /// Of a guess, in percent.
        let least_chance: Int?
        /// From a purchase to its refund.
        let days: Int?

        init(from archive: inout ArchiveReader) {
            name = archive.text()
            kind = archive.text()
            file = archive.optional { $0.text() }
            only_for = archive.optional { $0.texts() }
            money_back = archive.optional { $0.text() }
            least_chance = archive.optional { $0.int() }
            days = archive.optional { $0.int() }
        }

        func write(to archive: inout ArchiveWriter) {
            archive.write(name)
            archive.write(kind)
            archive.write(file) { $0.write($1) }
            archive.write(only_for) { $0.write($1) }
            archive.write(money_back) { $0.write($1) }
            archive.write(least_chance) { $0.write($1) }
            archive.write(days) { $0.write($1) }
        }
    }
}

extension ConfigurationFiles {
    /// - Parameters:
    ///   - rulebook: the merchants' rules.
    ///   - merchants: the file of these rules.
    func moneyBack(
        _ name: String, from rulebook: Rulebook, of merchants: String, categories: CategoryTree
    ) throws(ConfigurationError) -> MoneyBack {
        let shipped = compiled(.moneyBack, name, categories) { reader in
            (merchants: reader.text(), value: MoneyBack(from: &reader))
        }
        if let shipped, shipped.merchants == merchants { return shipped.value }
        let file = try decode(MoneyBackFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        var types: Set<AccountType> = []
        for type in file.account_types {
            guard let known = AccountType(rawValue: type) else {
                throw mistake("account_types: there is no account type \"\(type)\"")
            }
            types.insert(known)
        }
        let ids = try ids(of: file.categories, "categories", in: categories, mistake)
        guard !file.never.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw mistake("never can't have an empty text, which is everywhere")
        }
        guard file.days_after_purchase ?? 0 >= 0 else {
            throw mistake("days_after_purchase can't be below 0")
        }
        let lists = rulebook.rules.compactMap { rule -> String? in
            guard case .shipped(let file) = rule.origin, file.hasSuffix(".txt") else { return nil }
            return file
        }
        do throws(RulebookError) {
            return try MoneyBack(
                from: Set(lists), on: types, in: ids,
                daysAfterPurchase: file.days_after_purchase,
                never: .any(file.never.map { .text(.anyText, .containsWord($0)) }))
        } catch {
            throw mistake("\(error)")
        }
    }
}

private struct MoneyBackFile: Decodable {
    let account_types: [String]
    /// The ids of categories whose merchants give money back.
    let categories: [String]
    /// The days after a purchase within which the same amount from the same payee is
    /// money back.
    let days_after_purchase: Int?
    /// Words of wages, sales and transfers.
    let never: [String]
}

extension ConfigurationFiles {
    /// The card-payment patterns of all rule files in the pipeline.
    public func cardPayments() throws(ConfigurationError) -> CardPayments {
        var rules: Set<String> = []
        var commonWords: Set<String> = []
        for name in try filesOfRules() {
            // Most files have none, and a large one is slow to parse.
            if let text = texts[name], !text.hasBytes(of: "pays_card") { continue }
            let file = try decode(DeclarativeRuleFile.self, from: name)
            rules.formUnion(file.rule.filter { $0.pays_card == true }.map(\.id))
            commonWords.formUnion(file.bank_words ?? [])
        }
        return CardPayments(rules: rules, commonWords: commonWords)
    }

    func recurringSettings(
        _ name: String, categories: CategoryTree
    ) throws(ConfigurationError) -> RecurringSettings {
        if let settings = compiled(.recurring, name, categories, RecurringSettings.init(from:)) {
            return settings
        }
        let file = try decode(RecurringFile.self, from: name)
        func mistake(_ message: String) -> ConfigurationError {
            ConfigurationError(file: "config/\(name)", message)
        }
        let everyday = try ids(
            of: file.everyday_categories, "everyday_categories", in: categories, mistake)
        let bills = try ids(
            of: file.bill_categories ?? [], "bill_categories", in: categories, mistake)
        let regular = [("people", file.people?.regular), ("merchants", file.merchants)]
        let lists = [file.worded, file.never, file.needs] + regular.compactMap(\.1?.shared)
        guard !lists.joined().contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw mistake(
                "worded, never, needs and shared can't have an empty text, which is everywhere")
        }
        for case (let section, let regular?) in regular
        where regular.least_payments < 2 || regular.days_before < 0 || regular.paid_percent < 1 {
            throw mistake(
                "\(section): least_payments is 2 or more, paid_percent 1 or more, and "
                    + "days_before not below 0")
        }
        func condition(_ words: [String]) -> Condition {
            .any(words.map { .text(.anyText, .containsWord($0)) })
        }
        func regularMoney(
            _ regular: RecurringFile.Regular, isAnyAmount: Bool
        ) throws(RulebookError) -> RegularMoney {
            try RegularMoney(
                shared: condition(regular.shared), leastPayments: regular.least_payments,
                paidPercent: regular.paid_percent, daysBefore: regular.days_before,
                isAnyAmount: isAnyAmount)
        }
        do throws(RulebookError) {
            return try RecurringSettings(
                everydayCategories: everyday, billCategories: bills,
                worded: condition(file.worded), never: condition(file.never),
                needs: condition(file.needs),
                people: file.people.map { people throws(RulebookError) in
                    MoneyFromPeople(
                        rules: Set(people.rules),
                        regular: try regularMoney(people.regular, isAnyAmount: false))
                },
                merchants: file.merchants.map { merchants throws(RulebookError) in
                    try regularMoney(merchants, isAnyAmount: true)
                })
        } catch {
            throw mistake("\(error)")
        }
    }
}

private struct RecurringFile: Decodable {
    /// The ids of categories that are bought when needed.
    let everyday_categories: [String]
    /// The ids of categories whose payees send bills.
    let bill_categories: [String]?
    /// Words that suggest a series.
    let worded: [String]
    /// Words that rule a series out.
    let never: [String]
    /// Words of series that are needs.
    let needs: [String]
    let people: People?
    let merchants: Regular?

    struct People: Decodable {
        /// The ids of rules that match money back from people.
        let rules: [String]
        let shared: [String]
        let least_payments: Int
        let paid_percent: Int
        let days_before: Int

        var regular: Regular {
            Regular(
                shared: shared, least_payments: least_payments, paid_percent: paid_percent,
                days_before: days_before)
        }
    }

    /// The thresholds that separate regular income from money back.
    struct Regular: Decodable {
        /// Words that mean money back, however regular.
        let shared: [String]
        let least_payments: Int
        let paid_percent: Int
        let days_before: Int
    }
}

extension String {
    /// Whether another text is in this one byte for byte; `contains` compares characters,
    /// which takes ten times as long.
    fileprivate func hasBytes(of other: String) -> Bool {
        let wanted = Array(other.utf8)
        return Array(utf8).withUnsafeBufferPointer { bytes in
            bytes.indices.contains { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
        }
    }
}
