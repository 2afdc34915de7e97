import ArgumentParser
import Engine
import Model
import Terminal
import Vault

struct HistoryCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List what you and your handlers decided, the newest first.",
        discussion: """
            "ghostvault undo" takes back your newest that is not undone, and with the number of one \
            that begins with "automation:" what handlers decided.
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Option(help: "How many to list at most.")
    var limit = 20

    func validate() throws {
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit must be from 1 to 1000000.")
        }
    }

    func run(on screen: Screen) throws {
        let entries = try vault.engine().vault.history(limit: limit)
        let view = JournalView(screen: screen)
        if output.json { try view.showJSON(entries) } else { try view.show(entries) }
    }
}

struct JournalView {
    let screen: Screen

    func show(_ entries: [JournalEntry]) throws {
        guard !entries.isEmpty else {
            try screen.print("Nothing was decided yet.")
            return
        }
        var table = Table(columns: [
            .init("#", alignment: .trailing), .init("day"), .init("what", isFlexible: true),
            .init(""),
        ])
        for entry in entries {
            table.add(
                .init("\(entry.number)", .muted),
                .init("\(DayZone.local.day(at: entry.madeAt))"), .init(entry.summary),
                .init(entry.isUndone ? "undone" : "", .muted))
        }
        try screen.print(table)
    }

    func showJSON(_ entries: [JournalEntry]) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for entry in entries { list.object { write(entry, to: &$0) } }
        }
        try json.flush()
    }

    /// Shows an entry that was just undone or redone, and the effect.
    func show(
        _ entry: JournalEntry, _ report: ClassifyReport, from engine: Engine, inJSON: Bool
    ) throws {
        let effect = ClassifyView(screen: screen, engine: engine)
        guard !inJSON else {
            try effect.showJSON(effect: report) { object in
                object.object("entry") { write(entry, to: &$0) }
            }
            return
        }
        try screen.print(
            SafeText.neutralised(
                "\(entry.isUndone ? "Undone" : "Redone") #\(entry.number): \(entry.summary)"))
        try effect.showEffect(report)
    }

    private func write(_ entry: JournalEntry, to object: inout JSONObject) {
        object.field("number", entry.number)
        object.field("summary", entry.summary)
        object.field("made_at", Instant.text(entry.madeAt))
        object.field("undone", entry.isUndone)
        object.field("automatic", entry.isAutomatic)
    }
}

struct UndoCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what you decided last.",
        discussion: """
            Undoes one command that changed a decision: a correction, a rule made with a command, \
            an account's type, two accounts made one, what a hold became, a plugin's switch or \
            setting. Run it again for the one before. Files are yours to edit, and an approved \
            plugin stays approved.

            What handlers decided stays. It is undone by its number in "ghostvault history".

            Examples:
              ghostvault undo
              ghostvault undo 12
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of something that handlers decided.")
    var number: ListedNumber?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (entry, report) = try engine.undo(number?.value)
        try JournalView(screen: screen).show(
            entry, report, from: engine, inJSON: output.json)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}

struct RedoCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Decide again what was undone last.",
        discussion: """
            Possible until you decide something else. What handlers decided and was undone is done \
            again by its number in "ghostvault history".
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    @Argument(help: "The number of something that handlers decided.")
    var number: ListedNumber?

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (entry, report) = try engine.redo(number?.value)
        try JournalView(screen: screen).show(
            entry, report, from: engine, inJSON: output.json)
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
