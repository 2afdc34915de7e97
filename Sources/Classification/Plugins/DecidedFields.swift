import Model
import Scripting

/// What earlier stages decided, as texts that stay in place while a plugin
/// reads them; each distinct history of decisions once.
final class DecidedFields {
    private let snapshot: Snapshot
    private let states: VerdictStates
    private let stateOfRow: [Int32]
    private var known: [Int32: Texts] = [:]
    /// Of the row whose parts were read last.
    private var parts: [HeldText] = []

    private struct Texts {
        let soFar: DecidedSoFar
        let `class`, category, lens, payee, note: HeldText?
        let tags: [HeldText]
    }

    init(_ snapshot: Snapshot, _ states: VerdictStates, stateOfRow: [Int32]) {
        self.snapshot = snapshot
        self.states = states
        self.stateOfRow = stateOfRow
    }

    func payee(ofRow row: Int) -> String? { texts(of: row).soFar.payee }

    /// Fills a field where it is one that earlier stages decide, and decided of
    /// the row.
    ///
    /// - Returns: whether it did; else the field is as rules read it.
    func fill(_ record: RecordBuffer, field: Int, row: Int) -> Bool {
        guard let decided = PluginFields(position: field) else {
            guard let shared = RuleFields(rawValue: field) else { return false }
            return fill(record, shared, row: row)
        }
        fill(record, decided, row: row)
        return true
    }

    /// Fills a field that rules read too.
    private func fill(_ record: RecordBuffer, _ field: RuleFields, row: Int) -> Bool {
        switch field {
        case .payee: return set(texts(of: row).payee, field, record)
        case .notes: return set(texts(of: row).note, field, record)
        case .tags:
            record.set(texts: texts(of: row).tags.map(\.bytes), at: field.rawValue)
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
        let texts = texts(of: row)
        switch field {
        case .class: set(texts.class, field, record)
        case .category: set(texts.category, field, record)
        case .lens: set(texts.lens, field, record)
        case .splits:
            parts = partTexts(of: row, texts.soFar.splits).map(HeldText.init)
            record.set(texts: parts.map(\.bytes), at: field.position)
        }
    }

    private func set(_ text: HeldText?, _ field: PluginFields, _ record: RecordBuffer) {
        if let text {
            record.set(text: text.bytes, at: field.position)
        } else {
            record.setNil(at: field.position)
        }
    }

    /// The parts that a plan makes of a row; none where there is no plan.
    private func partTexts(of row: Int, _ plan: SplitPlan?) -> [String] {
        guard let plan else { return [] }
        let transaction = snapshot.transactions[row]
        let currency = snapshot.account(of: transaction).currency
        return (plan.parts(of: transaction.amount, exponent: currency.exponent) ?? []).map { part in
            let amount = Money(minorUnits: part.minorUnits, currency: currency)
            return "\(part.category) \(amount.plainText)"
        }
    }

    private func texts(of row: Int) -> Texts {
        let state = stateOfRow[row]
        if let texts = known[state] { return texts }
        let soFar = states.decidedSoFar(in: state)
        let texts = Texts(
            soFar: soFar, class: soFar.class.map { HeldText($0.rawValue) },
            category: soFar.category.map(HeldText.init),
            lens: soFar.lens.map { HeldText($0.rawValue) },
            payee: soFar.payee.map(HeldText.init), note: soFar.note.map(HeldText.init),
            tags: soFar.tags.map(HeldText.init))
        known[state] = texts
        return texts
    }
}
