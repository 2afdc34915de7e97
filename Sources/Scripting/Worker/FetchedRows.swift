#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The worker's source of rows, and of answers to queries. Rows that did not come with a request are
/// fetched from the parent, some hundred at a time.
final class FetchedRows: RecordSource {
    private let channel: WorkerChannel
    private var block: RowBlock?
    /// The row count of the current view; nil if the request brought its rows.
    private var rowCount: Int?
    /// Fields that were read in any row of a view.
    private var readFields: Set<Int> = []
    /// The last result of an index, ascending.
    private var found: [Int32] = []

    init(_ channel: WorkerChannel) { self.channel = channel }

    /// Starts a request that brought its rows.
    func begin(_ block: RowBlock) {
        self.block = block
        rowCount = nil
    }

    /// Starts a request about a view.
    func begin(rowCount: Int) {
        block = nil
        found = []
        self.rowCount = rowCount
    }

    func fill(_ record: RecordBuffer, field: Int, row: Int) {
        if let block, let position = block.position(ofRow: row) {
            if !block.has(field) { add(field, to: block) }
            block.fill(record, field: field, position: position)
            return
        }
        guard let rowCount else { return record.setNil(at: field) }
        readFields.insert(field)
        let block = fetch(readFields.sorted(), of: rows(from: row, below: rowCount))
        self.block = block
        if let position = block.position(ofRow: row) {
            block.fill(record, field: field, position: position)
        }
    }

    /// The rows that are likely to be read next.
    private func rows(from row: Int, below count: Int) -> [Int32] {
        let place = found.firstIndex { $0 >= Int32(row) } ?? found.endIndex
        if place < found.endIndex, found[place] == Int32(row) {
            return Array(found[place...].prefix(rowsOfAFetch))
        }
        return (row..<min(row + rowsOfAFetch, count)).map(Int32.init)
    }

    private func add(_ field: Int, to block: RowBlock) {
        if rowCount != nil { readFields.insert(field) }
        var answer = exchange { message in
            message.put(WorkerReply.fetch.rawValue)
            message.putAll(block.rows) { $0.put($1) }
            message.putAll([field]) { $0.put(UInt16(clamping: $1)) }
        }
        do throws(MessageError) { try block.add(&answer) } catch { giveUp() }
    }

    private func fetch(_ fields: [Int], of rows: [Int32]) -> RowBlock {
        var answer = exchange { message in
            message.put(WorkerReply.fetch.rawValue)
            message.putAll(rows) { $0.put($1) }
            message.putAll(fields) { $0.put(UInt16(clamping: $1)) }
        }
        do throws(MessageError) { return try RowBlock(&answer) } catch { giveUp() }
    }

    /// Asks an index of the view.
    func answer(_ search: ViewSearch) -> ViewAnswer {
        var answer = exchange { message in
            message.put(WorkerReply.find.rawValue)
            message.put(search)
        }
        do throws(MessageError) {
            let result = try answer.answerOfIndex()
            if case .rows(let rows) = result { found = rows.sorted() }
            return result
        } catch {
            giveUp()
        }
    }

    /// Asks the host for the answer to a query.
    func answer(word: Int, _ value: ScriptValue) -> ScriptQueryAnswer {
        var answer = exchange { message in
            message.put(WorkerReply.query.rawValue)
            message.put(UInt8(clamping: word))
            message.put(value)
        }
        do throws(MessageError) { return try answer.answerOfQuery() } catch { giveUp() }
    }

    private func exchange(_ write: (inout MessageWriter) -> Void) -> MessageReader {
        var message = MessageWriter()
        write(&message)
        do throws(WorkerChannel.End) {
            try channel.send(message)
            return try channel.receive()
        } catch {
            giveUp()
        }
    }

    /// A worker without its parent has nothing left to do.
    private func giveUp() -> Never { _exit(0) }
}

/// A view whose records stay with the parent.
final class RemoteView: RecordView {
    let count: Int
    private let rows: FetchedRows

    init(count: Int, _ rows: FetchedRows) {
        self.count = count
        self.rows = rows
    }

    func fill(_ record: RecordBuffer, field: Int, row: Int) {
        rows.fill(record, field: field, row: row)
    }

    func rows(where index: Int, first: ScriptValue, second: ScriptValue) -> [Int32] {
        let search = ViewSearch(index: index, among: nil, first: first, second: second)
        guard case .rows(let found) = rows.answer(search) else { return [] }
        return found
    }

    func answer(_ search: ViewSearch) -> ViewAnswer { rows.answer(search) }
}
