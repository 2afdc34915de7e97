import ArgumentParser
import Automation
import Engine
import Model
import Terminal

struct AutomationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "automation",
        abstract: "Manage event handlers.",
        discussion: """
            Handlers are Lua functions in the vault's automation/ folder. "ghostvault watch" runs \
            them when something happens, such as a large payment. "ghostvault docs automation" \
            shows how to write them.
            """,
        subcommands: [
            AutomationListCommand.self, AutomationCheckCommand.self, AutomationTestCommand.self,
            AutomationTryCommand.self, AutomationReplayCommand.self, AutomationNewCommand.self,
            AutomationKeyCommand.self,
            AutomationLogCommand.self, AutomationFailingCommand.self, AutomationRetryCommand.self,
            AutomationDismissCommand.self, AutomationStateCommand.self,
            AutomationForgetCommand.self,
        ],
        defaultSubcommand: AutomationListCommand.self)
}

extension Screen {
    /// Reports that there is no handler, and the command that creates a file.
    func printNoHandlers(of engine: Engine) throws {
        try print(
            "No handlers found. \"ghostvault automation new \(engine.freeAutomationName())\" "
                + "creates a file.")
    }
}

struct AutomationListCommand: ReportCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List handlers and their events.")

    @OptionGroup var vault: PlainVaultOptions
    @OptionGroup var output: OutputOptions

    func run(on screen: Screen, reading engine: Engine) throws {
        let (automations, leftOut) = try engine.automationsInUse()
        if let format = output.format {
            try Self.report.print(automations.handlers, as: format, on: screen)
        } else if automations.handlers.isEmpty {
            try screen.printNoHandlers(of: engine)
        } else {
            try screen.print(Self.report.table(automations.handlers))
        }
        try FindingsView(screen: screen).show(leftOut: leftOut, .checkAutomation)
        if !leftOut.isEmpty { throw PartialResult(.rules) }
    }

    static var report: Report<Handler> {
        Report(
            "automation list",
            .shown("event") { .init($0.subscription.key) },
            .value("id", "Stays the same while its file is edited.") { $0.id },
            .value("name", "The name from its options.") { $0.name }.column(
                "name", isFlexible: true),
            .value("file", "Its file.") { $0.file }.column(
                "where", isFlexible: true, rank: 1
            ) {
                .init("\($0.file):\($0.line)", .muted)
            },
            .value("line", "The line of its declaration.") { $0.line },
            .value("event", "The kind of event that it receives.") {
                $0.subscription.kind.rawValue
            },
            .object("options", "Its filters; null for those not given.", options) {
                $0.subscription.options
            })
    }

    private static var options: [Field<EventOptions>] {
        [
            .value("over", "Only amounts larger than this.") { $0.over.map { "\($0)" } },
            .value("below", "Only balances lower than this.") { $0.below.map { "\($0)" } },
            .value("limit", "The budget for a month.") { $0.limit.map { "\($0)" } },
            .value("category", "A category's id.") { $0.category },
            .value("account", "An account's name.") { $0.account },
            .value("payee", "A payee's name.") { $0.payee },
            .value("days", "How many days ahead.") { $0.days },
            .value("at", "The share of the budget in percent.") { $0.at },
            .value("day", "The day of the month; 31 is the last one.") { $0.day },
            .value("weekday", "The day of the week; Monday is 1.") { $0.weekday },
            .value("time", "The time of day, `\"08:00\"`.") { $0.time.map { "\($0)" } },
        ]
    }
}

struct AutomationKeyCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Show a webhook's signing key.",
        discussion: """
            With it the receiver verifies that a message is yours. The header "webhook-signature" \
            follows https://www.standardwebhooks.com. The key is secret; it is created when you \
            first ask for it.
            """)

    @OptionGroup var vault: PlainVaultOptions

    @Argument(help: "The webhook's name in config/automation.toml.")
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
