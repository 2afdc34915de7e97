import Engine
import Model
import Terminal
import Vault

/// Changes of conclusions that are the same for several transactions, by what decides now.
struct ChangeGroup {
    /// Why the new values hold; empty if none does.
    fileprivate(set) var reason: String
    let differences: [ChangeComparison.Difference]
    /// Why its category counts nowhere; empty where it does.
    fileprivate let idle: String
    /// Whether the person had set an earlier value.
    let isAgainstCorrection: Bool
    /// The newest first.
    fileprivate(set) var transactions: [Changed]

    /// What is shown of a transaction. Small, as a pass may change all.
    struct Changed {
        let id: Int64
        let day: CalendarDay
        let payee: String
        let amount: Money

        fileprivate init(_ record: TransactionRecord) {
            (id, day, payee, amount) = (record.id, record.day, record.payee, record.amount)
        }
    }

    /// The sum of the transactions in each currency.
    fileprivate func sums(_ order: CurrencyOrder) -> [Money] {
        let currencies = order.sorted(transactions.map(\.amount.currency).distinct) { $0 }
        return currencies.map { currency in
            Money(
                sum: transactions.filter { $0.amount.currency == currency }
                    .reduce(0) { $0 + Int128($1.amount.minorUnits) }, currency: currency)
        }
    }

    /// The days of the oldest and the newest.
    fileprivate var days: String {
        guard let newest = transactions.first?.day, let oldest = transactions.last?.day else {
            return ""
        }
        if newest == oldest { return "\(newest)" }
        return newest.month == oldest.month
            ? "\(newest.month)" : "\(oldest.month) … \(newest.month)"
    }
}

/// Lists of changes, grouped by what decides and what changes.
struct ChangeGroupsView {
    let screen: Screen
    let engine: Engine

    /// The number of kinds of change to show.
    private static let mostGroups = 12
    /// The number of reasons to name over a kind of change.
    private static let mostReasons = 3
    /// More than these are read in one go.
    private static let mostReadSingly = 200

    /// - Parameters:
    ///   - changes: with values that differ.
    ///   - examples: the greatest number of transactions to show of each kind.
    ///   - hint: the option that takes how many to list; empty for none.
    func show(_ changes: [ChangeComparison], examples: Int, hint: String) throws {
        let groups = try groups(changes)
        guard !groups.isEmpty else { return }
        let order = try engine.currencyOrder()
        var table = Table(columns: [
            .init("", isFlexible: true), .init("", alignment: .trailing),
            .init("", alignment: .trailing), .init("", rank: 1),
        ])
        var reason: String?
        for group in groups.prefix(Self.mostGroups) {
            if group.reason != reason {
                let isGone = group.differences.allSatisfy { $0.after == nil }
                let words = isGone ? "Removed" : "Changed"
                table.addHeading(.init(group.reason.isEmpty ? words : group.reason, .heading))
            }
            reason = group.reason
            add(group, examples, hint, order, to: &table)
        }
        try screen.print(table)
        let others = groups.dropFirst(Self.mostGroups)
        if !others.isEmpty {
            let count = others.reduce(0) { $0 + $1.transactions.count }
            try screen.print(
                "and \(Count.text(others.count, "other kind")) of change, "
                    + Count.text(count, "transaction"), .muted)
        }
    }

    private func add(
        _ group: ChangeGroup, _ examples: Int, _ hint: String, _ order: CurrencyOrder,
        to table: inout Table
    ) {
        for (position, difference) in group.differences.enumerated() {
            let words =
                "  \(difference.attribute)  \(difference.before ?? "–") → \(difference.after ?? "–")"
                + (difference.attribute == Attribute.category.rawValue ? group.idle : "")
            let isFirst = position == 0
            table.add(
                .init(words, difference.isAgainstCorrection ? .warning : .accent),
                .init(isFirst ? "\(group.transactions.count)×" : ""),
                .init(isFirst ? group.sums(order).map(\.text).joined(separator: ", ") : ""),
                .init(isFirst ? group.days : "", .muted))
        }
        let shown = group.transactions.prefix(examples)
        let digits = shown.map { "\($0.id)".count }.max() ?? 0
        for record in shown {
            let id = "\(record.id)"
            let place = String(repeating: " ", count: 4 + digits - id.count) + id
            table.add(
                .init("\(place)  \(record.day)  \(record.payee)", .muted), "",
                .init(record.amount.groupedText, .muted))
        }
        let rest = group.transactions.count - shown.count
        if rest > 0, !shown.isEmpty {
            let all = hint.isEmpty ? "" : "; \(hint) \(group.transactions.count) shows them"
            table.addHeading(.init("    and \(rest) more\(all)", .muted))
        }
    }

    /// Changes of the person's own values first, then what decides most.
    private func groups(_ changes: [ChangeComparison]) throws -> [ChangeGroup] {
        let words = try ReasonWords(engine, about: Set(changes.map(\.change.transaction)))
        let records = try records(of: changes.map(\.change.transaction))
        let categories = try engine.categories()
        var groups: [Key: ChangeGroup] = [:]
        var reasons: [Key: [String]] = [:]
        var deciders: [Key: Reason] = [:]
        for comparison in changes {
            guard let record = records[comparison.change.transaction] else { continue }
            let differences = comparison.shownDifferences
            let decided = comparison.shownReason
            let idle = comparison.idleWords(categories)
            let key = Key(
                decider: decided?.reason.kindOfChange ?? "",
                values: differences.map { [$0.attribute, $0.before ?? "", $0.after ?? ""] },
                idle: idle, isAgainstCorrection: comparison.isAgainstCorrection)
            groups[
                key,
                default: ChangeGroup(
                    reason: "", differences: differences, idle: idle,
                    isAgainstCorrection: comparison.isAgainstCorrection, transactions: [])
            ].transactions.append(record)
            let reason = decided.map {
                words.text(of: $0.reason, for: $0.attribute, of: record.id)
            }
            reasons[key, default: []].append(reason ?? "")
            deciders[key] = decided?.reason
        }
        for key in groups.keys {
            groups[key]?.reason = Self.short(Self.heading(reasons[key] ?? [], deciders[key]))
            groups[key]?.transactions.sort { ($1.day, $1.id) < ($0.day, $0.id) }
        }
        var weight: [String: Int] = [:]
        for group in groups.values { weight[group.reason, default: 0] += group.transactions.count }
        return groups.values.sorted { one, other in
            if one.isAgainstCorrection != other.isAgainstCorrection {
                return one.isAgainstCorrection
            }
            let (first, second) = (weight[one.reason] ?? 0, weight[other.reason] ?? 0)
            if first != second { return first > second }
            if one.reason != other.reason { return one.reason < other.reason }
            if one.transactions.count != other.transactions.count {
                return one.transactions.count > other.transactions.count
            }
            return one.transactions[0].id > other.transactions[0].id
        }
    }

    /// What stands over a group: the reason, or what all its reasons have in common.
    private static func heading(_ reasons: [String], _ decider: Reason?) -> String {
        guard let first = reasons.first, reasons.contains(where: { $0 != first }) else {
            return reasons.first ?? ""
        }
        if let plugin = decider?.plugin { return "Plugin \(plugin)" }
        return first.withoutNumbers.replacing("… of …", with: "some")
    }

    /// Names the first of many rules that each add something; `explain` names all.
    private static func short(_ heading: String) -> String {
        let parts = heading.split(separator: "; ")
        let more = parts.count - mostReasons
        guard more > 1 else { return heading }
        return parts.prefix(mostReasons).joined(separator: "; ") + "; and \(more) more"
    }

    private struct Key: Hashable {
        let decider: String
        let values: [[String]]
        let idle: String
        let isAgainstCorrection: Bool
    }

    private func records(of ids: [Int64]) throws -> [Int64: ChangeGroup.Changed] {
        var records: [Int64: ChangeGroup.Changed] = [:]
        guard ids.count > Self.mostReadSingly else {
            for id in ids {
                records[id] = try engine.vault.transaction(id).map(ChangeGroup.Changed.init)
            }
            return records
        }
        let wanted = Set(ids)
        try engine.vault.forEachTransaction(TransactionQuery()) { record in
            if wanted.contains(record.id) { records[record.id] = .init(record) }
        }
        return records
    }
}

extension ChangeComparison {
    /// Why the new category counts nowhere: only spending has a category of spending.
    fileprivate func idleWords(_ categories: CategoryTree) -> String {
        let after = change.after
        guard differences.contains(where: { $0.attribute == Attribute.category.rawValue }),
            let category = categories[after.category.value], category.type == .expense,
            category.id != "other"
        else { return "" }
        return switch after.transactionClass.value {
        case .expense: ""
        case .income: ", of income: in no spending"
        case .transfer: ", of transfers: in no spending"
        case .ignore: ", of ignored ones: in no spending"
        }
    }

    /// The values that differ; of others, such as a transfer with another side, what has another
    /// reason.
    fileprivate var shownDifferences: [Difference] {
        guard differences.isEmpty else { return differences }
        let name = newReasons.first?.attribute.rawValue ?? Attribute.partner.rawValue
        guard name != Attribute.partner.rawValue,
            let value = Self.listed(change.after).first(where: { $0.name == name })?.value
        else {
            return [
                Difference(
                    attribute: "other side", before: "old", after: "new",
                    isAgainstCorrection: false)
            ]
        }
        return [
            Difference(
                attribute: name, before: value, after: "\(value), for another reason",
                isAgainstCorrection: false)
        ]
    }

    /// What decides the first of the new values, one of the person's rules before anything else:
    /// what follows from its doing is not why.
    fileprivate var shownReason: (attribute: Attribute, reason: Reason)? {
        let reasons = differences.compactMap { reason(of: $0) }
        return reasons.first { $0.reason.isOfPerson } ?? reasons.first ?? newReasons.first
    }
}

extension Reason {
    /// Whether one of the person's rules or decisions is the reason.
    fileprivate var isOfPerson: Bool {
        kind == .correction || kind == .confirmation
            || evidence.contains { $0.code == .matched }
    }

    /// The plugin that decided, if one did.
    fileprivate var plugin: String? {
        evidence.first { $0.code == .plugin }?.values.first
    }

    /// What reasons of one kind of change have in common: the rule, the plugin, or the text
    /// without its numbers.
    fileprivate var kindOfChange: String {
        rule ?? plugin.map { "\(by) \($0)" } ?? text.withoutNumbers
    }
}

extension String {
    /// The text with "…" for each number.
    fileprivate var withoutNumbers: String {
        replacing(/-?\d[\d,.]*\d|\d/, with: "…")
    }
}
