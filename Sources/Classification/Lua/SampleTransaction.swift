public import Model
import Rules
public import Scripting

/// A made-up transaction for testing rules.
public struct SampleTransaction: Hashable, Sendable {
    public var description = ""
    /// Empty to derive the payee from the other texts.
    public var payee = ""
    /// Empty if the bank sends none; rules then see the description.
    public var bankPayee = ""
    public var memo = ""
    /// The four digits of ISO 18245, or empty.
    public var merchantCode = ""
    /// In minor units of the currency; positive for incoming money.
    public var amount: Int64 = -10_00
    /// The default is 2025-01-15.
    public var day = CalendarDay(daysSinceEpoch: 20_103)
    public var account = "Checking"
    public var accountType = AccountType.checking
    public var institution = "Bank"
    public var currency = Currency(code: "USD")
    public var isPending = false
    /// The person's tags.
    public var tags: [String] = []
    /// The person's note, or empty.
    public var notes = ""
    /// What the stages decided, for rules that are asked after them; nil for the default.
    var decided = SampleDecisions()

    /// Creates a sample that spends 10 dollars from a checking account.
    public init(description: String = "") {
        self.description = description
    }

    /// A snapshot of samples, numbered from 1 in order.
    ///
    /// - Parameters:
    ///   - samples: those with equal account name, institution, type and currency
    ///     share an account.
    ///   - today: the current day; by default the latest of the samples' days.
    public static func snapshot(
        of samples: [SampleTransaction], asOf today: CalendarDay? = nil
    ) -> Snapshot {
        snapshot(of: samples, asOf: today, isDecided: false)
    }

    /// - Parameter isDecided: whether rules see what the stages decided.
    static func snapshot(
        of samples: [SampleTransaction], asOf today: CalendarDay? = nil, isDecided: Bool
    ) -> Snapshot {
        var texts = TextTable()
        var accounts: [AccountFacts] = []
        let transactions = samples.enumerated().map { position, sample in
            let bankPayee = texts.id(
                of: sample.bankPayee.isEmpty ? sample.description : sample.bankPayee)
            return TransactionFacts(
                id: Int64(position + 1), amount: sample.amount, day: sample.day,
                account: sample.accountPosition(in: &accounts),
                description: texts.id(of: sample.description),
                payee: sample.payee.isEmpty ? bankPayee : texts.id(of: sample.payee),
                bankPayee: bankPayee,
                memo: texts.id(of: sample.memo), merchantCode: texts.id(of: sample.merchantCode),
                isPending: sample.isPending)
        }
        return Snapshot(
            asOf: today ?? samples.map(\.day).max() ?? SampleTransaction().day,
            accounts: accounts, transactions: transactions, texts: texts,
            decisions: Decisions(corrections: corrections(of: samples)),
            decided: isDecided ? decided(samples) : nil)
    }

    private static func decided(_ samples: [SampleTransaction]) -> DecidedColumn {
        var rows = DecidedRows()
        for sample in samples {
            let decided = sample.decided
            rows.add(
                DecidedValues(
                    transactionClass: decided.class ?? (sample.amount > 0 ? .income : .expense),
                    category: decided.category ?? PipelineRun.lastCategory, lens: decided.lens,
                    isGuess: decided.isGuess, series: decided.series))
        }
        return rows.column
    }

    private static func corrections(of samples: [SampleTransaction]) -> [Int64: Correction] {
        var corrections: [Int64: Correction] = [:]
        for (position, sample) in samples.enumerated() {
            let given = Correction(
                note: sample.notes.isEmpty ? nil : sample.notes, tags: sample.tags)
            if !given.isEmpty { corrections[Int64(position + 1)] = given }
        }
        return corrections
    }

    private func accountPosition(in accounts: inout [AccountFacts]) -> Int32 {
        let known = accounts.firstIndex {
            $0.name == account && $0.institution == institution && $0.type == accountType
                && $0.currency == currency
        }
        if let known { return Int32(known) }
        accounts.append(
            AccountFacts(
                id: Int64(accounts.count + 1), name: account, institution: institution,
                type: accountType, currency: currency))
        return Int32(accounts.count - 1)
    }
}

/// The stages' decisions for a sample.
struct SampleDecisions: Hashable, Sendable {
    var `class`: TransactionClass?
    var category: String?
    var lens: Lens?
    var isGuess = false
    var series: String?
}

extension SampleTransaction {
    /// Reads a sample as written in rules and plugins: a string, which is the
    /// description, or a table of fields such as
    /// `{ description = "NETFLIX", amount = -15.49 }`.
    ///
    /// - Parameter value: a value from Lua or JSON.
    /// - Throws: all mistakes in it.
    public init(_ value: ScriptValue) throws(SampleError) {
        var mistakes = Mistakes()
        let sample = SampleReader().sample(value, at: .whole, &mistakes)
        guard mistakes.all.isEmpty else {
            throw SampleError(messages: mistakes.all.map(\.message))
        }
        self = sample
    }
}

/// The mistakes in a sample transaction, for its author.
public struct SampleError: Error, Hashable, Sendable {
    public let messages: [String]
}

/// Reads sample transactions.
struct SampleReader {
    /// Additional names that a table may have, which another reader handles.
    var otherNames: Set<String> = []
    /// For samples that tell what the stages decided.
    var effects: EffectReader?

    /// - Returns: the readable parts; the rest is in `mistakes`.
    func sample(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> SampleTransaction {
        var sample = SampleTransaction()
        switch value {
        case .string(let description): sample.description = description
        case .table(let table) where table.array.isEmpty:
            for (name, value) in table.fields.sorted(by: { $0.key < $1.key })
            where !otherNames.contains(name) {
                guard let field = SampleField(rawValue: name), isKnown(field) else {
                    let known = SampleField.allCases.filter(isKnown).map(\.rawValue) + otherNames
                    mistakes.add(
                        "a sample has no \"\(name)\"" + Suggestion.phrase(for: name, among: known),
                        at: path.field(name), aim: .key)
                    continue
                }
                mistakes.noting(at: path.field(name)) { () throws(RuleReadingError) in
                    try read(value, as: field, into: &sample)
                }
            }
            readAmount(of: table, into: &sample, at: path, &mistakes)
            if let effects { readDecided(table, effects, into: &sample, at: path, &mistakes) }
        default:
            mistakes.add(
                "a sample must be a text or a table such as { description = \"NETFLIX\", "
                    + "amount = -15.49 }", at: path)
        }
        return sample
    }

    private func isKnown(_ field: SampleField) -> Bool { effects != nil || !field.isDecided }

    /// Class, category and lens, which are read like those that a rule sets.
    private func readDecided(
        _ table: ScriptTable, _ effects: EffectReader, into sample: inout SampleTransaction,
        at path: ValuePath, _ mistakes: inout Mistakes
    ) {
        let names = [SampleField.class, .category, .lens].map(\.rawValue)
        let decided = effects.effect(
            .table(ScriptTable(fields: table.fields.filter { names.contains($0.key) })), at: path,
            &mistakes)
        sample.decided.class = decided.class
        sample.decided.category = decided.category
        sample.decided.lens = decided.lens
    }

    private func read(
        _ value: ScriptValue, as field: SampleField, into sample: inout SampleTransaction
    ) throws(RuleReadingError) {
        switch field {
        case .description: sample.description = try text(value, field)
        case .payee: sample.payee = try text(value, field)
        case .bankPayee: sample.bankPayee = try text(value, field)
        case .memo: sample.memo = try text(value, field)
        case .account: sample.account = try text(value, field)
        case .institution: sample.institution = try text(value, field)
        case .currency: sample.currency = Currency(code: try text(value, field))
        case .merchantCode: sample.merchantCode = try text(value, field)
        case .accountType:
            guard case .string(let name) = value, let type = AccountType(rawValue: name) else {
                throw unusable(
                    field, "one of \(AccountType.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            sample.accountType = type
        case .day:
            guard case .string(let text) = value, let day = CalendarDay(text) else {
                throw unusable(field, "a day such as \"2025-03-09\"")
            }
            sample.day = day
        case .pending:
            guard case .boolean(let isPending) = value else {
                throw unusable(field, "true or false")
            }
            sample.isPending = isPending
        case .tags: sample.tags = try tags(value)
        case .notes: sample.notes = try text(value, field)
        // Read last, because it depends on the currency.
        case .amount: break
        // Read together, like what a rule sets.
        case .class, .category, .lens: break
        case .series: sample.decided.series = try text(value, field)
        case .guessed:
            guard case .boolean(let isGuess) = value else {
                throw unusable(field, "true or false")
            }
            sample.decided.isGuess = isGuess
        }
    }

    private func readAmount(
        of table: ScriptTable, into sample: inout SampleTransaction, at path: ValuePath,
        _ mistakes: inout Mistakes
    ) {
        let name = SampleField.amount.rawValue
        let exponent = sample.currency.exponent
        let amount = mistakes.noting(at: path.field(name)) { () throws(RuleReadingError) in
            let value = table.fields[name] ?? .integer(-10)
            let expected = UnusableNumber(value, suchAs: "-12.50").expected
            guard let written = value.writtenNumber else { throw unusable(.amount, expected) }
            do throws(AmountError) {
                return try MinorUnits.exactly(written, exponent: exponent)
            } catch {
                switch error {
                case .notANumber: throw unusable(.amount, expected)
                case .tooManyDecimals:
                    throw unusable(
                        .amount, "a number with at most \(exponent) decimals, as its currency has")
                case .tooLarge: throw unusable(.amount, "a smaller number")
                }
            }
        }
        if let amount { sample.amount = amount }
    }

    private func text(
        _ value: ScriptValue, _ field: SampleField
    ) throws(RuleReadingError) -> String {
        guard case .string(let text) = value else { throw unusable(field, "a text") }
        return text
    }

    private func tags(_ value: ScriptValue) throws(RuleReadingError) -> [String] {
        if case .string(let tag) = value { return [tag] }
        guard case .table(let list) = value, list.fields.isEmpty else {
            throw unusable(.tags, "a text or a list of texts")
        }
        var tags: [String] = []
        for tag in list.array {
            guard case .string(let tag) = tag else {
                throw unusable(.tags, "a text or a list of texts")
            }
            tags.append(tag)
        }
        return tags
    }

    private func unusable(_ field: SampleField, _ expected: String) -> RuleReadingError {
        RuleReadingError(message: "\"\(field.rawValue)\" of a sample must be \(expected)")
    }
}

/// The fields of a sample, by the names that rules use too.
enum SampleField: String, CaseIterable {
    case description, payee, memo, amount, day, account, institution, currency, pending
    case bankPayee = "bank_payee"
    case accountType = "account_type"
    case merchantCode = "merchant_code"
    case tags, notes
    case `class`, category, lens, guessed, series

    /// Whether only rules that are asked after the stages see it.
    var isDecided: Bool {
        switch self {
        case .class, .category, .lens, .guessed, .series: true
        default: false
        }
    }
}

/// A value that is no exact number.
package struct UnusableNumber: Error {
    /// "a number such as 12.50", and what to write in place of a comma.
    package let expected: String

    /// - Parameter example: "12.50".
    package init(_ value: ScriptValue, suchAs example: String) {
        expected = "a number such as \(example)\(Self.advice(about: value))"
    }

    /// "; write -18.50, with a point instead of the comma" for such a string; else empty.
    package static func advice(about value: ScriptValue) -> String {
        if case .string(let text) = value { DecimalComma.phrase(for: text) } else { "" }
    }
}

extension ScriptValue {
    /// The number that its author wrote, also as a string: maps hold amounts as strings.
    ///
    /// - Parameter example: of such a number, for the error.
    package func decimal(suchAs example: String) throws(UnusableNumber) -> DecimalAmount {
        do {
            if let text = writtenNumber { return try DecimalAmount(exactly: text) }
        } catch {
            // It has no such digits, or too many.
        }
        throw UnusableNumber(self, suchAs: example)
    }

    /// A number as its author wrote it: the shortest text that parses to the same
    /// number. A string is returned unchanged.
    var writtenNumber: String? {
        switch self {
        case .integer(let number): String(number)
        case .number(let number): number.description
        case .string(let written): written
        case .nil, .boolean, .table, .function, .constructed: nil
        }
    }
}
