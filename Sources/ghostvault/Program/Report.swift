import ArgumentParser
import Classification
import Letter
import Model
import Terminal

/// The output of a command: one row, or a list of them.
struct Report<Row> {
    /// The command's name, which heads its section of `docs/json.md`.
    let command: String
    /// All fields, in the order in which they are printed.
    let fields: [Field<Row>]
    /// The fields that `docs/json.md` has under that heading; others are described elsewhere.
    let descriptions: [FieldDescription]

    /// - Parameters:
    ///   - inherited: fields that come first, and are described with another command.
    ///   - further: fields that come last, and are described with another command.
    init(
        _ command: String, after inherited: [Field<Row>] = [], _ own: Field<Row>...,
        further: [Field<Row>] = []
    ) {
        self.command = command
        fields = inherited + own + further
        descriptions = own.descriptions()
    }

    init(_ command: String, fields: [Field<Row>], further: [Field<Row>] = []) {
        self.command = command
        self.fields = fields + further
        descriptions = fields.descriptions()
    }

    /// The table of all rows.
    func table(_ rows: some Sequence<Row>) -> Table { fields.table(rows) }

    /// - Throws: `ValidationError` if the report has no such fields.
    func check(_ format: OutputFormat) throws {
        switch format.syntax {
        case .json, .jsonLines: _ = try format.fields.map { try chosen($0) }
        case .delimited, .html: _ = try DelimitedReport(fields, of: format.fields)
        }
    }

    /// Prints one object in JSON.
    func printJSON(_ row: Row, on screen: Screen) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.object { fields.writer()(row, &$0) }
        try json.flush()
    }

    /// Prints one object, in CSV as a list of one.
    func print(one row: Row, as format: OutputFormat, on screen: Screen) throws {
        guard case .json = format.syntax else { return try print([row], as: format, on: screen) }
        try Report(command, fields: format.fields.map { try chosen($0) } ?? fields)
            .printJSON(row, on: screen)
    }

    /// Prints a list.
    func print(_ rows: some Sequence<Row>, as format: OutputFormat, on screen: Screen) throws {
        try print(as: format, on: screen) { emit in
            for row in rows { emit(row) }
        }
    }

    /// Prints a list whose rows come one by one.
    ///
    /// - Parameter each: calls its argument with each row.
    func print(
        as format: OutputFormat, on screen: Screen,
        each: ((Row) -> Void) throws -> Void
    ) throws {
        switch format.syntax {
        case .json:
            let write = try (format.fields.map { try chosen($0) } ?? fields).writer()
            var json = JSONWriter(.pretty, to: screen.output)
            // The closing bracket is written only after the last row: a truncated list must not
            // parse as a whole one.
            try json.array { list in
                try each { row in list.object { write(row, &$0) } }
            }
            try json.flush()
        case .jsonLines:
            let write = try (format.fields.map { try chosen($0) } ?? fields).writer()
            var json = JSONWriter(.compact, to: screen.output)
            try each { row in json.object { write(row, &$0) } }
            try json.flush()
        case .delimited(let delimiter):
            try printLines(of: format, on: screen, each) { DelimitedText.line($0, delimiter) }
        case .html:
            let report = try DelimitedReport(fields, of: format.fields)
            let page = ListPage(title: "ghostvault \(command)", columns: report.names)
            try screen.output.write(page.beginning)
            try printLines(of: format, on: screen, hasNames: false, each, page.row)
            try screen.output.write(page.ending)
        }
    }

    /// Prints lines of cells, beginning with the fields' names.
    private func printLines(
        of format: OutputFormat, on screen: Screen, hasNames: Bool = true,
        _ each: ((Row) -> Void) throws -> Void, _ text: @escaping ([String?]) -> String
    ) throws {
        let report = try DelimitedReport(fields, of: format.fields)
        var failure: OutputError?
        func write(_ line: [String?]) {
            guard failure == nil else { return }
            do throws(OutputError) {
                try screen.output.write(text(line))
            } catch {
                failure = error
            }
        }
        if hasNames { write(report.names) }
        try each { row in
            for line in report.lines(row) { write(line) }
        }
        if let failure { throw failure }
    }

    private func chosen(_ names: [String]) throws -> [Field<Row>] {
        try names.map { name in
            guard let field = fields.first(where: { $0.name == name && !name.isEmpty }) else {
                throw UnknownField.error(name, among: fields.map(\.name))
            }
            return field
        }
    }
}

extension Array {
    /// The table of all rows.
    func table<Row>(_ rows: some Sequence<Row>) -> Table where Element == Field<Row> {
        let columns = compactMap(\.column)
        let cells = rows.map { row in columns.map { $0.cell(row) } }
        // A column without anything in it says nothing.
        let shown = columns.indices.filter { column in
            cells.isEmpty || cells.contains { !$0[column].text.isEmpty }
        }
        var table = Table(columns: shown.map { columns[$0].column })
        for row in cells { table.add(shown.map { row[$0] }) }
        return table
    }
}

/// A report in CSV: its columns, and the lines of each row.
private struct DelimitedReport<Row> {
    private enum Column {
        case cell((Row) -> String?)
        /// A column of the list's lines.
        case entry(Int)
    }

    let names: [String]
    private let columns: [Column]
    private let list: CSVLines<Row>?

    /// - Parameter chosen: the columns' names, or those of fields with several; nil for all but
    ///   lists of objects.
    init(_ fields: [Field<Row>], of chosen: [String]?) throws {
        var known: [(name: String, isCustomary: Bool, list: Int?, column: Column)] = []
        // Repeated on each line, the sums of a whole row would add up to more.
        let leavesOutAmounts = fields.contains { $0.isLinewise && !$0.keepsAmounts }
        for (position, field) in fields.enumerated() {
            known += field.cells.map {
                ($0.name, !(leavesOutAmounts && field.isAmount), nil, .cell($0.text))
            }
            known += (field.lines?.names ?? []).enumerated().map {
                ($0.element, field.isLinewise, position, .entry($0.offset))
            }
        }
        var used = known.filter(\.isCustomary)
        if let chosen {
            used = try chosen.flatMap { name in
                let found = known.filter { $0.name == name || $0.name.hasPrefix(name + ".") }
                guard !found.isEmpty else {
                    throw UnknownField.error(name, among: known.map(\.name))
                }
                return found
            }
        }
        let lists = Set(used.compactMap(\.list))
        guard lists.count < 2 else {
            throw ValidationError(
                "Only one list can have a line for each entry: choose fields of one.")
        }
        names = used.map(\.name)
        columns = used.map(\.column)
        list = lists.first.flatMap { fields[$0].lines }
    }

    /// One line, or one for each entry of the list.
    func lines(_ row: Row) -> [[String?]] {
        guard let list else { return [cells(row, entry: [])] }
        let entries = list.cells(row)
        // A row whose list is empty is a row still.
        return entries.isEmpty ? [cells(row, entry: [])] : entries.map { cells(row, entry: $0) }
    }

    private func cells(_ row: Row, entry: [String?]) -> [String?] {
        columns.map { column in
            switch column {
            case .cell(let text): text(row)
            case .entry(let position): entry.isEmpty ? nil : entry[position]
            }
        }
    }
}

private enum UnknownField {
    static func error(_ name: String, among known: [String]) -> ValidationError {
        let known = known.filter { !$0.isEmpty }
        return ValidationError(
            SafeText.neutralised(
                "Unknown field \"\(name)\"\(Suggestion.phrase(for: name, among: known)). "
                    + "The fields are: \(known.joined(separator: ", "))"))
    }
}

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
            Dashboard.report, AccountsView.report, AccountsMergeCommand.report,
            AccountBalancesView.report, HoldingsView.report(), HoldingsView.overTime,
            InterestView.report,
            AccountsCoverageCommand.report, AccountsCheckCommand.report, ConnectionRow.report,
            StatusView.report,
            ReviewView.report, NetWorthView.report, IncomeView.report, SpendingView.report,
            MonthsTable.report,
            CategoryPayeesView.report, WhyView.report, BudgetView.report, LensView.report,
            RecurringView.report, SeriesView.report,
            CategoriesView.report, TransactionsView.report, TransactionSumsView.report,
            TransfersView.report, TransfersView.review, TransfersView.marking,
            PayeesView.report, LoansView.report, ExplainView.report, ExplainedRuleView.report,
            PastExplanationView.report, RuleLogView.report,
            ClassifyView.report,
            TransactionsSetCommand.report, TransactionsAddCommand.report,
            TransactionsSplitCommand.report,
            TransactionsConfirmCommand.report, HoldsView.report, TransactionsSettleCommand.report,
            JournalView.report, HistoryCommand.report, RuleTrialView.report,
            RuleCheckView.report, RuleTestView.report, RulesHitsCommand.report,
            RuleListView.report, RuleView.report, AutomationListCommand.report,
            RulePreviewView.report, RuleFilePreviewView.report, RuleSuggestionView.report,
            RuleProposalView.report, RuleHealthView.report,
            PluginListView.report, PluginDetailsView.report, PluginsPreviewCommand.report,
            EventLogView.report,
            FailingStepsView.report, AutomationStateCommand.report, DoctorView.report,
            ViewListView.report,
            GhostCommand.report, SyncHistoryCommand.report, MovedView.report,
            ImportRowsView.report, ForecastView.report, CalendarView.report, DueCommand.report,
            SafeToSpendView.report, DebtsView.report(), GoalsCommand.report,
            PlanView.report, PlanMonthsCommand.report, PlanCategoriesCommand.report,
            PlanListCommand.report,
            AdviceView.report(AdviceWords { $0 }), AskCommand.report,
        ]
    }
}
