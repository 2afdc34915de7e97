import Scripting

/// A view over transactions in memory.
final class Transactions: RecordView {
    static let layout = RecordLayout(
        typeName: "transaction",
        fields: [
            .init("amount"), .init("payee", isSearchable: true), .init("day"), .init("tags"),
        ],
        indexes: [
            .init("by_payee", parameters: [.text]), .init("by_amount", parameters: [.integer]),
            .init("between", parameters: [.text, .text]),
            .init("like", parameters: [.value], result: .view),
            .init("total", parameters: [.text], result: .value),
        ])

    struct Row {
        var amount: Int64 = -100
        var payee = "Netflix"
        var day = "2025-01-01"
        var tags: [String] = []
    }

    let rows: [Row]
    private var rowOfTexts: Int?
    private var texts: [UnsafeMutableBufferPointer<UInt8>] = []
    private(set) var filled = 0

    init(_ rows: [Row]) {
        self.rows = rows
    }

    deinit {
        forgetTexts()
    }

    var count: Int { rows.count }

    /// Frees the texts of the row before: whoever still reads them is found out
    /// under the address sanitizer.
    func fill(_ record: RecordBuffer, field: Int, row: Int) {
        filled += 1
        if row != rowOfTexts { forgetTexts() }
        rowOfTexts = row
        switch field {
        case 0: record.set(integer: rows[row].amount, at: 0)
        case 1: record.set(text: keep(rows[row].payee), at: 1)
        case 2: record.set(text: keep(rows[row].day), at: 2)
        default: record.set(texts: rows[row].tags.map(keep), at: 3)
        }
    }

    func rows(where index: Int, first: ScriptValue, second: ScriptValue) -> [Int32] {
        rows.indices.filter { row in
            switch (index, first, second) {
            case (0, .string(let payee), .nil): rows[row].payee == payee
            case (1, .integer(let amount), .nil): rows[row].amount == amount
            case (2, .string(let from), .string(let to)):
                from <= rows[row].day && rows[row].day <= to
            default: false
            }
        }.map(Int32.init)
    }

    func answer(_ search: ViewSearch) -> ViewAnswer {
        let among = search.among ?? rows.indices.map(Int32.init)
        switch (search.index, search.first) {
        case (3, .table(let wanted)):
            guard case .constructed(let made)? = wanted.fields["payee"],
                made.name == "contains", case .string(let text)? = made.arguments.first
            else { return .problem("a payee is needed here") }
            return .rows(among.filter { rows[Int($0)].payee.contains(text) })
        case (3, _): return .problem("a table is needed here")
        case (4, .string(let unit)):
            let total = among.reduce(0) { $0 + rows[Int($1)].amount }
            return .value(
                .table(
                    ScriptTable(
                        array: [.integer(Int64(among.count))],
                        fields: ["minor": .integer(total), "text": .string("\(total) \(unit)")])))
        default:
            let found = rows(where: search.index, first: search.first, second: search.second)
            return .rows(found.filter(among.contains))
        }
    }

    private func keep(_ text: String) -> UnsafeBufferPointer<UInt8> {
        let kept = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = kept.initialize(from: text.utf8)
        texts.append(kept)
        return UnsafeBufferPointer(kept)
    }

    private func forgetTexts() {
        for text in texts { text.deallocate() }
        texts = []
    }
}

/// Four records that these tests look at.
let fewRows: [Transactions.Row] = [
    .init(amount: -1_549, payee: "Netflix", day: "2025-01-03", tags: ["tv", "home"]),
    .init(amount: -450, payee: "Coffee Bar", day: "2025-01-04"),
    .init(amount: -1_549, payee: "Netflix", day: "2025-02-03"),
    .init(amount: 1_549, payee: "Refund", day: "2025-02-05"),
]

/// A sandbox whose file declares one function of a view.
struct OneViewFunction {
    let sandbox: Sandbox
    let function: ScriptFunction

    /// - Parameter source: A source whose last declaration is a function.
    init(source: String, limits: ScriptLimits = .standard) throws {
        sandbox = try Sandbox(
            limits: limits, layout: Transactions.layout, vocabulary: vocabulary)
        try sandbox.load(source: source, chunkName: file)
        guard case .function(let function) = sandbox.declarations.last?.value else {
            throw NoFunction()
        }
        self.function = function
    }

    /// - Parameter body: The body of `function(view, ctx)`.
    init(_ body: String, limits: ScriptLimits = .standard) throws {
        try self.init(source: "rule(function(view, ctx) \(body) end)", limits: limits)
    }

    func decisions(over rows: [Transactions.Row]) throws(ScriptError) -> [ScriptDecision] {
        try sandbox.decisions(of: function, over: Transactions(rows))
    }

    func error(over rows: [Transactions.Row] = [.init()]) -> ScriptError? {
        do throws(ScriptError) {
            _ = try decisions(over: rows)
            return nil
        } catch {
            return error
        }
    }
}
