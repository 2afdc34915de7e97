import Engine
import Model
import Terminal
import Vault

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

    /// An entry that was just undone or redone, and what came of it.
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
