import Model
import Scripting

/// The transactions of a snapshot as records for Lua functions. Strings are not
/// copied and stay in place for the filler's lifetime.
final class RecordFiller: RecordSource {
    private let snapshot: Snapshot
    /// The bytes of the snapshot's texts, which must outlive the filler.
    private let texts: UnsafeBufferPointer<UInt8>
    private let accountTexts: [AccountTexts]
    private let ownTexts: OwnTexts
    private let days = DayTexts()
    /// By transaction id: the person's tags and note.
    private var givenTexts: [Int64: GivenTexts] = [:]
    private let emptyText = HeldText("")
    private lazy var earlierPayments = snapshot.earlierPayments
    /// Classes, categories and lenses.
    private var words: [String: HeldText] = [:]
    /// The number of minor units per unit of each account's currency.
    private let minorUnits: [Double]

    /// - Parameter texts: the bytes of `snapshot.texts`; they must outlive the
    ///   filler.
    init(_ snapshot: Snapshot, texts: UnsafeBufferPointer<UInt8>) {
        self.snapshot = snapshot
        self.texts = texts
        var words: [String] = RuleFields.weekdays
        for account in snapshot.accounts {
            words += [
                account.name, account.type.rawValue, account.institution, account.currency.code,
                account.bankID, account.bankName,
            ]
        }
        ownTexts = OwnTexts(words)
        accountTexts = snapshot.accounts.indices.map { position in
            AccountTexts(first: RuleFields.weekdays.count + position * AccountTexts.count)
        }
        minorUnits = snapshot.accounts.map { account in
            (0..<account.currency.exponent).reduce(1.0) { power, _ in power * 10 }
        }
    }

    /// A record with the fields of rules, which shows one row of the snapshot at a
    /// time.
    func record() -> RecordBuffer { RecordBuffer(layout: RuleFields.layout, source: self) }

    /// - Parameters:
    ///   - record: its layout begins with the fields of rules.
    ///   - row: of the snapshot.
    func fill(_ record: RecordBuffer, field: Int, row: Int) {
        guard let field = RuleFields(rawValue: field) else { return }
        fill(record, field, of: snapshot.transactions[row], row: row)
    }

    @inline(__always)
    private func fill(
        _ record: RecordBuffer, _ field: RuleFields, of transaction: TransactionFacts, row: Int
    ) {
        let account = Int(transaction.account)
        switch field {
        case .id: set(record, field, transaction.id)
        case .amount: set(record, field, transaction.amount, ofAccount: account)
        case .amountMinor: set(record, field, transaction.amount)
        case .description: set(record, field, transaction.description)
        case .payee: set(record, field, transaction.payee)
        case .bankPayee: set(record, field, transaction.bankPayee)
        case .memo: set(record, field, transaction.memo)
        case .merchantCode: set(record, field, transaction.merchantCode)
        case .pending: record.set(boolean: transaction.isPending, at: field.rawValue)
        case .day: set(record, field, transaction.day)
        case .transactedDay: set(record, field, transaction.transactedDay)
        case .year: set(record, field, Int64(transaction.day.components.year))
        case .month: set(record, field, Int64(transaction.day.components.month))
        case .dayOfMonth: set(record, field, Int64(transaction.day.components.day))
        case .weekday: set(record, field, ownText: transaction.day.isoWeekday - 1)
        case .account: set(record, field, ownText: accountTexts[account].name)
        case .accountType: set(record, field, ownText: accountTexts[account].type)
        case .institution: set(record, field, ownText: accountTexts[account].institution)
        case .currency: set(record, field, ownText: accountTexts[account].currency)
        case .accountBankID: set(record, field, ownText: accountTexts[account].bankID)
        case .accountBankName: set(record, field, ownText: accountTexts[account].bankName)
        case .accountID: set(record, field, snapshot.accounts[account].id)
        case .accountBalance:
            set(record, field, snapshot.accounts[account].balance, ofAccount: account)
        case .accountBalanceMinor: set(record, field, snapshot.accounts[account].balance)
        case .tags:
            record.set(
                texts: given(to: transaction)?.tags.map(\.bytes) ?? [], at: field.rawValue)
        case .notes:
            record.set(
                text: given(to: transaction)?.note?.bytes ?? emptyText.bytes, at: field.rawValue)
        case .earlier: set(record, field, Int64(earlierPayments[row].count))
        case .lastAmount:
            set(record, field, earlierPayments[row].last, ofAccount: account)
        case .usualAmount:
            set(record, field, earlierPayments[row].usual, ofAccount: account)
        case .class:
            set(record, field, word: snapshot.decided?[row].transactionClass.rawValue)
        case .category: set(record, field, word: snapshot.decided?[row].category)
        case .lens: set(record, field, word: snapshot.decided?[row].lens?.rawValue)
        case .guessed:
            guard let decided = snapshot.decided else { return record.setNil(at: field.rawValue) }
            record.set(boolean: decided[row].isGuess, at: field.rawValue)
        }
    }

    private func set(_ record: RecordBuffer, _ field: RuleFields, word: String?) {
        guard let word else { return record.setNil(at: field.rawValue) }
        let held = words[word] ?? HeldText(word)
        words[word] = held
        record.set(text: held.bytes, at: field.rawValue)
    }

    /// Usually nil, because few transactions have tags or a note.
    private func given(to transaction: TransactionFacts) -> GivenTexts? {
        if let known = givenTexts[transaction.id] { return known }
        guard let correction = snapshot.decisions.corrections[transaction.id] else { return nil }
        let given = GivenTexts(
            tags: correction.tags.map(HeldText.init), note: correction.note.map(HeldText.init))
        givenTexts[transaction.id] = given
        return given
    }

    /// The person's tags and note for a transaction.
    private struct GivenTexts {
        let tags: [HeldText]
        let note: HeldText?
    }

    private func set(_ record: RecordBuffer, _ field: RuleFields, _ number: Int64?) {
        guard let number else { return record.setNil(at: field.rawValue) }
        record.set(integer: number, at: field.rawValue)
    }

    private func set(
        _ record: RecordBuffer, _ field: RuleFields, _ amount: Int64?, ofAccount account: Int
    ) {
        guard let amount else { return record.setNil(at: field.rawValue) }
        record.set(number: Double(amount) / minorUnits[account], at: field.rawValue)
    }

    private func set(_ record: RecordBuffer, _ field: RuleFields, _ text: TextID) {
        record.set(
            text: UnsafeBufferPointer(rebasing: texts[snapshot.texts.range(of: text)]),
            at: field.rawValue)
    }

    private func set(_ record: RecordBuffer, _ field: RuleFields, ownText: Int) {
        record.set(text: ownTexts[ownText], at: field.rawValue)
    }

    private func set(_ record: RecordBuffer, _ field: RuleFields, _ day: CalendarDay?) {
        guard let day else { return record.setNil(at: field.rawValue) }
        record.set(text: days[day], at: field.rawValue)
    }

    /// The index of an account's strings among the filler's own.
    private struct AccountTexts {
        let first: Int

        var name: Int { first }
        var type: Int { first + 1 }
        var institution: Int { first + 2 }
        var currency: Int { first + 3 }
        var bankID: Int { first + 4 }
        var bankName: Int { first + 5 }

        /// The number of strings per account.
        static let count = 6
    }
}

/// Strings that are not in the snapshot, in memory that stays in place.
private final class OwnTexts {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var ranges: [Range<Int>] = []

    init(_ texts: [String]) {
        var all: [UInt8] = []
        for text in texts {
            let start = all.count
            all.append(contentsOf: text.utf8)
            ranges.append(start..<all.count)
        }
        bytes = .allocate(capacity: all.count)
        _ = bytes.initialize(from: all)
    }

    deinit {
        bytes.deallocate()
    }

    subscript(position: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[ranges[position]])
    }
}

/// Days as strings such as "2025-03-09", in memory that stays in place.
private final class DayTexts {
    private var texts: [CalendarDay: UnsafeMutableBufferPointer<UInt8>] = [:]

    deinit {
        for text in texts.values { text.deallocate() }
    }

    subscript(day: CalendarDay) -> UnsafeBufferPointer<UInt8> {
        if let known = texts[day] { return UnsafeBufferPointer(known) }
        let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: day.description.utf8.count)
        _ = text.initialize(from: day.description.utf8)
        texts[day] = text
        return UnsafeBufferPointer(text)
    }
}

/// The fields of a transaction for Lua functions, and the vocabulary of rule files.
enum RuleFields: Int, CaseIterable {
    case id, account, accountType, institution, amount, amountMinor, currency, day, year, month
    case dayOfMonth, weekday, description, payee, memo, merchantCode, pending
    case transactedDay, accountID, accountBalance, accountBalanceMinor, bankPayee
    case accountBankID, accountBankName, tags, notes
    case earlier, lastAmount, usualAmount
    case `class`, category, lens, guessed

    var name: String {
        switch self {
        case .id: "id"
        case .account: "account"
        case .accountType: "account_type"
        case .institution: "institution"
        case .amount: "amount"
        case .amountMinor: "amount_minor"
        case .currency: "currency"
        case .day: "day"
        case .year: "year"
        case .month: "month"
        case .dayOfMonth: "day_of_month"
        case .weekday: "weekday"
        case .description: "description"
        case .payee: "payee"
        case .memo: "memo"
        case .merchantCode: "merchant_code"
        case .pending: "pending"
        case .transactedDay: "transacted_day"
        case .accountID: "account_id"
        case .accountBalance: "account_balance"
        case .accountBalanceMinor: "account_balance_minor"
        case .bankPayee: "bank_payee"
        case .accountBankID: "account_bank_id"
        case .accountBankName: "account_bank_name"
        case .tags: "tags"
        case .notes: "notes"
        case .earlier: "earlier"
        case .lastAmount: "last_amount"
        case .usualAmount: "usual_amount"
        case .class: "class"
        case .category: "category"
        case .lens: "lens"
        case .guessed: "guessed"
        }
    }

    static let layout = RecordLayout(
        typeName: "transaction",
        fields: allCases.map { field in
            RecordLayout.Field(
                field.name, isSearchable: [.description, .bankPayee, .memo].contains(field))
        },
        shownFields: [RuleFields.id, .day, .payee, .amount].map(\.name))

    /// The fields that only rules with `after = true` can read.
    static let decided: [RuleFields] = [.class, .category, .lens, .guessed]

    static let vocabulary = Vocabulary(
        declarations: ["rule", "test"],
        constructors: ConditionWord.allCases.map(\.rawValue) + [ColumnWord.name])

    /// Monday first, as in ISO 8601.
    static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
}

/// A string whose bytes stay in place for its lifetime.
final class HeldText {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ text: String) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = copy.initialize(from: text.utf8)
        bytes = UnsafeBufferPointer(copy)
    }

    deinit {
        bytes.deallocate()
    }
}
