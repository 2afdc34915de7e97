import Model

extension TransferMatcher {
    /// Equal and opposite amounts of one currency, in groups that share no row.
    func equalAmounts(_ amounts: RowsByAmount, _ isFree: (Int) -> Bool) -> [Group] {
        amounts.rows.map { $0.filter(isFree) }.filter(hasBothSides).flatMap(runs)
            .filter(hasBothSides).compactMap(group)
    }

    func hasBothSides(_ rows: [Int]) -> Bool {
        guard let first = rows.first else { return false }
        let isOut = transactions[first].amount < 0
        return rows.contains { (transactions[$0].amount < 0) != isOut }
    }

    /// - Parameter run: by day.
    private func group(_ run: [Int]) -> Group? {
        var group = Group()
        group.senders = run.filter { transactions[$0].amount < 0 && allows($0) }
        guard !group.senders.isEmpty else { return nil }
        group.receivers = run.filter { transactions[$0].amount > 0 && allows($0) }
        guard !group.receivers.isEmpty else { return nil }
        var first = 0
        var count = 0
        for sender in group.senders {
            let day = transactions[sender].day
            while first < group.receivers.count,
                daysFrom(group.receivers[first], to: day) > settings.maximumDays
            {
                first += 1
            }
            var edges: [Assignment.Edge] = []
            for column in first..<group.receivers.count {
                let receiver = group.receivers[column]
                if -daysFrom(receiver, to: day) > settings.maximumDays { break }
                switch fit(of: sender, receiver) {
                case .impossible: continue
                case .doubtful: group.doubtful.append((sender, receiver))
                case .likely(let cost):
                    edges.append(Assignment.Edge(column: column, cost: cost))
                }
                count += 1
            }
            guard count <= Self.mostPossiblePairs else { return nil }
            group.edges.append(edges)
        }
        return boundByReferences(group)
    }

    /// Rows further apart than a transfer may take can't compete for a partner,
    /// so each run of close days is solved alone.
    private func runs(_ rows: [Int]) -> [[Int]] {
        guard rows.count > 1 else { return [] }
        let byDay = rows.sorted {
            (transactions[$0].day, transactions[$0].id)
                < (transactions[$1].day, transactions[$1].id)
        }
        var runs: [[Int]] = []
        var run: [Int] = []
        for row in byDay {
            if let last = run.last,
                daysFrom(last, to: transactions[row].day) > settings.maximumDays
            {
                if run.count > 1 { runs.append(run) }
                run = []
            }
            run.append(row)
        }
        if run.count > 1 { runs.append(run) }
        return runs
    }
}
