import DemoHousehold
import Model

extension Comparison {
    /// A found series is right when it shares four fifths of all members with a
    /// true one, and comes as often. Only those that a person is shown unasked
    /// count as found.
    ///
    /// What nobody could hold the pipeline to counts neither way: series of
    /// amounts that can't be foreseen, and those of fewer than three payments.
    func compareSeries(_ score: inout Score) {
        let existing = trueSeries()
        let expected = existing.filter { !$0.isDisregarded }
        let disregarded = Set(existing.filter(\.isDisregarded).flatMap(\.rows))
        let found = foundSeries()
        let counted = found.filter {
            $0.rows.intersection(disregarded).count * 2 < $0.rows.count
        }
        for series in counted {
            score.count(.series, right: 0, found: 1, existing: 0)
            if !expected.contains(where: { $0.isMet(by: series) }) {
                noteWrong(series, expected, &score)
            }
        }
        for series in expected {
            let isMet = counted.contains { series.isMet(by: $0) }
            score.count(.series, right: isMet ? 1 : 0, found: 0, existing: 1)
            if !isMet { noteMissed(series, counted, &score) }
        }
        let members = Set(expected.flatMap(\.rows))
        let foundMembers = Set(found.flatMap(\.rows)).subtracting(disregarded)
        score.count(
            .seriesMembers, right: Int64(foundMembers.intersection(members).count),
            found: Int64(foundMembers.count), existing: Int64(members.count))
    }

    private func trueSeries() -> [TrueSeries] {
        var series: [Place: TrueSeries] = [:]
        for (row, truth) in truths.enumerated() {
            let transaction = snapshot.transactions[row]
            guard let label = truth.series, !transaction.isPending else { continue }
            let place = Place(account: transaction.account, name: label.name)
            series[place, default: TrueSeries(label: label)].rows.insert(row)
        }
        return Array(series.values)
    }

    private func foundSeries() -> [FoundSeries] {
        let facts = Dictionary(uniqueKeysWithValues: conclusions.series.map { ($0.name, $0) })
        var series: [Place: FoundSeries] = [:]
        for row in truths.indices {
            guard let name = verdict(row).series?.value, facts[name]?.standing != .possible else {
                continue
            }
            let place = Place(account: snapshot.transactions[row].account, name: name)
            series[place, default: FoundSeries(frequency: facts[name]?.frequency)].rows.insert(row)
        }
        return Array(series.values)
    }

    private func noteWrong(
        _ series: FoundSeries, _ expected: [TrueSeries], _ score: inout Score
    ) {
        guard let row = series.rows.min() else { return }
        let isPart = expected.contains { !$0.rows.isDisjoint(with: series.rows) }
        score.note(
            Miss(
                .series, about: truths[row].payee,
                expected: isPart ? "a series of other members or frequency" : "no series",
                concluded: "\(series.frequency?.rawValue ?? "irregular") series"),
            example: text(row))
    }

    private func noteMissed(
        _ series: TrueSeries, _ found: [FoundSeries], _ score: inout Score
    ) {
        guard let row = series.rows.min() else { return }
        let concluded =
            if let match = found.first(where: { series.hasMembers(of: $0) }) {
                match.frequency?.rawValue ?? "irregular"
            } else if found.contains(where: { !$0.rows.isDisjoint(with: series.rows) }) {
                "a series of other members"
            } else {
                "no series"
            }
        score.note(
            Miss(
                .series, about: truths[row].payee,
                expected: "\(series.label.frequency.rawValue) series \(series.label.name)",
                concluded: concluded), example: text(row))
    }
}

/// A series is of one account, since both sides of a transfer are one each.
private struct Place: Hashable {
    let account: Int32
    let name: String
}

private struct TrueSeries {
    let label: TruthSeries
    var rows: Set<Int> = []

    var isDisregarded: Bool { label.amounts == .open || rows.count < 3 }

    func isMet(by found: FoundSeries) -> Bool {
        hasMembers(of: found) && found.frequency == label.frequency
    }

    /// Whether four fifths of the members of both are in both.
    func hasMembers(of found: FoundSeries) -> Bool {
        let common = rows.intersection(found.rows).count
        return common * 5 >= (rows.count + found.rows.count - common) * 4
    }
}

private struct FoundSeries {
    /// Nil where something other than the pipeline named the series.
    let frequency: Frequency?
    var rows: Set<Int> = []
}
