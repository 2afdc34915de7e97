import Engine
import Insights
import Model
import Vault

/// One recurring series with its transactions, for programs.
enum SeriesView {
    struct Shown {
        let payment: RecurringPayment
        /// The oldest first.
        let transactions: [TransactionRecord]
        let accounts: [AccountRecord]
    }

    static var report: Report<Shown> {
        Report(
            "recurring show", after: RecurringView.report.fields.of(\.payment),
            .list("payments", "Its transactions, the oldest first.", payments) { shown in
                shown.transactions.map { record in
                    (
                        record: record,
                        account: shown.accounts.first { $0.id == record.account }?.name
                    )
                }
            }
            .linewise)
    }

    private static var payments: [Field<(record: TransactionRecord, account: String?)>] {
        [
            .value("id", "The transaction.") { $0.record.id },
            .value("day", "Its day.") { $0.record.day },
            .value("amount", "Its amount; negative if outgoing.") { $0.record.amount },
            .value("description", "The bank's text.") { $0.record.description },
            .value("account", "The account's name.") { $0.account },
        ]
    }
}
