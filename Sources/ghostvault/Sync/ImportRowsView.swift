import Engine
import Model
import Statements
import Terminal

/// The rows of imported files, for programs.
enum ImportRowsView {
    struct Row {
        /// Without its folder.
        let file: String
        let row: ImportedRow
    }

    static var report: Report<Row> {
        Report(
            "import",
            .value("file", "The file's name.") { $0.file },
            .value("line", "The line of the file where it begins, from 1.") { $0.row.line },
            .value(
                "state",
                "`new`; `nearby`: new, and may be a transaction of that day or one nearby; `connection` or "
                    + "`file`: here already from there; `pending` or `left-out`: not imported."
            ) { $0.row.state.rawValue },
            .value("account", "The account's name; null for a row that can't be read.") {
                $0.row.account.isEmpty ? nil : $0.row.account
            },
            .value("day", "The day.") { $0.row.row?.day },
            .value("amount", "Negative for money out.") { $0.row.amount },
            .value("currency", "The currency's code.") { $0.row.amount?.currency.code },
            .value("payee", "The payee in the file's words.") { $0.row.row?.payee },
            .value("description", "The text in the file's words.") { $0.row.row?.description },
            .value(
                "transaction",
                "The number of the transaction that it is, or may be; null for a new one of "
                    + "`--dry-run`."
            ) { $0.row.transaction },
            .value("reason", "Why it is left out.") { $0.row.rejected?.reason.words },
            .value("text", "A row that is left out, as the file has it.") { $0.row.rejected?.text })
    }
}
