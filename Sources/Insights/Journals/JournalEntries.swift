internal import Model
internal import Vault

/// The other sides of a journal's transfers, to join both in one entry.
struct TransferSides {
    /// The later side, by the row ID of the one before it.
    private var later: [Int64: TransactionRecord] = [:]
    private var joined: Set<Int64> = []
    /// What the earlier side moved, by the row ID of the later one, for transfers between
    /// currencies whose sides are apart.
    private var worths: [Int64: Money] = [:]

    /// - Parameter query: the transactions of the journal, oldest first.
    init(_ vault: Vault, _ query: TransactionQuery, joiningDays: Bool) throws {
        let pairs = try vault.postedTransfers()
        guard !pairs.isEmpty else { return }
        // Both sides must be in the journal, and no decision may say that one is no transfer.
        var lasts: [Int64: TransactionRecord] = [:]
        var firsts: [Int64: (day: CalendarDay, amount: Money)] = [:]
        try vault.forEachTransaction(query.narrowed(to: pairs.map(\.last))) { record in
            if record.isTransfer { lasts[record.id] = record }
        }
        try vault.forEachTransaction(query.narrowed(to: pairs.map(\.first))) { record in
            if record.isTransfer { firsts[record.id] = (record.day, record.withoutFee) }
        }
        for pair in pairs {
            guard let first = firsts[pair.first], let last = lasts[pair.last] else { continue }
            if joiningDays || first.day == last.day {
                later[pair.first] = last
                joined.insert(pair.last)
            } else if first.amount.currency != last.amount.currency {
                worths[pair.last] = first.amount
            }
        }
    }

    /// The side that belongs into a transaction's entry.
    func other(of record: TransactionRecord) -> TransactionRecord? { later[record.id] }

    /// Whether a transaction is in another one's entry.
    func isJoined(_ record: TransactionRecord) -> Bool { joined.contains(record.id) }

    /// What a side that is apart exchanged, as the positive or negative amount of the other.
    func worth(of record: TransactionRecord) -> Money? { worths[record.id] }
}

extension TransactionQuery {
    fileprivate func narrowed(to ids: [Int64]) -> TransactionQuery {
        var query = self
        query.numbers = query.numbers.map { $0.intersection(ids) } ?? Set(ids)
        return query
    }
}

extension TransactionRecord {
    fileprivate var isTransfer: Bool { verdict?.transactionClass.value == .transfer }

    /// The amount that a transfer moved.
    fileprivate var withoutFee: Money {
        Money(
            sum: amount.minorUnits - Int128(fee?.minorUnits ?? 0), currency: amount.currency)
    }
}

/// Makes the entries of a journal from transactions.
struct JournalEntries {
    private let chart: JournalChart
    private let sides: TransferSides
    /// Transfers that could have several other sides.
    private let openTransfers: Set<Int64>

    init(_ chart: JournalChart, sides: TransferSides, openTransfers: Set<Int64>) {
        (self.chart, self.sides, self.openTransfers) = (chart, sides, openTransfers)
    }

    /// The entry of a transaction; nil if it is part of another one's.
    func entry(of record: TransactionRecord) -> DoubleEntry? {
        guard !sides.isJoined(record) else { return nil }
        var entry = DoubleEntry(
            day: record.day, isPending: record.isPending, number: record.id,
            payee: record.payee,
            text: record.description == record.payee ? "" : record.description,
            tags: record.verdict?.tags?.value ?? [], details: details(of: record), postings: [])
        if record.isPending {
            entry.postings = [
                JournalPosting(account: .pending(record.account), amount: record.amount),
                JournalPosting(account: .equity(.pending), amount: record.amount.negated),
            ]
        } else if let other = sides.other(of: record) {
            for tag in other.verdict?.tags?.value ?? [] where !entry.tags.contains(tag) {
                entry.tags.append(tag)
            }
            entry.postings = transfer(record, other)
        } else {
            entry.postings =
                [JournalPosting(account: .own(record.account), amount: record.amount)]
                + counterPostings(of: record)
            if let worth = sides.worth(of: record) { entry.postings.exchange(for: worth) }
        }
        return entry
    }

    /// Both sides of a transfer, and what was lost on the way.
    private func transfer(
        _ record: TransactionRecord, _ other: TransactionRecord
    ) -> [JournalPosting] {
        var second = JournalPosting(account: .own(other.account), amount: other.amount)
        second.details =
            details(of: other)
            + (other.description.isEmpty || other.description == record.description
                ? [] : [JournalDetail(name: .text, text: other.description)])
        var arrived = [second] + fees(of: other)
        let own =
            [JournalPosting(account: .own(record.account), amount: record.amount)]
            + fees(of: record)
        if record.amount.currency != other.amount.currency {
            // Of a fee of the later side, which has another currency, the price is unknown.
            let rest = second.amount.minorUnits == other.withoutFee.minorUnits
            if rest, arrived[0].exchanges(for: record.withoutFee.negated) {
                return own + arrived.onDay(other.day, unless: record.day)
            }
            arrived += [transit(other.withoutFee.negated)]
            return own + [transit(record.withoutFee.negated)]
                + arrived.onDay(other.day, unless: record.day)
        }
        let left = record.withoutFee.minorUnits + other.withoutFee.minorUnits
        if left != 0 {
            arrived.append(transit(Money(sum: -left, currency: record.amount.currency)))
        }
        return own + arrived.onDay(other.day, unless: record.day)
    }

    private func transit(_ amount: Money) -> JournalPosting {
        JournalPosting(account: .equity(.transfers), amount: amount)
    }

    private func fees(of record: TransactionRecord) -> [JournalPosting] {
        guard let fee = record.fee else { return [] }
        let amount = Money(sum: -Int128(fee.minorUnits), currency: record.amount.currency)
        return [
            JournalPosting(
                account: isCounted(record)
                    ? .expense(category: fee.category) : .equity(.excluded), amount: amount)
        ]
    }

    private func isCounted(_ record: TransactionRecord) -> Bool {
        chart.isCounted(record.account) && record.verdict?.isExcluded?.value != true
    }

    /// Where the money of a transaction went or came from.
    private func counterPostings(of record: TransactionRecord) -> [JournalPosting] {
        let all = record.amount.negated
        guard let verdict = record.verdict else {
            return [JournalPosting(account: .equity(.unclassified), amount: all)]
        }
        guard !record.splits.isEmpty else {
            return [
                JournalPosting(
                    account: account(of: record.countedParts[0], in: record, verdict), amount: all)
            ]
        }
        let isTransfer = verdict.transactionClass.value == .transfer
        var postings: [JournalPosting] = []
        for part in record.countedParts {
            let account = account(of: part, in: record, verdict)
            let amount = Money(sum: -part.minorUnits, currency: record.amount.currency)
            let hasDetails = !isTransfer && part.isInCategory(isCounted: isCounted(record))
            // What has no details of its own is together.
            if !hasDetails, let known = postings.firstIndex(where: { $0.account == account }) {
                postings[known].amount = Money(
                    sum: postings[known].amount.minorUnits + amount.minorUnits,
                    currency: amount.currency)
            } else {
                let details = [(.lens, part.lens?.rawValue), (.note, part.note)].details
                postings.append(
                    JournalPosting(
                        account: account, amount: amount, details: hasDetails ? details : []))
            }
        }
        return postings
    }

    /// Where the money of a part went or came from.
    private func account(
        of part: TransactionPart, in record: TransactionRecord, _ verdict: Verdict
    ) -> JournalAccount {
        switch part.transactionClass {
        case .ignore, nil: return .equity(.ignored)
        case .transfer: return otherSide(of: record, part, verdict)
        case .income, .expense:
            guard part.isInCategory(isCounted: isCounted(record)) else { return .equity(.excluded) }
            return part.transactionClass == .income
                ? .income(category: part.category) : .expense(category: part.category)
        }
    }

    /// The other account of a transfer whose other side is not in the entry.
    private func otherSide(
        of record: TransactionRecord, _ part: TransactionPart, _ verdict: Verdict
    ) -> JournalAccount {
        if let person = part.loan { return .person(.init(name: person)) }
        // Within an investment account, cash became holdings, and both are its balance.
        let isInternal =
            chart.isInvestment(record.account) && record.partner == nil
            && record.purchase == nil && !verdict.isContribution
            && !openTransfers.contains(record.id)
        return isInternal ? .own(record.account) : .equity(.transfers)
    }

    private func details(of record: TransactionRecord) -> [JournalDetail] {
        let verdict = record.verdict
        let isPart = record.isPending || !isCounted(record)
        let decided = verdict?.partner ?? verdict?.category.reason
        return [
            (.id, "\(record.id)"), (.bankID, record.bankID), (.memo, record.memo),
            (.merchantCode, record.merchantCode), (.note, verdict?.notes?.value),
            (.category, isPart ? verdict?.category.value : nil),
            (.guess, verdict?.guess.map { "\($0)" }), (.lens, verdict?.lens?.value.rawValue),
            (.series, verdict?.series?.value), (.loan, verdict?.loan?.value),
            (.partner, record.partner.map { "\($0)" }),
            (.refundOf, record.purchase.map { "\($0)" }),
            (
                .decidedBy,
                decided.map { [$0.by, $0.rule].compactMap(\.self).joined(separator: ": ") }
            ),
        ].details
    }
}

extension TransactionPart {
    /// Whether it is income or spending that counts.
    fileprivate func isInCategory(isCounted: Bool) -> Bool {
        isCounted && !isExcluded
            && (transactionClass == .income || transactionClass == .expense)
    }
}

extension [(JournalDetail.Name, String?)] {
    /// Those that have a text.
    fileprivate var details: [JournalDetail] {
        compactMap { name, text in
            guard let text, !text.isEmpty else { return nil }
            return JournalDetail(name: name, text: text)
        }
    }
}

extension [JournalPosting] {
    /// The postings with a day of their own, if it isn't their entry's.
    fileprivate func onDay(_ day: CalendarDay, unless other: CalendarDay) -> [JournalPosting] {
        guard day != other else { return self }
        return map { posting in
            var posting = posting
            posting.day = day
            return posting
        }
    }

    /// Takes the other side of a single account's change in another currency.
    ///
    /// - Parameter moved: what the earlier side of the transfer moved.
    fileprivate mutating func exchange(for moved: Money) {
        guard count == 2, self[0].exchanges(for: moved.negated) else { return }
        self[1] = JournalPosting(account: self[1].account, amount: moved)
    }
}

extension JournalPosting {
    /// Gives the amount a price in another currency, if both have a size and the same sign.
    ///
    /// - Returns: whether it has.
    fileprivate mutating func exchanges(for other: Money) -> Bool {
        guard amount.minorUnits.signum() * other.minorUnits.signum() > 0 else { return false }
        worth = other
        return true
    }
}
