import Model
import Scripting

/// Puts one transaction of a snapshot after another into the record that Lua
/// functions read. Texts are pointed at, never copied.
final class RecordFiller {
    let record: RecordBuffer

    private let snapshot: Snapshot
    /// The snapshot's texts, which stay in place as long as the filler lives.
    private let texts: UnsafeBufferPointer<UInt8>
    private let accountTexts: [AccountTexts]
    private let ownTexts: OwnTexts
    /// Minor units in one of each account's currency.
    private let minorUnits: [Double]

    // What the record holds now. Transactions arrive by account and by day, and
    // seldom have a memo, so that most of them change little. Unchecked, because
    // they are looked at for every transaction, by one thread.
    @exclusivity(unchecked) private var account: Int32?
    @exclusivity(unchecked) private var day: CalendarDay?
    @exclusivity(unchecked) private var transactedDay: CalendarDay?
    @exclusivity(unchecked) private var memo: TextID?
    @exclusivity(unchecked) private var merchantCode: TextID?

    /// - Parameters:
    ///   - texts: the bytes of `snapshot.texts`; they must outlive the filler.
    ///   - record: of a layout that begins with the fields that rules read.
    init(
        _ snapshot: Snapshot, texts: UnsafeBufferPointer<UInt8>,
        into record: RecordBuffer = RecordBuffer(layout: RuleFields.layout)
    ) {
        self.record = record
        self.snapshot = snapshot
        self.texts = texts
        var words: [String] = RuleFields.weekdays
        for account in snapshot.accounts {
            words += [
                account.name, account.type.rawValue, account.institution, account.currency.code,
            ]
        }
        ownTexts = OwnTexts(words)
        accountTexts = snapshot.accounts.indices.map { position in
            AccountTexts(first: RuleFields.weekdays.count + position * 4)
        }
        minorUnits = snapshot.accounts.map { account in
            (0..<account.currency.exponent).reduce(1.0) { power, _ in power * 10 }
        }
    }

    func fill(_ transaction: TransactionFacts) {
        if transaction.account != account { fill(account: transaction.account) }
        if transaction.day != day { fill(day: transaction.day) }
        if transaction.transactedDay != transactedDay {
            fill(transactedDay: transaction.transactedDay)
        }
        set(.id, transaction.id)
        record.set(
            number: Double(transaction.amount) / minorUnits[Int(transaction.account)],
            at: RuleFields.amount.rawValue)
        set(.amountMinor, transaction.amount)
        set(.description, transaction.description)
        set(.payee, transaction.payee)
        set(.bankPayee, transaction.bankPayee)
        if transaction.memo != memo {
            memo = transaction.memo
            set(.memo, transaction.memo)
        }
        if transaction.merchantCode != merchantCode {
            merchantCode = transaction.merchantCode
            set(.merchantCode, transaction.merchantCode)
        }
        record.set(boolean: transaction.isPending, at: RuleFields.pending.rawValue)
    }

    private func fill(account: Int32) {
        self.account = account
        let texts = accountTexts[Int(account)]
        set(.account, texts.name)
        set(.accountType, texts.type)
        set(.institution, texts.institution)
        set(.currency, texts.currency)
        let facts = snapshot.accounts[Int(account)]
        set(.accountID, facts.id)
        if let balance = facts.balance {
            record.set(
                number: Double(balance) / minorUnits[Int(account)],
                at: RuleFields.accountBalance.rawValue)
            set(.accountBalanceMinor, balance)
        } else {
            record.setNil(at: RuleFields.accountBalance.rawValue)
            record.setNil(at: RuleFields.accountBalanceMinor.rawValue)
        }
    }

    private func fill(transactedDay day: CalendarDay?) {
        transactedDay = day
        guard let day else { return record.setNil(at: RuleFields.transactedDay.rawValue) }
        ownTexts.write(day.components, as: .transactedDay)
        record.set(
            text: ownTexts[.transactedDay], at: RuleFields.transactedDay.rawValue)
    }

    private func fill(day: CalendarDay) {
        self.day = day
        let (year, month, dayOfMonth) = day.components
        ownTexts.write((year, month, dayOfMonth), as: .day)
        record.set(text: ownTexts[.day], at: RuleFields.day.rawValue)
        set(.year, Int64(year))
        set(.month, Int64(month))
        set(.dayOfMonth, Int64(dayOfMonth))
        set(.weekday, day.isoWeekday - 1)
    }

    private func set(_ field: RuleFields, _ number: Int64) {
        record.set(integer: number, at: field.rawValue)
    }

    private func set(_ field: RuleFields, _ ownText: Int) {
        record.set(text: ownTexts[ownText], at: field.rawValue)
    }

    private func set(_ field: RuleFields, _ text: TextID) {
        record.set(
            text: UnsafeBufferPointer(rebasing: texts[snapshot.texts.range(of: text)]),
            at: field.rawValue)
    }

    /// Where an account's texts stand among the filler's own.
    private struct AccountTexts {
        let first: Int

        var name: Int { first }
        var type: Int { first + 1 }
        var institution: Int { first + 2 }
        var currency: Int { first + 3 }
    }
}

/// Texts that are in no snapshot, in memory that stays in place.
private final class OwnTexts {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var ranges: [Range<Int>] = []
    private static let dayLength = 10

    /// The days that are written anew, each in a place of its own.
    enum WrittenDay: Int, CaseIterable {
        case day, transactedDay

        fileprivate var start: Int { rawValue * dayLength }
    }

    init(_ texts: [String]) {
        var all = [UInt8](
            repeating: UInt8(ascii: "-"), count: WrittenDay.allCases.count * Self.dayLength)
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

    subscript(day: WrittenDay) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[day.start..<day.start + Self.dayLength])
    }

    /// Writes "2025-03-09" without making a String, since it is done for every
    /// transaction.
    func write(_ day: (year: Int, month: Int, day: Int), as written: WrittenDay) {
        func put(_ number: Int, at start: Int, digits: Int) {
            var rest = number.magnitude
            for position in stride(from: start + digits - 1, through: start, by: -1) {
                bytes[position] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        put(day.year, at: written.start, digits: 4)
        put(day.month, at: written.start + 5, digits: 2)
        put(day.day, at: written.start + 8, digits: 2)
    }
}
