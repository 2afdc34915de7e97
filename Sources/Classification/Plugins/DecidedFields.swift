import Model
import Scripting

/// What earlier stages decided, as texts that stay in place while a plugin
/// reads them; each distinct history of decisions once.
final class DecidedFields {
    private let states: VerdictStates
    private let stateOfRow: [Int32]
    private var known: [Int32: Texts] = [:]

    private struct Texts {
        let soFar: DecidedSoFar
        let `class`, category, lens, payee: HeldText?
        let tags: [HeldText]
    }

    init(_ states: VerdictStates, stateOfRow: [Int32]) {
        self.states = states
        self.stateOfRow = stateOfRow
    }

    func payee(ofRow row: Int) -> String? { texts(of: row).soFar.payee }

    func fill(_ record: RecordBuffer, row: Int) {
        let texts = texts(of: row)
        set(texts.class, .class, record)
        set(texts.category, .category, record)
        set(texts.lens, .lens, record)
        record.set(texts: texts.tags.map(\.bytes), at: PluginFields.tags.position)
        if let payee = texts.payee {
            record.set(text: payee.bytes, at: RuleFields.payee.rawValue)
        }
    }

    private func set(_ text: HeldText?, _ field: PluginFields, _ record: RecordBuffer) {
        if let text {
            record.set(text: text.bytes, at: field.position)
        } else {
            record.setNil(at: field.position)
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
            payee: soFar.payee.map(HeldText.init), tags: soFar.tags.map(HeldText.init))
        known[state] = texts
        return texts
    }
}

/// A text whose bytes stay where they are as long as it lives.
private final class HeldText {
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
