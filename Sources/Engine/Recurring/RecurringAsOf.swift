internal import Classification
public import Insights
public import Model
internal import Vault

extension Engine {
    /// The recurring payments as they stand on the day that counts as today.
    ///
    /// - Parameter lastDay: the last day whose transactions are looked at; nil
    ///   for all. Where later ones are here, the series are searched for anew
    ///   among the others, which takes as long as a pass over the whole vault.
    public func recurringPayments(
        through lastDay: CalendarDay?, selection: RecurringPayments.Selection
    ) throws -> RecurringPayments {
        let found: FoundSeries
        if let lastDay, let newest = try vault.newestDay(), newest > lastDay {
            found = try series(through: lastDay)
        } else {
            found = try FoundSeries(vault)
        }
        return RecurringPayments(
            found, reminders: try vault.seriesReminders(), today: moment.today,
            selection: selection)
    }

    private func series(through lastDay: CalendarDay) throws -> FoundSeries {
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
        var visibility: [String: AccountVisibility] = [:]
        let visibilityOfAccount = Dictionary(
            uniqueKeysWithValues: try vault.accounts().map { ($0.id, $0.visibility) })
        let seriesOfPayee = Dictionary(grouping: conclusions.series, by: \.payee)
        let newest = Dictionary(grouping: conclusions.series, by: \.newestTransaction)
        for (transaction, entry) in zip(snapshot.transactions, conclusions.entries)
        where !transaction.isPending {
            let verdict = conclusions.verdict(of: entry)
            let payment = SeriesPayment(
                transaction: transaction.id, day: transaction.day, amount: transaction.amount)
            guard let name = verdict.series?.value else {
                let isLeftOut =
                    verdict.transactionClass.value == .ignore || verdict.isExcluded?.value == true
                let payee = verdict.payee?.value ?? snapshot.texts[transaction.payee]
                let currency = snapshot.account(of: transaction).currency
                for series in seriesOfPayee[payee] ?? []
                where series.currency == currency && series.mayHave(paymentOf: payment.amount) {
                    besides[series.name, default: []].append(
                        PaymentBeside(payment, isLeftOut: isLeftOut))
                }
                continue
            }
            payments[name, default: []].append(payment)
            for series in newest[transaction.id] ?? [] {
                let account = snapshot.account(of: transaction)
                visibility[series.name] = visibilityOfAccount[account.id]
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
            }, besides: besides, ownCharges: ownCharges, visibility: visibility,
            oldestDay: try vault.oldestDay())
    }
}
