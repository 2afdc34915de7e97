import DemoHousehold
import Model

extension Comparison {
    /// A found series is right when it shares four fifths of all members with a
    /// true one, and comes as often.
    ///
    /// What nobody could hold the pipeline to counts neither way: series of
    /// amounts that can't be foreseen, and those of fewer than three payments.
    func compareSeries(_ score: inout Score) {
        let existing = trueSeries()
        let found = foundSeries()
        var expected: [TruePlace: (series: TruthSeries, rows: Set<Int>)] = [:]
        var disregarded: Set<Int> = []
        for (place, series) in existing {
            if series.series.amounts == .open || series.rows.count < 3 {
                disregarded.formUnion(series.rows)
            } else {
                expected[place] = series
            }
        }
        let counted = found.filter { (_, rows) in
            rows.intersection(disregarded).count * 2 < rows.count
        }
        for (_, rows) in counted {
            let isRight = expected.values.contains {
                Self.agree($0.rows, rows) && isRightFrequency($0.series.frequency, of: rows)
            }
            score.count(.series, right: 0, found: 1, existing: 0)
            if !isRight { noteWrongSeries(rows, expected.values.map(\.rows), &score) }
        }
        for (series, rows) in expected.values {
            let match = counted.values.first { Self.agree(rows, $0) }
            let isRight = match.map { isRightFrequency(series.frequency, of: $0) } ?? false
            score.count(.series, right: isRight ? 1 : 0, found: 0, existing: 1)
            if !isRight {
                noteMissedSeries(series, rows, match, Array(counted.values), &score)
            }
        }
        compareMembers(
            found: Set(found.values.joined()), expected: expected.values.map(\.rows),
            disregarded: disregarded, &score)
    }

    private func compareMembers(
        found: Set<Int>, expected: [Set<Int>], disregarded: Set<Int>, _ score: inout Score
    ) {
        let existing = Set(expected.joined())
        let counted = found.subtracting(disregarded)
        score.count(
            .seriesMembers, right: Int64(counted.intersection(existing).count),
            found: Int64(counted.count), existing: Int64(existing.count))
    }

    /// Four fifths of the members of both are in both.
    private static func agree(_ left: Set<Int>, _ right: Set<Int>) -> Bool {
        let common = left.intersection(right).count
        return common * 5 >= (left.count + right.count - common) * 4
    }

    /// A series is of one account, since both sides of a transfer are one each.
    private struct TruePlace: Hashable {
        let account: Int32
        let name: String
    }

    private func trueSeries() -> [TruePlace: (series: TruthSeries, rows: Set<Int>)] {
        var places: [TruePlace: (series: TruthSeries, rows: Set<Int>)] = [:]
        for (row, truth) in truths.enumerated() {
            let transaction = snapshot.transactions[row]
            guard let series = truth.series, !transaction.isPending else { continue }
            let place = TruePlace(account: transaction.account, name: series.name)
            places[place, default: (series, [])].rows.insert(row)
        }
        return places
    }

    private func foundSeries() -> [TruePlace: Set<Int>] {
        var places: [TruePlace: Set<Int>] = [:]
        for row in truths.indices {
            guard let name = verdict(row).series?.value else { continue }
            let place = TruePlace(account: snapshot.transactions[row].account, name: name)
            places[place, default: []].insert(row)
        }
        return places
    }

    // MARK: Frequency

    private func isRightFrequency(_ frequency: TruthSeries.Frequency, of rows: Set<Int>) -> Bool {
        self.frequency(of: rows) == frequency
    }

    /// How often the members of a found series come: by the mean of the middle
    /// half of their distances, which forgets missed and doubled ones.
    private func frequency(of rows: Set<Int>) -> TruthSeries.Frequency? {
        let days = rows.map { snapshot.transactions[$0].day }.sorted()
        let gaps = zip(days, days.dropFirst()).map { $0.days(until: $1) }.sorted()
        let middle = gaps.dropFirst(gaps.count / 4).dropLast(gaps.count / 4)
        guard !middle.isEmpty else { return nil }
        let tenths = middle.reduce(0, +) * 10 / middle.count
        return switch tenths {
        case 55..<90: .weekly
        case 120..<146: .biweekly
        case 146..<180: .semimonthly
        case 260..<350: .monthly
        case 800..<1000: .quarterly
        case 1700..<1950: .halfYearly
        case 3500..<3800: .yearly
        default: nil
        }
    }

    // MARK: Misses

    private func noteWrongSeries(
        _ rows: Set<Int>, _ expected: [Set<Int>], _ score: inout Score
    ) {
        guard let row = rows.min() else { return }
        let isPart = expected.contains { !$0.isDisjoint(with: rows) }
        let often = frequency(of: rows)?.rawValue ?? "irregular"
        score.note(
            Miss(
                .series, about: truths[row].payee,
                expected: isPart ? "a series of other members" : "no series",
                concluded: "\(often) series"), example: text(row))
    }

    private func noteMissedSeries(
        _ series: TruthSeries, _ rows: Set<Int>, _ match: Set<Int>?, _ found: [Set<Int>],
        _ score: inout Score
    ) {
        guard let row = rows.min() else { return }
        let concluded =
            if let match {
                frequency(of: match)?.rawValue ?? "irregular"
            } else if found.contains(where: { !$0.isDisjoint(with: rows) }) {
                "a series of other members"
            } else {
                "no series"
            }
        score.note(
            Miss(
                .series, about: truths[row].payee,
                expected: "\(series.frequency.rawValue) series \(series.name)",
                concluded: concluded), example: text(row))
    }
}
