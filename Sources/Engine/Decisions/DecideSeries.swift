internal import Classification
public import Insights
public import Model
public import Vault

/// The series that a user's argument refers to.
public enum SeriesArgument: Hashable, Sendable {
    case series(SeriesFacts)
    /// A transaction outside any series.
    case transaction(Int64)

    /// The name to show.
    public var name: String {
        switch self {
        case .series(let series): series.name
        case .transaction(let id): "transaction \(id)"
        }
    }
}

extension Engine {
    /// Resolves an argument to a series: its name, or the id of one of its transactions.
    ///
    /// - Throws: ``EngineError/noSuchSeries(_:)`` or `AmbiguousName`.
    public func series(meantBy text: String) throws -> SeriesArgument {
        let all = try vault.series()
        // Lists and reasons write it as "#870".
        let number = text.hasPrefix("#") ? text.dropFirst() : text[...]
        if let id = Int64(number), let transaction = try vault.transaction(id) {
            let name = transaction.verdict?.series?.value
            let series = all.first { $0.name == name || $0.decidedTransaction == id }
            return series.map(SeriesArgument.series) ?? .transaction(id)
        }
        let series = try NameLookup(all, names: { [$0.name] })
            .only(text, kind: "series", label: \.name)
        guard let series else { throw EngineError.noSuchSeries(text) }
        return .series(series)
    }

    /// Stores a decision about a series, and classifies again.
    ///
    /// - Throws: ``EngineError/noSeries(transaction:)`` when dismissing or cancelling the
    ///   series of a transaction without one.
    public func decide(
        _ decision: SeriesDecision, about series: SeriesArgument
    ) throws -> ClassifyReport {
        let summary = "recurring \(decision.verb) \(series.name)"
        return try classifying {
            switch series {
            case .series(let facts): try vault.decide(about: facts, decision, summary: summary)
            case .transaction(let id):
                guard decision == .confirmed else { throw EngineError.noSeries(transaction: id) }
                try vault.decide(aboutSeriesOf: id, decision, summary: summary)
            }
        }.classified
    }
}

extension SeriesDecision {
    fileprivate var verb: String {
        switch self {
        case .confirmed: "confirm"
        case .dismissed: "dismiss"
        case .cancelled: "cancel"
        }
    }
}

extension Engine {
    /// Sets a reminder for each payment of a series.
    ///
    /// - Parameter days: the number of days before, 0 to 366; nil to remove the reminder.
    /// - Throws: ``EngineError/noSeries(transaction:)`` for a transaction without a series,
    ///   ``EngineError/seriesNotExpected(_:)``.
    public func remind(of series: SeriesArgument, daysBefore days: Int?) throws {
        switch series {
        case .series(let facts):
            if days != nil, facts.decision == .cancelled || facts.decision == .dismissed {
                throw EngineError.seriesNotExpected(facts.name)
            }
            let manner = days.map { "--days \($0)" } ?? "--off"
            try vault.decideReminder(
                of: facts, daysBefore: days, summary: "recurring remind \(facts.name) \(manner)")
        case .transaction(let id): throw EngineError.noSeries(transaction: id)
        }
    }

    /// Notes something on a series, or takes the note back.
    ///
    /// - Throws: ``EngineError/noSeries(transaction:)`` for a transaction without a series.
    public func note(_ note: String?, on series: SeriesArgument) throws {
        switch series {
        case .series(let facts):
            let words = note.map(JournalWords.quoted) ?? "--off"
            try vault.decideNote(
                of: facts, note, summary: "recurring note \(facts.name) \(words)")
        case .transaction(let id): throw EngineError.noSeries(transaction: id)
        }
    }

    /// The recurring payments as of today.
    ///
    /// - Parameter lastDay: the last day to consider; nil for all. If there are later
    ///   transactions, the series are detected again, which costs a whole pass.
    public func recurringPayments(
        through lastDay: CalendarDay?, selection: RecurringPayments.Selection
    ) throws -> RecurringPayments {
        let found = try earlierSeries(through: lastDay) ?? FoundSeries(vault)
        return RecurringPayments(
            found, reminders: try vault.seriesReminders(), notes: try vault.seriesNotes(),
            today: moment.today, selection: selection, order: try currencyOrder())
    }

    /// The balances of accounts from today until a day.
    ///
    /// - Parameters:
    ///   - lastDay: as in ``recurringPayments(through:selection:)``.
    ///   - withRange: false leaves the range out, which takes most of the time.
    ///   - withLoans: looks up what loans charge next, rather than what they charged last.
    public func forecast(
        through end: CalendarDay, asKnownOn lastDay: CalendarDay?, withRange: Bool = true,
        withLoans: Bool = false
    ) throws -> Forecast {
        let found =
            try earlierSeries(through: lastDay)
            ?? FoundSeries(forForecastOn: moment.today, in: vault)
        var facts = try ForecastFacts(
            vault, on: moment.today, found: found, planned: try writtenPlan().items)
        if withLoans {
            facts.loanCharges = try ForecastFacts.loanCharges(
                vault, on: lastDay ?? moment.newestBankDay)
        }
        return Forecast(facts, through: end, withRange: withRange)
    }

    /// Bills that are late or due within some days, the nearest first. Their payments and
    /// events may lack the older ones.
    ///
    /// - Parameter lastDay: as in ``recurringPayments(through:selection:)``.
    public func upcomingBills(
        within days: Int, through lastDay: CalendarDay?
    ) throws -> [UpcomingBill] {
        let found =
            try earlierSeries(through: lastDay)
            ?? FoundSeries(expectedOn: moment.today, in: vault)
        let usual = RecurringPayments(
            found, reminders: [:], today: moment.today, selection: .current
        ).upcoming(within: days)
        guard usual.contains(where: { $0.bill.series.transactionClass == .transfer }) else {
            return usual
        }
        let ahead = max(days, SafeToSpend.days)
        return try forecast(
            through: moment.today.adding(days: ahead), asKnownOn: lastDay, withRange: false
        ).expected(usual)
    }

    /// The newest payments of series that the person cancelled before, of the last two months and
    /// without hidden accounts. Confirming or dismissing the series settles it.
    public func chargesAfterCancelling() throws -> [(series: SeriesFacts, TransactionRecord)] {
        let hidden = Set(try vault.accounts().filter { $0.visibility == .hidden }.map(\.id))
        return try vault.series().compactMap { series in
            guard series.decision == .cancelled, let decided = series.decidedTransaction,
                decided != series.newestTransaction,
                series.lastDay.days(until: moment.today) <= Self.daysToTellOfCharges,
                let before = try vault.transaction(decided),
                let charge = try vault.transaction(series.newestTransaction),
                before.day < charge.day, charge.day <= moment.today,
                !hidden.contains(charge.account)
            else { return nil }
            return (series, charge)
        }
    }

    private static let daysToTellOfCharges = 60

    /// The series as they were on a day; nil if nothing came after it.
    func earlierSeries(through lastDay: CalendarDay?) throws -> FoundSeries? {
        guard let lastDay, let newestDay = try vault.newestDay(), newestDay > lastDay else {
            return nil
        }
        let (snapshot, conclusions) = try uninterrupted {
            let setup = try passSetup()
            let whole = try self.snapshot(for: setup)
            let snapshot = Snapshot(
                asOf: whole.asOf, accounts: whole.accounts,
                transactions: whole.transactions.filter { $0.day <= lastDay }, texts: whole.texts,
                decisions: whole.decisions)
            return (snapshot, try setup.classifier.conclude(snapshot).conclusions)
        }
        var payments: [String: [SeriesPayment]] = [:]
        var besides: [String: [PaymentBeside]] = [:]
        var ownCharges: Set<String> = []
        var newestPayments: [String: NewestPayment] = [:]
        let accounts = Dictionary(
            try vault.accounts().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let daysOfFiles = try vault.newestDaysOfFiles()
        let seriesOfPayee = Dictionary(grouping: conclusions.series, by: \.payee)
        let newest = Dictionary(grouping: conclusions.series, by: \.newestTransaction)
        let seriesOfText = Dictionary(
            snapshot.transactions.compactMap { transaction in
                newest[transaction.id].map { (AccountText(transaction), $0) }
            }, uniquingKeysWith: +)
        for (transaction, entry) in zip(snapshot.transactions, conclusions.entries) {
            let verdict = conclusions.verdict(of: entry)
            let payment = SeriesPayment(
                transaction: transaction.id, day: transaction.day, amount: transaction.amount)
            guard let name = verdict.series?.value, !transaction.isPending else {
                let isLeftOut =
                    verdict.transactionClass.value == .ignore
                    || verdict.isExcluded?.value == true || transaction.isPending
                let payee = verdict.payee?.value ?? snapshot.texts[transaction.payee]
                let currency = snapshot.account(of: transaction).currency
                let samePayee = (seriesOfPayee[payee] ?? []).filter { $0.currency == currency }
                // Without a payee of the bank's, the text stands for it.
                let isNamed = transaction.bankPayee != transaction.description
                let sameText = isNamed ? [] : seriesOfText[AccountText(transaction)] ?? []
                for series in Set(samePayee + sameText)
                where series.mayHave(paymentOf: payment.amount) {
                    besides[series.name, default: []].append(
                        PaymentBeside(payment, isLeftOut: isLeftOut))
                }
                continue
            }
            payments[name, default: []].append(payment)
            for series in newest[transaction.id] ?? [] {
                let account = snapshot.account(of: transaction)
                newestPayments[series.name] = NewestPayment(
                    visibility: accounts[account.id]?.visibility ?? .counted,
                    lens: verdict.lens?.value,
                    unreadFrom: accounts[account.id]?.coverage?.upperBound,
                    lastDayOfFiles: daysOfFiles[account.id].map { min($0, moment.today) })
                if series.isOwnCharge(
                    of: account.type, decidedBy: verdict.transactionClass.reason.rule)
                {
                    ownCharges.insert(series.name)
                }
            }
        }
        return FoundSeries(
            conclusions.series,
            payments: payments.mapValues { payments in
                payments.sorted { ($0.day, $0.transaction) < ($1.day, $1.transaction) }
            }, besides: besides, ownCharges: ownCharges, newest: newestPayments,
            oldestDay: try vault.oldestDay())
    }
}

/// The text of a transaction in its account, as the bank repeats it for each payment of a series.
private struct AccountText: Hashable {
    let account: Int32
    let description: TextID

    init(_ transaction: TransactionFacts) {
        (account, description) = (transaction.account, transaction.description)
    }
}
