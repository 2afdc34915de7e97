import Model
import Rules
import Scripting

/// The transactions of a snapshot as plugins see them: oldest first, and with
/// what the stages before the plugin decided.
final class PluginView: RecordView {
    let snapshot: Snapshot

    /// Rows of the snapshot in order of their days, then of their arrival.
    private let rows: [Int32]
    private let filler: RecordFiller
    private let decided: DecidedFields
    private lazy var rowsByID = rows(byNumber: \.id)
    private lazy var rowsByPayee = rows(by: { decidedPayee(of: $0) })
    private lazy var rowsByAccount = rows(by: { accountName(of: $0) })
    private lazy var rowsByAmount = rows(byNumber: \.amount)

    /// - Parameters:
    ///   - texts: the bytes of `snapshot.texts`; they must outlive the view.
    ///   - stateOfRow: what was decided so far, by row of the snapshot.
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

    /// Where the view's row stands in the snapshot.
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

    /// The first of the view's rows whose day passes; later days pass too.
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

    private func decidedPayee(of row: Int) -> String {
        decided.payee(ofRow: row) ?? snapshot.texts[snapshot.transactions[row].payee]
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
