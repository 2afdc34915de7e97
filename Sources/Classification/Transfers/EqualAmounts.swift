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
        var kinds: [Kind: Int] = [:]
        func kind(_ row: Int) -> Int {
            let kind = Kind(transactions[row])
            if let known = kinds[kind] { return known }
            kinds[kind] = kinds.count
            return kinds.count - 1
        }
        let kindsOfReceivers = group.receivers.map(kind)
        var fits: [KindsOfPair: Fit] = [:]
        var first = 0
        var count = 0
        for sender in group.senders {
            let (day, account) = (transactions[sender].day, transactions[sender].account)
            let kindOfSender = kind(sender)
            while first < group.receivers.count,
                daysFrom(group.receivers[first], to: day) > settings.maximumDays
            {
                first += 1
            }
            var edges: [Assignment.Edge] = []
            for column in first..<group.receivers.count {
                let receiver = group.receivers[column]
                if -daysFrom(receiver, to: day) > settings.maximumDays { break }
                guard transactions[receiver].account != account else { continue }
                let pair = KindsOfPair(sender: kindOfSender, receiver: kindsOfReceivers[column])
                if fits[pair] == nil {
                    guard fits.count < Self.mostComparedPairs else { return nil }
                    fits[pair] = fitBesideDecisions(of: sender, receiver)
                }
                guard let fit = fits[pair], !areTakenApart(sender, receiver) else { continue }
                switch fit {
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

    /// What a fit looks at: rows of one kind, of which there may be thousands, are
    /// compared once.
    private struct Kind: Hashable {
        let account: Int32
        let day: CalendarDay
        let texts: [TextID]

        init(_ row: TransactionFacts) {
            account = row.account
            day = row.day
            texts = [row.description, row.payee, row.memo, row.merchantCode]
        }
    }

    private struct KindsOfPair: Hashable {
        let sender: Int
        let receiver: Int
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
