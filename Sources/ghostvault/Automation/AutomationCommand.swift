import ArgumentParser
import Automation
import Engine
import Model
import Terminal

struct AutomationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automation",
        abstract: "List, make, check and try what is done when something happens.",
        discussion: """
            Handlers of events are written in Lua files in the vault's automation/ folder; \
            docs/automation.md shows how. "watch" tells them what happens.
            """,
        subcommands: [
            AutomationListCommand.self, AutomationCheckCommand.self, AutomationTestCommand.self,
            AutomationTryCommand.self, AutomationNewCommand.self, AutomationKeyCommand.self,
            AutomationLogCommand.self, AutomationFailingCommand.self, AutomationRetryCommand.self,
            AutomationDismissCommand.self,
        ],
        defaultSubcommand: AutomationListCommand.self)
}

struct AutomationListCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List handlers, and what they are told of.")

    @OptionGroup var vault: VaultOptions
    @OptionGroup var output: JSONOption

    func run(on screen: Screen) throws {
        let automations = try vault.engine().automations()
        let view = AutomationListView(screen: screen)
        if output.json { try view.showJSON(automations) } else { try view.show(automations) }
        try FindingsView(screen: screen).show(leftOut: automations.leftOut, .checkAutomation)
        if !automations.leftOut.isEmpty { throw PartialResult(.rules) }
    }
}

struct AutomationListView {
    let screen: Screen

    func show(_ automations: Automations) throws {
        guard !automations.handlers.isEmpty else {
            try screen.print(
                "No handlers found. \"ghostvault automation new alerts\" begins a file.")
            return
        }
        var table = Table(columns: [
            .init("told of"), .init("name"), .init("where", isFlexible: true),
        ])
        for handler in automations.handlers {
            table.add(
                .init(handler.subscription.key), .init(handler.name ?? ""),
                .init("\(handler.file):\(handler.line)", .muted))
        }
        try screen.print(table)
    }

    func showJSON(_ automations: Automations) throws {
        var json = JSONWriter(.pretty, to: screen.output)
        json.array { list in
            for handler in automations.handlers {
                list.object { object in
                    object.field("id", handler.id)
                    object.field("name", handler.name)
                    object.field("file", handler.file)
                    object.field("line", handler.line)
                    object.field("event", handler.subscription.kind.rawValue)
                    object.object("options") { Self.write(handler.subscription.options, to: &$0) }
                }
            }
        }
        try json.flush()
    }

    private static func write(_ options: EventOptions, to object: inout JSONObject) {
        object.field("over", options.over.map { "\($0)" })
        object.field("below", options.below.map { "\($0)" })
        object.field("limit", options.limit.map { "\($0)" })
        object.field("category", options.category)
        object.field("account", options.account)
        object.field("payee", options.payee)
        object.field("days", options.days)
    }
}

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
