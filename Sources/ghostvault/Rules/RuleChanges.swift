import ArgumentParser
import Classification
import Engine
import Model
import Rules
import Terminal

struct RulesAddCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a rule to the vault and apply it.",
        discussion: """
            The rule comes before stored rules of the same priority that are equally or less \
            specific. "rules preview" with the same options shows what it would change.

            Examples:
              ghostvault rules add --description-contains "BLUE HERON" --category dining
              ghostvault rules add --name "Large purchases" --when '{ amount = less(-500) }' --tag large
            """)

    @OptionGroup var vault: VaultOptions
    @OptionGroup var rule: RuleOptions

    func validate() throws {
        try rule.requireWholeRule()
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let (rule, report) = try engine.addRule(rule.change(in: engine).definition)
        let others = try rule.rule.map { try engine.storedRules(withConditionOf: $0) } ?? []
        for other in others where other.reference != rule.reference {
            try screen.print(
                "\(other.reference) matches the same transactions, and \(rule.reference) takes "
                    + "precedence. To remove the other: ghostvault rules remove "
                    + "\(other.reference)")
        }
        try RuleChangeView(screen: screen, engine: engine).show(rule, "added", report)
    }
}

struct RulesEnableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable a rule.")

    @OptionGroup var vault: PlainVaultOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let found = try engine.rule(meantBy: rule)
        guard !found.isEnabled else {
            return try screen.print(SafeText.neutralised("\(found.name) is on already."))
        }
        let (rule, report) = try engine.enableRule(found, true)
        try RuleChangeView(screen: screen, engine: engine).show(rule, "switched on", report)
    }
}

struct RulesDisableCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable a rule, even a shipped one.",
        discussion: """
            Examples:
              ghostvault rules disable stored-12
              ghostvault rules disable groceries/MARKET
            """)

    @OptionGroup var vault: PlainVaultOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let found = try engine.rule(meantBy: rule)
        guard found.isEnabled else {
            return try screen.print(SafeText.neutralised("\(found.name) is off already."))
        }
        let (rule, report) = try engine.enableRule(found, false)
        try RuleChangeView(screen: screen, engine: engine).show(rule, "switched off", report)
    }
}

struct RulesMoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a stored rule before or after another.",
        discussion: "If two rules set the same attribute, the first one wins.")

    @OptionGroup var vault: PlainVaultOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    @Option(help: ArgumentHelp("The stored rule to put it before.", valueName: "rule"))
    var before: String?

    @Option(help: ArgumentHelp("The stored rule to put it after.", valueName: "rule"))
    var after: String?

    func validate() throws {
        guard (before == nil) != (after == nil) else {
            throw ValidationError("Give --before or --after with another stored rule.")
        }
    }

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let moved = try engine.rule(meantBy: rule)
        let other = try engine.rule(meantBy: before ?? after ?? "")
        let (rule, report) = try engine.moveRule(moved, before: other, behindIt: after != nil)
        try RuleChangeView(screen: screen, engine: engine).show(
            rule, "moved \(after == nil ? "before" : "behind") \(other.reference)", report)
    }
}

struct RulesRemoveCommand: ScreenCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a stored rule.",
        discussion: "\"ghostvault undo\" restores it.")

    @OptionGroup var vault: PlainVaultOptions
    @Argument(help: RuleArgument.help)
    var rule: String

    func run(on screen: Screen) throws {
        let engine = try vault.engine()
        let rule = try engine.rule(meantBy: rule)
        let report = try engine.removeRule(rule)
        try RuleChangeView(screen: screen, engine: engine).show(rule, "removed", report)
    }
}

/// The result of changing a rule, and its effect on transactions.
struct RuleChangeView {
    let screen: Screen
    let engine: Engine

    /// - Parameter what: the change, as in "added".
    func show(_ rule: ListedRule, _ what: String, _ report: ClassifyReport) throws {
        try screen.print(SafeText.neutralised("\(rule.reference) \(what): \(rule.name)"))
        if let stored = rule.stored, what != "removed" {
            for line in stored.definition.split(separator: "\n") {
                try screen.print("    " + SafeText.neutralised(String(line)), .muted)
            }
        }
        try ClassifyView(screen: screen, engine: engine).showEffect(report)
        if let shadowing = report.shadowing {
            try RuleShadowingView(screen: screen).show(shadowing)
        }
        if let status = report.exitStatus { throw PartialResult(status) }
    }
}
