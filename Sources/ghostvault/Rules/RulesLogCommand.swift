import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct RulesLogCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the versions of your files.",
        discussion: """
            Lists the versions of your rule, configuration and handler files in the order in which \
            they came into use, newest first, and how many transactions each one changed. A number \
            shows the edit and the changed transactions. --whole prints that version alone, so \
            that you can take it back. Former versions are kept up to 16 MB.

            "ghostvault history" lists decisions, such as stored rules.

            Examples:
              ghostvault rules log
              ghostvault rules log mine.lua
              ghostvault rules log 1
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: ArgumentHelp("A version's number, or part of a file's name."))
    var version: String?

    @Flag(help: "Print the version with the number, and nothing else.")
    var whole = false

    @OptionGroup var length: ListLimit

    func validate() throws {
        guard whole, number == nil else { return }
        throw ValidationError("--whole needs the number of a version.")
    }

    private var number: Int64? { version.flatMap { ListedNumber($0[...])?.value } }

    func run(on screen: Screen, reading engine: Engine) throws {
        let entries = try entries(of: engine)
        if whole, let entry = entries.first {
            let text = String(decoding: entry.difference.after ?? [], as: UTF8.self)
            // Printing adds a line feed.
            let lines = text.hasSuffix("\n") ? String(text.dropLast()) : text
            let isShown = screen.capabilities.isTerminal
            try screen.print(verbatim: isShown ? SafeText.neutralised(lines) : lines)
        } else if let format = output.format {
            try RuleLogView.report.print(entries, as: format, on: screen)
        } else if number != nil, let entry = entries.first {
            try RuleLogView(screen: screen, engine: engine).show(entry)
        } else if entries.isEmpty {
            try screen.print("No file of yours has been in use yet.")
        } else {
            try screen.print(RuleLogView.report.table(entries))
        }
    }

    private func entries(of engine: Engine) throws -> [FileLogEntry] {
        guard let version else { return try engine.fileLog(limit: length.limit) }
        let number = number
        let name = version.lowercased()
        let entries = try engine.fileLog(limit: length.limit) { file in
            number.map { $0 == file.number } ?? file.path.lowercased().contains(name)
        }
        guard entries.isEmpty else { return entries }
        throw NoSuchName(
            message: "There is no version \"\(version)\".",
            whatToDo: "\"ghostvault rules log\" lists them.")
    }
}

/// The versions of the person's files, and what each changed.
struct RuleLogView {
    let screen: Screen
    let engine: Engine

    func show(_ entry: FileLogEntry) throws {
        try screen.print(
            "In use since \(ProgramContext.current.zone.day(at: entry.version.since))", .muted)
        if entry.kind == .oldestKept {
            try screen.print("What it replaced, if anything, is no longer kept.", .muted)
        }
        try PluginReviewView(screen: screen).show(entry.difference)
        try screen.print()
        guard !entry.changes.isEmpty else {
            return try screen.print("The first pass with it changed no transaction.")
        }
        try screen.print(
            "The first pass with it changed \(Count.text(entry.changes.count, "transaction"))")
        try screen.print()
        try ChangeGroupsView(screen: screen, engine: engine).show(
            entry.changes.map { ChangeComparison($0, correction: nil, isMarked: false) },
            examples: 3, hint: "")
    }

    static var report: Report<FileLogEntry> {
        Report(
            "rules log",
            .value("number", "The version's number.") { $0.version.number }.column("#", .muted),
            .value("since", "When it came into use, in UTC.") { Instant.text($0.version.since) }
                .column("day", rank: 1) {
                    .init("\(ProgramContext.current.zone.day(at: $0.version.since))")
                },
            .value("file", "The file, within the vault.") { $0.version.path }
                .column("file", isFlexible: true),
            .value(
                "change",
                "`added`, `changed`, `removed`, `shipped` (the shipped file came into use again) or "
                    + "`oldest_kept` (what it replaced, if anything, is no longer kept)."
            ) { $0.kind.rawValue }.column("", isFlexible: true) { .init($0.words) },
            .value("lines_added", "The number of lines that it has and the one before hasn't.") {
                $0.lines.added
            },
            .value("lines_removed", "The number of lines that only the one before has.") {
                $0.lines.removed
            },
            .value(
                "transactions",
                "How many transactions the first pass with it changed. It may also have seen "
                    + "decisions and other files."
            ) { $0.changes.count }.column("transactions changed", rank: 2))
    }
}

extension FileLogEntry {
    /// What happened to the file, in a few words.
    fileprivate var words: String {
        switch kind {
        case .removed: "removed"
        case .shipped: "as shipped again"
        case .oldestKept: "oldest kept"
        case .added: "added, \(Count.text(lines.added, "line"))"
        case .changed: "+\(lines.added) −\(lines.removed) lines"
        }
    }
}
