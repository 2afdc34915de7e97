internal import Classification
public import Model

/// Why a line of a budget means nothing.
public struct BudgetMistake: Error, Hashable, Sendable {
    /// The name of the wrong setting; nil if one is missing.
    public let setting: String?
    public let message: String
}

/// What lines of budgets refer to.
public struct BudgetNames: Sendable {
    public let categories: CategoryTree
    /// The currency of lines that name none.
    public let currency: Currency

    public init(categories: CategoryTree, currency: Currency) {
        self.categories = categories
        self.currency = currency
    }
}

extension ConfigurationFiles {
    public static let budgetsFile = "budgets.toml"

    /// The lines of `budgets.toml` in their order.
    ///
    /// - Parameter names: nil to look neither at categories nor at decimals of currencies.
    public func budgetLines(
        _ names: BudgetNames?
    ) throws(ConfigurationError) -> [BudgetLine] {
        let name = Self.budgetsFile
        let entries = try decode(BudgetsFile.self, from: name).budget ?? []
        var lines: [BudgetLine] = []
        var known: Set<[String?]> = []
        for (index, entry) in entries.enumerated() {
            do throws(BudgetMistake) {
                let line = try BudgetLine(entry, names)
                // Categories that were merged since may have a line each: the last one counts.
                let written = [entry.category, entry.tag, entry.view, entry.from]
                guard known.insert(written.map { $0?.lowercased() }).inserted else {
                    throw BudgetMistake(
                        setting: "from",
                        message: "there are two lines for \"\(line.subject.name)\" from the same "
                            + "month")
                }
                lines.append(line)
            } catch {
                let places = TOMLPlaces(texts[name] ?? "")
                let path = [EntryKey(stringValue: "budget"), EntryKey(intValue: index)]
                throw ConfigurationError(
                    file: "config/\(name)", line: places.line(of: path, error.setting),
                    error.message)
            }
        }
        return lines
    }
}

private struct BudgetsFile: Decodable {
    let budget: [BudgetEntry]?
}

private struct EntryKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

extension BudgetLine {
    /// What a written line means.
    ///
    /// - Parameters:
    ///   - names: nil to look neither at categories nor at decimals of currencies.
    ///   - isDecided: whether a command made it.
    public init(
        _ entry: BudgetEntry, _ names: BudgetNames?, isDecided: Bool = false
    ) throws(BudgetMistake) {
        try entry.checkCurrency(names)
        let kind = try entry.kind(names)
        let standard: Carry =
            switch kind {
            case .save, .series: .both
            case .amount, .average, .share, .rest, .end: .none
            }
        let from = try entry.month("from", entry.from)
        let every = try entry.choice("every", entry.every, else: BudgetPeriod.month)
        let carry = try entry.choice("carry", entry.carry, else: standard)
        let cap = try entry.money("cap", entry.cap, names)
        if case .save = kind {
            guard from != nil else { throw entry.missing("from", "the month in which it begins") }
            guard every == .month else {
                throw BudgetMistake(setting: "every", message: "what is saved is saved each month")
            }
        }
        guard carry == .none || from != nil else {
            throw entry.missing("from", "the month in which carrying over begins")
        }
        self.init(
            try entry.subject(names), from: from, every: every, kind, carry: carry, cap: cap,
            currency: entry.currencyIn(names), note: entry.note, isDecided: isDecided)
    }
}

extension BudgetEntry {
    fileprivate func missing(_ setting: String, _ meaning: String) -> BudgetMistake {
        BudgetMistake(setting: nil, message: "\"\(setting)\" is missing: \(meaning)")
    }

    fileprivate func checkCurrency(_ names: BudgetNames?) throws(BudgetMistake) {
        guard let currency, currency != names?.currency.code else { return }
        guard currency.utf8.count == 3,
            currency.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else {
            throw BudgetMistake(
                setting: "currency", message: "currency must be a code such as \"EUR\"")
        }
    }

    fileprivate func currencyIn(_ names: BudgetNames?) -> Currency {
        guard let currency, currency != names?.currency.code else {
            return names?.currency ?? Currency(code: currency ?? "")
        }
        return Currency(code: currency)
    }

    fileprivate func subject(_ names: BudgetNames?) throws(BudgetMistake) -> BudgetSubject {
        let given = [category, tag, view].compactMap(\.self)
        guard given.count == 1, let text = given.first, !text.allSatisfy(\.isWhitespace) else {
            throw BudgetMistake(
                setting: given.count > 1 ? "view" : nil,
                message: "a budget is for one category, tag or view")
        }
        if tag != nil { return .tag(text.hasPrefix("#") ? String(text.dropFirst()) : text) }
        if view != nil { return .view(text) }
        guard let tree = names?.categories else { return .category(text) }
        do throws(AmbiguousName) {
            if let found = try tree.category(meantBy: text), found.type == .expense {
                return .category(found.id)
            }
        } catch {
            throw BudgetMistake(
                setting: "category",
                message: "\"\(text)\" may be one of \(error.candidates.joined(separator: ", "))")
        }
        let known = tree.categories.filter { $0.type == .expense }.flatMap { [$0.id, $0.name] }
        throw BudgetMistake(
            setting: "category",
            message: "there is no category of spending \"\(text)\""
                + Suggestion.phrase(for: text, among: known))
    }

    fileprivate func kind(_ names: BudgetNames?) throws(BudgetMistake) -> BudgetLine.Kind {
        let given = [
            amount != nil, save != nil, series != nil, average != nil, share != nil, rest != nil,
            end != nil,
        ]
        guard given.count(where: \.self) == 1 else {
            throw BudgetMistake(
                setting: nil,
                message: "a budget has one of amount, save, series, average, share, rest and end")
        }
        if let amount = try money("amount", amount, names) { return .amount(amount) }
        if let save = try money("save", save, names) {
            guard let last = try month("by", by) else {
                throw missing("by", "the month until which it is saved")
            }
            if let first = try month("from", from), last < first {
                throw BudgetMistake(setting: "by", message: "\"by\" must not be before \"from\"")
            }
            let again = try self.again.map { text throws(BudgetMistake) in
                try choice("again", text, else: BudgetPeriod.year).monthCount
            }
            return .save(save, by: last, again: again)
        }
        if let series { return .series(series) }
        if let average {
            guard (1...36).contains(average) else {
                throw BudgetMistake(setting: "average", message: "average must be 1 to 36")
            }
            return .average(average)
        }
        if let share {
            let whole = DecimalAmount(coefficient: 100, decimals: 0)
            guard let percent = Self.number(share), percent <= whole else {
                throw BudgetMistake(
                    setting: "share",
                    message: "share must be 0 to 100 percent" + DecimalComma.phrase(for: share.text)
                )
            }
            return .share(percent)
        }
        if let rest {
            guard (1...1000).contains(rest) else {
                throw BudgetMistake(
                    setting: "rest", message: "rest must be a weight from 1 to 1000")
            }
            return .rest(rest)
        }
        guard end == true else {
            throw BudgetMistake(setting: "end", message: "end can only be true")
        }
        return .end
    }

    private static func number(_ number: WrittenNumber) -> DecimalAmount? {
        do {
            let amount = try DecimalAmount(exactly: number.text)
            return amount.coefficient < 0 ? nil : amount
        } catch {
            return nil
        }
    }

    fileprivate func money(
        _ setting: String, _ number: WrittenNumber?, _ names: BudgetNames?
    ) throws(BudgetMistake) -> Money? {
        guard let number else { return nil }
        guard Self.number(number) != nil else {
            throw BudgetMistake(
                setting: setting,
                message: "\(setting) must be an amount of 0 or more"
                    + DecimalComma.phrase(for: number.text))
        }
        let currency = currencyIn(names)
        guard names != nil else { return Money(minorUnits: 0, currency: currency) }
        do {
            return try Money(exactly: number.text, currency: currency)
        } catch {
            throw BudgetMistake(
                setting: setting,
                message: "\(setting) must be an amount that \(currency.code) has, such as 412.50")
        }
    }

    fileprivate func month(
        _ setting: String, _ text: String?
    ) throws(BudgetMistake) -> CalendarMonth? {
        guard let text else { return nil }
        guard let month = CalendarMonth(text) else {
            throw BudgetMistake(
                setting: setting, message: "\(setting) must be a month such as \"2026-03\"")
        }
        return month
    }

    fileprivate func choice<Choice: RawRepresentable & CaseIterable>(
        _ setting: String, _ text: String?, else standard: Choice
    ) throws(BudgetMistake) -> Choice where Choice.RawValue == String {
        guard let text else { return standard }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue)
            throw BudgetMistake(
                setting: setting,
                message: "\(setting) must be \(known.joined(separator: ", ")), not \"\(text)\""
                    + Suggestion.phrase(for: text, among: known))
        }
        return choice
    }
}
