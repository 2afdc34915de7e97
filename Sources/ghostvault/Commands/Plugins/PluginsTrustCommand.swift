import ArgumentParser
import Engine

struct PluginsTrustCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Review a plugin of the vault, and approve its files as they are.",
        discussion: """
            Shows the files, and what changed since you approved them last. The approval is for \
            every byte of them: after any change the plugin waits for another. It does not switch \
            the plugin on.

            Examples:
              ghostvault plugins trust mine
              ghostvault plugins trust mine --yes
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The plugin.")
    var name: String

    @Flag(help: "Approve without being asked, in scripts.")
    var yes = false

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let review = try engine.reviewPlugin(name)
        guard !review.plugin.trust.isGiven else {
            try screen.print(
                review.plugin.trust == .shipped
                    ? "\(name) is the program's own, and needs no approval."
                    : "\(name) is approved as it is.")
            return
        }
        try PluginReviewView(screen: screen).show(review, in: vault.folder)
        guard try yes || Confirmation.ask("Approve \(name) as it is now?", on: screen) else {
            try screen.print("Not approved; it does not run.")
            throw PartialResult(.failed)
        }
        try engine.approve(review)
        try screen.print("Approved.")
        try screen.print(
            review.plugin.isEnabled == true
                ? "Next: ghostvault apply-rules" : "Next: ghostvault plugins enable \(name)")
    }
}
