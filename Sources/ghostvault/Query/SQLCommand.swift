import ArgumentParser
import Engine
import Platform
import Terminal
import Vault

struct SQLCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Query the vault's views in SQL.",
        discussion: """
            Without a query, lists the views with their columns. A query is one SELECT. It can \
            only read, and only the views: their names and columns stay as they are, and tables \
            may change. Other programs can query the same views in vault.sqlite; "ghostvault docs \
            sql" shows how.

            Examples:
              ghostvault sql
              ghostvault sql v_transactions
              ghostvault sql "SELECT month, sum(minor_units) FROM v_months GROUP BY month"
              ghostvault sql --csv - < query.sql
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "A file with the query.")
    var file: String?

    @Option(help: "The longest time that it may compute, in seconds.")
    var timeout = 60

    @Argument(help: "The query, the name of a view to describe, or - for standard input.")
    var query: String?

    func validate() throws {
        guard file == nil || query == nil else {
            throw ValidationError("Give a query or --file, not both.")
        }
        guard (1...86_400).contains(timeout) else {
            throw ValidationError("--timeout must be from 1 to 86400.")
        }
    }

    func run(on screen: Screen) throws {
        let view = VaultView.all.filter { $0.name == query }
        guard let sql = try text(), view.isEmpty else {
            return try ViewListView(screen: screen)
                .show(view.isEmpty ? VaultView.all : view, as: output.format)
        }
        let stop = QueryStop()
        try Interruption.during({ stop.stop() }) {
            do {
                let query = try VaultQuery(
                    sql, of: try Vault.open(vault.folder), seconds: timeout, stop: stop)
                try QueryView(screen: screen, query: query).show(as: output.format)
            } catch let error as QueryError {
                throw FailedQuery(error: error, sql: sql, seconds: timeout)
            }
        }
    }

    /// The query; nil without one.
    private func text() throws -> String? {
        let bytes =
            switch (file, query) {
            case (let file?, _): try FileReader.bytes(at: file)
            case (nil, "-"):
                try FileReader.standardInput(
                    ProgramContext.current.input, remedy: "write a shorter query")
            case (nil, let query): query.map { Array($0.utf8) }
            }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The columns of views, and their meanings.
struct ViewListView {
    let screen: Screen

    func show(_ views: [VaultView], as format: OutputFormat?) throws {
        let rows = views.flatMap { view in view.columns.map { (view, $0) } }
        if let format { return try Self.report.print(rows, as: format, on: screen) }
        for (position, view) in views.enumerated() {
            if position > 0 { try screen.print() }
            try screen.print(view.name, .heading)
            try screen.print(Self.plain(view.meaning))
            try screen.print(Self.report.table(view.columns.map { (view, $0) }))
        }
    }

    static var report: Report<(VaultView, VaultView.Column)> {
        Report(
            "sql",
            .value("view", "The view.") { $0.0.name },
            .value("column", "The column.") { $0.1.name }.column("column"),
            .value("type", "What it holds, such as `text`, `decimal` or `day`.") { $0.1.type }
                .column("type"),
            .value("optional", "Whether it can be NULL.") { $0.1.isOptional },
            .value("meaning", "Its meaning.") { plain($0.1.meaning) }
                .column("meaning", isFlexible: true))
    }

    private static func plain(_ markdown: String) -> String { markdown.replacing("`", with: "") }
}

extension VaultView.Column {
    /// "text", "day or NULL".
    var type: String { isOptional ? "\(kind.rawValue) or NULL" : kind.rawValue }
}
