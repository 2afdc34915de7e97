import ArgumentParser
import Engine
import Foundation
import Insights
import Model
import Platform
import Terminal
import Vault

struct ExportCommand: ScreenCommand, CommandWithWords {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write transactions for other programs.",
        discussion: """
            Formats: csv, json, ndjson, and journals for hledger, ledger and beancount. Journals \
            have each transfer once, splits as postings, opening balances, and a check of every \
            balance that a bank reported. "ghostvault docs export" describes them.

            Further arguments are a period and text to find, as for "ghostvault transactions". \
            Transfers and ignored transactions are included. A journal with other filters than a \
            period and accounts has no balances.

            Examples:
              ghostvault export hledger --output money.journal
              ghostvault export beancount 2026 --account checking
              ghostvault export csv oct --category dining >dining.csv
              ghostvault export beancount --live money.beancount
            """)

    static let takesText = true

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, json, ndjson, hledger, ledger, beancount
    }

    @OptionGroup var vault: VaultOptions

    @Argument(help: "csv, json, ndjson, hledger, ledger or beancount.")
    var format: Format

    @OptionGroup var chosen: SelectionOptions

    @Flag(help: "Export everything: hidden accounts, too.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Write this file, which only you can read, instead of standard output.",
            valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            """
            Write a journal of all accounts that aren't hidden, and keep it current: by "watch", \
            "sync", "import" and "apply-rules". config/automation.toml remembers it.
            """, valueName: "file"))
    var live: String?

    func validate() throws {
        try selection.validate()
        if live != nil {
            guard JournalDialect(rawValue: format.rawValue) != nil, live != "" else {
                throw ValidationError("--live takes a file, for hledger, ledger or beancount.")
            }
            guard output == nil, !all, !selection.isFiltered else {
                throw ValidationError("--live goes without filters, --all and --output.")
            }
        }
        guard output != "" else { throw ValidationError("--output takes a file.") }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        if let live, let dialect = JournalDialect(rawValue: format.rawValue) {
            let path = URL(fileURLWithPath: live).standardizedFileURL.path
            try engine.keepCurrent(dialect, at: path)
            return try screen.print(SafeText.neutralised("\(path) is kept current."))
        }
        var query = try selection.query(
            engine, asOf: try vault.moment().today, through: try vault.lastDay())
        query.hidesTransfers = false
        if let output {
            let draft = try DraftFile(of: output)
            let file = screen.writing(to: Output(descriptor: draft.descriptor))
            try engine.vault.atOneMoment { try write(query, of: engine, on: file) }
            try file.output.flush()
            try draft.replace()
        } else {
            try engine.vault.atOneMoment { try write(query, of: engine, on: screen) }
        }
        try RuleProblemsView(screen: screen).throwIfIncomplete(engine)
    }

    private var selection: TransactionSelection { chosen.selection(isAll: all) }

    private func write(_ query: TransactionQuery, of engine: Engine, on screen: Screen) throws {
        if let dialect = JournalDialect(rawValue: format.rawValue) {
            return try writeJournal(query, of: engine, as: dialect, to: screen.output)
        }
        var query = query
        query.order = .oldestFirst
        let view = TransactionsView(
            screen: screen, engine: engine, accounts: try engine.vault.accounts())
        switch format {
        case .csv:
            try view.print(query, as: OutputFormat(syntax: .delimited(.comma), fields: nil))
        case .ndjson: try view.print(query, as: OutputFormat(syntax: .jsonLines, fields: nil))
        default: try view.print(query, as: OutputFormat(syntax: .json, fields: nil))
        }
    }

    private func writeJournal(
        _ query: TransactionQuery, of engine: Engine, as dialect: JournalDialect,
        to output: Output
    ) throws {
        var failure: OutputError?
        try engine.journal(query).write(as: dialect) { text in
            guard failure == nil else { return }
            do throws(OutputError) {
                try output.write(text)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

extension Screen {
    /// Brings the journals that are kept current up to date. If one can't be written, the command
    /// is no worse.
    func updateJournals(of engine: Engine) throws {
        do {
            try engine.updateJournals()
        } catch {
            guard let failure = Failure(error) else { throw error }
            try warn(failure.whatHappened)
        }
    }
}
