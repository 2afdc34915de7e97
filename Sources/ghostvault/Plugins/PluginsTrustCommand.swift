import ArgumentParser
import Classification
import Engine
import Model
import Terminal
import Vault

struct PluginsTrustCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Review and approve a plugin's files.",
        discussion: """
            Shows the files and what changed since your last approval. The approval covers their \
            exact content: after any change the plugin needs another. It doesn't enable the \
            plugin.

            Examples:
              ghostvault plugins trust mine
              ghostvault plugins trust mine --yes
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The plugin's name.")
    var name: String

    @Flag(help: "Approve without asking, for scripts.")
    var yes = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let review = try engine.reviewPlugin(name)
        guard !review.plugin.trust.isGiven else {
            try screen.print(
                review.plugin.trust == .shipped
                    ? "\(name) is a shipped plugin and needs no approval."
                    : "\(name) is already approved.")
            return
        }
        try PluginReviewView(screen: screen).show(review, in: vault.folder)
        guard try yes || Confirmation.ask("Approve \(name) as it is now?", on: screen) else {
            try screen.print("Not approved; the plugin will not run.")
            throw PartialResult(.failed)
        }
        try engine.approve(review)
        try screen.print("Approved.")
        try screen.print(
            review.plugin.isEnabled == true
                ? "Next: ghostvault apply-rules" : "Next: ghostvault plugins enable \(name)")
    }
}

/// A plugin's files and changes, for review before approval.
///
/// Nothing is shortened: nobody should approve what they can't see.
struct PluginReviewView {
    let screen: Screen

    func show(_ review: PluginReview, in folder: VaultFolder) throws {
        let name = review.plugin.name
        try screen.print(
            SafeText.neutralised("\(name) \(review.plugin.manifest?.version ?? "")"), .heading)
        try screen.print(SafeText.neutralised(review.plugin.manifest?.summary ?? ""))
        try screen.print()
        try screen.print(PluginDetailsView.files.table(review.source.files))
        try screen.print("fingerprint \(review.fingerprint.short)", .muted)
        try screen.print()
        switch review.basis {
        case .nothing:
            try screen.print("You have never approved this plugin. Its files:")
        case .shipped:
            try screen.print("It replaces the shipped plugin with that name:")
        case .approval(let instant):
            try screen.print(
                "Changed since you approved it on \(ProgramContext.current.zone.day(at: instant)):")
        }
        for change in review.changes { try show(change) }
        try screen.print()
        for line in PluginNotices.idle(review.plugin.idleSettings, of: name) {
            try screen.print(line, .warning)
        }
        try showWhatHides(in: review)
        guard let manifest = review.plugin.manifest else { return }
        var words: [String] = []
        if !manifest.decides.isEmpty {
            let decides = manifest.decides.map(\.rawValue).joined(separator: ", ")
            words.append("It will see your transactions and may decide: \(decides).")
        }
        if let sign = manifest.reads {
            words.append("It will say which transactions are in files with \(sign.words).")
        }
        try screen.print(
            SafeText.neutralised((words + ["It can do nothing else."]).joined(separator: " ")))
    }

    func show(_ change: FileDifference) throws {
        let what =
            change.before == nil ? "added" : change.after == nil ? "removed" : "changed"
        try screen.print()
        try screen.print(SafeText.neutralised("\(change.path), \(what)"), .heading)
        guard change.after != nil else { return }
        let lines = change.lines.lines
        var isCut = false
        for (position, line) in lines.enumerated() {
            let near = max(0, position - 2)...min(lines.count - 1, position + 2)
            guard lines[near].contains(where: { !$0.isKept }) else {
                if !isCut { try screen.print("    …", .muted) }
                isCut = true
                continue
            }
            isCut = false
            switch line {
            case .kept(let number, let text): try show(" ", number, text, .muted)
            case .removed(let number, let text): try show("-", number, text, .negative)
            case .added(let number, let text): try show("+", number, text, .positive)
            }
        }
    }

    private func show(_ mark: String, _ number: Int, _ text: [UInt8], _ style: Style) throws {
        let room = String(repeating: " ", count: max(0, 4 - String(number).count))
        for (position, part) in ReviewedLine(text).parts.enumerated() {
            let place = position == 0 ? "\(room)\(number)" : "    "
            let line = "  \(mark) \(place)\(part.isEmpty ? "" : "  " + part)"
            try screen.print(verbatim: screen.palette.styled(line, as: style))
        }
    }

    /// Warns about lines of new and changed files that could hide something.
    private func showWhatHides(in review: PluginReview) throws {
        let changed = Set(review.changes.map(\.path))
        for file in review.source.files
        where review.basis == .nothing || changed.contains(file.path) {
            let lines = file.bytes.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (position, line) in lines.enumerated() {
                for remark in ReviewedLine(Array(line)).remarks {
                    try screen.print(
                        SafeText.neutralised("\(file.path):\(position + 1) \(remark)"), .warning)
                }
            }
        }
    }
}
