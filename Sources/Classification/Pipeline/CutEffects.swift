import Model
import Rules

/// The tags and the note that a bound keeps off a transaction.
struct CutEffect: Hashable {
    var tags: [String] = []
    var note: String?

    var isEmpty: Bool { tags.isEmpty && note == nil }

    mutating func add(_ other: CutEffect) {
        tags += other.tags.filter { !tags.contains($0) }
        note = note ?? other.note
    }

    /// What is left out of an attribute, in words; nil if nothing.
    func words(for attribute: Attribute) -> String? {
        switch attribute {
        case .tags where !tags.isEmpty:
            "left out \(Self.list(tags)), because a transaction has \(Verdict.mostTags) tags at most"
        case .notes:
            note.map {
                "left out \"\(Self.short($0))\", because rules can write "
                    + "\(Verdict.mostBytesOfNotes) bytes of notes at most"
            }
        default: nil
        }
    }

    private static func list(_ tags: [String]) -> String {
        let shown = 5
        let more = tags.count - shown
        return tags.prefix(shown).map(short).joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

    private static func short(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}

/// What bounds kept off transactions in a run, by rule or plugin.
struct CutEffects {
    private var effects: [Decider: CutEffect] = [:]

    mutating func note(_ cut: CutEffect, of decider: Decider) {
        effects[decider, default: CutEffect()].add(cut)
    }

    /// A diagnostic for each rule or plugin and attribute, sorted by file and line.
    var problems: [RuleFileProblem] {
        effects.flatMap { decider, cut in
            [Attribute.tags, .notes].compactMap { attribute in
                cut.words(for: attribute).map {
                    RuleFileProblem(
                        file: decider.file, line: decider.line, message: "\(decider.name): \($0)")
                }
            }
        }.sorted { ($0.file, $0.line ?? 0, $0.message) < ($1.file, $1.line ?? 0, $1.message) }
    }
}

/// A rule or plugin, by its place.
struct Decider: Hashable {
    let name: String
    let file: String
    let line: Int?

    init(_ rule: Rule) {
        name = rule.name
        (file, line) =
            switch rule.origin {
            case .shipped(let file), .vault(let file): (file, nil)
            case .stored: (rule.id, nil)
            case .lua(let file, let line): (file, line)
            }
    }

    init(plugin name: String) {
        self.name = name
        file = "Plugins/\(name)/\(PluginSource.mainPath)"
        line = nil
    }
}

extension VerdictStates {
    /// What bounds keep off a transaction with these contributions.
    func cut(of contribution: Contribution, after state: Int32) -> CutEffect {
        let effect = contribution.effect
        var cut = CutEffect()
        guard contribution.reason.kind != .correction else { return cut }
        let sizes = sizes(of: state)
        if sizes.tags + effect.tags.count > Verdict.mostTags {
            let known = tags(in: state)
            let room = max(0, Verdict.mostTags - max(known.count, sizes.tags))
            cut.tags = Array(effect.tags.filter { !known.contains($0) }.dropFirst(room))
        }
        if let note = effect.appendedNote, !sizes.notes.contains(note),
            sizes.noteBytes + note.utf8.count > Verdict.mostBytesOfNotes,
            firstReason(in: state, whoseEffect: { $0.note != nil })?.kind != .correction
        {
            cut.note = note
        }
        return cut
    }
}
