import Insights
import Model
import Terminal
import Vault

extension IncomeView {
    /// A month in a list for programs.
    struct Row {
        let month: MonthlyIncome
        /// What is left of the months up to this one.
        let runningNet: Money
        /// All days of the list.
        let days: Range<CalendarDay>
        /// The possible transfers of all months.
        let inDoubt: [DoubtfulTransfer]
        let totals: ConvertedTotals

        /// An amount at the rate of the month's last day.
        fileprivate func converted(_ amount: Money) -> ConvertedMoney? {
            totals.converted(amount, on: month.month.lastDay)
        }

        /// The days of the month that are in the list.
        fileprivate var shown: Range<CalendarDay> {
            days.clamped(to: month.month.firstDay..<month.month.next.firstDay)
        }

        fileprivate var countInDoubt: Int {
            let days = month.month.firstDay..<month.month.next.firstDay
            return inDoubt.count { $0.currency == month.currency && $0.touches(days) }
        }
    }

    static var report: Report<Row> { Report("income", fields: fields) }

    private static var fields: [Field<Row>] {
        [
            .value("month", "The month.") { $0.month.month },
            .value(
                "from",
                "The first day that counts, later than the first of the month if a part of it was asked for."
            ) {
                $0.shown.lowerBound
            },
            .value("to", "The last day that counts.") { $0.shown.upperBound.adding(days: -1) },
            .value("currency", "The currency's code.") { $0.month.currency.code },
            .value("income", "Money received.") { $0.month.income },
            .value("expenses", "Money spent, less refunds, as a positive amount.") {
                $0.month.expenses
            },
            .value("net", "Income less expenses.") { $0.month.net },
            .value("running_net", "The sum of `net` from the first month of the list on.") {
                $0.runningNet
            },
            .value("income_in_base", "`income` at the rate of the month's last day.") {
                $0.converted($0.month.income)?.amount
            },
            .value("expenses_in_base", "`expenses` at that rate.") {
                $0.converted($0.month.expenses)?.amount
            },
            .value("net_in_base", "`net` at that rate, in `base_currency`.") {
                $0.converted($0.month.net)?.amount
            },
        ] + ConvertedMoney.fields { $0.converted($0.month.net) } + [
            .value(
                "savings_rate_percent",
                "Net as a share of income, in whole percent; null without income."
            ) { $0.month.savingsRate },
            .value(
                "transfers_in_doubt",
                "How many possible transfers wait in `transfers --review`."
            ) { $0.countInDoubt },
        ]
    }
}
