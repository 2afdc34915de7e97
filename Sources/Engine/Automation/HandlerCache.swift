public import Automation
public import Classification
internal import Configuration
internal import Model
internal import Scripting
internal import Vault

/// A cache of the user's handlers. A file with an error keeps its previous version in use.
///
/// For one thread at a time.
public final class HandlerCache {
    private var used: AutomationSources?
    private var permissions: AutomationPermissions?

    /// Nil before the first read.
    public private(set) var automations: Automations?
    /// Files whose previous version stays in use, each with its current errors.
    public private(set) var heldBack: [RejectedFile] = []
    /// Broken configuration files that kept handlers from ever being read.
    public private(set) var unreadable: [RejectedFile] = []
    /// The handlers that wait for those files, as far as they can be read without them.
    private(set) var waiting: [EventListener] = []

    public init() {}

    /// Rejected files without an earlier version to use.
    public var leftOut: [RejectedFile] { automations?.leftOut ?? [] }

    /// The automation settings; nil before the first read.
    var settings: AutomationSettings? { permissions?.settings }
    /// Whether the settings list what handlers may reach.
    var isListKnown: Bool { permissions?.isListKnown ?? false }
    /// The categories that handlers may name.
    var categories: CategoryTree? { permissions?.names.categories }

    /// Reads the files again.
    ///
    /// - Returns: whether handlers may now behave differently.
    /// - Throws: if a file can't be read; the previous version stays.
    public func read(_ engine: Engine) throws -> Bool {
        let lastGood = try LastGoodFiles(engine.vault)
        let changes = try engine.vault.categoryChanges()
        let allowed: CheckedFiles<ConfigurationSources, AutomationPermissions>
        do {
            allowed = try CheckedFiles(try engine.configurationSources(), lastGood) {
                try AutomationPermissions(
                    try $0.files(on: engine.scripts), categories: changes, after: permissions)
            }
        } catch let error as ConfigurationError {
            unreadable = [RejectedFile(error)]
            heldBack = []
            waiting = try engine.listenersWithoutPermissions()
            return false
        }
        unreadable = []
        waiting = []
        let checked = try CheckedFiles<AutomationSources, Automations>(
            try engine.automationSources(allowed.reading.names), lastGood,
            tryingTogether: [["automation/"]], read: { $0.read() }, mistakes: \.leftOut)
        let wrong = checked.reading.leftOut.flatMap { $0.problems.map(\.file) + [$0.file] }
        try engine.vault.store(
            lastGood: lastGood.changes(
                toUse: checked.used.texts, in: ["automation/"], leavingOut: Set(wrong),
                at: engine.moment.now),
            at: engine.moment.now)
        let isNews =
            used != checked.used || permissions?.texts != allowed.reading.texts
            || permissions?.categories != allowed.reading.categories
        used = checked.used
        automations = checked.reading
        permissions = allowed.reading
        heldBack = checked.heldBack + allowed.heldBack
        return isNews
    }
}

/// The targets that the configuration allows handlers to use.
struct AutomationPermissions {
    /// The configuration that it was read from.
    let texts: [String: String]
    /// The person's changes of categories.
    let categories: [CategoryChange]
    let names: AutomationNames
    let settings: AutomationSettings
    /// Whether the user's file lists what handlers may reach. If the file is missing or empty,
    /// its former content is unknown.
    let isListKnown: Bool
}

extension AutomationPermissions {
    /// - Parameter before: an earlier reading, reused if the configuration is unchanged.
    /// - Throws: `ConfigurationError`.
    init(
        _ configuration: ConfigurationFiles, categories: [CategoryChange],
        after before: AutomationPermissions? = nil
    ) throws {
        if let before, before.texts == configuration.texts, before.categories == categories {
            self = before
            return
        }
        let settings = try configuration.automationSettings()
        self.init(
            texts: configuration.texts, categories: categories,
            names: AutomationNames(
                categories: try configuration.categories().changed(by: categories),
                webhooks: Set(settings.webhooks.keys), commands: Set(settings.commands.keys)),
            settings: settings,
            isListKnown: configuration.saysWhatMayBeReached)
    }
}

extension Engine {
    /// The subscriptions of the user's handlers if the configuration can't say what they may
    /// name.
    fileprivate func listenersWithoutPermissions() throws -> [EventListener] {
        do {
            let names = AutomationNames(
                categories: try categories(), webhooks: [], commands: [])
            return try automationSources(names).read().listeners
        } catch is ConfigurationError {
            return []
        }
    }
}

extension ConfigurationFiles {
    /// The shipped file lists nothing; it is a template.
    fileprivate var saysWhatMayBeReached: Bool {
        let text = texts["automation.toml"] ?? ""
        return !text.allSatisfy(\.isWhitespace)
            && Array(text.utf8) != ShippedFiles.bytes(of: "config/automation.toml")
    }
}

/// The sources of handlers, and the names that they may use.
struct AutomationSources: UserFiles, Equatable {
    var files: [RuleSource]
    var library: LibraryFiles
    let names: AutomationNames
    let host: ScriptHost

    func read() -> Automations {
        Automations(
            files, names: names, library: library.library, unreadable: library.leftOut, on: host)
    }

    static func == (one: AutomationSources, other: AutomationSources) -> Bool {
        one.files == other.files && one.library.files == other.library.files
    }

    var texts: [String: [UInt8]] {
        var texts = library.texts
        for file in files { texts[file.file] = file.bytes }
        return texts
    }

    func isPart(_ path: String) -> Bool { path.hasPrefix("automation/") }

    mutating func put(_ texts: [String: [UInt8]]) {
        files = files.with(texts)
        library = library.with(texts)
    }
}

extension Engine {
    /// Reads the user's event handlers, `automation/*.lua`.
    ///
    /// - Throws: `ConfigurationError` if the configuration has an error. Errors of handlers
    ///   come with the rejected files.
    public func automations() throws -> Automations { try automationSources().read() }

    /// - Parameter names: the names that handlers may use; nil to read the configuration.
    func automationSources(_ names: AutomationNames? = nil) throws -> AutomationSources {
        let handlers = try LayeredFolder(
            name: "automation", vaultPath: vault.folder.automationPath, endings: [".lua"])
        return AutomationSources(
            files: handlers.files.map { RuleSource(file: $0.path, bytes: $0.bytes) },
            library: LibraryFiles.ofAutomation(
                vaultPath: vault.folder.automationPath, on: scripts,
                unreadable: handlers.problems),
            names: try names
                ?? AutomationPermissions(
                    try configuration(), categories: vault.categoryChanges()
                ).names, host: scripts)
    }
}

/// The files in the automation folder, with their diagnostics.
public struct AutomationCheck: Sendable {
    /// Usable files, in read order.
    public let files: [Automations.File]
    public let modules: [String]
    public let maps: [FolderMap]
    /// Files with errors.
    public let leftOut: [RejectedFile]
    /// Handlers that failed on a sample event. Real events need not fail, so the files stay in
    /// use.
    public let failures: [RuleFileProblem]
    /// Likely mistakes.
    public let notes: [RuleFileProblem]
}

extension Engine {
    /// Reads all automations and looks for likely mistakes.
    public func checkAutomations() throws -> AutomationCheck {
        let (sources, automations, leftOut) = try automationsAsWritten()
        let library = sources.library
        let wrong = Set(leftOut.map(\.file))
        let unnamed =
            try handlersOfUnknownAccounts(automations.handlers)
            + handlersWithoutBudget(automations.handlers)
        return AutomationCheck(
            files: automations.files.filter { !wrong.contains($0.name) },
            modules: library.modules.map(\.chunkName).filter { !wrong.contains($0) },
            maps: library.maps.map {
                FolderMap(path: "automation/\($0.name)", rows: $0.entries.count)
            }.filter { !wrong.contains($0.path) },
            leftOut: leftOut, failures: automations.handlerProblems(),
            notes: unnamed + (try commandsThatCannotRun())
                + (try commandsWithoutEndOfOptions(for: automations)))
    }

    /// The handlers in use, with last good versions in place of files with mistakes, and all files
    /// that can't be used as they are.
    public func automationsInUse() throws -> (automations: Automations, leftOut: [RejectedFile]) {
        let checked = try checkedAutomations(try automationSources(), LastGoodFiles(vault))
        let heldBack = Set(checked.heldBack.map(\.file))
        return (
            checked.reading,
            checked.heldBack + checked.reading.leftOut.filter { !heldBack.contains($0.file) }
        )
    }

    private func checkedAutomations(
        _ sources: AutomationSources, _ lastGood: LastGoodFiles
    ) throws -> CheckedFiles<AutomationSources, Automations> {
        try CheckedFiles(
            sources, lastGood, tryingTogether: [["automation/"]], read: { $0.read() },
            mistakes: \.leftOut)
    }

    /// The handlers as written, with the modules and maps in use, and all files that can't be used
    /// as they are.
    private func automationsAsWritten() throws -> (
        sources: AutomationSources, automations: Automations, leftOut: [RejectedFile]
    ) {
        var sources = try automationSources()
        let lastGood = try LastGoodFiles(vault)
        let checked = try checkedAutomations(sources, lastGood)
        let heldBack = Set(checked.heldBack.map(\.file))
        guard !heldBack.isEmpty else { return (sources, checked.reading, checked.reading.leftOut) }
        sources.put(lastGood.files(heldBack.filter(LibraryFiles.isOfLibrary)))
        let automations = sources.read()
        let unused =
            checked.heldBack + automations.leftOut.filter { !heldBack.contains($0.file) }
        return (
            sources, automations, sources.library.withNeeds(unused, among: sources.files)
        )
    }

    private func handlersOfUnknownAccounts(_ handlers: [Handler]) throws -> [RuleFileProblem] {
        let accounts = try vault.accounts()
        return handlers.compactMap { handler in
            guard let account = handler.subscription.options.account, !accounts.isEmpty,
                !accounts.contains(where: { $0.isNamed(account) })
            else { return nil }
            return RuleFileProblem(
                file: handler.file, line: handler.line,
                message: "no account of the vault is named \"\(account)\""
                    + Suggestion.phrase(for: account, among: accounts.map(\.name)))
        }
    }

    /// Handlers that wait for a budget that doesn't exist.
    private func handlersWithoutBudget(_ handlers: [Handler]) throws -> [RuleFileProblem] {
        let wanted = handlers.compactMap { handler -> (Handler, BudgetSubject)? in
            let options = handler.subscription.options
            guard handler.subscription.kind.isOfBudgets, options.limit == nil else { return nil }
            return options.budget.map { (handler, $0) }
        }
        guard !wanted.isEmpty else { return [] }
        let subjects = try budgets().map(\.subject)
        let categories = try self.categories()
        return wanted.compactMap { handler, subject in
            guard !subjects.contains(where: { subject.covers($0, categories) }) else { return nil }
            let names = subjects.filter { $0.kind == subject.kind }.map(\.name)
            return RuleFileProblem(
                file: handler.file, line: handler.line,
                message: "the \(subject.kind) \"\(subject.name)\" has no budget"
                    + Suggestion.phrase(for: subject.name, among: names))
        }
    }

    /// Configured commands that get no argument that begins with "-", although handlers give
    /// them arguments for made-up events.
    private func commandsWithoutEndOfOptions(
        for automations: Automations
    ) throws -> [RuleFileProblem] {
        let commands = try configured { try $0.automationSettings() }.commands
            .filter { !$0.value.endsOptions }
        guard !commands.isEmpty else { return [] }
        let given = automations.handlers.flatMap { handler -> [String] in
            let event = automations.sampleEvent(of: handler.subscription)
            guard case .success(let asked) = automations.handle(event, by: handler).outcome else {
                return []
            }
            return asked.actions.compactMap { action in
                guard case .run(let command, let arguments) = action, !arguments.isEmpty else {
                    return nil
                }
                return command
            }
        }
        return commands.filter { given.contains($0.key) }.sorted { $0.key < $1.key }
            .map { name, _ in
                RuleFileProblem(
                    file: "config/automation.toml", line: nil,
                    message: "the command \"\(name)\" refuses texts that begin with \"-\"; end "
                        + "its arguments with \"--\", if it knows that")
            }
    }

    /// Configured commands that the system would refuse to run.
    func commandsThatCannotRun() throws -> [RuleFileProblem] {
        try configured { try $0.automationSettings() }.commands.sorted { $0.key < $1.key }
            .compactMap { name, command in
                command.reasonToRefuse.map { reason in
                    RuleFileProblem(
                        file: "config/automation.toml", line: nil,
                        message: "the command \"\(name)\" can't be run: \(reason)")
                }
            }
    }
}
