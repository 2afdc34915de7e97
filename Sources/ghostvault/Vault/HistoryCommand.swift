import ArgumentParser
import Engine
import Model
import Rules
import Terminal
import Vault

struct HistoryCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List decisions, newest first.",
        discussion: """
            Lists your decisions and those of handlers, which begin with "automation:"; undone \
            ones too. A number stays that of one decision. \
            "ghostvault undo" undoes your newest, or a handler's by its number.

            Examples:
              ghostvault history --limit 5
              ghostvault history coffee oct
              ghostvault history 12
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    @Argument(
        help: ArgumentHelp(
            "A number, a period, or part of a decision.", valueName: "words"))
    var words: [String] = []

    @OptionGroup var length: ListLimit

    func validate() throws {
        try PeriodWords.refuseSecond(of: PeriodWords.parting(words).periods.map(\.text))
    }

    func run(on screen: Screen, reading engine: Engine) throws {
        let entries = try entries(of: engine)
        if let format = output.format {
            try Self.report.print(entries, as: format, on: screen)
        } else if entries.isEmpty {
            try screen.print(words.isEmpty ? "No decisions yet." : "No decisions found.")
        } else {
            try screen.print(Self.report.table(entries))
        }
    }

    private func entries(of engine: Engine) throws -> [JournalEntry] {
        guard !words.isEmpty else { return try engine.vault.history(limit: length.limit) }
        let all = try engine.vault.history()
        if words.count == 1, let number = ListedNumber(words[0][...])?.value {
            guard let entry = all.first(where: { $0.number == number }) else {
                throw VaultError.noSuchEntry(number)
            }
            return [entry]
        }
        let asked = PeriodWords.parting(words)
        let days = try asked.periods.first?.words.days(asOf: vault.moment().today)
        let search = TextSearch(asked.rest.joined(separator: " "))
        let zone = ProgramContext.current.zone
        let found = all.lazy.filter { entry in
            (days?.contains(zone.day(at: entry.madeAt)) ?? true)
                && (asked.rest.isEmpty || search.finds(entry.summary))
        }
        return Array(found.prefix(length.limit))
    }

    static var report: Report<JournalEntry> {
        Report(
            "history",
            .value("number", "The decision's number, for `undo`.") { $0.number }.column(
                "#", .muted),
            .value("made_at", "When, in UTC, such as `2026-03-15T09:30:00Z`.") {
                Instant.text($0.madeAt)
            }.column("day", rank: 1) {
                .init("\(ProgramContext.current.zone.day(at: $0.madeAt))")
            },
            .value("undone", "Whether it is undone.") { $0.isUndone }.column("") {
                .init($0.isUndone ? "undone" : "", .muted)
            },
            .value("summary", "The decision, in a few words.") { $0.summary }.column(
                "what", isFlexible: true),
            .value("automatic", "Whether handlers decided it, and not you.") { $0.isAutomatic })
    }
}

struct JournalView {
    let screen: Screen

    /// Shows an entry that was just undone or redone, and the effect.
    ///
    /// - Parameter totals: from before it.
    func show(
        _ entry: JournalEntry, _ report: ClassifyReport, _ totals: TotalsChange,
        from engine: Engine, inJSON: Bool
    ) throws {
        let effect = ClassifyView(screen: screen, engine: engine)
        guard !inJSON else {
            return try effect.showJSON(Self.report, entry, report)
        }
        try screen.print(
            SafeText.neutralised(
                "\(entry.isUndone ? "Undone" : "Redone") #\(entry.number): \(entry.summary)"))
        if let imported = entry.imported { try screen.print(Self.words(of: imported)) }
        let isOther = try totals.show(on: screen, afterTable: false)
        try effect.showEffect(report, isShown: isOther || entry.imported != nil)
    }

    /// "2 transactions taken back (-43.75 EUR)".
    private static func words(of change: ImportedChange) -> String {
        let sums = change.sums.map(\.text).joined(separator: ", ")
        return change.gone > 0
            ? "\(Count.text(change.gone, "transaction")) taken back (\(sums))"
            : "\(Count.text(change.back, "transaction")) brought again (\(sums))"
    }

    static var report: Report<Effect<JournalEntry>> {
        ClassifyView.report(
            "undo",
            .object(
                "entry", "The undone decision, as in `ghostvault history --json`.",
                HistoryCommand.report.fields
            ) { $0 })
    }
}

struct UndoCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo your last decision.",
        discussion: """
            Undoes one command that changed a decision: a correction, a stored rule, an account's \
            type, merged accounts, an imported file, a settled pending charge, or a plugin's state \
            or settings. Run it again for the one before. Files stay as they are, and so do \
            approvals of plugins. If rules need what it undoes, such as a category, it shows them \
            and asks first.

            To undo a handler's decision, give its number from "ghostvault history".

            Examples:
              ghostvault undo
              ghostvault undo 12
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of a handler's decision.", transform: ListedNumber.init(decision:))
    var number: ListedNumber?

    @Flag(help: "Answer yes in advance, for scripts.")
    var yes = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try yes
                || DecisionQuestion(screen: screen, engine: engine).agrees(
                    to: engine.previewUndo(number?.value), "Undo", inJSON: output.json)
        else { throw PartialResult(.failed) }
        let totals = try TotalsChange(of: engine)
        let (entry, report) = try engine.undo(number?.value)
        try JournalView(screen: screen).show(
            entry, report, totals, from: engine, inJSON: output.json)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}

struct RedoCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo the last undone decision.",
        discussion: """
            This is possible until you decide something else. To redo a handler's decision, give \
            its number from "ghostvault history".

            Example:
              ghostvault redo
            """)

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of a handler's decision.", transform: ListedNumber.init(decision:))
    var number: ListedNumber?

    @Flag(help: "Answer yes in advance, for scripts.")
    var yes = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        guard
            try yes
                || DecisionQuestion(screen: screen, engine: engine).agrees(
                    to: engine.previewRedo(number?.value), "Redo", inJSON: output.json)
        else { throw PartialResult(.failed) }
        let totals = try TotalsChange(of: engine)
        let (entry, report) = try engine.redo(number?.value)
        try JournalView(screen: screen).show(
            entry, report, totals, from: engine, inJSON: output.json)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
