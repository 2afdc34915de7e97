internal import Classification
internal import Model
internal import Scripting

/// A generator of sample events for trying handlers.
struct SampleContent {
    let categories: CategoryTree
    /// The day of every sample event, 2025-01-15.
    private let day = CalendarDay(daysSinceEpoch: 20_103)

    init(categories: CategoryTree) {
        self.categories = categories
    }

    /// A sample event that matches a subscription.
    func event(of subscription: EventSubscription) -> Event {
        Event(
            subscription, subject: "a made-up event", day: day,
            fields: content(of: subscription).fields)
    }

    /// The sample transaction with a test's fields.
    func transaction(
        _ value: ScriptValue, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> ScriptTable {
        EventOverlay(categories: categories).table(
            value, over: transaction(EventOptions()).table, EventTransaction.shape, at: path,
            &mistakes)
    }

    private func content(of subscription: EventSubscription) -> EventContent {
        let options = subscription.options
        switch subscription.kind {
        case .syncFinished:
            return .sync(EventSync(connection: "SimpleFIN", outcome: .complete, newTransactions: 3))
        case .syncFailed:
            return .sync(
                EventSync(
                    connection: "SimpleFIN", outcome: .failed, newTransactions: 0,
                    message: "The bridge could not be reached."))
        case .fileImported:
            return .file(
                EventFile(fileName: "statement.csv", account: "Checking", newTransactions: 12))
        case .backupFailed:
            return .backup(EventBackup(message: "There is no folder /media/ann/disk/backups."))
        case .newTransaction, .largeTransaction, .duplicateCharge:
            return .transaction(transaction(options))
        case .refund: return .transaction(refund(options))
        case .newPayee: return .payee(transaction(options))
        case .classificationChanged:
            return .classification(
                transaction(options),
                from: EventClassification(
                    class: .expense, category: EventCategory(id: "other", name: "Other")),
                to: EventClassification(class: .expense, category: category(options)))
        case .overBudget:
            return budget(
                options, spent: money(options.limit, or: 400_00, plus: 1),
                limit: money(options.limit, or: 400_00, plus: 0))
        case .budgetReached:
            let percent = Int64(options.at ?? 80)
            return budget(options, spent: usd(4_00 * percent), limit: usd(400_00))
        case .lowBalance:
            return .account(
                EventAccount(
                    name: options.account ?? "Checking", institution: "First Bank",
                    type: .checking, balance: money(options.below, or: 100_00, plus: -1)))
        case .lowBalanceAhead:
            return .fall(
                EventFall(
                    account: options.account ?? "Checking", institution: "First Bank",
                    day: day.adding(days: options.days ?? EventOption.usualDays),
                    balance: money(options.below, or: 100_00, plus: -1)))
        case .billDue:
            return .series(series("Rent", 1_200_00, in: options.days ?? EventOption.usualDays))
        case .priceChanged:
            var series = series("Netflix", 17_99, in: 30)
            series.from = usd(15_49)
            series.to = usd(17_99)
            return .series(series)
        case .newSubscription: return .series(series("Netflix", 15_49, in: 30))
        case .missedIncome: return .series(series("Employer", 2_400_00, in: -3))
        case .missedPayment: return .series(series("Rent", 1_200_00, in: -3))
        case .bankNeedsAttention:
            return .bank(
                EventBank(
                    name: "First Bank", connection: "SimpleFIN",
                    message: "You must sign in to this bank again."))
        case .balanceGap:
            return .gap(
                EventGap(
                    account: "Visa", institution: "First Bank", amount: usd(-42_10),
                    days: day.adding(days: -12)...day.adding(days: -8)))
        case .accountSilent:
            return .silence(
                EventSilence(
                    account: "Visa", institution: "First Bank", since: day.adding(days: -12),
                    usualDays: 2))
        case .weekClosed: return .week(period("2025-W02"))
        case .monthClosed: return .month(period(day.month.previous.description))
        case .every: return .time(day, options.time ?? .midnight)
        }
    }

    private func transaction(_ options: EventOptions) -> EventTransaction {
        let size = money(options.over, or: 41_50, plus: 1)
        return EventTransaction(
            id: 42, day: day, amount: Money(sum: -size.minorUnits, currency: size.currency),
            payee: options.payee ?? "Corner Shop",
            description: "CORNER SHOP 0042", class: .expense,
            category: category(options), account: options.account ?? "Checking")
    }

    private func refund(_ options: EventOptions) -> EventTransaction {
        var refund = transaction(options)
        refund.amount = refund.amount.size
        return refund
    }

    private func budget(_ options: EventOptions, spent: Money, limit: Money) -> EventContent {
        let category = category(options)
        let subject = options.budget ?? .category(category.id)
        return .budget(
            EventBudget(
                subject: subject, name: subject.kind == "category" ? category.name : subject.name,
                spent: spent, limit: limit))
    }

    private func series(_ name: String, _ amount: Int64, in days: Int) -> EventSeries {
        EventSeries(
            name: name, amount: usd(amount), frequency: .monthly, nextDay: day.adding(days: days))
    }

    private func period(_ name: String) -> EventPeriod {
        EventPeriod(
            name: name, income: usd(2_400_00), spending: usd(1_910_40), net: usd(489_60),
            categories: [
                EventSpending(
                    category: EventCategory(id: "rent", name: "Rent"), spent: usd(1_200_00)),
                EventSpending(
                    category: EventCategory(id: "groceries", name: "Groceries"), spent: usd(710_40)),
            ])
    }

    private func category(_ options: EventOptions) -> EventCategory {
        let category =
            options.category.flatMap { categories[$0] }
            ?? categories.categories.first { $0.type == .expense }
        return category.map { EventCategory(id: $0.id, name: $0.name) }
            ?? EventCategory(id: "other", name: "Other")
    }

    private func usd(_ minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: Currency(code: "USD"))
    }

    /// An option's amount in dollars plus some dollars, clamped to the valid range. Falls back
    /// to another amount if there is no option, or if it has more decimals than dollars.
    private func money(_ amount: DecimalAmount?, or other: Int64, plus dollars: Int64) -> Money {
        guard let amount else { return usd(other + dollars * 100) }
        do throws(AmountError) {
            let exact = try MinorUnits.exactly(amount.description, exponent: 2)
            return Money(sum: Int128(exact) + Int128(dollars * 100), currency: usd(0).currency)
        } catch {
            return usd(other + dollars * 100)
        }
    }
}
