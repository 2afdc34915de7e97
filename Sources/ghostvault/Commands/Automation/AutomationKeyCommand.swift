import ArgumentParser
import Engine
import Outside
import Terminal

struct AutomationKeyCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Show what a webhook's messages are signed with.",
        discussion: """
            Give the key to the webhook's receiver, who checks by it that a message is yours: \
            the header "webhook-signature" is as https://www.standardwebhooks.com describes. The \
            key is a secret, made when it is first asked for.
            """)

    @OptionGroup var vault: VaultOptions

    @Argument(help: "The webhook, as config/automation.toml names it.")
    var webhook: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let known = try engine.webhookNames()
        guard known.contains(webhook) else {
            throw EngineError.noSuchWebhook(webhook, known: known)
        }
        try screen.print(try engine.webhookKey(of: webhook).text)
    }
}
