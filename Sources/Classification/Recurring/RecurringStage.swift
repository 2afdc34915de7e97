import Model
import Rules

/// Finds the recurring payments of a snapshot, group by group.
struct RecurringStage {
    /// A series with the rows that belong to it; those of one that the person
    /// dismissed are told so that it can be taken back.
    struct Found {
        let facts: SeriesFacts
        let rows: [Int32]
    }

    private let snapshot: Snapshot
    private let standings: [RecurringStanding]
    private let stateOfRow: [Int32]
    let wording: RecurringWording
    private let detector = RecurringDetector()
    private let lastCategory: String
    /// By state.
    private let isEveryday: [Bool]

    /// - Parameters:
    ///   - standings: by state.
    ///   - lastCategory: the category of what none was decided for.
    init(
        _ settings: RecurringSettings, snapshot: Snapshot, standings: [RecurringStanding],
        stateOfRow: [Int32], lastCategory: String
    ) {
        self.snapshot = snapshot
        self.standings = standings
        self.stateOfRow = stateOfRow
        self.lastCategory = lastCategory
        isEveryday = standings.map { standing in
            standing.category.map(settings.everydayCategories.contains) ?? false
        }
        wording = RecurringWording(settings, snapshot: snapshot)
    }

    /// All series, by name.
    ///
    /// - Parameters:
    ///   - usesBankPayees: whether the bank's payee stands in where none was
    ///     decided.
    ///   - isPaired: whether a row is one side of a transfer.
    func series(usesBankPayees: Bool, isPaired: (Int) -> Bool) -> [Found] {
        let groups = RecurringGroups(
            snapshot, standings: standings, stateOfRow: stateOfRow,
            usesBankPayees: usesBankPayees, isPaired: isPaired)
        let linked = groups.linked.flatMap(linkedSeries(of:))
        var names = SeriesNames(taken: groups.linked.map(\.payee))
        let detected = names.names(of: groups.groups.flatMap(detectedSeries(of:)))
        let all = linked.map { named($0, $0.group.payee) } + detected.map { named($0, $1) }
        return all.sorted { $0.facts.name < $1.facts.name }
    }

    private func named(_ series: UnnamedSeries, _ name: String) -> Found {
        let rows = series.rows
        let newest = newest(of: rows)
        let standing = newest.map(standing(of:))
        let amount = series.detected.usualAmount
        return Found(
            facts: SeriesFacts(
                name: name, payee: series.group.payee, currency: series.group.currency,
                frequency: series.detected.frequency, rhythm: series.detected.rhythm,
                usualAmount: amount, isFixed: series.detected.isFixed,
                confidence: series.detected.confidence, transactionCount: rows.count,
                firstDay: series.firstDay, lastDay: series.lastDay,
                newestTransaction: newest.map { transaction($0).id } ?? 0,
                transactionClass: standing?.transactionClass(ofAmount: amount) ?? .expense,
                category: standing?.category ?? lastCategory,
                isLinkedByRule: series.isLinkedByRule, decision: series.decision?.value,
                decidedTransaction: series.decision?.transaction),
            rows: rows)
    }

    // MARK: What rules and decisions say

    private func linkedSeries(of group: RecurringGroups.Group) -> [UnnamedSeries] {
        let rows = group.rows.filter {
            snapshot.account(of: transaction($0)).currency == group.currency
        }
        // Of two directions the one that most rows have tells what is paid.
        let outgoing = rows.filter { transaction($0).amount < 0 }
        let main =
            outgoing.count * 2 >= rows.count
            ? outgoing : rows.filter { transaction($0).amount > 0 }
        guard let detected = detector.series(madeOf: main.map(occurrence(of:))) else { return [] }
        return [series(group, detected, rows, isLinkedByRule: true)]
    }

    private func detectedSeries(of group: RecurringGroups.Group) -> [UnnamedSeries] {
        guard group.rows.count > 1 else { return [] }
        var rows: [Int32] = []
        var occurrences: [Occurrence] = []
        for row in newest(group.rows) {
            let meaning = wording.meaning(of: Int(row))
            guard !meaning.contains(.never) else { continue }
            rows.append(row)
            occurrences.append(occurrence(of: row, meaning))
        }
        guard rows.count > 1 else { return confirmedSeries(of: group, besides: []) }
        let found = detector.series(among: occurrences).map { detected in
            let members = detected.members.map { rows[$0] }
            return series(group, detected, members)
        }
        return found + confirmedSeries(of: group, besides: Set(found.flatMap(\.rows)))
    }

    /// Series that the figures do not show, and that the person confirmed: the
    /// payments of a group that are of about the amount of the decided one.
    private func confirmedSeries(
        of group: RecurringGroups.Group, besides found: Set<Int32>
    ) -> [UnnamedSeries] {
        guard !snapshot.decisions.series.isEmpty else { return [] }
        var taken = found
        var confirmed: [UnnamedSeries] = []
        for row in group.rows where !taken.contains(row) {
            let decided = transaction(row)
            guard let decision = snapshot.decisions.series[decided.id], decision != .dismissed
            else { continue }
            let members = group.rows.filter { other in
                let amount = transaction(other).amount
                return !taken.contains(other) && (amount > 0) == (decided.amount > 0)
                    && isAlike(amount.magnitude, decided.amount.magnitude)
            }
            guard let detected = detector.series(madeOf: members.map(occurrence(of:)))
            else { continue }
            taken.formUnion(members)
            confirmed.append(series(group, detected, detected.members.map { members[$0] }))
        }
        return confirmed
    }

    private func series(
        _ group: RecurringGroups.Group, _ detected: DetectedSeries, _ rows: [Int32],
        isLinkedByRule: Bool = false
    ) -> UnnamedSeries {
        let days = rows.map { transaction($0).day }
        let decision = decision(about: rows) ?? olderDecision(in: group, about: detected, rows)
        return UnnamedSeries(
            group: group, detected: detected, rows: rows,
            firstDay: days.min() ?? snapshot.asOf, lastDay: days.max() ?? snapshot.asOf,
            decision: decision, isLinkedByRule: isLinkedByRule)
    }

    /// Of several decisions the one about the newest transaction holds.
    private func decision(about rows: [Int32]) -> UnnamedSeries.Decision? {
        guard !snapshot.decisions.series.isEmpty else { return nil }
        let decided = rows.filter { snapshot.decisions.series[transaction($0).id] != nil }
        let newest = newest(of: decided)
        guard let newest, let value = snapshot.decisions.series[transaction(newest).id]
        else { return nil }
        return .init(value: value, transaction: transaction(newest).id)
    }

    /// A decision about a payment that lies too far back to be looked at.
    private func olderDecision(
        in group: RecurringGroups.Group, about series: DetectedSeries, _ rows: [Int32]
    ) -> UnnamedSeries.Decision? {
        guard !snapshot.decisions.series.isEmpty,
            let first = rows.map({ transaction($0).day }).min()
        else { return nil }
        return decision(
            about: group.rows.filter { row in
                let older = transaction(row)
                return older.day < first && (older.amount > 0) == (series.usualAmount > 0)
                    && isAlike(older.amount.magnitude, series.usualAmount.magnitude)
            })
    }

    private func newest(of rows: [Int32]) -> Int32? {
        rows.max { one, other in
            let (one, other) = (transaction(one), transaction(other))
            return (one.day, one.id) < (other.day, other.id)
        }
    }

    private func isAlike(_ one: UInt64, _ other: UInt64) -> Bool {
        max(one, other) - min(one, other) <= max(one, other) / 10 * 3
    }

    // MARK: Rows

    /// The rows that the detector may look at, of each direction, so that what
    /// lies further back costs nothing.
    private func newest(_ rows: [Int32]) -> [Int32] {
        let most = RecurringDetector.mostTransactions
        guard rows.count > most else { return rows }
        var kept: [Int32] = []
        for isIncome in [true, false] {
            let side = rows.filter { (transaction($0).amount > 0) == isIncome }
            guard side.count > most else {
                kept += side
                continue
            }
            let days = side.map { transaction($0).day.daysSinceEpoch }.sorted()
            let cut = days[days.count - most - 1]
            kept += side.filter { transaction($0).day.daysSinceEpoch > cut }
        }
        return kept
    }

    private func occurrence(of row: Int32) -> Occurrence {
        occurrence(of: row, wording.meaning(of: Int(row)))
    }

    private func occurrence(of row: Int32, _ meaning: RecurringWording.Meaning) -> Occurrence {
        let transaction = transaction(row)
        let leaning: Occurrence.Leaning =
            meaning.contains(.worded)
            ? .worded : isEveryday[Int(stateOfRow[Int(row)])] ? .everyday : .none
        return Occurrence(day: transaction.day, amount: transaction.amount, leaning: leaning)
    }

    private func transaction(_ row: Int32) -> TransactionFacts { snapshot.transactions[Int(row)] }

    private func standing(of row: Int32) -> RecurringStanding {
        standings[Int(stateOfRow[Int(row)])]
    }
}

/// A series whose name is still to be chosen.
struct UnnamedSeries {
    struct Decision {
        let value: SeriesDecision
        let transaction: Int64
    }

    let group: RecurringGroups.Group
    let detected: DetectedSeries
    let rows: [Int32]
    let firstDay: CalendarDay
    let lastDay: CalendarDay
    let decision: Decision?
    let isLinkedByRule: Bool
}
