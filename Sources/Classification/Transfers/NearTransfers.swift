import Model

extension TransferMatcher {
    /// Two rows that are one transfer but for a small fee or a few days, so that only the person
    /// can tell. Both are one side of no other.
    struct NearPair: Hashable {
        let sender: Int
        let receiver: Int
    }

    /// The days in which the other side may be late.
    private static let mostDaysLate = 10
    /// The days between two sides if a fee was taken.
    private static let mostDaysWithFee = 1
    /// Of more rows like it the person could not tell one either.
    private static let mostCompared = 64
    /// The fee: so many thousandths of what was sent, or so many whole units and tenths of it.
    private static let mostThousandths: UInt64 = 20
    private static let mostUnits: UInt64 = 50
    private static let mostTenths: UInt64 = 1

    /// Pairs that nothing contradicts, where each row has only the other to choose from. Those
    /// of nearly one day come before late ones.
    ///
    /// - Parameter isFree: whether a row is neither decided nor part of a pair, nor has other
    ///   candidates.
    func nearPairs(_ isFree: (Int) -> Bool) -> [NearPair] {
        let withFee = nearPairs(withFee: true, isFree)
        let taken = Set(withFee.flatMap { [$0.sender, $0.receiver] })
        return withFee + nearPairs(withFee: false) { isFree($0) && !taken.contains($0) }
    }

    private func nearPairs(withFee: Bool, _ isFree: (Int) -> Bool) -> [NearPair] {
        let received = transactions.indices.filter { transactions[$0].amount > 0 && isFree($0) }
        guard !received.isEmpty else { return [] }
        let sentOn = Dictionary(
            grouping: transactions.indices.filter { transactions[$0].amount < 0 && isFree($0) }
        ) { transactions[$0].day }.mapValues { rows in
            rows.sorted {
                (transactions[$0].amount.magnitude, $0) < (transactions[$1].amount.magnitude, $1)
            }
        }
        return mutualPairs(received) { near($0, among: sentOn, withFee: withFee) }
    }

    /// The pairs where each row has only the other to choose from.
    private func mutualPairs(_ received: [Int], _ senders: (Int) -> [Int]) -> [NearPair] {
        var sendersOf: [Int: [Int]] = [:]
        var receiversOf: [Int: [Int]] = [:]
        for receiver in received {
            let senders = senders(receiver)
            if !senders.isEmpty { sendersOf[receiver] = senders }
            for sender in senders { receiversOf[sender, default: []].append(receiver) }
        }
        return sendersOf.compactMap { receiver, senders in
            guard senders.count == 1, receiversOf[senders[0]]?.count == 1 else { return nil }
            return NearPair(sender: senders[0], receiver: receiver)
        }.sorted { $0.sender < $1.sender }
    }

    /// The rows that may be the other side of what was received; none where too many are alike.
    ///
    /// - Parameter sentOn: by day, what was sent, sorted by amount.
    private func near(
        _ receiver: Int, among sentOn: [CalendarDay: [Int]], withFee: Bool
    ) -> [Int] {
        let into = transactions[receiver]
        let least = into.amount.magnitude + (withFee ? 1 : 0)
        // At most a tenth of what was sent is missing.
        let most = into.amount.magnitude + (withFee ? into.amount.magnitude / 8 + 1 : 0)
        let days =
            withFee
            ? -Self.mostDaysWithFee...Self.mostDaysWithFee
            : min(settings.maximumDays, Self.mostDaysLate)...Self.mostDaysLate
        var found: [Int] = []
        var compared = 0
        for days in days {
            let sent = sentOn[into.day.adding(days: -days)] ?? []
            let first = sent.partitioningIndex { transactions[$0].amount.magnitude >= least }
            for sender in sent[first...].prefix(while: { transactions[$0].amount.magnitude <= most }
            ) {
                compared += 1
                guard compared <= Self.mostCompared else { return [] }
                if isNear(sender, receiver, withFee: withFee), isUncontradicted(sender, receiver) {
                    found.append(sender)
                }
            }
        }
        return found
    }

    /// Whether days and amounts let two rows be one transfer.
    private func isNear(_ sender: Int, _ receiver: Int, withFee: Bool) -> Bool {
        let (out, into) = (transactions[sender], transactions[receiver])
        guard out.account != into.account, out.amount.magnitude >= into.amount.magnitude,
            snapshot.account(of: out).currency == snapshot.account(of: into).currency
        else { return false }
        let days = out.day.days(until: into.day)
        let fee = out.amount.magnitude - into.amount.magnitude
        guard withFee == (fee > 0) else { return false }
        guard withFee else { return days > settings.maximumDays }
        var unit: UInt64 = 1
        for _ in 0..<min(snapshot.account(of: out).currency.exponent, 6) { unit *= 10 }
        return Self.isFee(fee, of: out.amount.magnitude, unit: unit)
            && abs(days) <= Self.mostDaysWithFee
    }

    /// Whether what is missing may be a fee.
    ///
    /// - Parameter unit: a whole unit of the sender's currency.
    private static func isFee<Amount: BinaryInteger>(
        _ missing: Amount, of sent: Amount, unit: Amount
    ) -> Bool {
        missing <= sent / 1000 * Amount(mostThousandths)
            || missing <= Amount(mostUnits) * unit && missing <= sent / 10 * Amount(mostTenths)
    }

    /// Whether the texts of two rows are those of one transfer. With a fee both have to say so.
    private func isUncontradicted(_ sender: Int, _ receiver: Int) -> Bool {
        guard allows(sender), allows(receiver), !areUnlinked(sender, receiver) else { return false }
        let (said, answered) = (evidence.testimony(of: sender), evidence.testimony(of: receiver))
        let isEqual =
            transactions[sender].amount.magnitude == transactions[receiver].amount.magnitude
        guard
            isEqual
                ? said.isWorded || answered.isWorded
                : (said.isWorded || said.isCreditTransfer)
                    && (answered.isWorded || answered.isCreditTransfer),
            case .likely = fitBesideDecisions(of: sender, receiver, isAnyDay: true)
        else { return false }
        return true
    }
}

extension TransferMatcher {
    /// Pairs in two currencies that one service for that may have exchanged: both texts name
    /// it, and the amounts agree at the person's rates but for a fee. Anybody may have sent
    /// either, so only the person can tell. Each row has only the other to choose from.
    ///
    /// - Parameter isFree: whether a row is neither decided nor part of a pair, nor has other
    ///   candidates.
    func exchangedPairs(_ isFree: (Int) -> Bool) -> [NearPair] {
        guard !settings.rates.isEmpty, !settings.wordLists.exchangeServices.isEmpty,
            Set(snapshot.accounts.map(\.currency)).count > 1
        else { return [] }
        let sides = transactions.indices.filter(isFree).compactMap(exchangeSide)
        let received = sides.filter { $0.worth > 0 }
        guard !received.isEmpty else { return [] }
        let sentOn = Dictionary(grouping: sides.filter { $0.worth < 0 }) {
            transactions[$0.row].day
        }.mapValues { $0.sorted { ($0.worth.magnitude, $0.row) < ($1.worth.magnitude, $1.row) } }
        let sideOfRow = Dictionary(
            received.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
        return mutualPairs(received.map(\.row)) { row in
            sideOfRow[row].map { exchanged($0, among: sentOn) } ?? []
        }
    }

    /// A row that a service may have exchanged.
    private struct ExchangeSide {
        let row: Int
        /// In the base currency, with its sign.
        let worth: Int128
        let services: Set<Int>
    }

    private func exchangeSide(_ row: Int) -> ExchangeSide? {
        let services = evidence.exchangeServices(inRow: row)
        let transaction = transactions[row]
        guard !services.isEmpty,
            let worth = settings.rates.worth(
                transaction.amount, snapshot.account(of: transaction).currency,
                on: transaction.day)
        else { return nil }
        return ExchangeSide(row: row, worth: worth, services: services)
    }

    /// What may have been sent for what was received; none where too many are alike.
    ///
    /// - Parameter sentOn: by day, what was sent, sorted by worth.
    private func exchanged(
        _ receiver: ExchangeSide, among sentOn: [CalendarDay: [ExchangeSide]]
    ) -> [Int] {
        let got = receiver.worth.magnitude
        let tolerance = UInt128(settings.rateTolerance)
        let least = got / (1000 + tolerance) * 1000
        // At most a tenth of what was sent is missing, or what rates may differ by.
        let most = (got / (1000 - min(max(100, tolerance), 999)) + 1) * 1000
        var found: [Int] = []
        var compared = 0
        for days in -settings.maximumDays...settings.maximumDays {
            let sent = sentOn[transactions[receiver.row].day.adding(days: days)] ?? []
            let first = sent.partitioningIndex { $0.worth.magnitude >= least }
            for sender in sent[first...].prefix(while: { $0.worth.magnitude <= most }) {
                compared += 1
                guard compared <= Self.mostCompared else { return [] }
                if mayBeExchanged(sender, receiver) { found.append(sender.row) }
            }
        }
        return found
    }

    private func mayBeExchanged(_ sender: ExchangeSide, _ receiver: ExchangeSide) -> Bool {
        let (out, into) = (transactions[sender.row], transactions[receiver.row])
        let (sold, bought) = (
            snapshot.account(of: out).currency, snapshot.account(of: into).currency
        )
        var unit: Int64 = 1
        for _ in 0..<min(sold.exponent, 6) { unit *= 10 }
        guard sold != bought, !sender.services.isDisjoint(with: receiver.services),
            let unit = settings.rates.worth(unit, sold, on: out.day)
        else { return false }
        let (sent, got) = (-sender.worth, receiver.worth)
        let margin = sent * Int128(settings.rateTolerance) / 1000
        return got <= sent + margin
            && (sent - got <= margin || Self.isFee(sent - got, of: sent, unit: unit))
            && namesOnlyService(sender.row, beside: into.account)
            && namesOnlyService(receiver.row, beside: out.account)
            && !areUnlinked(sender.row, receiver.row)
    }

    /// Whether nothing but the name of another bank, such as the service, speaks against a
    /// transfer between a row and an account.
    private func namesOnlyService(_ row: Int, beside other: Int32) -> Bool {
        let testimony = evidence.testimony(of: row)
        return (testimony.contradiction == nil || testimony.contradiction == .otherBank)
            && !testimony.isCash && (!testimony.isMerchant || testimony.isWorded)
            && evidence.othersNamed(inRow: row).isSubset(of: [other])
    }
}

extension TransferMatcher {
    /// Rows outside a wallet that pay for a purchase which the wallet lists: both went out, equal
    /// and within days, and the row's text names the wallet.
    ///
    /// - Parameter isFree: whether a row is neither decided nor part of a pair.
    func walletFundings(_ isFree: (Int) -> Bool) -> [Int] {
        let wallets = Set(
            snapshot.accounts.indices.filter { evidence.isWallet(Int32($0)) }.map { Int32($0) })
        guard !wallets.isEmpty else { return [] }
        var spent: [UInt64: [Int]] = [:]
        for (row, transaction) in transactions.enumerated()
        where transaction.amount < 0 && !transaction.isPending
            && wallets.contains(transaction.account)
        {
            spent[transaction.amount.magnitude, default: []].append(row)
        }
        var isTaken: Set<Int> = []
        var fundings: [Int] = []
        let rows = transactions.indices.filter {
            transactions[$0].amount < 0 && !wallets.contains(transactions[$0].account)
                && spent[transactions[$0].amount.magnitude] != nil && isFree($0)
        }.sorted { (transactions[$0].day, $0) < (transactions[$1].day, $1) }
        for row in rows {
            let named = evidence.testimony(of: row).named.byName
            let currency = snapshot.account(of: transactions[row]).currency
            let purchase = spent[transactions[row].amount.magnitude]?.filter {
                !isTaken.contains($0) && named.contains(transactions[$0].account)
                    && snapshot.account(of: transactions[$0]).currency == currency
                    && abs(daysFrom(row, to: transactions[$0].day)) <= settings.maximumDays
            }.min {
                (abs(daysFrom(row, to: transactions[$0].day)), $0)
                    < (abs(daysFrom(row, to: transactions[$1].day)), $1)
            }
            guard let purchase else { continue }
            isTaken.insert(purchase)
            fundings.append(row)
        }
        return fundings
    }

    /// What a loan books to itself and takes back: the same sum both ways within weeks, by words
    /// for charges and escrow on both sides.
    ///
    /// - Parameter isFree: whether a row is neither decided nor part of a pair.
    func ownMovementsOfLoans(_ amounts: RowsByAmount, _ isFree: (Int) -> Bool) -> [Int] {
        guard !settings.loanWords.isEmpty else { return [] }
        var found: [Int] = []
        for rows in amounts.rows.flatMap(byAccount) where hasBothSides(rows) {
            switch snapshot.account(of: transactions[rows[0]]).type {
            case .loan, .mortgage: break
            default: continue
            }
            let own = rows.filter {
                isFree($0) && evidence.hasWord(of: settings.loanWords, row: $0)
            }
            .sorted { (transactions[$0].day, $0) < (transactions[$1].day, $1) }
            var open: [Int] = []
            for row in own {
                let other = open.firstIndex {
                    (transactions[$0].amount < 0) != (transactions[row].amount < 0)
                        && daysFrom($0, to: transactions[row].day) <= Self.mostDaysInLoan
                }
                guard let other else {
                    open.append(row)
                    continue
                }
                found += [open.remove(at: other), row]
            }
        }
        return found.sorted()
    }

    private static let mostDaysInLoan = 60
}
