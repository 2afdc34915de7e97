import Model
import Rules
import Scripting

/// The transactions of a snapshot as plugins see them: oldest first, with the
/// contributions of earlier stages.
final class PluginView: RecordView {
    let snapshot: Snapshot

    /// Rows of the snapshot, ordered by day, then by arrival.
    private let rows: [Int32]
    private let filler: RecordFiller
    private let decided: DecidedFields
    private lazy var rowsByID = rows(byNumber: \.id)
    private lazy var rowsByPayee = rows(by: { decidedPayee(of: $0) })
    private lazy var rowsByAccount = rows(by: { accountName(of: $0) })
    private lazy var rowsByAmount = rows(byNumber: \.amount)

    /// - Parameters:
    ///   - texts: the bytes of `snapshot.texts`; they must outlive the view.
    ///   - stateOfRow: the contributions so far, by row of the snapshot.
    init(
        _ snapshot: Snapshot, texts: UnsafeBufferPointer<UInt8>, states: VerdictStates,
        stateOfRow: [Int32]
    ) {
        self.snapshot = snapshot
        filler = RecordFiller(snapshot, texts: texts)
        decided = DecidedFields(snapshot, states, stateOfRow: stateOfRow)
        rows = snapshot.transactions.indices.map(Int32.init).sorted { left, right in
            let (leftDay, rightDay) = (
                snapshot.transactions[Int(left)].day, snapshot.transactions[Int(right)].day
            )
            return leftDay == rightDay ? left < right : leftDay < rightDay
        }
    }

    var count: Int { rows.count }

    func fill(_ record: RecordBuffer, field: Int, row: Int) {
        let row = rowOfSnapshot(row)
        if !decided.fill(record, field: field, row: row) {
            filler.fill(record, field: field, row: row)
        }
    }

    /// Converts a row of the view to one of the snapshot.
    func rowOfSnapshot(_ row: Int) -> Int { Int(rows[row]) }

    func rows(where index: Int, first: ScriptValue, second: ScriptValue) -> [Int32] {
        switch (ViewIndex(rawValue: index), first, second) {
        case (.payee, .string(let payee), _): rowsByPayee[SearchText(payee).utf8] ?? []
        case (.account, .string(let account), _): rowsByAccount[SearchText(account).utf8] ?? []
        case (.id, .integer(let id), _): rowsByID[id] ?? []
        case (.amount, .integer(let amount), _): rowsByAmount[amount] ?? []
        case (.days, .string(let first), .string(let last)): between(first, last)
        default: []
        }
    }

    private func between(_ first: String, _ last: String) -> [Int32] {
        guard let first = CalendarDay(first), let last = CalendarDay(last), first <= last else {
            return []
        }
        let start = firstRow { $0 >= first }
        let end = firstRow { $0 > last }
        return (start..<end).map(Int32.init)
    }

    /// The view's first row whose day passes; all later days must pass too.
    private func firstRow(_ passes: (CalendarDay) -> Bool) -> Int {
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if passes(snapshot.transactions[Int(rows[middle])].day) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }

    private func rows(by text: (Int) -> String) -> [[UInt8]: [Int32]] {
        var groups: [[UInt8]: [Int32]] = [:]
        var keys: [String: [UInt8]] = [:]
        for row in 0..<count {
            let text = text(rowOfSnapshot(row))
            let key = keys[text] ?? SearchText(text).utf8
            keys[text] = key
            groups[key, default: []].append(Int32(row))
        }
        return groups
    }

    /// - Parameter row: of the snapshot.
    func decidedPayee(of row: Int) -> String {
        decided.payee(ofRow: row) ?? snapshot.texts[snapshot.transactions[row].payee]
    }

    /// The decisions so far about a row of the snapshot.
    func decision(of row: Int) -> (verdict: PartialVerdict, isGuess: Bool) {
        decided.decision(ofRow: row)
    }

    private func accountName(of row: Int) -> String {
        snapshot.account(of: snapshot.transactions[row]).name
    }

    private func rows(byNumber number: (TransactionFacts) -> Int64) -> [Int64: [Int32]] {
        var groups: [Int64: [Int32]] = [:]
        for row in 0..<count {
            groups[number(snapshot.transactions[rowOfSnapshot(row)]), default: []]
                .append(Int32(row))
        }
        return groups
    }
}

/// The contributions of earlier stages as strings that stay in place while a plugin
/// reads them. Equal histories share them.
final class DecidedFields {
    private let snapshot: Snapshot
    private let states: VerdictStates
    private let stateOfRow: [Int32]
    private var known: [Int32: Texts] = [:]
    /// The parts of the most recently read row.
    private var parts: [HeldText] = []

    private struct Texts {
        let soFar: PartialVerdict
        let `class`, category, lens, payee, note: HeldText?
        let tags: [HeldText]
        let isGuess: Bool
    }

    init(_ snapshot: Snapshot, _ states: VerdictStates, stateOfRow: [Int32]) {
        self.snapshot = snapshot
        self.states = states
        self.stateOfRow = stateOfRow
    }

    func payee(ofRow row: Int) -> String? { texts(of: row).soFar.payee }

    func decision(ofRow row: Int) -> (verdict: PartialVerdict, isGuess: Bool) {
        let texts = texts(of: row)
        return (texts.soFar, texts.isGuess)
    }

    /// Fills a field if it is decided by earlier stages, and was decided for the
    /// row.
    ///
    /// - Returns: whether it did; otherwise the field is the same as for rules.
    func fill(_ record: RecordBuffer, field: Int, row: Int) -> Bool {
        guard let decided = PluginFields(position: field) else {
            guard let shared = RuleFields(rawValue: field) else { return false }
            return fill(record, shared, row: row)
        }
        fill(record, decided, row: row)
        return true
    }

    /// Fills a field that rules have too.
    private func fill(_ record: RecordBuffer, _ field: RuleFields, row: Int) -> Bool {
        switch field {
        case .payee: return set(texts(of: row).payee, field, record)
        case .notes: return set(texts(of: row).note, field, record)
        case .tags:
            record.set(texts: texts(of: row).tags.map(\.bytes), at: field.rawValue)
            return true
        case .class: return set(texts(of: row).class, field, record)
        case .category: return set(texts(of: row).category, field, record)
        case .lens: return set(texts(of: row).lens, field, record)
        case .guessed:
            record.set(boolean: texts(of: row).isGuess, at: field.rawValue)
            return true
        default: return false
        }
    }

    private func set(_ text: HeldText?, _ field: RuleFields, _ record: RecordBuffer) -> Bool {
        guard let text else { return false }
        record.set(text: text.bytes, at: field.rawValue)
        return true
    }

    private func fill(_ record: RecordBuffer, _ field: PluginFields, row: Int) {
        switch field {
        case .splits:
            parts = partTexts(of: row, texts(of: row).soFar.splits).map(HeldText.init)
            record.set(texts: parts.map(\.bytes), at: field.position)
        }
    }

    /// The parts of a row according to its split plan; empty without a plan.
    private func partTexts(of row: Int, _ plan: SplitPlan?) -> [String] {
        guard let plan else { return [] }
        let transaction = snapshot.transactions[row]
        let currency = snapshot.account(of: transaction).currency
        let parts = plan.parts(
            of: transaction.amount, exponent: currency.exponent,
            keeping: texts(of: row).soFar.category ?? PipelineRun.lastCategory)
        return (parts ?? []).map { part in
            let amount = Money(minorUnits: part.minorUnits, currency: currency)
            return "\(part.name) \(amount.plainText)"
        }
    }

    private func texts(of row: Int) -> Texts {
        let state = stateOfRow[row]
        if let texts = known[state] { return texts }
        let soFar = states.partialVerdict(in: state)
        let texts = Texts(
            soFar: soFar, class: soFar.class.map { HeldText($0.rawValue) },
            category: soFar.category.map(HeldText.init),
            lens: soFar.lens.map { HeldText($0.rawValue) },
            payee: soFar.payee.map(HeldText.init), note: soFar.note.map(HeldText.init),
            tags: soFar.tags.map(HeldText.init), isGuess: states.isGuess(in: state))
        known[state] = texts
        return texts
    }
}

/// The fields that plugins have in addition to those of rules: the contributions of
/// earlier stages.
enum PluginFields: Int, CaseIterable {
    case splits

    var name: String {
        switch self {
        case .splits: "splits"
        }
    }

    /// The field's index in the layout, after the fields of rules.
    var position: Int { RuleFields.allCases.count + rawValue }

    /// - Parameter position: the field's index in the layout.
    init?(position: Int) {
        self.init(rawValue: position - RuleFields.allCases.count)
    }

    static let layout = RecordLayout(
        typeName: RuleFields.layout.typeName,
        fields: RuleFields.layout.fields + allCases.map { RecordLayout.Field($0.name) },
        shownFields: RuleFields.layout.shownFields, indexes: ViewIndex.allCases.map(\.layout))

    static let vocabulary = Vocabulary(
        declarations: ["plugin"],
        requests: ReadingWord.allCases.map { NotingWord($0.rawValue) })

    /// Whether plugins may decide the attribute. Only the transfer stage finds
    /// partners, because it keeps them one to one.
    static func isDecidable(_ attribute: Attribute) -> Bool { attribute != .partner }
}

/// The lookup methods of a view.
enum ViewIndex: Int, CaseIterable {
    case id, payee, account, amount, days

    var layout: RecordLayout.Index {
        switch self {
        case .id: RecordLayout.Index("by_id", parameters: [.integer])
        case .payee: RecordLayout.Index("by_payee", parameters: [.text])
        case .account: RecordLayout.Index("by_account", parameters: [.text])
        case .amount: RecordLayout.Index("by_amount", parameters: [.integer])
        case .days: RecordLayout.Index("between", parameters: [.text, .text])
        }
    }
}
