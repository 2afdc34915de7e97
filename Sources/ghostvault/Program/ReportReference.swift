/// A report whose fields `docs/json.md` describes.
protocol DescribedReport {
    /// The command's name, such as "accounts history".
    var command: String { get }
    var descriptions: [FieldDescription] { get }
}

extension Report: DescribedReport {}

/// All reports, for `docs/json.md`.
enum ReportReference {
    static var reports: [any DescribedReport] {
        [
            AccountsView.report, AccountsMergeCommand.report, AccountBalancesView.report,
            AccountsCoverageCommand.report, ConnectionRow.report, StatusView.report,
            ReviewView.report, NetWorthView.report, IncomeView.report, SpendingView.report,
            LensView.report, RecurringView.report, TransactionsView.report,
            TransfersView.report, TransfersView.review, TransfersView.marking,
            PayeesView.report, ExplainView.report, ClassifyView.report,
            TransactionsSetCommand.report, HoldsView.report, TransactionsSettleCommand.report,
            JournalView.report, HistoryCommand.report, RuleTrialView.report,
            RuleCheckView.report, RuleTestView.report, RulesHitsCommand.report,
            RuleListView.report, RuleView.report, AutomationListCommand.report,
            RulePreviewView.report, RuleSuggestionView.report, RuleHealthView.report,
            PluginListView.report, PluginDetailsView.report, EventLogView.report,
            FailingStepsView.report, DoctorView.report,
        ]
    }
}
