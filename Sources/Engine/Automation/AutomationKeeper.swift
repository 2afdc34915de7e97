public import Automation
public import Classification
internal import Configuration
internal import Model
internal import Outside
internal import Scripting
internal import Vault

/// The person's handlers, kept between events; a file with a mistake stays in use as it
/// was before.
///
/// Used by one thread at a time.
public final class AutomationKeeper {
    private var used: AutomationSources?
    private var permissions: AutomationPermissions?

    /// Nil before they were first read.
    public private(set) var automations: Automations?
    /// Files that go on as they were before, each with what is wrong in it now.
    public private(set) var heldBack: [LeftOutFile] = []
    /// Files of the configuration with mistakes, without which handlers were never
    /// read.
    public private(set) var unreadable: [LeftOutFile] = []
    /// The handlers that wait for those files, as far as they can be read without.
    private(set) var waiting: [EventListener] = []

    public init() {}

    /// Files with mistakes that were never in use without.
    public var leftOut: [LeftOutFile] { automations?.leftOut ?? [] }

    /// What handlers may reach, and what is done unasked; nil before it was read.
    var settings: AutomationSettings? { permissions?.settings }
    /// Whether the settings say what may be reached.
    var isListKnown: Bool { permissions?.isListKnown ?? false }
    /// Those that handlers may name.
    var categories: CategoryTree? { permissions?.names.categories }

    /// Reads the files anew.
    ///
    /// - Returns: whether handlers may do another thing now than before.
    /// - Throws: where a file can't be read; what was read before stays.
    public func read(_ engine: Engine) throws -> Bool {
        let lastGood = try LastGoodFiles(engine.vault)
        let allowed: CheckedTexts<ConfigurationTexts, AutomationPermissions>
        do {
            allowed = try CheckedTexts(try engine.configurationTexts(), lastGood) {
                try AutomationPermissions(try $0.files(on: engine.scripts), after: permissions)
            }
        } catch let error as ConfigurationError {
            unreadable = [LeftOutFile(error)]
            heldBack = []
            waiting = try engine.listenersWithoutPermissions()
            return false
        }
        unreadable = []
        waiting = []
        let checked = try CheckedTexts<AutomationSources, Automations>(
            try engine.automationSources(allowed.reading.names), lastGood,
            tryingTogether: [["automation/"]], read: { $0.read() }, mistakes: \.leftOut)
        let wrong = checked.reading.leftOut.flatMap { $0.problems.map(\.file) + [$0.file] }
        try engine.vault.store(
            lastGood: lastGood.changes(
                toUse: checked.used.texts, in: ["automation/"], leavingOut: Set(wrong),
                at: engine.moment.now))
        let isNews = used != checked.used || permissions?.texts != allowed.reading.texts
        used = checked.used
        automations = checked.reading
        permissions = allowed.reading
        heldBack = checked.heldBack + allowed.heldBack
        return isNews
    }
}

/// What the configuration lets handlers name and reach.
struct AutomationPermissions {
    /// The texts that it was read from.
    let texts: [String: String]
    let names: AutomationNames
    let settings: AutomationSettings
    /// Whether the person's file says what may be reached: where it is missing or empty,
    /// nobody knows what stood there.
    let isListKnown: Bool
}

extension AutomationPermissions {
    /// - Parameter before: of an earlier reading, which is used again where no
    ///   text changed.
    /// - Throws: `ConfigurationError`.
    init(_ configuration: ConfigurationFiles, after before: AutomationPermissions? = nil) throws {
        if let before, before.texts == configuration.texts {
            self = before
            return
        }
        let settings = try configuration.automationSettings()
        self.init(
            texts: configuration.texts,
            names: AutomationNames(
                categories: try configuration.categories(),
                webhooks: Set(settings.webhooks.keys), commands: Set(settings.commands.keys)),
            settings: settings,
            isListKnown: configuration.saysWhatMayBeReached)
    }
}

extension Engine {
    /// What the person's handlers want to be told of, where the configuration does not
    /// tell what they may name.
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
    /// What comes with the program lists nothing, and is there to be edited.
    fileprivate var saysWhatMayBeReached: Bool {
        let text = texts["automation.toml"] ?? ""
        return !text.allSatisfy(\.isWhitespace)
            && Array(text.utf8) != ShippedFiles.bytes(of: "config/automation.toml")
    }
}

/// The texts that handlers are read from, and what they may name.
struct AutomationSources: PersonalTexts, Equatable {
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
    /// Reads the person's handlers of events, `automation/*.lua`.
    ///
    /// - Throws: `ConfigurationError` where the configuration has a mistake;
    ///   those of handlers are told with what was left out.
    public func automations() throws -> Automations { try automationSources().read() }

    /// - Parameter names: what handlers may name; nil to read it.
    func automationSources(_ names: AutomationNames? = nil) throws -> AutomationSources {
        let handlers = try LayeredFolder(
            name: "automation", vaultPath: vault.folder.automationPath, endings: [".lua"])
        return AutomationSources(
            files: handlers.files.map { RuleSource(file: $0.path, bytes: $0.bytes) },
            library: LibraryFiles.ofAutomation(
                vaultPath: vault.folder.automationPath, on: scripts,
                unreadable: handlers.problems),
            names: try names ?? AutomationPermissions(try configuration()).names, host: scripts)
    }
}

/// What is in the folder of automations, and what is wrong with it.
public struct AutomationCheck: Sendable {
    /// Files that can be used, in the order in which they are read.
    public let files: [Automations.File]
    public let modules: [String]
    public let maps: [FolderMap]
    /// Files with mistakes.
    public let leftOut: [LeftOutFile]
    /// What goes wrong in handlers that are told of made-up events. It need not
    /// with the bank's own, so the files are used.
    public let failures: [RuleFileProblem]
    /// What is probably not meant.
    public let notes: [RuleFileProblem]
}

extension Engine {
    /// Reads all automations, and looks for what is probably not meant.
    public func checkAutomations() throws -> AutomationCheck {
        let sources = try automationSources()
        let library = sources.library
        let automations = sources.read()
        let accounts = Set(try vault.accounts().map { $0.name.lowercased() })
        let unnamed = automations.handlers.compactMap { handler -> RuleFileProblem? in
            guard let account = handler.subscription.options.account, !accounts.isEmpty,
                !accounts.contains(account.lowercased())
            else { return nil }
            return RuleFileProblem(
                file: handler.file, line: handler.line,
                message: "no account of the vault is named \"\(account)\"")
        }
        return AutomationCheck(
            files: automations.files, modules: library.modules.map(\.chunkName),
            maps: library.maps.map {
                FolderMap(path: "automation/\($0.name)", rows: $0.entries.count)
            },
            leftOut: automations.leftOut, failures: automations.handlerProblems(),
            notes: unnamed + (try commandsThatCannotRun()))
    }

    /// Commands of the configuration that the system would not run.
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
