import Model
import Rules
import Scripting

/// The view of the prompt: that of plugins, with conditions and sums.
final class ConsoleView: RecordView {
    private let view: PluginView
    /// What conditions see, by the same rows as the view's snapshot.
    private let decided: Snapshot
    private let categories: CategoryTree
    private let library: ScriptLibrary

    init(
        _ view: PluginView, decided: Snapshot, categories: CategoryTree, library: ScriptLibrary
    ) {
        self.view = view
        self.decided = decided
        self.categories = categories
        self.library = library
    }

    /// The methods beside those of plugins.
    enum Method: String, CaseIterable {
        case `where`, sum, by

        var index: RecordLayout.Index {
            switch self {
            case .where: RecordLayout.Index(rawValue, parameters: [.value], result: .view)
            case .sum: RecordLayout.Index(rawValue, parameters: [], result: .value)
            case .by: RecordLayout.Index(rawValue, parameters: [.text], result: .value)
            }
        }
    }

    static let layout = RecordLayout(
        typeName: PluginFields.layout.typeName, fields: PluginFields.layout.fields,
        shownFields: PluginFields.layout.shownFields,
        indexes: PluginFields.layout.indexes + Method.allCases.map(\.index))

    var count: Int { view.count }

    func fill(_ record: RecordBuffer, field: Int, row: Int) {
        view.fill(record, field: field, row: row)
    }

    func rows(where index: Int, first: ScriptValue, second: ScriptValue) -> [Int32] {
        view.rows(where: index, first: first, second: second)
    }

    func answer(_ search: ViewSearch) -> ViewAnswer {
        let number = search.index - PluginFields.layout.indexes.count
        guard Method.allCases.indices.contains(number) else { return view.answer(search) }
        let rows = search.among ?? (0..<Int32(count)).map(\.self)
        switch Method.allCases[number] {
        case .where: return matches(search.first, among: rows)
        case .sum: return .value(sum(of: rows))
        case .by: return groups(of: rows, by: search.first)
        }
    }

    // MARK: Conditions

    /// The rows that a rule's condition would match, if the rule ran after the stages.
    private func matches(_ value: ScriptValue, among rows: [Int32]) -> ViewAnswer {
        var reader = ConditionReader(library: library, categories: categories, isAfter: true)
        let condition = reader.when(value, at: .whole)
        let problems =
            reader.mistakes.all.map(\.message)
            + reader.mapTests.flatMap { $0.problems(folder: library.folder).map(\.message) }
        guard problems.isEmpty else { return .problem(problems.joined(separator: "; ")) }
        do throws(RulebookError) {
            let rule = Rule(
                id: "where", name: "where", origin: .stored, condition: condition,
                effect: Effect())
            let matcher = RulebookMatcher(rulebook: try Rulebook([rule]), snapshot: decided)
            return .rows(
                rows.filter { matcher.firstMatch(row: view.rowOfSnapshot(Int($0))) != nil })
        } catch {
            return .problem(error.problems.map { "\($0.kind)" }.joined(separator: "; "))
        }
    }

    // MARK: Sums

    private func money(ofRow row: Int) -> Money {
        let transaction = view.snapshot.transactions[row]
        return Money(
            minorUnits: transaction.amount,
            currency: view.snapshot.account(of: transaction).currency)
    }

    /// The sum in each currency of the vault, in minor units by its code.
    private func sum(of rows: [Int32]) -> ScriptValue {
        var sums: [Currency: Int128] = [:]
        var found: [Currency] = []
        for row in rows {
            let money = money(ofRow: view.rowOfSnapshot(Int(row)))
            if sums[money.currency] == nil { found.append(money.currency) }
            sums[money.currency, default: 0] += money.minorUnits
        }
        let all = view.snapshot.accounts.map(\.currency).distinct
        var fields: [String: ScriptValue] = [:]
        for currency in (found + all).distinct where fields[currency.code] == nil {
            fields[currency.code] = Self.number(sums[currency] ?? 0)
        }
        if found.isEmpty { found = Array(all.prefix(1)) }
        fields["text"] = .string(
            found.isEmpty
                ? "0"
                : found.map { Money(sum: sums[$0] ?? 0, currency: $0).text }
                    .joined(separator: ", "))
        return .table(ScriptTable(fields: fields))
    }

    /// A sum beyond 64 bits is a text, since Lua would round it.
    private static func number(_ sum: Int128) -> ScriptValue {
        Int64(exactly: sum).map(ScriptValue.integer) ?? .string(String(sum))
    }

    private func groups(of rows: [Int32], by key: ScriptValue) -> ViewAnswer {
        guard case .string(let name) = key, let key = GroupKey(rawValue: name) else {
            let name = if case .string(let name) = key { name } else { "" }
            let known = GroupKey.allCases.map(\.rawValue)
            return .problem(
                "there is no group \"\(name)\""
                    + Suggestion.phrase(for: name, among: known)
                    + "; there are \(known.joined(separator: ", "))")
        }
        var groups: [Group.ID: Group] = [:]
        for row in rows {
            for part in parts(ofRow: view.rowOfSnapshot(Int(row)), by: key) {
                let id = Group.ID(key: part.key, currency: part.money.currency)
                groups[id, default: Group(id: id)].add(part.money)
            }
        }
        let sorted = groups.values.sorted { left, right in
            if key.isTime { return left.id.order < right.id.order }
            let sizes = (abs(left.sum), abs(right.sum))
            return sizes.0 == sizes.1 ? left.id.order < right.id.order : sizes.0 > sizes.1
        }
        return .value(.table(ScriptTable(array: sorted.map(\.value))))
    }

    /// The money of a row by its group; of a split transaction that of each part.
    private func parts(ofRow row: Int, by key: GroupKey) -> [(key: String, money: Money)] {
        let money = money(ofRow: row)
        let verdict = view.decision(of: row).verdict
        if key == .category, let plan = verdict.splits,
            let parts = plan.parts(
                of: view.snapshot.transactions[row].amount, exponent: money.currency.exponent,
                keeping: verdict.category ?? PipelineRun.lastCategory)
        {
            return parts.map {
                ($0.category, Money(minorUnits: $0.minorUnits, currency: money.currency))
            }
        }
        return [(key.text(of: row, in: view, verdict), money)]
    }

    /// The transactions of one key in one currency.
    private struct Group {
        struct ID: Hashable {
            let key: String
            let currency: Currency

            var order: (String, String) { (key, currency.code) }
        }

        let id: ID
        private(set) var sum: Int128 = 0
        private var count: Int64 = 0

        init(id: ID) { self.id = id }

        mutating func add(_ money: Money) {
            sum += money.minorUnits
            count += 1
        }

        var value: ScriptValue {
            let text = Money(sum: sum, currency: id.currency).text
            return .table(
                ScriptTable(fields: [
                    "key": .string(id.key), "count": .integer(count),
                    "amount_minor": ConsoleView.number(sum),
                    "currency": .string(id.currency.code), "sum": .string(text),
                    "text": .string("\(id.key): \(text)"),
                ]))
        }
    }
}

/// The keys that group transactions.
enum GroupKey: String, CaseIterable {
    case payee, category, account, institution, `class`, month, year, day, weekday, currency

    /// Whether groups are in the order of time.
    var isTime: Bool {
        switch self {
        case .month, .year, .day: true
        default: false
        }
    }

    func text(of row: Int, in view: PluginView, _ verdict: PartialVerdict) -> String {
        let transaction = view.snapshot.transactions[row]
        let account = view.snapshot.account(of: transaction)
        return switch self {
        case .payee: view.decidedPayee(of: row)
        case .category: verdict.category ?? ""
        case .account: account.name
        case .institution: account.institution
        case .class: verdict.class?.rawValue ?? ""
        case .month: String("\(transaction.day)".prefix(7))
        case .year: String("\(transaction.day)".prefix(4))
        case .day: "\(transaction.day)"
        case .weekday: RuleFields.weekdays[transaction.day.isoWeekday - 1]
        case .currency: account.currency.code
        }
    }
}
