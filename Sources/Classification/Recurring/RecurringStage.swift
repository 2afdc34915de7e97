import Model
import Rules

/// Finds the recurring payments of a snapshot, group by group.
struct RecurringStage {
    /// A series with its rows. Dismissed ones are included, so that the person can
    /// take that back.
    struct Found {
        let facts: SeriesFacts
        let rows: [Int32]
    }

    struct Outcome {
        let series: [Found]
        /// By row of the snapshot, refunds with the days since the purchase.
        let givenBack: [Int: Int]
    }

    private let snapshot: Snapshot
    private let standings: [DecidedAttributes]
    private let stateOfRow: [Int32]
    private let groups: RecurringGroups
    let rows: RecurringRows
    let wording: RecurringWording
    private let detector = RecurringDetector()
    private let lastCategory: String
    private let people: RegularMoney?
    private let merchants: RegularMoney?
    private let daysAfterPurchase: Int?
    private let giver: (Int) -> WaitingOpinions.Giver?
    /// By state.
    private let isEveryday: [Bool]
    private let isBill: [Bool]
    private let settings: RecurringSettings
    private let changedCategories: [Int32: String?]

    /// - Parameters:
    ///   - standings: by state.
    ///   - lastCategory: the category of a transaction without a decided one.
    ///   - usesBankPayees: whether the bank's payee applies if none was decided.
    ///   - daysAfterPurchase: the days in which a refund may follow a purchase; nil
    ///     to skip refunds.
    ///   - giver: the payer of a row whose money is a refund unless it is regular.
    ///   - changedCategories: by row whose category the person changed, the one that the shipped
    ///     rules give it, if any. A bill stays one whatever the person calls it.
    ///   - isPaired: whether a row is one side of a transfer.
    init(
        _ settings: RecurringSettings, snapshot: Snapshot, standings: [DecidedAttributes],
        stateOfRow: [Int32], lastCategory: String, usesBankPayees: Bool,
        daysAfterPurchase: Int?, giver: @escaping (Int) -> WaitingOpinions.Giver?,
        changedCategories: [Int32: String?], isPaired: (Int) -> Bool
    ) {
        self.snapshot = snapshot
        self.settings = settings
        self.changedCategories = changedCategories
        people = settings.people?.regular
        merchants = settings.merchants
        self.daysAfterPurchase = daysAfterPurchase
        self.giver = giver
        self.standings = standings
        self.stateOfRow = stateOfRow
        self.lastCategory = lastCategory
        isEveryday = standings.map { standing in
            standing.category.map(settings.everydayCategories.contains) ?? false
        }
        isBill = standings.map { standing in
            standing.category.map(settings.billCategories.contains) ?? false
        }
        wording = RecurringWording(settings, snapshot: snapshot)
        groups = RecurringGroups(
            snapshot, standings: standings, stateOfRow: stateOfRow,
            usesBankPayees: usesBankPayees, isPaired: isPaired)
        rows = groups.rows
    }

    /// All series, sorted by name, with refunds.
    func search() -> Outcome {
        let linked = groups.linked.flatMap(linkedSeries(of:))
        var names = SeriesNames(taken: groups.linked.map(\.payee))
        var unnamed: [UnnamedSeries] = []
        var givenBack: [Int: Int] = [:]
        for group in groups.groups {
            let payments = PaymentSelection(group, rows: rows)
            let found = detectedSeries(of: group, payments)
            unnamed += found
            let members = Set(found.flatMap(\.rows))
            for (row, days) in daysSincePurchases(of: payments, besides: members) {
                givenBack[Int(row)] = days
            }
        }
        let detected = names.names(of: unnamed)
        let all = linked.map { named($0, $0.group.payee) } + detected.map { named($0, $1) }
        return Outcome(
            series: all.sorted { $0.facts.name < $1.facts.name }, givenBack: givenBack)
    }

    private func daysSincePurchases(
        of payments: PaymentSelection, besides regular: Set<Int32>
    ) -> [Int32: Int] {
        guard let daysAfterPurchase else { return [:] }
        return PurchasesGivenBack(
            among: payments.searched, in: rows, within: daysAfterPurchase, besides: regular
        ).daysOfRow
    }

    private func named(_ series: UnnamedSeries, _ name: String) -> Found {
        let rows = series.rows
        let newest = newest(of: rows)
        let id = newest.map(self.rows.id) ?? 0
        let standing = newest.map(standing(of:))
        let amount = series.detected.usualAmount
        return Found(
            facts: SeriesFacts(
                name: name, payee: series.group.payee, currency: series.group.currency,
                frequency: series.detected.frequency, rhythm: series.detected.rhythm,
                usualAmount: amount, isFixed: series.detected.isFixed,
                confidence: series.detected.confidence, transactionCount: rows.count,
                firstDay: series.firstDay, lastDay: series.lastDay,
                newestTransaction: id,
                transactionClass: standing?.transactionClass(ofAmount: amount) ?? .expense,
                category: standing?.category ?? lastCategory,
                isLinkedByRule: series.isLinkedByRule, decision: series.decision?.value,
                decidedTransaction: series.decision?.transaction),
            rows: rows)
    }

    // MARK: Rules and decisions

    private func linkedSeries(of group: RecurringGroups.Group) -> [UnnamedSeries] {
        let members = group.rows.filter {
            snapshot.account(of: snapshot.transactions[Int($0)]).currency == group.currency
        }
        // The direction of most rows decides the amount.
        let outgoing = members.filter { rows.amount($0) < 0 }
        let main =
            outgoing.count * 2 >= members.count
            ? outgoing : members.filter { rows.amount($0) > 0 }
        guard let detected = detector.series(madeOf: main.map(occurrence(of:))) else { return [] }
        return [series(group, detected, members, isLinkedByRule: true)]
    }

    private func detectedSeries(
        of group: RecurringGroups.Group, _ payments: PaymentSelection
    ) -> [UnnamedSeries] {
        guard group.rows.count > 1 else { return [] }
        var known = Stream()
        // A shop's refunds are separate from the wages that it pays.
        var fromMerchants = Stream()
        for row in payments.searched {
            let occurrence = occurrence(of: row)
            switch occurrence.leaning {
            case .never: continue
            case .fromMerchant: fromMerchants.add(occurrence, row)
            default: known.add(occurrence, row)
            }
        }
        let found = [known, fromMerchants].flatMap { stream in
            detected(in: stream).compactMap { detected -> UnnamedSeries? in
                guard !isMoneyBack(detected, in: stream, among: payments.searched)
                else { return nil }
                return series(group, detected, detected.members.map { stream.rows[$0] })
            }
        }
        return found + confirmedSeries(of: group, besides: Set(found.flatMap(\.rows)))
    }

    /// Payments that may form a series with each other.
    private struct Stream {
        var rows: [Int32] = []
        var occurrences: [Occurrence] = []

        mutating func add(_ occurrence: Occurrence, _ row: Int32) {
            rows.append(row)
            occurrences.append(occurrence)
        }
    }

    private func detected(in stream: Stream) -> [DetectedSeries] {
        guard stream.rows.count > 1 else { return [] }
        return detector.series(among: stream.occurrences)
    }

    /// Whether a series is only refunds from people or merchants.
    private func isMoneyBack(
        _ series: DetectedSeries, in stream: Stream, among payments: [Int32]
    ) -> Bool {
        guard series.usualAmount > 0 else { return false }
        let leanings = Set(series.members.map { stream.occurrences[$0].leaning })
        let regular =
            leanings.contains(.fromPerson)
            ? people : leanings.contains(.fromMerchant) ? merchants : nil
        guard let regular else { return false }
        let members = series.members.map { stream.rows[$0] }
        return !regular.isIncome(series, of: members, among: payments, in: rows)
    }

    /// Series that the person confirmed but the detector didn't find: the payments of
    /// a group with about the amount of the confirmed one.
    private func confirmedSeries(
        of group: RecurringGroups.Group, besides found: Set<Int32>
    ) -> [UnnamedSeries] {
        guard !snapshot.decisions.series.isEmpty else { return [] }
        var taken = found
        var confirmed: [UnnamedSeries] = []
        for row in group.rows where !taken.contains(row) {
            guard let decision = snapshot.decisions.series[rows.id(row)], decision != .dismissed
            else { continue }
            let decided = rows.amount(row)
            let members = group.rows.filter { other in
                let amount = rows.amount(other)
                return !taken.contains(other) && (amount > 0) == (decided > 0)
                    && isAlike(amount.magnitude, decided.magnitude)
            }
            guard let detected = detector.series(madeOf: members.map(occurrence(of:)))
            else { continue }
            taken.formUnion(members)
            confirmed.append(series(group, detected, detected.members.map { members[$0] }))
        }
        return confirmed
    }

    private func series(
        _ group: RecurringGroups.Group, _ detected: DetectedSeries, _ members: [Int32],
        isLinkedByRule: Bool = false
    ) -> UnnamedSeries {
        let days = members.map(rows.day)
        let decision = decision(about: members) ?? olderDecision(in: group, about: detected, days)
        let first = members.min { (rows.day($0), rows.id($0)) < (rows.day($1), rows.id($1)) }
        return UnnamedSeries(
            group: group, detected: detected, rows: members,
            firstTransaction: members.map(rows.id).min() ?? 0,
            firstAmount: first.map(rows.amount) ?? detected.usualAmount,
            firstDay: days.min() ?? snapshot.asOf, lastDay: days.max() ?? snapshot.asOf,
            decision: decision, isLinkedByRule: isLinkedByRule)
    }

    /// Of several decisions the one about the newest transaction wins.
    private func decision(about members: [Int32]) -> UnnamedSeries.Decision? {
        guard !snapshot.decisions.series.isEmpty else { return nil }
        let decided = members.filter { snapshot.decisions.series[rows.id($0)] != nil }
        guard let newest = newest(of: decided),
            let value = snapshot.decisions.series[rows.id(newest)]
        else { return nil }
        return .init(value: value, transaction: rows.id(newest))
    }

    /// A decision about a payment that is too old to be searched.
    private func olderDecision(
        in group: RecurringGroups.Group, about series: DetectedSeries, _ days: [CalendarDay]
    ) -> UnnamedSeries.Decision? {
        guard !snapshot.decisions.series.isEmpty, let first = days.min() else { return nil }
        return decision(
            about: group.rows.filter { row in
                let amount = rows.amount(row)
                return rows.day(row) < first && (amount > 0) == (series.usualAmount > 0)
                    && isAlike(amount.magnitude, series.usualAmount.magnitude)
            })
    }

    private func newest(of members: [Int32]) -> Int32? {
        members.max { (rows.day($0), rows.id($0)) < (rows.day($1), rows.id($1)) }
    }

    private func isAlike(_ one: UInt64, _ other: UInt64) -> Bool {
        max(one, other) - min(one, other) <= max(one, other) / 10 * 3
    }

    // MARK: Rows

    private func occurrence(of row: Int32) -> Occurrence {
        Occurrence(
            day: rows.day(row), amount: rows.amount(row), leaning: leaning(of: row),
            account: snapshot.transactions[Int(row)].account)
    }

    private func leaning(of row: Int32) -> PaymentLeaning {
        let meaning = wording.meaning(of: Int(row))
        if meaning.contains(.never) { return .never }
        switch giver(Int(row)) {
        case .person: return .fromPerson
        case .merchant: return .fromMerchant
        case nil: break
        }
        if meaning.contains(.worded) { return .worded }
        let state = Int(stateOfRow[Int(row)])
        if let shipped = changedCategories[row] {
            if isBill[state] { return .bill }
            guard let shipped else { return .none }
            return settings.everydayCategories.contains(shipped)
                ? .everyday : settings.billCategories.contains(shipped) ? .bill : .none
        }
        return isEveryday[state] ? .everyday : isBill[state] ? .bill : .none
    }

    /// The contributions of earlier stages to a row.
    private func standing(of row: Int32) -> DecidedAttributes {
        standings[Int(stateOfRow[Int(row)])]
    }
}

/// Finds refunds: money from a payee who was paid the same amount shortly before.
struct PurchasesGivenBack {
    /// By row, the days since the purchase.
    private(set) var daysOfRow: [Int32: Int] = [:]

    /// - Parameters:
    ///   - payments: all with one payee.
    ///   - days: the days in which a refund may follow a purchase.
    ///   - regular: rows of series, which are no refunds.
    init(
        among payments: [Int32], in rows: RecurringRows, within days: Int,
        besides regular: Set<Int32>
    ) {
        let received = payments.filter { rows.amount($0) > 0 && !regular.contains($0) }
        guard !received.isEmpty, received.count < payments.count else { return }
        let amounts = Set(received.map { rows.amount($0).magnitude })
        var paid = Dictionary(
            grouping: payments.lazy.filter {
                rows.amount($0) < 0 && amounts.contains(rows.amount($0).magnitude)
            }, by: { rows.amount($0).magnitude })
        guard !paid.isEmpty else { return }
        func isBefore(_ one: Int32, _ other: Int32) -> Bool {
            (rows.day(one), rows.id(one)) < (rows.day(other), rows.id(other))
        }
        for row in received.sorted(by: isBefore) {
            let day = rows.day(row)
            let possible = day.adding(days: -days)...day
            let purchases = paid[rows.amount(row).magnitude] ?? []
            let purchase = purchases.filter { possible.contains(rows.day($0)) }.max(by: isBefore)
            guard let purchase else { continue }
            daysOfRow[row] = rows.day(purchase).days(until: day)
            // Each purchase is refunded once.
            paid[rows.amount(row).magnitude]?.removeAll { $0 == purchase }
        }
    }
}
