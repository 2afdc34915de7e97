import ArgumentParser
import Engine
import Foundation
import Model
import Rules
import Vault

/// The filters that "transactions" and "transactions set" share.
struct TransactionFilters: ParsableArguments {
    @Option(
        help: "An account: its name, part of it, or its number; repeatable.")
    var account: [String] = []

    @Option(help: "Text in description, payee, memo or note, or an amount such as 10.81.")
    var text: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "A rule's condition, such as '{ payee = word \"coffee\", amount = between(-20, 0) }'.",
            valueName: "condition"))
    var condition: String?

    @OptionGroup var period: PeriodOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The smallest amount, in or out. With a sign, such as +50 or -50, amounts count \
            with their signs: -100 is less than -50.
            """,
            valueName: "amount"))
    var min: AmountBound?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The largest amount, written the same way.", valueName: "amount"))
    var max: AmountBound?

    @Flag(
        name: [.customLong("uncategorised"), .customLong("uncategorized")],
        help: "Only spending without a category.")
    var uncategorised = false

    @Flag(help: "Only spending whose category is a guess.")
    var guessed = false

    @Flag(help: "Only transactions from the last sync.")
    var new = false

    @Option(
        help: ArgumentHelp(
            "Only transactions that this rule classified.", valueName: "rule"))
    var rule: String?

    @Flag(help: "Include transfers and ignored transactions.")
    var transfers = false

    func validate() throws {
        if let min, let max,
            min.minorUnits(exponent: 4, isLeast: true) > max.minorUnits(exponent: 4, isLeast: false)
        {
            throw ValidationError(
                "--min must not be above --max; outgoing amounts are negative, as in --min -100 "
                    + "--max -50.")
        }
    }

    /// Whether one of these filters is set.
    var isGiven: Bool {
        !account.isEmpty || text != nil || condition != nil || period.isGiven || min != nil
            || max != nil || uncategorised || guessed || new || rule != nil
    }
}

/// The words and options by which commands choose transactions to read.
struct SelectionOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A period, such as oct or last week, and text or amounts to find.",
            valueName: "words"))
    var words: [String] = []

    @OptionGroup var filters: TransactionFilters

    @Option(name: .customLong("class"), help: "Only this class.")
    var transactionClass: TransactionClass?

    @Option(help: "A category and its subcategories: the id, the name or part of it.")
    var category: String?

    @Option(help: "A payee: its name, or part of it.")
    var payee: String?

    @Option(help: "A tag; repeat it for transactions with all of them.")
    var tag: [TagList] = []

    func selection(isAll: Bool) -> TransactionSelection {
        TransactionSelection(
            filters: filters, transactionClass: transactionClass, category: category,
            tags: tag.tags, payee: payee, words: words, isAll: isAll)
    }
}

/// The filters of a command, whatever its options call them.
struct TransactionSelection {
    let filters: TransactionFilters
    var transactionClass: TransactionClass?
    var category: String?
    var tags: [String] = []
    var payee: String?
    /// Words without an option: a period, and what is looked for.
    var words: [String] = []
    /// Whether transfers, ignored transactions and hidden accounts are included.
    var isAll = false

    var isFiltered: Bool {
        filters.isGiven || transactionClass != nil || category != nil || !tags.isEmpty
            || payee != nil || !words.isEmpty
    }

    /// - Throws: `ValidationError` for several periods, and for filters that exclude each other.
    func validate() throws {
        try PeriodWords.refuseSecond(of: PeriodWords.parting(words).periods.map(\.text))
        guard !filters.uncategorised || category == nil else {
            throw ValidationError("Give --uncategorised or --category, not both.")
        }
    }

    /// - Parameter lastDay: the last day that counts; nil for all.
    func query(
        _ engine: Engine, asOf today: CalendarDay, through lastDay: CalendarDay?
    ) throws -> TransactionQuery {
        let (periods, rest) = PeriodWords.parting(words)
        var query = TransactionQuery()
        query.accounts = try filters.account.map { try engine.account(meantBy: $0).id }
        query.transactionClass = transactionClass
        if let category {
            let categories = try engine.categories()
            query.categories = categories.ids(within: try categories.meant(by: category))
        }
        query.uncategorisedBy = filters.uncategorised ? try engine.lastStage() : nil
        query.isGuessed = filters.guessed
        if let rule = filters.rule {
            let listed = try engine.rule(meantBy: rule)
            query.rule = listed.rule?.id ?? listed.reference
            query.stagesOfRule = try engine.stages(of: listed)
        }
        query.tags = tags
        query.least = filters.min
        query.greatest = filters.max
        query.searches = (filters.text.map { [$0] } ?? []).map(TransactionSearch.init)
        for word in rest { try query.narrow(byWord: word) }
        if let payee {
            guard let meant = try engine.payee(meantBy: payee) else {
                throw PayeeError.noSuchPayee(payee)
            }
            query.payee = meant
        }
        if filters.new {
            query.receivedSince = try engine.vault.beginningOfNewest() ?? .max
        }
        if let condition = filters.condition {
            let found = try engine.transactions(where: condition)
            query.numbers = query.numbers.map { $0.intersection(found) } ?? found
        }
        // A number, and what is new, are meant whatever they are.
        query.hidesTransfers =
            !filters.transfers && !filters.new && query.numbers == nil && !isAll
            && transactionClass == nil && filters.rule == nil
            && filters.condition == nil
        query.leavesOutHiddenAccounts = !isAll && filters.account.isEmpty
        query.days = try filters.period.days(asOf: today, or: periods.first?.words)
        if let lastDay {
            let allDays = CalendarDay(daysSinceEpoch: .min)..<CalendarDay(daysSinceEpoch: .max)
            query.days = (query.days ?? allDays).through(lastDay)
        }
        return query
    }
}

extension TransactionQuery {
    /// Looks for a word without an option: "#29" is a transaction, "#trip" a tag; ">50" and "<50"
    /// are amounts from there or up to there, "50..60" both; all else is a text or an amount.
    ///
    /// - Throws: `ValidationError` for what looks like an amount or a month, and is none.
    mutating func narrow(byWord word: String) throws {
        let ends = word.split(separator: "..", omittingEmptySubsequences: false)
        if word.hasPrefix("#"), word.count > 1 {
            if let number = Int64(word.dropFirst()) {
                numbers = numbers.map { $0.intersection([number]) } ?? [number]
            } else {
                tags.append(String(word.dropFirst()))
            }
        } else if let sign = word.first, sign == ">" || sign == "<" {
            guard let bound = AmountBound(typed: word.drop { "<>=".contains($0) }) else {
                throw ValidationError("\"\(word)\": write an amount as in '>50' or '<20.50'.")
            }
            if sign == ">" { try narrow(from: bound) } else { try narrow(upTo: bound) }
        } else if ends.count == 2, let from = AmountBound(typed: ends[0]),
            let end = AmountBound(typed: ends[1])
        {
            let isOrdered =
                from.minorUnits(exponent: 4, isLeast: true)
                <= end.minorUnits(exponent: 4, isLeast: false)
            guard isOrdered else {
                throw ValidationError("\"\(word)\" ends below where it begins.")
            }
            try narrow(from: from)
            try narrow(upTo: end)
        } else if word.wholeMatch(of: /\d{4}-\d{1,2}(-\d{1,2})?/) != nil {
            throw ValidationError(
                "\"\(word)\" is not a month or day; write 2026-01 or 2026-01-31. To search for the "
                    + "text, use --text \(word).")
        } else {
            searches.append(TransactionSearch(word))
        }
    }

    private mutating func narrow(from bound: AmountBound) throws {
        least = try least.map { try stricter(of: $0, bound, isLeast: true) } ?? bound
    }

    private mutating func narrow(upTo bound: AmountBound) throws {
        greatest = try greatest.map { try stricter(of: $0, bound, isLeast: false) } ?? bound
    }

    private func stricter(
        of one: AmountBound, _ other: AmountBound, isLeast: Bool
    ) throws -> AmountBound {
        guard one.isSigned == other.isSigned else {
            throw ValidationError("Give all amounts a sign, or none of them.")
        }
        let isLess =
            one.minorUnits(exponent: 4, isLeast: isLeast)
            < other.minorUnits(exponent: 4, isLeast: isLeast)
        return isLess == isLeast ? other : one
    }
}

extension AmountBound {
    /// An amount as people write it: "1,234.50", "1.234,50" or "$20".
    fileprivate init?(typed text: some StringProtocol) {
        self.init(Self.withPoint(text))
    }

    /// The text without currencies and marks of thousands, and with a point before the decimals,
    /// for which a comma stands where one or two digits follow it at the end.
    fileprivate static func withPoint(_ text: some StringProtocol) -> String {
        let plain = String(text.filter { !"$€£".contains($0) })
        let hasComma = plain.wholeMatch(of: /[+-]?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}/) != nil
        guard hasComma else { return plain.replacing(",", with: "") }
        return plain.replacing(".", with: "").replacing(",", with: ".")
    }
}

extension TransactionSearch {
    /// Looks for a text, and for an amount if the text is one: "10.81", "-50" or "$1,234".
    ///
    /// A number finds the amounts that begin with it, such as 42.50 for "42" and for "42.5".
    init(_ text: String) {
        let digits = AmountBound.withPoint(text)
        let decimals = digits.firstIndex(of: ".").map { digits[$0...].count - 1 }
        let nines = String(repeating: "9", count: 17)
        let whole = decimals.map { $0 < 2 ? digits + nines : digits } ?? digits + "." + nines
        let isNegative = digits.hasPrefix("-")
        var bounds: (least: AmountBound, greatest: AmountBound)?
        if let exact = AmountBound(digits), let end = AmountBound(whole) {
            bounds =
                isNegative ? (least: end, greatest: exact) : (least: exact, greatest: end)
        }
        guard bounds != nil, digits.contains(".") else {
            self.init(amounts: bounds, finds: TextSearch(text).finds)
            return
        }
        // Without its point, "10.81" would be found in numbers such as 41081.
        self.init(amounts: bounds) { $0.contains(text) }
    }
}

/// The tags of one option: "trip", or several with commas between.
struct TagList: ExpressibleByArgument {
    let tags: [String]

    init?(argument: String) {
        let parts = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        // The check of tags tells what is wrong with an empty one.
        tags = parts.isEmpty ? [argument] : parts
    }
}

extension [TagList] {
    var tags: [String] { flatMap(\.tags) }
}
